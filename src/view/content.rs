//! Content blocks: what a message or a result consists of.

use super::fields::{Kind, Malformed, Strict};
use serde_json::Value;

/// One block of a message's or a result's `content` list.
///
/// Reading a block never fails: one that is not as the contract says is kept whole as [`ContentBlock::Other`].
#[derive(Debug, Clone, PartialEq)]
pub enum ContentBlock {
    /// `{type:"text", text}`
    Text(String),
    /// `{type:"reasoning", text}`
    Reasoning(String),
    /// `{type:"tool-call", id, name, arguments}`: the model announces a call.
    ToolCall {
        /// The call's id, which `tool/call` and `tool/result` repeat.
        id: String,
        /// The tool's name.
        name: String,
        /// The model's own JSON text, which may be invalid.
        arguments: String,
    },
    /// `{type:"image", mediaType, name?, data}`: named, never loaded.
    Image {
        /// As in `image/png`.
        media_type: String,
        /// The file's name, where the sender gave one.
        name: Option<String>,
    },
    /// Anything else, as it came.
    Other(Value),
}

impl Strict for ContentBlock {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        Ok(read(value).unwrap_or_else(|| Self::Other(value.clone())))
    }
}

fn read(value: &Value) -> Option<ContentBlock> {
    let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(match value.get("type")?.as_str()? {
        "text" => ContentBlock::Text(text("text")?),
        "reasoning" => ContentBlock::Reasoning(text("text")?),
        "tool-call" => ContentBlock::ToolCall { id: text("id")?, name: text("name")?, arguments: text("arguments")? },
        "image" => ContentBlock::Image { media_type: text("mediaType")?, name: text("name") },
        _ => return None,
    })
}

/// Reads a `content` field of a message: a list of blocks, or (some senders) one string. Whatever else is there is kept
/// as one [`ContentBlock::Other`]; nothing there is an empty list.
#[must_use]
pub fn blocks(content: Option<&Value>) -> Vec<ContentBlock> {
    match content {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::String(text)) => vec![ContentBlock::Text(text.clone())],
        Some(list @ Value::Array(_)) => Strict::read(list).unwrap_or_default(),
        Some(other) => vec![ContentBlock::Other(other.clone())],
    }
}
