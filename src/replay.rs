//! A recording's bytes to a transcript, chunk by chunk: the path that a live stream takes as well.

use crate::dialect;
use crate::stream::recording::{self, NotARecording};
use crate::transcript::Transcript;

/// A recording while it is read.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    bytes: recording::Reader,
    dialect: dialect::Reader,
    transcript: Transcript,
}

impl Replay {
    /// Takes the next chunk of bytes, however they were cut.
    pub fn push(&mut self, chunk: &[u8]) {
        let mut records = Vec::new();
        self.bytes.push(chunk, &mut records);
        self.apply(records);
    }

    /// The recording is at its end: what is still open is closed, visibly.
    ///
    /// # Errors
    /// When the bytes were no recording at all.
    pub fn finish(&mut self) -> Result<(), NotARecording> {
        let mut records = Vec::new();
        let read = self.bytes.finish(&mut records);
        self.apply(records);
        self.transcript.finish();
        read
    }

    /// The bytes broke off. What they ended in the middle of is left out: it says nothing of the recording.
    pub fn break_off(&mut self) {
        self.transcript.break_off();
    }

    /// What has been read so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The same, for asking it what has changed.
    pub fn transcript_mut(&mut self) -> &mut Transcript {
        &mut self.transcript
    }

    fn apply(&mut self, records: Vec<recording::Record>) {
        for record in records {
            for entry in self.dialect.read(record) {
                self.transcript.apply(entry);
            }
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
