//! A block of code with its language and a way to copy it.

use super::copy::Copy;
use super::scroll::Pre;
use super::strings;
use crate::text::code::of_name;
use leptos::prelude::*;
use std::sync::Arc;

/// A block of code.
#[component]
pub fn Code(
    /// What the author calls its language.
    lang: Option<String>,
    /// The code.
    text: String,
) -> impl IntoView {
    let language = lang.as_deref().and_then(of_name);
    let copied = text.clone();
    view! {
        <figure class="code">
            <figcaption>
                <bdi>{lang}</bdi>
                <Copy text=Arc::new(move || copied.clone()) />
            </figcaption>
            <Pre class="" label=strings().flow.code text language />
        </figure>
    }
}
