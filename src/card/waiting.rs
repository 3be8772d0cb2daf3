//! A call without a result: what it set out to do.

use super::Undrawable;
use super::details::details;
use super::reason::reasons;
use crate::transcript::model::{Call, Status};
use crate::ui::strings;
use leptos::prelude::*;

/// The body of a call that has no result, or will have none.
pub fn body(call: &Call) -> Result<AnyView, Undrawable> {
    let t = strings();
    let state = match call.status() {
        Status::Pending | Status::Running => t.card.nothing_yet,
        Status::Stopped => t.card.stopped,
        Status::NoResult => t.card.no_result,
        Status::Done | Status::Failed => "",
    };
    Ok(view! {
        {reasons(call)}
        {details(call)?}
        <p class="note">{state}</p>
    }
    .into_any())
}
