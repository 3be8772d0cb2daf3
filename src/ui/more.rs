//! The button between a part and the whole.

use super::strings;
use leptos::prelude::*;

/// Shows all of something, or less of it.
#[component]
pub fn More(
    /// Whether all of it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let t = strings();
    view! {
        <button
            type="button"
            class="link"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {move || if open.get() { t.card.show_less } else { t.card.show_all }}
        </button>
    }
}
