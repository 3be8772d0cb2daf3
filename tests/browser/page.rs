//! What the browser tests share: frames made by hand, and a piece of page to look at.

use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use serde_json::{Value, json};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use webcard::card::CallCard;
use webcard::dialect::Reader;
use webcard::lang::{EN, Strings};
use webcard::stream::recording::Record;
use webcard::transcript::Transcript;
use webcard::transcript::model::{Body, Item};

/// The `tool/call` event of the one call that these tests are about, with its view unless that is null.
pub fn call(tool: &str, view: Value) -> Value {
    let data = json!({"turn": 1, "step": 1, "callId": "c", "name": tool, "arguments": "{\"q\":\"x\"}"});
    let mut payload = json!({"event": {"type": "tool/call", "time": 1, "data": data}});
    if !view.is_null() {
        payload["view"] = json!({"for": "call", "view": view});
    }
    payload
}

/// A successful `tool/result` with a view and one block of text.
pub fn result(view: Value, text: &str) -> Value {
    result_with(json!({"view": view, "text": text}))
}

/// A `tool/result` with whichever of `view`, `text`, `isError`, `meta` and `error` are given.
pub fn result_with(parts: Value) -> Value {
    let block = json!({
        "type": "tool-result",
        "toolCallId": "c",
        "content": [{"type": "text", "text": parts["text"]}],
        "isError": parts["isError"].as_bool().unwrap_or(false),
    });
    let mut data = json!({"turn": 1, "step": 1, "message": {"source": {"callId": "c"}, "content": [block]}});
    for key in ["meta", "error"] {
        if !parts[key].is_null() {
            data[key] = parts[key].clone();
        }
    }
    let mut payload = json!({"event": {"type": "tool/result", "time": 2, "data": data}});
    if !parts["view"].is_null() {
        payload["view"] = json!({"for": "result", "view": parts["view"]});
    }
    payload
}

/// The payloads as frames of one session, numbered in order.
pub fn frames(payloads: &[Value]) -> Vec<String> {
    let frame = |(seq, payload): (usize, &Value)| {
        let mut payload = payload.clone();
        payload["type"] = json!("session/event");
        payload["sessionId"] = json!("s");
        payload["event"]["seq"] = json!(seq);
        json!({"type": "server-request", "method": "session/event", "payload": payload}).to_string()
    };
    payloads.iter().enumerate().map(frame).collect()
}

/// The call that these frames speak of.
fn item(payloads: &[Value]) -> Arc<Item> {
    let mut transcript = Transcript::default();
    let mut reader = Reader::default();
    for text in frames(payloads) {
        for entry in reader.read(Record::Json { text, line: 1 }) {
            transcript.apply(entry);
        }
    }
    let session = transcript.session("s").expect("a session");
    session.items.iter().find(|item| matches!(item.body, Body::Call(_))).expect("a call").clone()
}

/// A card in a container of its own, taken away when it is dropped.
pub struct Page {
    root: HtmlElement,
    mounted: Option<UnmountHandle<AnyViewState>>,
}

impl Page {
    pub async fn of(payloads: &[Value]) -> Self {
        Self::in_language(&EN, payloads).await
    }

    pub async fn in_language(strings: &'static Strings, payloads: &[Value]) -> Self {
        let item = item(payloads);
        Self::mount(move || {
            provide_context(strings);
            view! { <CallCard item=Signal::stored(item) id="card".to_owned() /> }.into_any()
        })
        .await
    }

    pub async fn mount(draw: impl FnOnce() -> AnyView + 'static) -> Self {
        let root: HtmlElement = document().create_element("div").expect("a div").unchecked_into();
        document().body().expect("a body").append_child(&root).expect("appended");
        let mounted = mount_to(root.clone(), draw);
        leptos::task::tick().await;
        Self { root, mounted: Some(mounted) }
    }

    fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.root.query_selector_all(selector).expect("a valid selector");
        (0..found.length()).filter_map(|index| found.item(index)).map(JsCast::unchecked_into).collect()
    }

    pub fn count(&self, selector: &str) -> usize {
        self.all(selector).len()
    }

    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text_content().unwrap_or_default().trim().to_owned()).collect()
    }

    /// The text of the first match; fails where there is none.
    pub fn text(&self, selector: &str) -> String {
        self.texts(selector).into_iter().next().unwrap_or_else(|| panic!("no {selector} in {}", self.root.inner_html()))
    }

    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.get_attribute(name).unwrap_or_default()).collect()
    }

    pub async fn click(&self, selector: &str) {
        self.all(selector).first().expect("something to click").unchecked_ref::<HtmlElement>().click();
        leptos::task::tick().await;
    }

    pub async fn click_text(&self, selector: &str, text: &str) {
        let wanted = |element: &&Element| element.text_content().is_some_and(|found| found.trim() == text);
        let all = self.all(selector);
        all.iter().find(wanted).expect("something to click").unchecked_ref::<HtmlElement>().click();
        leptos::task::tick().await;
    }

    /// Opens the card if it is not open yet.
    pub async fn open(&self) {
        if self.attributes(".headline", "aria-expanded") == ["false"] {
            self.click(".headline").await;
        }
    }

    pub fn focused(&self) -> Option<String> {
        document().active_element().map(|element| element.id())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        drop(self.mounted.take());
        self.root.remove();
    }
}
