//! Frames made by hand, for tests that are about one call.

use serde_json::{Value, json};
use std::sync::Arc;
use webcard::dialect::Reader;
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
pub fn item(payloads: &[Value]) -> Arc<Item> {
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
