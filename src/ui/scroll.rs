//! Preformatted text that scrolls by itself, and can be scrolled with the keyboard.

use leptos::prelude::*;

/// A block of preformatted text, as a region with a name.
#[component]
pub fn Pre(
    /// Its class.
    class: &'static str,
    /// What a screen reader calls it.
    label: &'static str,
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! {
        <pre class=class tabindex="0" role="region" aria-label=label>
            {text}
        </pre>
    }
}
