//! The DeepSeek Harness: frames of its two carriers, its history answers and its stored logs.
//!
//! All of them hold the same events; they differ in what stands around one, and that is read here. Contract: the
//! harness's own RPC and view types, as its two released eras speak them.

mod event;
mod inquiry;
mod packed;

use crate::dialect::shorten;
use crate::transcript::update::{Entry, Trouble, Update};
use crate::view::fields::{Fields, Kind, Malformed, Strict};
use event::failure;
use serde_json::Value;
use std::sync::Arc;

/// Reads one JSON document after the other.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// Stored rows name no session: the header line before them does.
    stored: Option<Arc<str>>,
}

/// The id of a session in a document that names none, such as a history answer saved to a file. It takes an event to speak
/// of it: what is none may be a line that something else has put into the file.
const NAMELESS: &str = "session";

impl Reader {
    /// What a document says: a frame (bare or with its time of arrival), a history answer or a list of sessions in any of
    /// its wrappings, or a row of a stored log. A document that is none of these is unreadable as a frame.
    #[must_use]
    pub fn read(&mut self, document: Value) -> Vec<Entry> {
        match document {
            Value::Array(rows) => self.history(rows),
            Value::Object(mut object) => {
                if let Some(frame) = object.remove("frame") {
                    self.read(frame)
                } else if let Some(payload) = object.remove("payload") {
                    one(frame(payload, object.get("rpcId").and_then(Value::as_str).map(str::to_owned)))
                } else if let Some(rows) = object.get_mut("events").and_then(Value::as_array_mut).map(std::mem::take) {
                    let mut updates = object.get("projections").map(projections).unwrap_or_default();
                    updates
                        .extend((object.get("hasMore") == Some(&Value::Bool(true))).then_some(Update::EarlierExists));
                    let session = Some(self.session());
                    let beside = (!updates.is_empty()).then_some(Entry { session, seq: None, time_ms: None, updates });
                    self.history(rows).into_iter().chain(beside).collect()
                } else if let Some(rows) = object.get_mut("items").and_then(Value::as_array_mut).map(std::mem::take) {
                    rows.iter().flat_map(|row| one(summary(row))).collect()
                } else if let Some(inner) =
                    ["result", "value", "response", "body"].iter().find_map(|key| object.remove(*key))
                {
                    self.read(inner)
                } else {
                    self.row(Value::Object(object))
                }
            }
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
                one(Err(Fault::new(&other, missing("payload", Kind::Object))))
            }
        }
    }

    fn history(&self, rows: Vec<Value>) -> Vec<Entry> {
        rows.into_iter()
            .flat_map(|mut row| match row.get_mut("event").map(Value::take) {
                Some(event) => self.event(event, row.get_mut("view").map(Value::take)),
                None => one(Err(Fault::new(&row, missing("event", Kind::Object)))),
            })
            .collect()
    }

    fn row(&mut self, row: Value) -> Vec<Entry> {
        match row.get("type").and_then(Value::as_str) {
            Some("session") => self.header(&row),
            Some(kind) if packed::is_packed(kind) => match packed::unpack(&row) {
                Ok(events) => events.into_iter().flat_map(|event| self.event(event, None)).collect(),
                Err(problem) => one(Err(Fault { session: self.stored.clone(), ..Fault::new(&row, problem) })),
            },
            _ => self.event(row, None),
        }
    }

    /// An event of the session at hand. What is none belongs to that session only where a header has named it.
    fn event(&self, event: Value, view: Option<Value>) -> Vec<Entry> {
        one(event::read(self.session(), event, view).map_err(|fault| match fault.seq {
            Some(_) => fault,
            None => Fault { session: self.stored.clone(), ..fault },
        }))
    }

    /// `{"type":"session", id, cwd?, parentSession?}`, the first line of a stored log.
    fn header(&mut self, row: &Value) -> Vec<Entry> {
        let Some(id) = row.get("id").and_then(Value::as_str) else {
            return one(Err(Fault::new(row, missing("id", Kind::String))));
        };
        let parent = row.get("parentSession").and_then(Value::as_str).map(Arc::from);
        let session: Arc<str> = Arc::from(id);
        self.stored = Some(session.clone());
        vec![Entry {
            session: Some(session),
            seq: None,
            time_ms: row.get("createdAt").and_then(Value::as_i64),
            updates: vec![Update::SessionSeen { parent }],
        }]
    }

    fn session(&self) -> Arc<str> {
        self.stored.clone().unwrap_or_else(|| Arc::from(NAMELESS))
    }
}

