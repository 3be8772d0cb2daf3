//! One component a result view, and the one place where a view meets its card.

mod block;
mod content;
mod details;
mod diff;
mod frame;
mod lines;
mod read;
mod reason;
mod search;
mod terminal;
mod waiting;
pub mod web;

pub use block::block as content_block;
pub use frame::CallCard;

use crate::present::diff::Origin;
use crate::transcript::model::{Call, Shown};
use crate::view::ToolResultView;
use leptos::prelude::*;

/// A card that would not fit on a page: more rows than a browser draws in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undrawable;

/// The most rows (sources, lines, paths) that a card draws at once.
const MAX_ROWS: usize = 20_000;

fn drawable(rows: usize) -> Result<(), Undrawable> {
    if rows > MAX_ROWS { Err(Undrawable) } else { Ok(()) }
}

/// The body of a call's card.
///
/// This is the match that draws a [`ToolResultView`]. It has no `_` arm: a new view does not compile until it has a card.
///
/// # Errors
/// When the card cannot be drawn; the frame then shows the JSON.
fn body(call: &Call, id: &str) -> Result<AnyView, Undrawable> {
    let view = match call.shown() {
        Shown::Waiting => return waiting::body(call),
        Shown::Content => return content::body(call),
        Shown::View(view) => view,
    };
    match view {
        ToolResultView::Generic => content::body(call),
        ToolResultView::Terminal(terminal) => terminal::body(call, terminal),
        ToolResultView::Diff(diff) => Ok(diff::body(&diff.diffs, Origin::of_result(call))),
        ToolResultView::Web(web) => web::body(call, web, id),
        ToolResultView::Search(search) => search::body(search),
        ToolResultView::Read(read) => read::body(read),
        ToolResultView::Unknown(_) => content::body(call),
    }
}
