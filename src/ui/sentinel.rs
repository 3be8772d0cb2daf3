//! The end of what is mounted so far: more of a long list is mounted when a reader comes near it.

use super::react::effect;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverInit};

/// How far below the window counts as near.
const NEAR: &str = "0px 0px 1500px 0px";

/// A button that asks for more, by itself when it comes near the window.
#[component]
pub fn Sentinel(
    /// How many are not mounted yet. The button is there while there are any, and looks around anew when their number
    /// has changed: what was added may not have moved it out of sight.
    left: Signal<usize>,
    /// Its label, given that number.
    label: fn(usize) -> String,
    /// Mounts more.
    more: Callback<()>,
) -> impl IntoView {
    let button = NodeRef::<html::Button>::new();
    let near = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let is_near = |entry: wasm_bindgen::JsValue| {
            entry.dyn_into::<web_sys::IntersectionObserverEntry>().is_ok_and(|entry| entry.is_intersecting())
        };
        if entries.iter().any(is_near) {
            more.run(());
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(NEAR);
    // Without an observer the button works all the same.
    let observer = IntersectionObserver::new_with_options(near.as_ref().unchecked_ref(), &options).ok();
    let kept = StoredValue::new_local((observer, near));
    on_cleanup(move || {
        kept.try_with_value(|(observer, _)| observer.as_ref().map(IntersectionObserver::disconnect));
    });
    effect(move || {
        left.get();
        let Some(element) = button.get() else { return };
        kept.try_with_value(|(observer, _)| {
            if let Some(observer) = observer {
                observer.unobserve(&element);
                observer.observe(&element);
            }
        });
    });
    view! {
        <Show when=move || { left.get() > 0 }>
            <button type="button" class="link sentinel" node_ref=button on:click=move |_| more.run(())>
                {move || label(left.get())}
            </button>
        </Show>
    }
}
