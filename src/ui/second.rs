//! The app's second part: what a first look at a session does not need is not in the module that starts the app, but in
//! one that is fetched when it is first wanted (see `scripts/lib/split.mjs`, which says what is in it).
//!
//! Calling into it before it is there works too, but holds up the page. So whoever draws something of it asks here first.

use leptos::prelude::*;
use std::sync::LazyLock;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Whether the second part can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Second {
    /// Nobody has wanted it yet.
    Elsewhere,
    /// It is on its way.
    Coming,
    /// It is there.
    There,
    /// It could not be fetched.
    Missing,
}

static STATE: LazyLock<ArcRwSignal<Second>> = LazyLock::new(|| ArcRwSignal::new(Second::Elsewhere));

/// Whether it can be used, as a signal; from now on it is wanted.
pub fn wanted() -> Second {
    let state = STATE.get();
    if state == Second::Elsewhere {
        fetch();
        return Second::Coming;
    }
    state
}

/// Fetches it, the first time or once more.
pub fn fetch() {
    STATE.update_untracked(|state| *state = Second::Coming);
    spawn_local(async {
        let there = match request() {
            Some(promise) => JsFuture::from(promise).await.is_ok(),
            // A build in which it is not apart.
            None => true,
        };
        STATE.set(if there { Second::There } else { Second::Missing });
    });
}

/// Asks `boot.js` for it.
fn request() -> Option<js_sys::Promise> {
    let ask = js_sys::Reflect::get(&window(), &JsValue::from_str("webcardSecond")).ok()?;
    let ask = ask.dyn_into::<js_sys::Function>().ok()?;
    ask.call0(&JsValue::NULL).ok()?.dyn_into().ok()
}