/// `{sessionId, parentSessionId?, projections?, …}`, a row of a list of sessions.
fn summary(row: &Value) -> Result<Entry, Fault> {
    let id: String = Fields::of(row)
        .and_then(|fields| fields.required("sessionId"))
        .map_err(|problem| Fault::new(row, problem.within("items")))?;
    let mut updates = vec![seen(row)];
    updates.extend(row.get("projections").map(projections).unwrap_or_default());
    Ok(Entry { session: Some(id.into()), seq: None, time_ms: None, updates })
}

fn seen(holder: &Value) -> Update {
    Update::SessionSeen { parent: holder.get("parentSessionId").and_then(Value::as_str).map(Arc::from) }
}

/// `{asOfSeq, values: {title?, todos?, …}}` beside the newest page of a history, and in a row of a list of sessions.
fn projections(projections: &Value) -> Vec<Update> {
    let as_of = projections.get("asOfSeq").and_then(Value::as_u64);
    let values = projections.get("values").and_then(Value::as_object);
    values.into_iter().flatten().filter_map(|(key, value)| projection(key, value, as_of)).collect()
}

/// The whole value of something that a host derives from a session's events, as of one of them. Of those that this app
/// knows, `null` says that there is nothing.
fn projection(key: &str, value: &Value, as_of: Option<u64>) -> Option<Update> {
    match key {
        "title" => value.as_str().map(|title| Update::SessionTitled { title: title.to_owned(), as_of }),
        "todos" => Some(Update::PlanWritten { steps: Strict::read(value).ok()?, as_of: as_of? }),
        _ => None,
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// A document that could not be read, with as much of its identity as could.
struct Fault {
    session: Option<Arc<str>>,
    seq: Option<u64>,
    problem: Malformed,
    raw: String,
}

impl Fault {
    fn new(document: &Value, problem: Malformed) -> Self {
        Self { session: None, seq: None, problem, raw: shorten(&document.to_string()) }
    }
}

fn one(read: Result<Entry, Fault>) -> Vec<Entry> {
    vec![read.unwrap_or_else(|fault| Entry {
        session: fault.session,
        seq: fault.seq,
        time_ms: None,
        updates: vec![Update::Unreadable { problem: Trouble::Malformed(fault.problem), raw: fault.raw }],
    })]
}

fn missing(field: &str, expected: Kind) -> Malformed {
    Malformed { path: field.to_owned(), expected, found: Kind::Nothing }
}

/// A frame's payload. Frames that say nothing about the conversation (other projections, queue, jobs and whatever a newer
/// host adds) leave nothing behind.
fn frame(mut payload: Value, rpc_id: Option<String>) -> Result<Entry, Fault> {
    let head = Fields::of(&payload)
        .and_then(|fields| Ok((fields.required::<String>("type")?, fields.optional::<String>("sessionId")?)));
    let (kind, session) = head.map_err(|problem| Fault::new(&payload, problem.within("payload")))?;
    let session: Option<Arc<str>> = session.map(Arc::from);
    let quiet = |session, updates| Ok(Entry { session, seq: None, time_ms: None, updates });
    let told = |session: Option<Arc<str>>, update: Result<Update, Malformed>| match update {
        Ok(update) => quiet(session, vec![update]),
        Err(problem) => Err(Fault { session, ..Fault::new(&payload, problem.within("payload")) }),
    };
    match (kind.as_str(), session) {
        ("session/event", Some(session)) => match payload.get_mut("event").map(Value::take) {
            Some(event) => event::read(session, event, payload.get_mut("view").map(Value::take)),
            None => Err(Fault { session: Some(session), ..Fault::new(&payload, missing("event", Kind::Object)) }),
        },
        ("session/event", None) => Err(Fault::new(&payload, missing("sessionId", Kind::String))),
        ("session/subscribed" | "host/session-added", session) => quiet(session, vec![seen(&payload)]),
        ("session/projection", session) => {
            let update = match (text(&payload, "key"), payload.get("value")) {
                (Some(key), Some(value)) => projection(&key, value, payload.get("seq").and_then(Value::as_u64)),
                _ => None,
            };
            quiet(session, update.into_iter().collect())
        }
        ("question/requested", session) => told(session, inquiry::questions(rpc_id, &payload)),
        ("question/resolved", session) => told(session, inquiry::questions_settled(&payload)),
        ("approval/requested", session) => told(session, inquiry::approval(&payload, "approvalId")),
        ("approval/resolved", session) => told(session, inquiry::approval_settled(&payload, "approvalId")),
        ("stream/error", session) => quiet(session, vec![Update::HostFailed(failure(payload.get("error")))]),
        ("host/agent-error", session) => quiet(session, vec![Update::HostFailed(failure(Some(&payload)))]),
        (_, session) => quiet(session, Vec::new()),
    }
}
