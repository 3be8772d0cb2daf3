//! Tests of the upper rooms, in a headless browser: `scripts/test wasm`.
#![cfg(target_arch = "wasm32")]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cards;
mod diff;
mod files;
mod flow;
#[path = "../support/frames.rs"]
mod frames;
mod growing;
mod library;
mod long;
mod page;
mod talk;
mod tape;
mod terminal;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
