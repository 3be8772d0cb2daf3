//! Packed rows of a stored log: consecutive deltas of one block in one line.
//!
//! `{"type":"text-chunks", seq0, time0, data:{turn, step, index, dt:[…], texts:[…]}}` (or `id, name, args:[…]` for a call); row `k` stands for the event with
//! `seq0 + k`. `dt` are the milliseconds between rows, one fewer than there are texts.

use crate::view::fields::{Fields, Malformed};
use serde_json::{Value, json};

/// Whether a row of this type packs several events.
pub(super) fn is_packed(kind: &str) -> bool {
    matches!(kind, "text-chunks" | "reasoning-chunks" | "tool-call-chunks")
}

/// The events as the wire would have sent them.
pub(super) fn unpack(row: &Value) -> Result<Vec<Value>, Malformed> {
    let fields = Fields::of(row)?;
    let kind: String = fields.required("type")?;
    let first: u64 = fields.required("seq0")?;
    let mut time: i64 = fields.optional("time0")?.unwrap_or_default();
    let data: Value = fields.required("data")?;
    let data = Fields::of(&data)?;
    let (turn, step): (Value, Value) = (data.required("turn")?, data.required("step")?);
    let index: Value = data.required("index")?;
    let gaps: Vec<i64> = data.optional("dt")?.unwrap_or_default();
    let chunks = match kind.as_str() {
        "tool-call-chunks" => {
            let id: Value = data.required("id")?;
            let name: Option<Value> = data.optional("name")?;
            let deltas: Vec<String> = data.required("args")?;
            let chunk = |delta| json!({"type": "tool-call-delta", "index": index, "id": id, "name": name, "argumentsDelta": delta});
            deltas.into_iter().map(chunk).collect::<Vec<_>>()
        }
        packed => {
            let kind = if packed == "text-chunks" { "text-delta" } else { "reasoning-delta" };
            let texts: Vec<String> = data.required("texts")?;
            texts.into_iter().map(|text| json!({"type": kind, "index": index, "text": text})).collect()
        }
    };
    let gaps = std::iter::once(0).chain(gaps).chain(std::iter::repeat(0));
    let mut events = Vec::with_capacity(chunks.len());
    for ((place, chunk), gap) in (0_u64..).zip(chunks).zip(gaps) {
        time = time.saturating_add(gap);
        let seq = first.saturating_add(place);
        let data = json!({"turn": turn, "step": step, "chunk": chunk});
        events.push(json!({"type": "assistant/chunk", "seq": seq, "time": time, "data": data}));
    }
    Ok(events)
}
