//! An event stream (`text/event-stream`) as the WHATWG HTML standard defines it, section 9.2.
//!
//! Lines are decoded whole, so a chunk that ends inside a character, a line end or the byte order mark changes nothing.

use std::borrow::Cow;
use std::sync::Arc;

use super::split::{Line, LineEnd, Splitter};

/// The most bytes one event may have: its type and data so far plus the line being read. The standard sets no limit; a
/// page that runs out of memory is gone, so it needs one.
pub const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

const FIELDS: [&[u8]; 4] = [b"data", b"event", b"id", b"retry"];

/// One dispatched event (section 9.2.6, "dispatch the event").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The event type: the `event` field, or `message` when there was none or an empty one.
    pub kind: String,
    /// The `data` fields, joined by LF. May be empty: a lone `data` line is an event without text.
    pub data: String,
    /// The last event id of the stream so far: it stays until another `id` replaces it, and is shared by the events that
    /// have it in common. Empty when there is none.
    pub id: Arc<str>,
    /// The 1-based line of the stream where the event's first field stood.
    pub line: u64,
}

/// What a stream brings, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// An event.
    Event(Event),
    /// A comment line: its text after the colon and one blank. Means nothing by the standard; hosts send it to say
    /// that they are there.
    Comment(String),
    /// The `retry` field: how many milliseconds to wait before connecting again. As the host sent it, up to
    /// [`u64::MAX`]: the caller sets the bounds.
    Retry(u64),
    /// An event longer than the cap, told when it ends. Its text is gone, and of its other fields those that stood
    /// before the cap had their effect; the next event is read as ever.
    Oversized {
        /// The 1-based line where it began.
        line: u64,
        /// The length of its lines, line ends not counted.
        bytes: u64,
    },
}

/// The start of an event that the stream ended in. By the standard it is not an event (section 9.2.6: "once the end of
/// the file is reached, any pending data must be discarded"), so never apply it; a reader of a log may be shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// The 1-based line where it began.
    pub line: u64,
    /// Its `data` as far as it came; empty when none came.
    pub text: String,
    /// 0, or the length of its lines when it had passed the cap: then `text` is gone.
    pub lost: u64,
}

/// Reads one event stream, chunk by chunk, by the rules of section 9.2.6. Never fails: bytes that are not UTF-8 become
/// U+FFFD, and lines that mean nothing are passed over, as the standard says. One decoder per connection or file.
#[derive(Debug, Clone)]
pub struct Decoder {
    cap: usize,
    lines: Splitter,
    last_id: Arc<str>,
    /// The event being read: there is one as soon as a line that is not a comment came.
    event: Option<Unfinished>,
    /// Bytes looked at to read values.
    read: u64,
}

#[derive(Debug, Clone, Default)]
struct Unfinished {
    line: u64,
    kind: String,
    /// As in the standard, with an LF after each line.
    data: String,
    bytes: u64,
    oversized: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder at the start of a stream, with [`MAX_EVENT_BYTES`] as its cap.
    pub fn new() -> Self {
        Self::with_cap(MAX_EVENT_BYTES)
    }

    /// The same with another cap, in bytes.
    pub fn with_cap(cap: usize) -> Self {
        Self { cap, lines: Splitter::new(LineEnd::Any), last_id: Arc::from(""), event: None, read: 0 }
    }

