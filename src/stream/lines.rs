//! Newline-delimited text, as in JSON Lines: one value a line.

use super::split::{Line, LineEnd, Splitter};
use super::sse::MAX_EVENT_BYTES;

/// What a stream of lines brings, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A line that is not blank.
    Line {
        /// Its 1-based number; blank lines count.
        line: u64,
        /// Its text without the line end. Bytes that are not UTF-8 are U+FFFD.
        text: String,
    },
    /// A line longer than the cap. Its text is gone; the next line is read as ever.
    Oversized {
        /// Its 1-based number.
        line: u64,
        /// Its length, without the LF.
        bytes: u64,
    },
}

/// Reads lines, chunk by chunk. A line ends in LF or CRLF (a lone CR is white space inside a JSON value); blank lines
/// are passed over; a byte order mark at the very start is dropped. Never fails, and looks at each byte once to find
/// the line ends and once to read it, however long a line and small the chunks. One decoder per connection or file.
#[derive(Debug, Clone)]
pub struct Decoder {
    cap: usize,
    lines: Splitter,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder at the start of a stream, that lets go of lines longer than [`MAX_EVENT_BYTES`].
    pub fn new() -> Self {
        Self::with_cap(MAX_EVENT_BYTES)
    }

    /// The same with another cap, in bytes.
    pub fn with_cap(cap: usize) -> Self {
        Self { cap, lines: Splitter::new(LineEnd::Lf) }
    }

    /// Reads the next bytes of the stream and appends the lines that end in them to `out`. A chunk may be empty, and
    /// may end anywhere.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<Item>) {
        let mut rest = chunk;
        while let Some(line) = self.lines.next_line(&mut rest, self.cap) {
            out.extend(item(line, self.lines.number()));
        }
    }

    /// Ends the stream, and gives the last line when no LF ended it. Whether that line is whole, only its reader can
    /// tell.
    pub fn finish(&mut self) -> Option<Item> {
        let line = self.lines.finish(self.cap)?;
        item(line, self.lines.number())
    }
}

fn item(line: Line<'_>, number: u64) -> Option<Item> {
    match line {
        Line::Long(bytes) => Some(Item::Oversized { line: number, bytes }),
        Line::Whole(bytes) => {
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(&bytes);
            let blank = bytes.trim_ascii_start().is_empty();
            (!blank).then(|| Item::Line { line: number, text: String::from_utf8_lossy(bytes).into_owned() })
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
