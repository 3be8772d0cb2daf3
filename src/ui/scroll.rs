//! Preformatted text that scrolls by itself, and can be scrolled with the keyboard.

use super::colour::{Colours, coloured};
use super::long;
use super::rows::Part;
use crate::text::code::Lines;
use crate::text::marks::bounded;
use leptos::prelude::*;
use std::ops::Range;

/// How much of a line is shown at first: graphemes.
const LONG_LINE: usize = 10_000;

/// The same among lines of which so much would be more than this together.
const ONE_OF_MANY: usize = 1_000;
const MANY: usize = 100_000;

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
    let lines = Lines::of(bounded(&text));
    let part = Part::of(lines.len());
    let colours = StoredValue::new_local(Colours::of(&lines, language));
    let piece = move |rows: Range<usize>| {
        let drawn = by_lines(&lines, &rows).unwrap_or_else(|| {
            let block = lines.block(rows.clone()).to_owned();
            view! { <code>{block}</code> }.into_any()
        });
        coloured(colours, rows, drawn)
    };
    view! {
        <pre class=class tabindex="0" role="region" aria-label=label>
            {part.pieces(piece)}
        </pre>
        {part.more()}
    }
}

/// The lines one by one, where one of them is so long that only its head is shown.
fn by_lines(lines: &Lines, rows: &Range<usize>) -> Option<AnyView> {
    if lines.block(rows.clone()).len() <= ONE_OF_MANY {
        return None;
    }
    let lengths = || rows.clone().map(|row| lines.line(row).len());
    let most =
        if lengths().map(|length| length.min(LONG_LINE)).sum::<usize>() > MANY { ONE_OF_MANY } else { LONG_LINE };
    if lengths().all(|length| length <= most) {
        return None;
    }
    let line = |row: usize| {
        let text = lines.line(row);
        let drawn = long::line(text, most).unwrap_or_else(|| view! { <code>{text.to_owned()}</code> }.into_any());
        view! { {drawn} "\n" }.into_any()
    };
    Some(rows.clone().map(line).collect_view().into_any())
}
