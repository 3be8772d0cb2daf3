//! Events as a host sends them, for tests that need some of their own.

use serde_json::{Value, json};
use webcard::dialect;
use webcard::stream::recording::Record;
use webcard::transcript::update::Entry;

/// The session that all of them belong to.
pub const SESSION: &str = "s";

/// An event that has no `seq` yet.
#[derive(Debug, Clone)]
pub struct Event {
    kind: &'static str,
    data: Value,
    view: Option<Value>,
}

impl Event {
    pub fn new(kind: &'static str, data: Value) -> Self {
        Self { kind, data, view: None }
    }

    /// The same with one field of its data replaced or added.
    pub fn with(mut self, pointer: &str, value: Value) -> Self {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        self.data.pointer_mut(parent).unwrap()[name] = value;
        self
    }

    /// The same with each text that is `old` made `new`.
    pub fn replacing(&self, old: &str, new: &str) -> Self {
        fn visit(value: &mut Value, old: &str, new: &str) {
            match value {
                Value::String(text) if text == old => new.clone_into(text),
                Value::Array(list) => list.iter_mut().for_each(|entry| visit(entry, old, new)),
                Value::Object(fields) => fields.values_mut().for_each(|field| visit(field, old, new)),
                _ => {}
            }
        }
        let mut event = self.clone();
        visit(&mut event.data, old, new);
        event.view.iter_mut().for_each(|view| visit(view, old, new));
        event
    }

    /// The same with a view beside it.
    pub fn viewed(mut self, view: Value) -> Self {
        let side = if self.kind == "tool/call" { "call" } else { "result" };
        self.view = Some(json!({"for": side, "view": view}));
        self
    }
}

pub fn turn_start(turn: u64) -> Event {
    Event::new("turn/start", json!({"turn": turn}))
}

pub fn turn_end(turn: u64, reason: &Value) -> Event {
    Event::new("turn/end", json!({"turn": turn, "reason": reason}))
}

/// A person's message.
pub fn said(text: &str) -> Event {
    Event::new("user/message", json!({"content": [{"type": "text", "text": text}], "source": {"kind": "user"}}))
}

pub fn text(turn: u64, step: u64, index: u64, more: &str) -> Event {
    chunk(turn, step, json!({"type": "text-delta", "index": index, "text": more}))
}

pub fn reasoning(turn: u64, step: u64, index: u64, more: &str) -> Event {
    chunk(turn, step, json!({"type": "reasoning-delta", "index": index, "text": more}))
}

pub fn arguments(turn: u64, step: u64, index: u64, id: &str, more: &str) -> Event {
    chunk(turn, step, json!({"type": "tool-call-delta", "index": index, "id": id, "argumentsDelta": more}))
}

fn chunk(turn: u64, step: u64, chunk: Value) -> Event {
    Event::new("assistant/chunk", json!({"turn": turn, "step": step, "chunk": chunk}))
}

pub fn message(turn: u64, step: u64, content: Value) -> Event {
    Event::new(
        "assistant/message",
        json!({"turn": turn, "step": step, "message": {"role": "assistant", "content": content}}),
    )
}

pub fn retry(turn: u64, step: u64) -> Event {
    let failure = json!({"message": "overloaded", "code": "OVERLOADED", "status": 529});
    let data = json!({"turn": turn, "step": step, "retry": 1, "maxRetries": 3, "delayMs": 500, "failure": failure});
    Event::new("llm/retry", data)
}

pub fn call(turn: u64, step: u64, id: &str, name: &str, arguments: &str) -> Event {
    let data = json!({"turn": turn, "step": step, "callId": id, "name": name, "arguments": arguments});
    Event::new("tool/call", data)
}

/// A result that succeeded.
pub fn result(turn: u64, step: u64, id: &str, text: &str) -> Event {
    let content = json!([{"type": "text", "text": text}]);
    let block = json!({"type": "tool-result", "toolCallId": id, "content": content, "isError": false});
    let message = json!({"role": "user", "content": [block], "source": {"kind": "tool", "callId": id}});
    Event::new("tool/result", json!({"turn": turn, "step": step, "message": message}))
}

/// The events as frames, with the `seq` that their order gives them.
pub fn frames(events: &[Event]) -> Vec<Value> {
    let frame = |(seq, event): (usize, &Event)| {
        let Event { kind, data, view } = event.clone();
        let event = json!({"type": kind, "seq": seq, "time": 1_000 + seq, "data": data});
        let mut payload = json!({"type": "session/event", "sessionId": SESSION, "event": event});
        if let Some(view) = view {
            payload["view"] = view;
        }
        json!({"type": "server-request", "method": "session/event", "payload": payload})
    };
    events.iter().enumerate().map(frame).collect()
}

/// What frames say.
pub fn read(frames: impl IntoIterator<Item = Value>) -> Vec<Entry> {
    let mut reader = dialect::Reader::default();
    let records = frames.into_iter().map(|frame| Record::Json { text: frame.to_string(), line: 1 });
    records.flat_map(|record| reader.read(record)).collect()
}

/// What the events say, in their order.
pub fn log(events: &[Event]) -> Vec<Entry> {
    read(frames(events))
}
