//! Texts and documents that are too long to be drawn or laid out at once: the first of them, and the rest on demand.
//!
//! What a browser does with a paragraph grows faster than its length, most of all where words have no blanks between them or
//! direction has to be found out. So a long one is drawn by stretches, which are laid out one by one and only in sight.

use super::markdown::{Context, draw_blocks, draw_notes};
use super::rows::{Pace, Part};
use super::strings;
use crate::text::chunks::Chunks;
use crate::text::excerpt::cut;
use crate::text::markdown::parse_with_citations;
use crate::text::markdown::portions::{Portion, portions};
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// From so many bytes on a text is drawn by stretches.
pub const LONG: usize = 16 << 10;

/// A text as one node, or by stretches where it is long.
#[inline]
pub fn text(text: String) -> AnyView {
    if text.len() <= LONG { text.into_any() } else { stretches(&text) }
}

/// How stretches of [`chunks`](crate::text::chunks) are drawn.
const STRETCHES: Pace = Pace { piece: 1, first: 16, step: 64, frame: 16 };

/// How portions of a document are.
const PORTIONS: Pace = Pace { piece: 1, first: 8, step: 32, frame: 4 };

/// The first stretches of a text, and the others when they are asked for.
// Like `document`, a function of its own, for it is in the second part of the app, and what calls it is not.
#[inline(never)]
fn stretches(text: &str) -> AnyView {
    let (drawn, button) = paced(text, STRETCHES);
    view! {
        {drawn}
        {button}
    }
    .into_any()
}

/// The stretches of a text, and the button for more of them, which says how much is left.
fn paced(text: &str, pace: Pace) -> (AnyView, AnyView) {
    let mut chunks = Chunks::default();
    chunks.grow(text);
    let total = chunks.complete() + 1;
    let chunks = Arc::new(chunks);
    let part = Part::paced(total, pace);
    let all = chunks.clone();
    let draw = move |places: Range<usize>| {
        let stretch = |place: usize| view! { <span class="stretch">{all.get(place).to_owned()}</span> }.into_any();
        places.map(stretch).collect_view().into_any()
    };
    let t = strings();
    let label = move |left: usize| {
        let characters = (total - left..total).map(|place| chunks.get(place).chars().count());
        (t.card.show_rest)(characters.sum())
    };
    let button = (total > pace.first).then(|| part.button(label)).into_any();
    (part.pieces(draw), button)
}

/// A line of which no more than `most` graphemes are shown at first, its head in a `code` of its own; `None` for one that is
/// not that long.
pub fn line(text: &str, most: usize) -> Option<AnyView> {
    let head = Some(text).filter(|text| text.len() > most).and_then(|text| cut(text, most))?;
    let rest = text.get(head.len()..).unwrap_or_default();
    let (rest, button) = paced(rest, Pace { first: 0, ..STRETCHES });
    let line = view! {
        <code>{head.to_owned()}</code>
        {rest}
        " "
        {button}
    };
    Some(line.into_any())
}

/// A document that is too heavy to be drawn at once, with its notes behind the portion that refers to them.
#[inline(never)]
pub fn document(text: &str, context: &Context) -> AnyView {
    let portions = portions(parse_with_citations(text, context.sources()));
    let total = portions.len();
    let part = Part::paced(total, PORTIONS);
    let context = StoredValue::new_local(context.in_portions());
    let draw = move |places: Range<usize>| {
        let one = |Portion { blocks, is_notes, noted }: &Portion| {
            let blocks = context.with_value(|context| draw_blocks(blocks.clone(), &context.of_part(noted)));
            if *is_notes { draw_notes(blocks.into_any()) } else { blocks.into_any() }
        };
        portions.get(places).unwrap_or_default().iter().map(one).collect_view().into_any()
    };
    let t = strings();
    let more =
        (total > PORTIONS.first).then(|| view! { <p>{part.button(move |_| t.terminal.show_more.to_owned())}</p> });
    view! {
        <div class="markdown">{part.pieces(draw)} {more}</div>
    }
    .into_any()
}
