//! What happens after a panic: the page shows a static notice, and nothing reaches the broken state any more.

use leptos::prelude::window;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::{JsCast, JsValue};

static DOWN: AtomicBool = AtomicBool::new(false);

/// Makes panics end in the notice that `boot.js` shows.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| report(&panic.to_string())));
}

/// Whether the app has panicked: whoever is called from outside (a chunk, a frame) asks first.
#[must_use]
pub fn is_down() -> bool {
    DOWN.load(Ordering::Relaxed)
}

fn report(message: &str) {
    DOWN.store(true, Ordering::Relaxed);
    let message = JsValue::from_str(message);
    web_sys::console::error_1(&message);
    let show = js_sys::Reflect::get(&window(), &JsValue::from_str("webcardCrashed"));
    if let Some(show) = show.ok().and_then(|show| show.dyn_into::<js_sys::Function>().ok()) {
        // There is nobody left to tell if this fails as well.
        let _ = show.call1(&JsValue::NULL, &message);
    }
}
