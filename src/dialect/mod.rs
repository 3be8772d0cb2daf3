//! Records to updates, one room a dialect.

pub mod dsh;
mod json;

use crate::stream::recording::Record;
use crate::transcript::update::{Entry, Large, Trouble, Update};

/// Reads the records of one stream or file.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    dsh: dsh::Reader,
}

impl Reader {
    /// What a record says. Whatever cannot be read becomes an [`Update::Unreadable`] that keeps its text: nothing is
    /// dropped in silence, and nothing stops the reading.
    #[must_use]
    pub fn read(&mut self, record: Record) -> Vec<Entry> {
        match record {
            Record::Json { text, .. } => match json::parse(&text) {
                Ok(value) => self.dsh.read(value),
                Err(error) => vec![unreadable(Trouble::NotJson(error.to_string()), &text)],
            },
            Record::Cut { text, .. } => vec![unreadable(Trouble::CutOff, &text)],
            Record::Oversized { bytes, .. } => vec![unreadable(Trouble::TooLarge(bytes), "")],
            Record::LargeDocument { most, .. } => vec![unreadable(Trouble::LargerThan(Large::Document, most), "")],
        }
    }
}

/// An entry for something that belongs to no session we could make out.
fn unreadable(problem: Trouble, raw: &str) -> Entry {
    Entry { session: None, seq: None, time_ms: None, updates: vec![Update::Unreadable { problem, raw: shorten(raw) }] }
}

/// What is kept of a text that could not be read: enough to see what it was.
fn shorten(raw: &str) -> String {
    const CHARS: usize = 4_000;
    match raw.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", raw.get(..end).unwrap_or_default()),
        None => raw.to_owned(),
    }
}
