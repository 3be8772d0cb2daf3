//! One event of a session's log to updates.

use super::{Fault, inquiry, text};
use crate::transcript::update::{
    Author, CallStart, Entry, Failure, Growth, Outcome, Part, Step, ToolError, ToolResult, Turn, Update,
};
use crate::view::content::blocks;
use crate::view::fields::{Fields, Malformed};
use crate::view::{CallView, ResultView};
use serde_json::{Value, json};
use std::sync::Arc;

/// Reads an event and the view beside it. An event of a type this app has no use for becomes an entry without updates,
/// so that its `seq` still counts.
pub(super) fn read(session: Arc<str>, event: Value, view: Option<Value>) -> Result<Entry, Fault> {
    let head =
        Fields::of(&event).and_then(|fields| Ok((fields.required::<String>("type")?, fields.required::<u64>("seq")?)));
    let (kind, seq) = match head {
        Ok(head) => head,
        Err(problem) => return Err(Fault { session: Some(session), ..Fault::new(&event, problem.within("event")) }),
    };
    let time_ms = event.get("time").and_then(Value::as_i64);
    if is_replacement(&event) {
        return Ok(Entry { session: Some(session), seq: Some(seq), time_ms, updates: Vec::new() });
    }
    match updates(&kind, seq, &event, view).map_err(|problem| problem.within("data")) {
        Ok(updates) => Ok(Entry { session: Some(session), seq: Some(seq), time_ms, updates }),
        Err(problem) => Err(Fault { session: Some(session), seq: Some(seq), ..Fault::new(&event, problem) }),
    }
}

/// Compaction rewrites what the model sees; a transcript for people keeps what was said.
fn is_replacement(event: &Value) -> bool {
    event.get("surfaceOp").and_then(|op| op.get("op")).and_then(Value::as_str) == Some("replace")
}

fn updates(kind: &str, seq: u64, event: &Value, view: Option<Value>) -> Result<Vec<Update>, Malformed> {
    let data = event.get("data").unwrap_or(&Value::Null);
    let update = match kind {
        "turn/start" => Update::TurnStarted(turn(data)),
        "turn/end" => ended(data),
        "user/message" => given(data),
        "assistant/chunk" => return Ok(chunk(data)?.into_iter().collect()),
        "assistant/message" => written(data)?,
        "llm/retry" => retried(data),
        "tool/call" => started(event, seq, data, view)?,
        "tool/result" => arrived(event, data, view)?,
        "todo/write" => Update::PlanWritten { steps: Fields::of(data)?.required("todos")?, as_of: seq },
        "approval/asked" => inquiry::approval(data, "id")?,
        "approval/decided" => inquiry::approval_settled(data, "id")?,
        "session/title" => Update::SessionTitled { title: Fields::of(data)?.required("title")?, as_of: Some(seq) },
        _ => return Ok(Vec::new()),
    };
    Ok(vec![update])
}

fn turn(data: &Value) -> Turn {
    data.get("turn").and_then(Value::as_u64)
}

fn step(data: &Value) -> Step {
    Step { turn: turn(data), step: data.get("step").and_then(Value::as_u64) }
}

/// The older era names a turn's fault `failure` and tries again in a new turn; the newer one names it `error` and has
/// tried again before, within the turn.
fn ended(data: &Value) -> Update {
    let reason = data.get("reason");
    let passing = reason.is_some_and(|reason| reason.get("failure").is_some());
    Update::TurnEnded { turn: turn(data), outcome: outcome(reason), passing }
}

/// `reason` of a `turn/end`: `{kind, error?}`, in the older era `{kind, failure?}`.
fn outcome(reason: Option<&Value>) -> Outcome {
    let kind = reason.and_then(|reason| text(reason, "kind")).unwrap_or_default();
    match kind.as_str() {
        "completed" => Outcome::Completed,
        "error" => Outcome::Failed(failure_in(reason)),
        "aborted" | "interrupted" => Outcome::Stopped,
        "max-tokens" => Outcome::MaxTokens,
        "blocked" => Outcome::Blocked,
        _ => Outcome::Other(kind),
    }
}

fn failure_in(holder: Option<&Value>) -> Failure {
    failure(holder.and_then(|holder| holder.get("error").or_else(|| holder.get("failure"))))
}

/// `{message, code?, status?}`, or the message alone.
pub(super) fn failure(fault: Option<&Value>) -> Failure {
    let Some(fault) = fault else { return Failure::default() };
    Failure {
        message: text(fault, "message").or_else(|| fault.as_str().map(str::to_owned)),
        code: text(fault, "code"),
        status: fault.get("status").and_then(Value::as_i64),
    }
}

