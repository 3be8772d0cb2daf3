//! The fallback: a result's content as it is, whatever it is.

use super::block::blocks;
use super::details::details;
use crate::present::problem;
use crate::transcript::model::Call;
use crate::ui::strings;
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
    let asked = details(call);
    view! {
        <div class="content" id=format!("{id}-content")>{reason} {error} {blocks(call.content())} {asked}</div>
    }
    .into_any()
}
