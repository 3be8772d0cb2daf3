//! A recording of any size: a real one of a single turn, over and over, as if one session had had all these turns.

use serde_json::Value;

const TURN: &str = include_str!("../../public/recordings/search-basic.sse");

/// A long recording, and what is in it.
pub struct Recording {
    /// The body of an event stream.
    pub sse: Vec<u8>,
    /// The same frames as JSON Lines.
    pub lines: Vec<u8>,
    /// The frames of both, in their order.
    pub frames: Vec<String>,
    /// How many of the frames carry an event of the session.
    pub events: usize,
    /// How many turns there are, each with one tool call.
    pub turns: usize,
}

impl Recording {
    /// One of at least this many bytes. The same every time.
    pub fn of(bytes: usize) -> Self {
        let turn: Vec<Value> =
            TURN.lines().filter_map(|line| line.strip_prefix("data: ")).map(|json| json.parse().unwrap()).collect();
        let events = turn.iter().filter(|frame| is_event(frame)).count();
        let mut recording = Self { sse: Vec::new(), lines: Vec::new(), frames: Vec::new(), events: 0, turns: 0 };
        while recording.sse.len() < bytes {
            for frame in &turn {
                recording.push(moved(frame, recording.turns as u64, recording.events as u64).to_string());
            }
            recording.turns += 1;
            recording.events += events;
        }
        recording
    }

    fn push(&mut self, frame: String) {
        self.sse.extend_from_slice(format!("data: {frame}\n\n").as_bytes());
        self.lines.extend_from_slice(format!("{frame}\n").as_bytes());
        self.frames.push(frame);
    }
}

/// A frame as it would be after so many turns and so many events.
fn moved(frame: &Value, turns: u64, events: u64) -> Value {
    let mut frame = frame.clone();
    let payload = &mut frame["payload"];
    add(payload.pointer_mut("/seq"), events);
    add(payload.pointer_mut("/event/seq"), events);
    add(payload.pointer_mut("/event/time"), turns * 1_000);
    add(payload.pointer_mut("/event/data/turn"), turns);
    for pointer in ["/event/sourceEventSeqs", "/event/data/messageSeqs"] {
        if let Some(Value::Array(seqs)) = payload.pointer_mut(pointer) {
            seqs.iter_mut().for_each(|seq| add(Some(seq), events));
        }
    }
    for pointer in [
        "/event/data/callId",
        "/event/data/chunk/id",
        "/event/data/chunk/block/id",
        "/event/data/message/source/callId",
        "/event/data/message/content/0/toolCallId",
    ] {
        rename(payload.pointer_mut(pointer), turns);
    }
    if let Some(Value::Array(blocks)) = payload.pointer_mut("/event/data/message/content") {
        blocks.iter_mut().for_each(|block| rename(block.get_mut("id"), turns));
    }
    frame
}

fn is_event(frame: &Value) -> bool {
    frame["method"] == "session/event"
}

fn add(number: Option<&mut Value>, more: u64) {
    if let Some(number) = number {
        *number = (number.as_u64().unwrap() + more).into();
    }
}

fn rename(id: Option<&mut Value>, turns: u64) {
    if let Some(Value::String(id)) = id {
        id.push_str(&format!("-{turns}"));
    }
}
