//! One component a result view, and the one place where a view meets its card.

mod agent;
mod block;
mod content;
mod details;
mod diff;
mod frame;
mod inquiry;
mod lines;
mod plan;
mod read;
mod reason;
mod search;
mod terminal;
mod waiting;
pub mod web;

pub use block::block as content_block;
pub use frame::CallCard;
pub use inquiry::inquiry;
pub use plan::plan;

use crate::present::diff::Origin;
use crate::present::{self, text_of};
use crate::transcript::model::{Call, Shown};
use crate::view::result::Terminal;
use crate::view::{Arguments, ToolResultView};
use leptos::prelude::*;
use std::sync::Arc;

/// Tells the address of a session of the recording by its id. The page provides it as context: cards know no routes.
#[derive(Clone)]
pub struct SessionHref(pub Arc<dyn Fn(&str) -> String + Send + Sync>);

/// A card that would not fit on a page: more rows than a browser draws in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undrawable;

/// The most rows (sources, blocks, steps, choices) that a card draws at once. Lists that may well be longer are drawn in
/// parts: see [`rows`](crate::ui::rows).
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
        Shown::Waiting => return of_arguments(call).unwrap_or_else(|| waiting::body(call)),
        Shown::Content => return of_arguments(call).unwrap_or_else(|| content::body(call)),
        Shown::View(view) => view,
    };
    match view {
        ToolResultView::Generic => of_arguments(call).unwrap_or_else(|| content::body(call)),
        ToolResultView::Terminal(terminal) => terminal::body(call, terminal),
        ToolResultView::Diff(diff) => Ok(diff::body(&diff.diffs, Origin::of_result(call))),
        ToolResultView::Web(web) => web::body(call, web, id),
        ToolResultView::Search(search) => Ok(search::body(call, search)),
        ToolResultView::Read(read) => Ok(read::body(read)),
        ToolResultView::Unknown(_) => content::body(call),
    }
}

/// The body of a call without a card for its result, where its arguments say enough for one.
fn of_arguments(call: &Call) -> Option<Result<AnyView, Undrawable>> {
    match call.known.as_ref()? {
        Arguments::Plan(steps) => Some(plan::body(call, steps)),
        Arguments::Questions(_) => Some(inquiry::body(call, &present::inquiry::questions(call)?)),
        Arguments::Task(task) => Some(agent::body(call, task)),
        Arguments::Command(_) if is_plain_success(call) => {
            // What the model saw is what was printed; how the command ended is told by nothing else.
            let output = Some(text_of(call.content()));
            Some(terminal::body(call, &Terminal { output, exit_code: None, signal: None }))
        }
        Arguments::Command(_)
        | Arguments::File(_)
        | Arguments::Pattern(_)
        | Arguments::Address(_)
        | Arguments::Queries(_) => None,
    }
}

/// Whether the host has sent no view beside a result that is no failure.
fn is_plain_success(call: &Call) -> bool {
    call.result.as_ref().is_some_and(|result| result.view.is_none() && !result.is_error)
}
