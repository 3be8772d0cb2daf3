//! The fallback: a result's content as it is, whatever it is.

use crate::present::problem;
use crate::transcript::model::Call;
use crate::ui::strings;
use crate::view::ContentBlock;
use leptos::prelude::*;

/// The content of a result without a card of its own, or of a failure.
pub fn body(call: &Call, id: &str) -> AnyView {
    let t = strings();
    let error = call.result.as_ref().and_then(|result| result.error.as_ref()).map(|error| {
        let words =
            [error.name.as_deref(), error.code.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        view! { <p class="note bad">{t.fields.error} ": " <code>{words}</code></p> }
    });
    let reason = call.rejected().map(|reason| view! { <p class="note">{problem::rejection(&reason, t)}</p> });
    let asked = super::waiting::details(call);
    view! {
        <div class="content" id=format!("{id}-content")>{reason} {error} {blocks(call.content())} {asked}</div>
    }
    .into_any()
}

/// Content blocks as plain text, images named, all else as JSON.
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

/// Text as it is: without what would turn it around on the page, and with control characters to be seen, so that none can
/// hide what stands beside it.
pub fn visible(text: &str) -> String {
    let picture = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(c),
        '\u{7f}' => '\u{2421}',
        _ => c,
    };
    crate::text::bidi::strip(text).chars().map(picture).collect()
}
