//! What a recording's bytes are, and the JSON texts in them.
//!
//! A file does not say what it is: the body of an event stream, one JSON value a line (frames of
//! a WebSocket, an exported session), or one JSON document (a page of history). The first bytes tell.

use std::mem;

use memchr::{memchr, memchr2};
use serde::de::IgnoredAny;

use super::split::{BOM, LineEnd, Splitter};
use super::{lines, sse};

/// What is not decided by its first 64 KiB is decided there, so that a file of any size can be refused at once.
const SNIFF_BYTES: usize = 64 * 1024;

/// How many bytes of an unknown file's first line are looked at: [`EXCERPT_CHARS`] of any width and a piece of the next.
const EXCERPT_BYTES: usize = 4 * (EXCERPT_CHARS + 1);
const EXCERPT_CHARS: usize = 40;

/// What a recording's bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The body of an event stream; see [`sse`].
    Sse,
    /// One JSON value a line; see [`lines`]. A document that stands on one line is this too.
    JsonLines,
    /// One JSON document over several lines.
    Json,
}

/// One piece of a recording, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// The `data` of an event, a line, or the whole document. Meant to be JSON; whether it is, its reader finds out.
    Json {
        /// The text, not parsed.
        text: String,
        /// The 1-based line where it began.
        line: u64,
    },
    /// What the file ends in the middle of: an event without its blank line, or JSON that breaks off. To be shown as
    /// truncated, never to be applied, even where the text looks whole.
    Cut {
        /// As much of the text as there is. Empty when an event broke off before its `data`.
        text: String,
        /// The 1-based line where it began.
        line: u64,
    },
    /// A piece longer than the cap. Its text is gone.
    Oversized {
        /// The 1-based line where it began.
        line: u64,
        /// Its length.
        bytes: u64,
    },
    /// The whole file is one document that is longer than the cap. Its text is gone.
    LargeDocument {
        /// The 1-based line where it began.
        line: u64,
        /// The cap in bytes.
        most: u64,
    },
}

/// The file is none of the three formats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected an event stream (`data: …`), JSON Lines or a JSON document, found {}", quoted(.found))]
pub struct NotARecording {
    /// The 1-based number of the first line that is not blank, or of the last line looked at when all are.
    pub line: u64,
    /// How that line begins, at most 40 characters and an ellipsis. Empty when nothing but blanks was found.
    pub found: String,
}

/// Reads one recording, chunk by chunk. What it gives does not depend on where the chunks were cut.
///
/// The format is decided by the first bytes after a byte order mark and white space:
///
/// - `{` or `[`: [`Format::Json`] when the first line is the beginning of a JSON value, else (it is a whole one, or none)
///   [`Format::JsonLines`]. When the first 64 KiB hold no line end it is `JsonLines`: a document over several lines begins
///   with a short one, and a document on one line reads the same either way. A broken document of which the
///   second line is a value by itself is read as lines in the end: only its first line was damaged.
/// - A comment (`:`) or one of the standard's fields (`data`, `event`, `id`, `retry`), unindented: [`Format::Sse`]; also
///   where a line of the first 64 KiB is such a field, since the standard passes over lines that it does not know.
/// - Anything else, or 64 KiB of blanks: [`NotARecording`].
#[derive(Debug, Clone)]
pub struct Reader {
    cap: usize,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    Sniffing(Vec<u8>),
    Sse(sse::Decoder),
    Lines(lines::Decoder),
    Document(Document),
    Refused(NotARecording),
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader at the start of a file, with [`sse::MAX_EVENT_BYTES`] as the cap for an event, a line or a document.
    pub fn new() -> Self {
        Self::with_cap(sse::MAX_EVENT_BYTES)
    }

    /// The same with another cap, in bytes.
    pub fn with_cap(cap: usize) -> Self {
        Self { cap, state: State::Sniffing(Vec::new()) }
    }

    /// The format, once enough of the file was read to tell. `None` for good when it is not a recording.
    pub fn format(&self) -> Option<Format> {
        match self.state {
            State::Sse(_) => Some(Format::Sse),
            State::Lines(_) => Some(Format::JsonLines),
            State::Document(_) => Some(Format::Json),
            State::Sniffing(_) | State::Refused(_) => None,
        }
    }

