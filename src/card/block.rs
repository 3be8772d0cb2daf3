//! Content blocks: plain text, images named, all else as JSON.

use crate::text::visible::visible;
use crate::ui::strings;
use crate::view::ContentBlock;
use leptos::prelude::*;

/// The blocks of a result, or that there are none.
pub fn blocks(content: &[ContentBlock]) -> AnyView {
    if content.is_empty() {
        return view! { <p class="note">{strings().card.nothing_returned}</p> }.into_any();
    }
    content.iter().map(block).collect_view().into_any()
}

/// One block.
pub fn block(block: &ContentBlock) -> AnyView {
    match block {
        ContentBlock::Text(text) | ContentBlock::Reasoning(text) => {
            view! { <pre class="plain" tabindex="0">{visible(text)}</pre> }.into_any()
        }
        ContentBlock::ToolCall { name, arguments, .. } => {
            view! { <pre class="plain">{visible(name)} " " {visible(arguments)}</pre> }.into_any()
        }
        ContentBlock::Image { media_type, name } => {
            let name = name.clone().unwrap_or_else(|| media_type.clone());
            view! { <p class="note">{(strings().flow.image)(&name)}</p> }.into_any()
        }
        ContentBlock::Other(value) => {
            view! { <pre class="json" tabindex="0">{crate::text::json::pretty(value)}</pre> }.into_any()
        }
    }
}
