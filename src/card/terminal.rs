//! `terminal`: what a command printed.

use super::Undrawable;
use super::details::details;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::scroll::Pre;
use crate::ui::strings;
use crate::view::result::Terminal;
use leptos::prelude::*;

/// The command's purpose and folder, and its output. How it ended stands in the header.
pub fn body(call: &Call, terminal: &Terminal) -> Result<AnyView, Undrawable> {
    let t = strings();
    let output = match terminal.output.as_deref().filter(|output| !output.is_empty()) {
        Some(output) => view! { <Pre class="term" label=t.card.output text=visible(output) /> }.into_any(),
        None => view! { <p class="note">{t.card.no_output}</p> }.into_any(),
    };
    Ok(view! { {details(call)?} {output} }.into_any())
}
