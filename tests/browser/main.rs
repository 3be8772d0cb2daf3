//! Tests of the upper rooms, in a headless browser: `scripts/test wasm`.
#![cfg(target_arch = "wasm32")]

mod cards;
mod flow;
mod page;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