/// A `user/message` is a person's only where its source says so; all others are context that software put in.
fn given(data: &Value) -> Update {
    let source = data.get("source").unwrap_or(&Value::Null);
    let author = match text(source, "kind").as_deref() {
        Some("user") => Author::Person,
        kind => Author::Software {
            name: text(source, "plugin").or_else(|| kind.map(str::to_owned)),
            summary: text(source, "summary"),
        },
    };
    let requested = source.get("rpcId").is_some();
    Update::MessageGiven { author, content: blocks(data.get("content")), requested }
}

/// A delta. The other chunks (a block's start and end, usage, finish) say nothing that the final message does not.
fn chunk(data: &Value) -> Result<Option<Update>, Malformed> {
    let chunk: Value = Fields::of(data)?.required("chunk")?;
    let fields = Fields::of(&chunk)?;
    let growth = match fields.required::<String>("type")?.as_str() {
        "text-delta" => Growth::Text(fields.required("text")?),
        "reasoning-delta" => Growth::Reasoning(fields.required("text")?),
        "tool-call-delta" => Growth::Arguments {
            call_id: fields.required("id")?,
            name: text(&chunk, "name"),
            delta: fields.required("argumentsDelta")?,
        },
        _ => return Ok(None),
    };
    let part = Part { step: step(data), index: fields.required("index")? };
    Ok(Some(Update::PartGrew { part, growth }))
}

fn written(data: &Value) -> Result<Update, Malformed> {
    let message: Value = Fields::of(data)?.required("message")?;
    let fields = Fields::of(&message).map_err(|problem| problem.within("message"))?;
    fields.required::<Value>("content").map_err(|problem| problem.within("message"))?;
    Ok(Update::MessageWritten {
        step: step(data),
        content: blocks(message.get("content")),
        interrupted: data.get("interrupted").and_then(Value::as_bool).unwrap_or(false),
    })
}

fn retried(data: &Value) -> Update {
    let count = |name| data.get(name).and_then(Value::as_u64);
    Update::StepRetried {
        step: step(data),
        attempt: count("retry").zip(count("maxRetries")),
        delay_ms: count("delayMs"),
        failure: failure_in(Some(data)),
    }
}

fn started(event: &Value, seq: u64, data: &Value, view: Option<Value>) -> Result<Update, Malformed> {
    let fields = Fields::of(data)?;
    Ok(Update::CallStarted(CallStart {
        call_id: fields.required("callId")?,
        seq,
        step: step(data),
        name: fields.required("name")?,
        // By contract the model's own text; whatever else is there is shown as the JSON it is.
        arguments: fields.required::<Value>("arguments").map(|json| match json.as_str() {
            Some(text) => text.to_owned(),
            None => json.to_string(),
        })?,
        view: inner_view(view.as_ref(), "call").map(CallView::read),
        raw: raw(event, view.as_ref()),
    }))
}

fn arrived(event: &Value, data: &Value, view: Option<Value>) -> Result<Update, Malformed> {
    let message: Value = Fields::of(data)?.required("message")?;
    // Exactly one block, by contract. Without it there is no telling a success from a failure.
    let block = message.get("content").and_then(|content| content.get(0)).unwrap_or(&Value::Null);
    let fields = Fields::of(block)?;
    let call_id = match message.get("source").and_then(|source| text(source, "callId")) {
        Some(id) => id,
        None => fields.required("toolCallId")?,
    };
    let error = data.get("error").filter(|error| error.is_object());
    let error = error.map(|error| ToolError { name: text(error, "name"), code: text(error, "code") });
    Ok(Update::ResultArrived(ToolResult {
        call_id,
        answers: answered(event),
        step: step(data),
        // Only a flag that says so, and no failure named beside it, is success.
        is_error: block.get("isError").and_then(Value::as_bool) != Some(false) || error.is_some(),
        error,
        content: blocks(block.get("content")),
        view: inner_view(view.as_ref(), "result").map(ResultView::read),
        meta: data.get("meta").cloned(),
        raw: raw(event, view.as_ref()),
    }))
}

/// A result is made of one event, which is the start of its call.
fn answered(event: &Value) -> Option<u64> {
    match event.get("sourceEventSeqs")?.as_array()?.as_slice() {
        [seq] => seq.as_u64(),
        _ => None,
    }
}

/// `{"for": "call" | "result", "view": {…}}`; a view made for the other side is no view of this one.
fn inner_view<'a>(view: Option<&'a Value>, side: &str) -> Option<&'a Value> {
    let view = view.filter(|view| !view.is_null())?;
    match view.get("for").and_then(Value::as_str) {
        Some(of) if of != side => None,
        _ => Some(view.get("view").unwrap_or(view)),
    }
}

fn raw(event: &Value, view: Option<&Value>) -> Arc<Value> {
    Arc::new(match view {
        Some(view) => json!({"event": event, "view": view}),
        None => json!({"event": event}),
    })
}