    /// Reads the next bytes of the stream and appends what they complete to `out`. A chunk may be empty, and may end
    /// anywhere.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<Item>) {
        let mut rest = chunk;
        while let Some(line) = self.lines.next_line(&mut rest, self.room()) {
            out.extend(self.take(line));
        }
        if let Some(event) = self.event.as_mut().filter(|_| self.lines.is_long()) {
            // The line may never end, so do not wait for its end.
            event.let_go();
        }
    }

    /// Ends the stream, and gives the event it ended in, if it did not end between two.
    pub fn finish(&mut self) -> Option<Tail> {
        if let Some(line) = self.lines.finish(self.room()) {
            // Read for the sake of the tail's text only: an unfinished line has no effect of its own.
            self.take(line);
        }
        let event = self.event.take()?;
        Some(Tail {
            line: event.line,
            lost: if event.oversized { event.bytes } else { 0 },
            text: without_last_lf(event.data),
        })
    }

    /// How many bytes have been looked at since the start, by the search for line ends and by whatever reads a field's
    /// value (not counted: comparing the first bytes of a line with the four field names). At most twice the input, or
    /// three times where it is all `id` fields: however long a line and small the chunks, reading it is linear.
    pub fn scanned(&self) -> u64 {
        self.lines.scanned() + self.read
    }

    /// How long the current line may be. Of an oversized event only the end matters, so there any text is too long.
    fn room(&self) -> usize {
        match &self.event {
            Some(event) if event.oversized => 0,
            Some(event) => self.cap.saturating_sub(event.kind.len() + event.data.len()),
            None => self.cap,
        }
    }

    fn take(&mut self, line: Line<'_>) -> Option<Item> {
        match line {
            Line::Whole(line) if line.is_empty() => self.event.take()?.dispatch(&self.last_id),
            Line::Whole(line) => match line.strip_prefix(b":") {
                Some(comment) => {
                    let comment = text(without_blank(comment), &mut self.read);
                    Some(Item::Comment(comment.into_owned()))
                }
                None => self.take_field(&line),
            },
            Line::Long(bytes) => {
                let event = self.event.get_or_insert_with(|| Unfinished::at(self.lines.number()));
                event.bytes += bytes;
                event.let_go();
                None
            }
        }
    }

    fn take_field(&mut self, line: &[u8]) -> Option<Item> {
        let event = self.event.get_or_insert_with(|| Unfinished::at(self.lines.number()));
        event.bytes += line.len() as u64;
        if let Some(value) = value_of(b"data", line) {
            event.data.push_str(&text(value, &mut self.read));
            event.data.push('\n');
        } else if let Some(value) = value_of(b"event", line) {
            event.kind = text(value, &mut self.read).into_owned();
        } else if let Some(value) = value_of(b"id", line) {
            if is_usable_id(value, &mut self.read) {
                self.last_id = Arc::from(text(value, &mut self.read));
            }
        } else if let Some(value) = value_of(b"retry", line) {
            return milliseconds(value, &mut self.read).map(Item::Retry);
        }
        None
    }
}

impl Unfinished {
    fn at(line: u64) -> Self {
        Self { line, ..Self::default() }
    }

    fn let_go(&mut self) {
        *self = Self { line: self.line, bytes: self.bytes, oversized: true, ..Self::default() };
    }

    fn dispatch(self, last_id: &Arc<str>) -> Option<Item> {
        if self.oversized {
            return Some(Item::Oversized { line: self.line, bytes: self.bytes });
        }
        if self.data.is_empty() {
            return None;
        }
        let named = !self.kind.is_empty();
        Some(Item::Event(Event {
            kind: if named { self.kind } else { "message".to_owned() },
            data: without_last_lf(self.data),
            id: last_id.clone(),
            line: self.line,
        }))
    }
}

/// Whether a line, without its end, is a comment or has one of the standard's four fields.
pub(super) fn is_comment_or_field(line: &[u8]) -> bool {
    line.starts_with(b":") || FIELDS.iter().any(|name| value_of(name, line).is_some())
}

/// Whether a line, without its end, is one of the standard's four fields with a colon: no other text looks like that.
pub(super) fn is_field(line: &[u8]) -> bool {
    FIELDS.iter().any(|name| line.strip_prefix(*name).is_some_and(|rest| rest.starts_with(b":")))
}

/// The value of a line's field when that is its name. Compared from the left, so that no colon has to be searched for
/// in a long line.
fn value_of<'l>(name: &[u8], line: &'l [u8]) -> Option<&'l [u8]> {
    let rest = line.strip_prefix(name)?;
    if rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix(b":").map(without_blank)
}

fn without_blank(value: &[u8]) -> &[u8] {
    value.strip_prefix(b" ").unwrap_or(value)
}

fn without_last_lf(mut data: String) -> String {
    data.pop();
    data
}

fn text<'v>(value: &'v [u8], read: &mut u64) -> Cow<'v, str> {
    *read += value.len() as u64;
    String::from_utf8_lossy(value)
}

fn is_usable_id(value: &[u8], read: &mut u64) -> bool {
    *read += value.len() as u64;
    !value.contains(&0)
}

fn milliseconds(value: &[u8], read: &mut u64) -> Option<u64> {
    *read += value.len() as u64;
    if value.is_empty() {
        return None;
    }
    value.iter().try_fold(0_u64, |number, digit| {
        digit.is_ascii_digit().then(|| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
