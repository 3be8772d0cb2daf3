//! A call without a result: what it set out to do.

use super::Undrawable;
use super::details::details;
use super::reason::reasons;
use crate::transcript::model::{Call, Status};
use crate::ui::strings;
use leptos::prelude::*;

/// The body of a call that has no result, or will have none.
pub fn body(call: &Call) -> Result<AnyView, Undrawable> {
    Ok(view! { {reasons(call)} {details(call)?} {state(call)} }.into_any())
}

/// Why there is no result.
pub fn state(call: &Call) -> AnyView {
    let t = strings();
    let words = match call.status() {
        Status::Pending | Status::Running => t.card.nothing_yet,
        Status::Stopped => t.card.was_stopped,
        Status::NoResult => t.card.nothing_received,
        Status::Done | Status::Failed => "",
    };
    view! { <p class="note">{words}</p> }.into_any()
}
