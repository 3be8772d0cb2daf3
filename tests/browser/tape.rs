//! A recording that is wound: what the browser does not hold, and what it gives only later.

use crate::flow::{event, frame, mounted, push, stream};
use crate::page::Page;
use js_sys::{Array, eval};
use leptos::prelude::*;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use webcard::page::Feed;

fn messages() -> Vec<String> {
    let said = |text: &str| {
        event("user/message", json!({"content": [{"type": "text", "text": text}], "source": {"kind": "user"}}))
    };
    stream(&[said("one"), said("two"), said("three")])
}

fn reading(feed: Feed) -> String {
    feed.stand.with_untracked(|stand| format!("{:?}", stand.reading))
}

/// Winds, and waits until the page shows so many messages and the reading stands so.
async fn wound(page: &Page, feed: Feed, to: u64, messages: usize, stands: &str) {
    feed.wind(to);
    page.until(|page| page.count(".person") == messages && reading(feed).starts_with(stands)).await;
}

#[wasm_bindgen_test]
async fn what_the_browser_does_not_hold_stays_as_it_was_read() {
    let (page, feed) = mounted().await;
    push(feed, &messages());
    feed.finish(Ok(()));
    frame().await;
    let position = feed.stand.with_untracked(|stand| stand.position);
    assert_eq!((position.total, position.is_held), (Some(3), false));
    feed.wind(0);
    for _ in 0..5 {
        frame().await;
    }
    assert_eq!((page.count(".person"), reading(feed).as_str()), (3, "Complete"));
}

#[wasm_bindgen_test]
async fn a_wind_that_failed_is_forgotten_once_another_succeeds() {
    let (page, feed) = mounted().await;
    let text = messages().concat();
    feed.open(Blob::new_with_str_sequence(&Array::of1(&text.into())).expect("a blob"));
    page.until(|page| page.count(".person") == 3 && reading(feed) == "Complete").await;
    assert!(feed.stand.with_untracked(|stand| stand.position.is_held));
    wound(&page, feed, 1, 1, "Complete").await;
    let gone = "window.kept = Blob.prototype.arrayBuffer; Blob.prototype.arrayBuffer = () => Promise.reject('gone')";
    eval(gone).expect("replaced");
    feed.wind(0);
    page.until(|_| reading(feed).starts_with("Failed")).await;
    eval("Blob.prototype.arrayBuffer = window.kept").expect("put back");
    wound(&page, feed, 2, 2, "Complete").await;
    wound(&page, feed, 3, 3, "Complete").await;
}
