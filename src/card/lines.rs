//! Lines of a file beside their numbers.

use crate::text::visible::visible;
use crate::ui::strings;
use leptos::prelude::*;

/// The lines, as a region that scrolls.
pub fn numbered<'a>(lines: impl Iterator<Item = (u64, &'a str)>) -> AnyView {
    let lines = lines.map(|(number, text)| {
        view! {
            <span class="number">{number}</span>
            <code>{visible(text)}</code>
        }
    });
    let lines = lines.collect_view();
    view! {
        <div class="lines" tabindex="0" role="region" aria-label=strings().card.content>
            {lines}
        </div>
    }
    .into_any()
}
