//! What happens after a panic: `boot.js` shows a static notice, and lets nothing reach the broken state any more.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};

/// Makes panics end in the notice that `boot.js` shows.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| report(&panic.to_string())));
}

fn report(message: &str) {
    let message = JsValue::from_str(message);
    web_sys::console::error_1(&message);
    let show = js_sys::Reflect::get(&window(), &JsValue::from_str("webcardCrashed"));
    if let Some(show) = show.ok().and_then(|show| show.dyn_into::<js_sys::Function>().ok()) {
        // There is nobody left to tell if this fails as well.
        let _ = show.call1(&JsValue::NULL, &message);
    }
}