    /// Reads the next bytes of the file and appends what they complete to `out`. A chunk may be empty, and may end
    /// anywhere. A file that is not a recording gives nothing here: [`Reader::finish`] says so.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<Record>) {
        let rest = self.sniff(chunk, out);
        self.read(rest, out);
    }

    /// Ends the file: appends what was still unfinished to `out`, or says why the file is not a recording. Call it
    /// once.
    ///
    /// # Errors
    ///
    /// [`NotARecording`] when the file is in none of the formats, for instance empty.
    pub fn finish(&mut self, out: &mut Vec<Record>) -> Result<(), NotARecording> {
        self.decide(Seen::File, out);
        match &mut self.state {
            State::Sse(decoder) => out.extend(decoder.finish().map(record_of_tail)),
            State::Lines(decoder) => out.extend(decoder.finish().map(record_of_last_line)),
            State::Document(document) => document.finish(self.cap, out),
            State::Sniffing(head) => return Err(refusal(&Start::of(head))),
            State::Refused(why) => return Err(why.clone()),
        }
        Ok(())
    }

    /// Takes what the decision still needs from `chunk`, and gives back the rest.
    fn sniff<'c>(&mut self, chunk: &'c [u8], out: &mut Vec<Record>) -> &'c [u8] {
        let State::Sniffing(head) = &mut self.state else {
            return chunk;
        };
        let wanted = SNIFF_BYTES.saturating_sub(head.len());
        let (taken, rest) = chunk.split_at_checked(wanted).unwrap_or((chunk, &[]));
        head.extend_from_slice(taken);
        if head.len() == SNIFF_BYTES {
            self.decide(Seen::Window, out);
        } else if memchr2(b'\r', b'\n', taken).is_some() {
            self.decide(Seen::Part, out);
        }
        rest
    }

    fn decide(&mut self, seen: Seen, out: &mut Vec<Record>) {
        let State::Sniffing(head) = &mut self.state else {
            return;
        };
        let start = Start::of(head);
        let Some(verdict) = verdict(&start, seen) else {
            return;
        };
        let state = match verdict {
            Ok(Format::Sse) => State::Sse(sse::Decoder::with_cap(self.cap)),
            Ok(Format::JsonLines) => State::Lines(lines::Decoder::with_cap(self.cap)),
            Ok(Format::Json) => State::Document(Document::at(start.line)),
            Err(why) => State::Refused(why),
        };
        let head = mem::take(head);
        self.state = state;
        self.read(&head, out);
    }

    fn read(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        match &mut self.state {
            State::Sse(decoder) => {
                let mut items = Vec::new();
                decoder.push(bytes, &mut items);
                out.extend(items.into_iter().filter_map(record_of_item));
            }
            State::Lines(decoder) => {
                let mut items = Vec::new();
                decoder.push(bytes, &mut items);
                out.extend(items.into_iter().map(record_of_line));
            }
            State::Document(document) => document.push(bytes, self.cap),
            State::Sniffing(_) | State::Refused(_) => {}
        }
    }
}

/// A document, which is one record at the file's end.
#[derive(Debug, Clone)]
struct Document {
    line: u64,
    /// Empty when the document has passed the cap.
    bytes: Vec<u8>,
    size: u64,
}

impl Document {
    fn at(line: u64) -> Self {
        Self { line, bytes: Vec::new(), size: 0 }
    }

    fn push(&mut self, bytes: &[u8], cap: usize) {
        self.size += bytes.len() as u64;
        if self.size > cap as u64 {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn finish(&mut self, cap: usize, out: &mut Vec<Record>) {
        if self.size > cap as u64 {
            return out.push(Record::LargeDocument { line: self.line, most: cap as u64 });
        }
        let bytes = mem::take(&mut self.bytes);
        let text = bytes.strip_prefix(BOM).unwrap_or(&bytes).trim_ascii();
        if serde_json::from_slice::<IgnoredAny>(text).is_err() && second_line_is_whole(text) {
            return read_as_lines(&bytes, cap, out);
        }
        out.push(whole_or_cut(String::from_utf8_lossy(text).into_owned(), self.line));
    }
}

/// Whether it is JSON Lines after all, of which the first line was cut: the lines of a document are no values of their own.
fn second_line_is_whole(text: &[u8]) -> bool {
    let second = text.split(|&byte| byte == b'\n').nth(1);
    second.is_some_and(|line| serde_json::from_slice::<IgnoredAny>(line).is_ok())
}

fn read_as_lines(bytes: &[u8], cap: usize, out: &mut Vec<Record>) {
    let mut decoder = lines::Decoder::with_cap(cap);
    let mut items = Vec::new();
    decoder.push(bytes, &mut items);
    out.extend(items.into_iter().map(record_of_line));
    out.extend(decoder.finish().map(record_of_last_line));
}

/// How much of the file the sniffed bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// More will come.
    Part,
    /// [`SNIFF_BYTES`], the most that is looked at.
    Window,
    /// All of it.
    File,
}

/// Where a file's text starts, after byte order mark and white space.
struct Start<'h> {
    /// The 1-based line.
    line: u64,
    /// There are blanks before it on its line.
    indented: bool,
    /// The text from there on.
    text: &'h [u8],
}

