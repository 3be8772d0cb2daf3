//! The fallback: a result's content as it is, whatever it is.

use super::Undrawable;
use super::block::blocks;
use super::details::details;
use super::reason::reasons;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::strings;
use leptos::prelude::*;

/// The content of a result without a card of its own, or of a failure, below what was asked for.
pub fn body(call: &Call) -> Result<AnyView, Undrawable> {
    Ok(view! { <div class="content">{reasons(call)} {details(call)?} {result(call)?}</div> }.into_any())
}

/// What the result says, and the name of its failure.
pub fn result(call: &Call) -> Result<AnyView, Undrawable> {
    let t = strings();
    let error = call.result.as_ref().and_then(|result| result.error.as_ref()).map(|error| {
        let words = [error.name.as_deref(), error.code.as_deref()];
        let words = words.into_iter().flatten().map(visible).collect::<Vec<_>>().join(" · ");
        view! { <p class="note bad">{t.fields.error} ": " <code>{words}</code></p> }
    });
    Ok(view! { {error} {blocks(call.content())?} }.into_any())
}
