//! Text that is cut at three lines on the page, and can be opened where it is longer.

use super::more::More;
use super::react::effect;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::ResizeObserver;

/// A paragraph of at most three lines. The button to open it is there only while there is more to see, which the browser
/// says anew whenever the width changes.
#[component]
pub fn Clamped(
    /// The text.
    text: String,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let overflows = RwSignal::new(false);
    let paragraph = NodeRef::<html::P>::new();
    effect(move || {
        let Some(element) = paragraph.get() else { return };
        let target = element.clone();
        let measure = Closure::<dyn Fn()>::new(move || {
            let hidden = element.scroll_height() > element.client_height() + 1;
            // What is written waits until all of a list has been measured: else each row would lay out the page anew.
            if open.try_get_untracked() == Some(false) && overflows.try_get_untracked() == Some(!hidden) {
                request_animation_frame(move || {
                    overflows.try_set(hidden);
                });
            }
        });
        if let Ok(observer) = ResizeObserver::new(measure.as_ref().unchecked_ref()) {
            observer.observe(&target);
            let kept = StoredValue::new_local((observer, measure));
            on_cleanup(move || {
                kept.try_with_value(|(observer, _)| observer.disconnect());
            });
        }
    });
    view! {
        <p class="snippet" class:clamped=move || !open.get() node_ref=paragraph>
            <bdi>{text}</bdi>
        </p>
        <Show when=move || overflows.get()>
            <More open />
        </Show>
    }
}
