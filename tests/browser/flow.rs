//! A conversation that grows on the page: only what changed is drawn again, at most once a frame.

use crate::frames::{call, frames, result};
use crate::page::Page;
use leptos::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::page::{Feed, Flow};
use webcard::ui::draws;

pub fn event(kind: &str, data: Value) -> Value {
    json!({"event": {"type": kind, "time": 1, "data": data}})
}

fn person(text: &str) -> Value {
    event("user/message", json!({"content": [{"type": "text", "text": text}], "source": {"kind": "user"}}))
}

fn delta(index: u64, text: &str) -> Value {
    let chunk = json!({"type": "text-delta", "index": index, "text": text});
    event("assistant/chunk", json!({"turn": 1, "step": 1, "chunk": chunk}))
}

/// The frames as the bytes of an event stream, one piece a frame.
pub fn stream(payloads: &[Value]) -> Vec<String> {
    frames(payloads).into_iter().map(|frame| format!("data: {frame}\n\n")).collect()
}

pub async fn frame() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        window().request_animation_frame(&resolve).expect("a frame");
    });
    JsFuture::from(promise).await.expect("a frame");
    leptos::task::tick().await;
}

pub async fn mounted() -> (Page, Feed) {
    let owner = Owner::new();
    let feed = owner.with(|| Feed::new(None));
    let page = Page::mount(move || {
        on_cleanup(move || drop(owner));
        view! { <Flow feed /> }.into_any()
    })
    .await;
    (page, feed)
}

pub fn push(feed: Feed, pieces: &[String]) {
    for piece in pieces {
        assert_eq!(feed.push(piece.as_bytes()), ControlFlow::Continue(()));
    }
}

#[wasm_bindgen_test]
async fn a_delta_redraws_its_own_block_once_a_frame_and_no_other() {
    let mut payloads = vec![person("hello"), person("again"), delta(0, "One ")];
    payloads.extend((0..100).map(|n| delta(0, &format!("{n} "))));
    let pieces = stream(&payloads);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..3]);
    frame().await;
    assert_eq!(page.texts(".person"), ["hello", "again"]);
    assert_eq!(page.texts(".answer-text"), ["One"]);
    let before = draws::total();
    push(feed, &pieces[3..]);
    assert_eq!(draws::total(), before, "nothing is drawn before the frame");
    frame().await;
    assert_eq!(draws::total() - before, 1, "a hundred deltas in a frame are one draw of one block");
    assert!(page.text(".answer-text").ends_with("98 99"));
}

#[wasm_bindgen_test]
async fn a_result_redraws_its_own_card_and_keeps_what_the_reader_opened() {
    let pieces = stream(&[person("x"), call("other", Value::Null), result(json!({"card": "generic"}), "done")]);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..2]);
    frame().await;
    assert_eq!(page.text(".chips"), "running");
    page.open().await;
    let before = draws::total();
    push(feed, &pieces[2..]);
    frame().await;
    assert_eq!(draws::total() - before, 2, "its headline and its body, once each");
    assert_eq!(page.attributes(".headline", "aria-expanded"), ["true"]);
    assert_eq!(page.text(".body pre.plain"), "done");
}

#[wasm_bindgen_test]
async fn the_final_message_keeps_the_blocks_that_were_streamed() {
    let message = json!({"role": "assistant", "content": [{"type": "text", "text": "Hello **you**"}]});
    let pieces = stream(&[
        person("x"),
        delta(0, "Hello **yo"),
        event("assistant/message", json!({"turn": 1, "step": 1, "message": message})),
    ]);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..2]);
    frame().await;
    let id = page.attributes(".answer-text", "id");
    assert_eq!(page.attributes(".answer-text", "aria-busy"), ["true"]);
    push(feed, &pieces[2..]);
    frame().await;
    assert_eq!(page.attributes(".answer-text", "id"), id);
    assert_eq!(page.attributes(".answer-text", "aria-busy"), ["false"]);
    assert_eq!(page.text(".answer-text strong"), "you");
}

#[wasm_bindgen_test]
async fn a_gap_and_an_unreadable_event_are_visible_and_reading_goes_on() {
    let pieces = stream(&[person("first"), person("lost"), person("last")]);
    let (page, feed) = mounted().await;
    push(feed, &[pieces[0].clone(), "data: not json\n\n".to_owned(), pieces[2].clone()]);
    feed.finish(Ok(()));
    frame().await;
    assert_eq!(page.texts(".person"), ["first", "last"]);
    let notices = page.texts(".notice");
    assert!(notices.iter().any(|notice| notice == "One event is missing here."), "{notices:?}");
    assert!(notices.iter().any(|notice| notice.contains("could not be read")), "{notices:?}");
}

#[wasm_bindgen_test]
async fn reasoning_is_named_by_whether_it_goes_on() {
    let chunk = json!({"type": "reasoning-delta", "index": 0, "text": "hm"});
    let message = json!({"role": "assistant", "content": [{"type": "reasoning", "text": "hm"}]});
    let pieces = stream(&[
        event("assistant/chunk", json!({"turn": 1, "step": 1, "chunk": chunk})),
        event("assistant/message", json!({"turn": 1, "step": 1, "message": message})),
    ]);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..1]);
    frame().await;
    assert_eq!(page.text(".thought .fold"), "Thinking…");
    push(feed, &pieces[1..]);
    frame().await;
    assert_eq!(page.text(".thought .fold"), "Thought");
}
