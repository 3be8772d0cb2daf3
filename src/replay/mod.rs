//! A recording's bytes to a transcript, chunk by chunk.
//!
//! A recording can also be wound: what has been decoded is applied up to any of its events, and
//! [`Checkpoints`] keep some states on the way, so that going back does not mean beginning anew. [`pace`] says how long
//! to wait between two events when it is played.

mod checkpoints;
pub mod pace;

pub use checkpoints::Checkpoints;

use crate::dialect;
use crate::stream::recording::{self, NotARecording};
use crate::transcript::Transcript;
use crate::transcript::update::Entry;
use std::collections::VecDeque;

/// A recording while it is read.
///
/// Its *position* is the number of events applied so far; an event is an entry with a `seq`. The state at a position is
/// the one right before the next event: what else stands between the two (frames that say something of a session and
/// have no place in its log) belongs to it.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    bytes: recording::Reader,
    dialect: dialect::Reader,
    transcript: Transcript,
    /// Decoded, and not applied yet.
    pending: VecDeque<Entry>,
    position: u64,
    /// When the last event happened that said so.
    time_ms: Option<i64>,
    phase: Phase,
}

/// Where a recording's bytes stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// More may come.
    #[default]
    Open,
    /// All of them have been decoded.
    Ended,
    /// And all has been applied: what was still open is closed.
    Closed,
}

/// How far [`Replay::advance`] came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// The position is the one asked for, or the recording's end.
    There,
    /// More bytes are needed to tell.
    Hungry,
}

impl Replay {
    /// Takes the next chunk of bytes, however they were cut, and applies all that it brings.
    pub fn push(&mut self, chunk: &[u8]) {
        self.feed(chunk);
        self.advance(u64::MAX);
    }

    /// The recording is at its end: what is still open is closed, visibly.
    ///
    /// # Errors
    /// When the bytes were no recording at all.
    pub fn finish(&mut self) -> Result<(), NotARecording> {
        let read = self.end();
        self.advance(u64::MAX);
        read
    }

    /// The bytes broke off. What they ended in the middle of is left out: it says nothing of the recording.
    pub fn break_off(&mut self) {
        self.transcript.break_off();
    }

    /// Decodes the next chunk of bytes without applying any of it.
    pub fn feed(&mut self, chunk: &[u8]) {
        let mut records = Vec::new();
        self.bytes.push(chunk, &mut records);
        self.decode(records);
    }

    /// There are no more bytes.
    ///
    /// # Errors
    /// When they were no recording at all.
    pub fn end(&mut self) -> Result<(), NotARecording> {
        if self.phase != Phase::Open {
            return Ok(());
        }
        let mut records = Vec::new();
        let read = self.bytes.finish(&mut records);
        self.decode(records);
        self.phase = Phase::Ended;
        read
    }

    /// Applies what has been decoded until `to` events are applied. Does not go back.
    pub fn advance(&mut self, to: u64) -> Advance {
        loop {
            match self.pending.pop_front() {
                Some(entry) if entry.seq.is_some() && self.position >= to => {
                    self.pending.push_front(entry);
                    return Advance::There;
                }
                Some(entry) => self.apply(entry),
                None if self.phase == Phase::Open => return Advance::Hungry,
                None => {
                    self.close();
                    return Advance::There;
                }
            }
        }
    }

    /// How many events have been applied.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// When the last applied event happened, in milliseconds since 1970.
    #[must_use]
    pub fn time_ms(&self) -> Option<i64> {
        self.time_ms
    }

    /// How long to wait before the next event, in milliseconds at its own speed; `None` where there is none, or none
    /// has been decoded yet.
    #[must_use]
    pub fn next_gap(&self) -> Option<u32> {
        let next = self.pending.iter().find(|entry| entry.seq.is_some())?;
        Some(pace::gap(self.time_ms, next.time_ms))
    }

    /// What has been applied so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The same, for asking it what has changed.
    pub fn transcript_mut(&mut self) -> &mut Transcript {
        &mut self.transcript
    }

    fn decode(&mut self, records: Vec<recording::Record>) {
        for record in records {
            self.pending.extend(self.dialect.read(record));
        }
    }

    fn apply(&mut self, entry: Entry) {
        if entry.seq.is_some() {
            self.position += 1;
            self.time_ms = entry.time_ms.or(self.time_ms);
        }
        self.transcript.apply(entry);
    }

    fn close(&mut self) {
        if self.phase == Phase::Ended {
            self.phase = Phase::Closed;
            self.transcript.finish();
        }
    }
}

/// A whole recording at once.
///
/// # Errors
/// When the bytes are no recording.
pub fn whole(bytes: &[u8]) -> Result<Transcript, NotARecording> {
    let mut replay = Replay::default();
    replay.push(bytes);
    replay.finish()?;
    Ok(replay.transcript)
}
