//! The console: what a developer should know and a reader need not.

use std::cell::RefCell;
use std::collections::HashSet;
use wasm_bindgen::JsValue;

thread_local! {
    static LOGGED: RefCell<HashSet<String>> = RefCell::default();
}

/// Says once that there is no card for a view of this name.
pub fn unhandled(name: String) {
    let first = LOGGED.with_borrow_mut(|logged| logged.insert(name.clone()));
    if first {
        web_sys::console::warn_1(&JsValue::from_str(&format!("no card for {name}")));
    }
}
