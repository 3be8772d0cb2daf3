//! Preformatted text that scrolls by itself, and can be scrolled with the keyboard.

use super::colour::{Colours, coloured};
use super::rows::Part;
use crate::text::code::Lines;
use leptos::prelude::*;
use std::ops::Range;

/// A block of preformatted text, as a region with a name. It is there at once, however long it is: see [`rows`](super::rows).
#[component]
pub fn Pre(
    /// Its class.
    class: &'static str,
    /// What a screen reader calls it.
    label: &'static str,
    /// The text.
    #[prop(into)]
    text: String,
    /// The language in whose colours it is to be shown, if it is code: see [`code`](crate::text::code).
    #[prop(optional_no_strip)]
    language: Option<&'static str>,
) -> impl IntoView {
    let lines = Lines::of(text);
    let part = Part::of(lines.len());
    let colours = StoredValue::new_local(Colours::of(&lines, language));
    let piece = move |rows: Range<usize>| {
        let block = lines.block(rows.clone()).to_owned();
        coloured(colours, rows, view! { <code>{block}</code> }.into_any())
    };
    view! {
        <pre class=class tabindex="0" role="region" aria-label=label>
            {part.pieces(piece)}
        </pre>
        {part.more()}
    }
}
