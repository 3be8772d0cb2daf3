//! A recording can be wound to any of its events, from anywhere, and the state there is always the same.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

mod support;

use proptest::prelude::*;
use support::{Era, fold, stream};
use webcard::replay::{Advance, Checkpoints, Replay};
use webcard::transcript::outline;

/// A recording with what the page keeps of it.
struct Tape {
    bytes: Vec<u8>,
    piece: usize,
    kept: Checkpoints<Replay>,
    total: u64,
}

impl Tape {
    fn read(bytes: Vec<u8>, piece: usize) -> Self {
        let mut kept = Checkpoints::new(Replay::default());
        let mut replay = Replay::default();
        let mut offset = 0;
        for chunk in bytes.chunks(piece) {
            replay.push(chunk);
            offset += chunk.len() as u64;
            kept.offer(replay.position(), offset, &replay);
        }
        replay.finish().unwrap();
        Self { bytes, piece, kept, total: replay.position() }
    }

    /// The state at a position, and how many events were applied to get there.
    fn wind(&self, to: u64) -> (Replay, u64) {
        let near = self.kept.before(to).unwrap();
        let (mut replay, from) = (near.state.clone(), near.position);
        let mut rest = self.bytes[usize::try_from(near.offset).unwrap()..].chunks(self.piece);
        while replay.advance(to) == Advance::Hungry {
            match rest.next() {
                Some(chunk) => replay.feed(chunk),
                None => replay.end().unwrap(),
            }
        }
        let applied = replay.position() - from;
        (replay, applied)
    }
}

#[test]
fn the_state_at_a_position_is_that_of_the_entries_before_the_next_event() {
    for (era, name) in [(Era::Sse, "search-basic"), (Era::Ws, "subagent"), (Era::Sse, "approve-rejected")] {
        let recording = stream(era, name);
        let entries = recording.entries();
        let tape = Tape::read(recording.bytes.clone(), 999);
        let events: Vec<usize> = (0..entries.len()).filter(|at| entries[*at].seq.is_some()).collect();
        assert_eq!(tape.total, events.len() as u64);
        for (position, before) in events.iter().enumerate() {
            let (state, _) = tape.wind(position as u64);
            let mut expected = webcard::transcript::Transcript::default();
            entries[..*before].iter().for_each(|entry| expected.apply(entry.clone()));
            assert_eq!(state.position(), position as u64);
            assert_eq!(outline::transcript(state.transcript()), outline::transcript(&expected), "{name} {position}");
        }
        let (end, _) = tape.wind(tape.total);
        assert_eq!(outline::transcript(end.transcript()), outline::transcript(&fold(entries)), "{name} at its end");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn it_does_not_matter_from_where_one_winds(piece in 1_usize..5_000, to in 0.0..1.0_f64) {
        let bytes = stream(Era::Sse, "search-variants").bytes;
        let tape = Tape::read(bytes.clone(), piece);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let to = (tape.total as f64 * to) as u64;
        let (wound, _) = tape.wind(to);
        let whole = Tape { kept: Checkpoints::new(Replay::default()), ..Tape::read(bytes, 64 * 1024) };
        prop_assert_eq!(outline::transcript(wound.transcript()), outline::transcript(whole.wind(to).0.transcript()));
        prop_assert_eq!(wound.time_ms(), whole.wind(to).0.time_ms());
    }
}

#[test]
fn no_position_of_a_hundred_thousand_events_is_far_from_a_state_that_was_kept() {
    let delta = |seq: u64| {
        let chunk = format!(r#"{{"type":"reasoning-delta","index":0,"text":"word {seq} "}}"#);
        let data = format!(r#"{{"turn":1,"step":{},"chunk":{chunk}}}"#, seq / 1_000);
        let event = format!(r#"{{"type":"assistant/chunk","seq":{seq},"time":{seq},"data":{data}}}"#);
        format!("data: {{\"payload\":{{\"type\":\"session/event\",\"sessionId\":\"s\",\"event\":{event}}}}}\n\n")
    };
    let bytes = (0..100_000).map(delta).collect::<String>().into_bytes();
    let tape = Tape::read(bytes, 64 * 1024);
    assert_eq!(tape.total, 100_000);
    for to in (0..=100_000).step_by(997) {
        let (state, applied) = tape.wind(to);
        assert_eq!(state.position(), to);
        assert!(applied < 4_000, "{applied} events to {to}");
    }
}

#[test]
fn the_wait_before_the_next_event_is_told_once_it_is_there() {
    let event = |seq: u64, time: u64| format!(r#"{{"type":"step/start","seq":{seq},"time":{time},"data":{{}}}}"#);
    let mut replay = Replay::default();
    assert_eq!(replay.next_gap(), None);
    replay.feed(format!("{}\n{}\n{}\n", event(0, 1_000), event(1, 1_300), event(2, 99_000)).as_bytes());
    for (position, gap) in [(0, Some(20)), (1, Some(300)), (2, Some(2_000)), (3, None)] {
        replay.advance(position);
        assert_eq!((replay.position(), replay.next_gap()), (position, gap));
    }
}
