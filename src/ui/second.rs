//! The app's second part: what a first look at a session does not need is not in the module that starts the app, but in
//! one that is fetched when it is first wanted (see `scripts/lib/split.mjs`, which says what is in it).
//!
//! Calling into it before it is there works too, but holds up the page. So whoever is about to need it asks here first.

use super::strings;
use leptos::prelude::*;
use std::cell::Cell;
use std::sync::LazyLock;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Whether it is there. A development build has no second part.
static HERE: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(cfg!(debug_assertions)));

/// Whether the last attempt to fetch it has failed.
static MISSING: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// The event by which `boot.js` tells that it is there, whoever had asked for it.
const ARRIVED: &str = "webcard-second";

/// Listens for its arrival; to be called once, when the app starts.
pub fn listen() {
    let listener = window_event_listener_untyped(ARRIVED, |_| HERE.set(true));
    on_cleanup(move || listener.remove());
}

/// Whether it is there, as a signal. Does not ask for it.
#[must_use]
pub fn is_here() -> bool {
    HERE.get()
}

/// The same, just now.
#[must_use]
pub fn is_here_untracked() -> bool {
    HERE.get_untracked()
}

/// Asks for it and waits until it is there; `false` when it cannot be had. Where there is no `boot.js` to ask, as in tests, the
/// app is one.
pub async fn arrival() -> bool {
    if HERE.get_untracked() {
        return true;
    }
    match request() {
        Some(promise) => JsFuture::from(promise).await.is_ok(),
        None => true,
    }
}

/// Asks `boot.js` for it.
fn request() -> Option<js_sys::Promise> {
    let ask = js_sys::Reflect::get(&window(), &JsValue::from_str("webcardSecond")).ok()?;
    let ask = ask.dyn_into::<js_sys::Function>().ok()?;
    ask.call0(&JsValue::NULL).ok()?.dyn_into().ok()
}

thread_local! {
    /// When [`fetch`] last asked for it, in milliseconds since 1970.
    static ASKED: Cell<f64> = const { Cell::new(0.0) };
}

/// How long whoever asks again and again is not heard, in milliseconds: an answer that grows does so with every word, also
/// while there is no network.
const PATIENCE_MS: f64 = 5_000.0;

/// Asks for it, unless that was done a moment ago.
pub fn fetch() {
    let now = js_sys::Date::now();
    if !HERE.get_untracked() && is_due(ASKED.get(), now) {
        ask(now);
    }
}

/// Whether to ask again at `now` what was asked at `before`, both in milliseconds. (Clocks may be set back.)
#[must_use]
pub fn is_due(before: f64, now: f64) -> bool {
    (now - before).abs() >= PATIENCE_MS
}

fn ask(now: f64) {
    ASKED.set(now);
    spawn_local(async {
        if !arrival().await {
            MISSING.set(true);
        }
    });
}

/// Draws something of it once it is there, and asks for it until then. What cannot be had is said, and can be tried again.
pub fn once_here(draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    ask(js_sys::Date::now());
    let draw: Box<dyn Fn() -> AnyView + Send> = Box::new(draw);
    let t = strings();
    let again = |_| {
        MISSING.set(false);
        ask(js_sys::Date::now());
    };
    let shown = move || {
        if is_here() {
            return draw();
        }
        if !MISSING.get() {
            return view! { <p class="boot" role="status">{t.boot.loading}</p> }.into_any();
        }
        view! {
            <div class="boot" role="alert">
                <h1>{t.boot.failed}</h1>
                <p>{t.boot.failed_why}</p>
                <button type="button" on:click=again>{t.load.retry}</button>
            </div>
        }
        .into_any()
    };
    shown.into_any()
}
