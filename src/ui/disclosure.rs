//! A line that opens: its body is made when it is first opened, and not before.

use super::icon::{Glyph, Icon};
use leptos::prelude::*;

/// A button with a body below it.
#[component]
pub fn Disclosure(
    /// The class of the whole.
    class: &'static str,
    /// The button's label.
    #[prop(into)]
    label: ViewFn,
    /// Whether it stands open at first.
    #[prop(optional)]
    open: bool,
    /// What opens.
    children: ChildrenFn,
) -> impl IntoView {
    let open = RwSignal::new(open);
    view! {
        <div class=class>
            <button
                type="button"
                class="fold"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <Glyph icon=Icon::Chevron />
                {move || label.run()}
            </button>
            <Show when=move || open.get()>
                <div class="fold-body">{children()}</div>
            </Show>
        </div>
    }
}
