//! What a person opens, told from its beginning: a recording that holds something, or why it is none and at which line.

use crate::dialect;
use crate::stream::archive::{self, is_archive};
use crate::stream::recording::{self, Format, NotARecording, Record};
use crate::stream::sse::MAX_EVENT_BYTES;
use crate::transcript::update::{Entry, Large, Trouble, Update};
use serde::de::IgnoredAny;

/// What has said nothing readable after so much is refused, so that a large file of another kind is not read to its end.
const LIMIT_BYTES: usize = 256 * 1024;

/// How many of a file's first bytes tell the kinds that are no text.
const MAGIC_BYTES: usize = 4;

/// What a file is worth opening as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A recording that speaks of at least one session.
    Recording,
    /// An archive, of which [`archive`] knows more.
    Archive,
}

/// Why a file is not opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing in it, or blanks.
    Empty,
    /// A web page.
    Html,
    /// A PDF.
    Pdf,
    /// Text in UTF-16.
    Utf16,
    /// A recording, perhaps, but packed: how.
    Packed(Packing),
    /// An image, a program, or something else that is not text.
    Binary,
    /// Text, and in none of the formats.
    NotARecording(NotARecording),
    /// In one of the formats, and nothing in it is readable: what is wrong with the first piece.
    Unreadable {
        /// The 1-based line of the fault.
        line: u64,
        /// The fault.
        problem: Trouble,
    },
    /// Readable, and it speaks of no session.
    NoSession,
    /// An archive that is not read.
    Archive(archive::Fault),
}

/// How a file is packed that must be unpacked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Zstandard, as a host stores its own logs.
    Zstd,
    /// gzip.
    Gzip,
}

/// Judges a file by its bytes, chunk by chunk, and asks for no more of them than it takes. The judgement does not depend on
/// where the chunks were cut, except on how much of a file that says nothing is read.
///
/// One readable event is enough: what is wrong further on is shown where it stands.
#[derive(Debug, Default)]
pub struct Judge {
    magic: Vec<u8>,
    seen: usize,
    bytes: recording::Reader,
    dialect: dialect::Reader,
    found: Found,
}

#[derive(Debug, Default)]
struct Found {
    /// Something that belongs to a session.
    readable: bool,
    /// Frames of a host that belong to none.
    beside: bool,
    /// The first fault.
    fault: Option<(u64, Trouble)>,
}

impl Judge {
    /// Takes the next bytes; gives the judgement once there is one, after which the rest need not be read.
    pub fn push(&mut self, chunk: &[u8]) -> Option<Result<Kind, Refusal>> {
        self.seen += chunk.len();
        let missing = MAGIC_BYTES.saturating_sub(self.magic.len());
        self.magic.extend(chunk.iter().take(missing));
        if self.magic.len() == MAGIC_BYTES
            && let Some(judgement) = self.by_magic()
        {
            return Some(judgement);
        }
        let mut records = Vec::new();
        self.bytes.push(chunk, &mut records);
        self.weigh(records);
        if self.found.readable {
            return Some(Ok(Kind::Recording));
        }
        let undecided = self.found.fault.is_none() && !self.found.beside && self.bytes.format().is_some();
        // One document, or one line, may be longer than the limit.
        let most = if undecided { MAX_EVENT_BYTES } else { LIMIT_BYTES };
        // Frames that belong to no session are known by their form; the session may come later.
        (self.seen > most).then(|| if self.found.beside { Ok(Kind::Recording) } else { self.give_up() })
    }

    /// The file is at its end.
    ///
    /// # Errors
    /// When it is not worth opening.
    pub fn finish(mut self) -> Result<Kind, Refusal> {
        self.by_magic().unwrap_or_else(|| self.conclude())
    }

    fn by_magic(&self) -> Option<Result<Kind, Refusal>> {
        match self.magic.as_slice() {
            head if is_archive(head) => Some(Ok(Kind::Archive)),
            [0x28, 0xb5, 0x2f, 0xfd] => Some(Err(Refusal::Packed(Packing::Zstd))),
            [0x1f, 0x8b, ..] => Some(Err(Refusal::Packed(Packing::Gzip))),
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(Err(Refusal::Utf16)),
            b"%PDF" => Some(Err(Refusal::Pdf)),
            _ => None,
        }
    }

    /// As at the file's end, which it is not: what is being read may have any length, and is too long already or was not
    /// looked at to its end.
    fn give_up(&mut self) -> Result<Kind, Refusal> {
        let what = if self.bytes.format() == Some(Format::Sse) { Large::Event } else { Large::Document };
        match self.conclude() {
            Err(Refusal::Unreadable { line, problem: Trouble::TooLarge(_) }) => {
                Err(Refusal::Unreadable { line, problem: Trouble::LargerThan(what, MAX_EVENT_BYTES as u64) })
            }
            judged @ (Ok(_) | Err(_)) => judged,
        }
    }

    fn conclude(&mut self) -> Result<Kind, Refusal> {
        let mut records = Vec::new();
        self.bytes.finish(&mut records).map_err(none_of_the_formats)?;
        self.weigh(records);
        match self.found.fault.take() {
            _ if self.found.readable => Ok(Kind::Recording),
            Some((line, problem)) => Err(Refusal::Unreadable { line, problem }),
            None => Err(Refusal::NoSession),
        }
    }

    fn weigh(&mut self, records: Vec<Record>) {
        for record in records {
            if self.found.readable {
                return;
            }
            let line = line_of_fault(&record);
            let entries = self.dialect.read(record);
            self.found.beside |= entries.iter().any(|entry| entry.session.is_none() && fault(entry).is_none());
            self.found.readable = entries.iter().any(speaks_of_a_session);
            if let (None, Some(problem)) = (&self.found.fault, entries.iter().find_map(fault)) {
                self.found.fault = Some((line, problem.clone()));
            }
        }
    }
}

fn fault(entry: &Entry) -> Option<&Trouble> {
    entry
        .updates
        .iter()
        .find_map(|update| if let Update::Unreadable { problem, .. } = update { Some(problem) } else { None })
}

/// An entry with a place in a session's log, or one that says something of the session.
fn speaks_of_a_session(entry: &Entry) -> bool {
    entry.session.is_some() && fault(entry).is_none() && (entry.seq.is_some() || !entry.updates.is_empty())
}

/// A record begins at one line, and what is no JSON in it may stand at a later one.
fn line_of_fault(record: &Record) -> u64 {
    match record {
        Record::Json { text, line } | Record::Cut { text, line } => {
            let within =
                serde_json::from_str::<IgnoredAny>(text).err().map_or(0, |fault| fault.line().saturating_sub(1));
            line.saturating_add(within as u64)
        }
        Record::Oversized { line, .. } | Record::LargeDocument { line, .. } => *line,
    }
}

fn none_of_the_formats(fault: NotARecording) -> Refusal {
    let found = fault.found.to_ascii_lowercase();
    if found.is_empty() {
        Refusal::Empty
    } else if ["<!doctype html", "<html"].iter().any(|start| found.starts_with(start)) {
        Refusal::Html
    } else if found
        .contains(|c: char| c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_whitespace() && c != '\u{1b}'))
    {
        Refusal::Binary
    } else {
        Refusal::NotARecording(fault)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
