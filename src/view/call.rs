//! Call views: how a tool call presents itself before there is a result.

use super::fields::{Fields, Kind, Malformed, Strict};
use super::result::FileDiff;
use super::{ContentBlock, Reason, Unknown};
use serde_json::Value;

/// The host's view of a tool call (`view.for == "call"`).
#[derive(Debug, Clone, PartialEq)]
pub struct CallView {
    /// What the call is about: a query, a URL, a command. Absent only in an unknown view.
    pub title: Option<String>,
    /// The card and its fields.
    pub body: ToolCallView,
}

/// The call cards of the contract, tagged by `card`.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolCallView {
    /// Any tool without a card of its own.
    Generic(GenericCall),
    /// A shell command; the title is the command.
    Terminal(TerminalCall),
    /// A change to files, as proposed.
    Diff(DiffCall),
    /// A card this app cannot name, or a malformed one.
    Unknown(Unknown),
    /// Stands for the card somebody adds next; see `scripts/check-exhaustive`.
    #[cfg(extra_variant)]
    ExtraVariant,
}

/// `card: "generic"` of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct GenericCall {
    /// What sort of work it is.
    pub kind: Option<CallKind>,
    /// The arguments, in a form the host chose.
    pub raw_input: Option<Value>,
    /// Blocks to show before the result is there.
    pub content: Option<Vec<ContentBlock>>,
    /// The files concerned.
    pub locations: Vec<Location>,
}

/// `kind` of a generic call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names are the contract's own words.
pub enum CallKind {
    Read,
    Edit,
    Delete,
    Move,
    Search,
    Execute,
    Fetch,
    Other,
    /// Stands for the kind somebody adds next; see `scripts/check-exhaustive`.
    #[cfg(extra_variant)]
    ExtraVariant,
}

/// `card: "terminal"` of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerminalCall {
    /// What the command is for, in the model's words.
    pub description: Option<String>,
    /// The folder it runs in.
    pub cwd: Option<String>,
}

/// `card: "diff"` of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffCall {
    /// One entry a file.
    pub diffs: Vec<FileDiff>,
    /// The files concerned.
    pub locations: Vec<Location>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file's path, as the host names it.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u64>,
}

impl CallKind {
    /// The contract's own word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::Search => "search",
            Self::Execute => "execute",
            Self::Fetch => "fetch",
            Self::Other => "other",
        }
    }
}

impl CallView {
    /// Reads a call view. Never fails: see [`ToolCallView::Unknown`].
    #[must_use]
    pub fn read(value: &Value) -> Self {
        match read(value) {
            Ok((title, body)) => Self { title: Some(title), body },
            Err(reason) => Self {
                title: value.get("title").and_then(Value::as_str).map(str::to_owned),
                body: ToolCallView::Unknown(Unknown { reason, raw: value.clone() }),
            },
        }
    }
}

fn read(value: &Value) -> Result<(String, ToolCallView), Reason> {
    let fields = Fields::of(value)?;
    let body = match fields.required::<String>("card")?.as_str() {
        "generic" => ToolCallView::Generic(GenericCall {
            kind: fields.optional::<String>("kind")?.as_deref().map(call_kind).transpose()?,
            raw_input: fields.optional("rawInput")?,
            content: fields.optional("content")?,
            locations: fields.optional("locations")?.unwrap_or_default(),
        }),
        "terminal" => ToolCallView::Terminal(TerminalCall {
            description: fields.optional("description")?,
            cwd: fields.optional("cwd")?,
        }),
        "diff" => ToolCallView::Diff(DiffCall {
            diffs: fields.required("diffs")?,
            locations: fields.optional("locations")?.unwrap_or_default(),
        }),
        other => return Err(Reason::Card(other.to_owned())),
    };
    Ok((fields.required("title")?, body))
}

fn call_kind(name: &str) -> Result<CallKind, Reason> {
    Ok(match name {
        "read" => CallKind::Read,
        "edit" => CallKind::Edit,
        "delete" => CallKind::Delete,
        "move" => CallKind::Move,
        "search" => CallKind::Search,
        "execute" => CallKind::Execute,
        "fetch" => CallKind::Fetch,
        "other" => CallKind::Other,
        other => return Err(Reason::Kind { card: "generic", kind: other.to_owned() }),
    })
}

impl Strict for Location {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let fields = Fields::of(value)?;
        Ok(Self { path: fields.required("path")?, line: fields.optional("line")? })
    }
}

/// `oldText` is a string, or null for a file that was not there; it may not be absent.
impl Strict for Option<String> {
    const EXPECTED: Kind = Kind::String;

    fn read(value: &Value) -> Result<Self, Malformed> {
        if value.is_null() { Ok(None) } else { String::read(value).map(Some) }
    }
}