impl<'h> Start<'h> {
    fn of(head: &'h [u8]) -> Self {
        let head = head.strip_prefix(BOM).unwrap_or(head);
        let text = head.trim_ascii_start();
        let blanks = head.strip_suffix(text).unwrap_or_default();
        Self { line: 1 + line_ends(blanks), indented: matches!(blanks.last(), Some(b' ' | b'\t' | b'\x0C')), text }
    }

    fn is_json(&self) -> bool {
        matches!(self.text.first(), Some(b'{' | b'['))
    }

    /// The first line without its end; `None` when it has not ended. A JSON text may hold a lone CR.
    fn first_line(&self) -> Option<&'h [u8]> {
        let end = if self.is_json() { memchr(b'\n', self.text) } else { memchr2(b'\r', b'\n', self.text) };
        self.text.get(..end?)
    }
}

fn line_ends(blanks: &[u8]) -> u64 {
    let mut lines = Splitter::new(LineEnd::Any);
    let mut rest = blanks;
    while lines.next_line(&mut rest, blanks.len()).is_some() {}
    lines.number()
}

/// The format by the first line that is not blank and, where that tells nothing, by those after it; `None` while more of
/// them are to come. More bytes never change a verdict, so it does not matter after which chunks it is asked for.
fn verdict(start: &Start<'_>, seen: Seen) -> Option<Result<Format, NotARecording>> {
    let first_line = start.first_line();
    if first_line.is_none() && seen == Seen::Part {
        return None;
    }
    let line = first_line.unwrap_or(start.text);
    if start.is_json() {
        let too_long = first_line.is_none() && seen == Seen::Window;
        // A first line that is wrong in itself says nothing of the others; one that goes on is a document's.
        let goes_on = serde_json::from_slice::<IgnoredAny>(line).is_err_and(|fault| fault.is_eof());
        return Some(Ok(if goes_on && !too_long { Format::Json } else { Format::JsonLines }));
    }
    if !start.indented && sse::is_comment_or_field(line) {
        return Some(Ok(Format::Sse));
    }
    // The standard passes over lines it does not know: what counts is whether there is one that it knows.
    if seen == Seen::Part {
        return None;
    }
    let mut lines = start.text.split(|byte| matches!(byte, b'\r' | b'\n')).skip(usize::from(start.indented));
    Some(if lines.any(sse::is_field) { Ok(Format::Sse) } else { Err(refusal(start)) })
}

fn refusal(start: &Start<'_>) -> NotARecording {
    let line = start.first_line().unwrap_or(start.text);
    let bytes = line.get(..EXCERPT_BYTES).unwrap_or(line);
    let text = String::from_utf8_lossy(bytes);
    let mut found: String = text.chars().take(EXCERPT_CHARS).collect();
    if found.len() < text.len() {
        found.push('…');
    }
    NotARecording { line: start.line, found }
}

fn quoted(found: &str) -> String {
    if found.is_empty() { "nothing but blanks".to_owned() } else { format!("{found:?}") }
}

fn record_of_item(item: sse::Item) -> Option<Record> {
    match item {
        sse::Item::Event(event) => Some(Record::Json { text: event.data, line: event.line }),
        sse::Item::Oversized { line, bytes } => Some(Record::Oversized { line, bytes }),
        sse::Item::Comment(_) | sse::Item::Retry(_) => None,
    }
}

fn record_of_tail(tail: sse::Tail) -> Record {
    match tail {
        sse::Tail { line, text, lost: 0 } => Record::Cut { text, line },
        sse::Tail { line, lost, .. } => Record::Oversized { line, bytes: lost },
    }
}

fn record_of_line(item: lines::Item) -> Record {
    match item {
        lines::Item::Line { line, text } => Record::Json { text, line },
        lines::Item::Oversized { line, bytes } => Record::Oversized { line, bytes },
    }
}

fn record_of_last_line(item: lines::Item) -> Record {
    match item {
        lines::Item::Line { line, text } => whole_or_cut(text, line),
        lines::Item::Oversized { line, bytes } => Record::Oversized { line, bytes },
    }
}

/// JSON that breaks off is cut. JSON with any other fault came whole and is for its reader to refuse.
fn whole_or_cut(text: String, line: u64) -> Record {
    match serde_json::from_str::<IgnoredAny>(&text) {
        Err(fault) if fault.is_eof() => Record::Cut { text, line },
        Ok(_) | Err(_) => Record::Json { text, line },
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
