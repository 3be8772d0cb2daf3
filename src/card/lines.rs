//! Lines of a file beside their numbers.

use crate::present::read::follows;
use crate::text::code::Lines;
use crate::ui::colour::{Colours, coloured};
use crate::ui::long;
use crate::ui::rows::Part;
use crate::ui::strings;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// How much of a line is shown at first: graphemes.
const LONG_LINE: usize = 2_000;

/// The lines, as a region that scrolls.
#[component]
pub fn NumberedLines(
    /// The number of each line.
    #[prop(into)]
    numbers: Arc<[u64]>,
    /// The lines, as they are shown.
    lines: Lines,
    /// The language in whose colours they are to be shown, if they are all of a text or a part that stands by itself.
    #[prop(optional_no_strip)]
    language: Option<&'static str>,
    /// What is to be marked in them.
    #[prop(optional_no_strip)]
    sought: Option<Arc<str>>,
    /// They should be lines in a row, so that a place where they are not is marked.
    #[prop(optional)]
    in_a_row: bool,
) -> impl IntoView {
    let digits = numbers.iter().max().map_or(1, |most| most.to_string().len());
    let part = Part::of(lines.len());
    let colours = StoredValue::new_local(Colours::of(&lines, language));
    let piece = move |rows: Range<usize>| {
        let line = |row: usize| {
            let number = numbers.get(row).copied();
            let before = row.checked_sub(1).and_then(|before| numbers.get(before)).filter(|_| in_a_row);
            let jumps = before.zip(number).is_some_and(|(before, number)| !follows(*before, number));
            let jump = jumps.then(|| {
                let label = strings().card.number_jump;
                view! { <span class="jump" role="img" aria-label=label title=label>"⋮"</span> }
            });
            view! { {jump} <span class="number">{number}</span> {line(lines.line(row), sought.as_deref())} }
        };
        let drawn = rows.clone().map(line).collect_view().into_any();
        coloured(colours, rows, drawn)
    };
    view! {
        <div class="lines" style=("--digits", digits.to_string()) tabindex="0" role="region" aria-label=strings().card.content>
            {part.pieces(piece)}
        </div>
        {part.more()}
    }
}

fn line(text: &str, sought: Option<&str>) -> AnyView {
    match (long::line(text, LONG_LINE), sought) {
        (Some(head), _) => view! { <span>{head}</span> }.into_any(),
        (None, Some(sought)) => view! { <code>{marked(text, sought)}</code> }.into_any(),
        (None, None) => view! { <code>{text.to_owned()}</code> }.into_any(),
    }
}

fn marked(text: &str, sought: &str) -> Vec<AnyView> {
    let mut end = 0;
    let mut pieces = Vec::new();
    let plain = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned().into_any();
    for (start, found) in text.match_indices(sought) {
        pieces.push(plain(end..start));
        pieces.push(view! { <mark>{found.to_owned()}</mark> }.into_any());
        end = start + found.len();
    }
    pieces.push(plain(end..text.len()));
    pieces
}
