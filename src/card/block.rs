//! Content blocks: plain text, images named, all else as JSON.

use super::{Undrawable, drawable};
use crate::text::json::pretty;
use crate::text::visible::visible;
use crate::ui::scroll::Pre;
use crate::ui::strings;
use crate::view::ContentBlock;
use leptos::prelude::*;

/// The blocks of a result, or that there are none.
pub fn blocks(content: &[ContentBlock]) -> Result<AnyView, Undrawable> {
    drawable(content.len())?;
    let is_empty = |block: &ContentBlock| matches!(block, ContentBlock::Text(text) if text.is_empty());
    if content.iter().all(is_empty) {
        return Ok(view! { <p class="note">{strings().card.nothing_returned}</p> }.into_any());
    }
    Ok(content.iter().map(block).collect_view().into_any())
}

/// One block.
pub fn block(block: &ContentBlock) -> AnyView {
    let label = strings().card.content;
    match block {
        ContentBlock::Text(text) | ContentBlock::Reasoning(text) => {
            view! { <Pre class="plain" label text=visible(text) language=looks_like(text) /> }.into_any()
        }
        ContentBlock::ToolCall { name, arguments, .. } => {
            view! { <Pre class="plain" label text=visible(&format!("{name} {arguments}")) /> }.into_any()
        }
        ContentBlock::Image { media_type, name } => {
            let name = visible(name.as_ref().unwrap_or(media_type));
            view! { <p class="note">{(strings().flow.image)(&name)}</p> }.into_any()
        }
        ContentBlock::Other(value) => {
            view! { <Pre class="json" label text=pretty(value) language=Some("json") /> }.into_any()
        }
    }
}

/// Many tools answer in JSON. A text that only looks like it gets odd colours at worst, so it need not be read to know.
fn looks_like(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let within = |open, close| text.starts_with(open) && text.ends_with(close);
    (within('{', '}') || within('[', ']')).then_some("json")
}
