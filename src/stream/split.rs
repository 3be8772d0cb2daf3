//! Chunks to lines: what [`super::sse`] and [`super::lines`] share.

use std::borrow::Cow;
use std::mem;

use memchr::{memchr, memchr2};

/// U+FEFF in UTF-8.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What ends a line.
#[derive(Debug, Clone, Copy)]
pub(super) enum LineEnd {
    /// CR, LF or CRLF.
    Any,
    /// LF. A CR before it stays in the line.
    Lf,
}

/// One line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'c> {
    /// The line; borrowed when it stood in one chunk. A BOM at the start of the stream is not part of it.
    Whole(Cow<'c, [u8]>),
    /// The line was longer than its room and has been let go; this many bytes it had.
    Long(u64),
}

/// Cuts a stream of chunks into lines. Looks at each byte once, and holds no more than one unfinished line.
#[derive(Debug, Clone)]
pub(super) struct Splitter {
    ends: LineEnd,
    /// The unfinished line, empty when `dropped` counts it instead.
    partial: Vec<u8>,
    dropped: u64,
    /// The last line ended in CR, so an LF right now belongs to that end.
    after_cr: bool,
    number: u64,
    scanned: u64,
}

impl Splitter {
    pub(super) fn new(ends: LineEnd) -> Self {
        Self { ends, partial: Vec::new(), dropped: 0, after_cr: false, number: 0, scanned: 0 }
    }

    /// The next line that ends in `rest`, which is moved past it. `None` when `rest` is used up: what was left of it
    /// is the start of a line. `room` is the most bytes the line may have; ask with the same room until it ends.
    pub(super) fn next_line<'c>(&mut self, rest: &mut &'c [u8], room: usize) -> Option<Line<'c>> {
        self.skip_second_half_of_crlf(rest);
        let Some(at) = self.find_end(rest) else {
            self.keep(mem::take(rest), room);
            return None;
        };
        let (piece, from_end) = rest.split_at_checked(at)?;
        let (end, after) = from_end.split_first()?;
        *rest = after;
        self.after_cr = *end == b'\r';
        Some(self.end_line(piece, room))
    }

    /// The last line, when the stream did not end in a line end.
    pub(super) fn finish(&mut self, room: usize) -> Option<Line<'static>> {
        let begun = !self.partial.is_empty() || self.dropped > 0;
        begun.then(|| self.end_line(&[], room))
    }

    /// The 1-based number of the line given last.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the unfinished line is already longer than its room.
    pub(super) fn is_long(&self) -> bool {
        self.dropped > 0
    }

    /// How many bytes the search for line ends has looked at.
    pub(super) fn scanned(&self) -> u64 {
        self.scanned
    }

    /// How many bytes are allocated for the unfinished line.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.partial.capacity()
    }

    fn skip_second_half_of_crlf(&mut self, rest: &mut &[u8]) {
        if !self.after_cr || rest.is_empty() {
            return;
        }
        self.after_cr = false;
        if let Some(after) = rest.strip_prefix(b"\n") {
            self.scanned += 1;
            *rest = after;
        }
    }

    fn find_end(&mut self, rest: &[u8]) -> Option<usize> {
        let at = match self.ends {
            LineEnd::Any => memchr2(b'\r', b'\n', rest),
            LineEnd::Lf => memchr(b'\n', rest),
        };
        self.scanned += at.map_or(rest.len(), |at| at + 1) as u64;
        at
    }

    fn keep(&mut self, piece: &[u8], room: usize) {
        let fits = piece.len() <= room.saturating_sub(self.partial.len());
        if fits && self.dropped == 0 {
            self.partial.extend_from_slice(piece);
        } else {
            // Taking the buffer frees it: an endless line costs nothing but this count.
            let kept = mem::take(&mut self.partial).len();
            self.dropped += (kept + piece.len()) as u64;
        }
    }

    fn end_line<'c>(&mut self, piece: &'c [u8], room: usize) -> Line<'c> {
        self.number += 1;
        let begun = !self.partial.is_empty() || self.dropped > 0;
        let line = if begun || piece.len() > room {
            self.keep(piece, room);
            match mem::take(&mut self.dropped) {
                0 => Cow::Owned(mem::take(&mut self.partial)),
                dropped => return Line::Long(dropped),
            }
        } else {
            Cow::Borrowed(piece)
        };
        Line::Whole(if self.number == 1 { without_bom(line) } else { line })
    }
}

fn without_bom(line: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match line {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.strip_prefix(BOM).unwrap_or(bytes)),
        Cow::Owned(bytes) => match bytes.strip_prefix(BOM) {
            Some(rest) => Cow::Owned(rest.to_vec()),
            None => Cow::Owned(bytes),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: usize = 1024;

    fn split(ends: LineEnd, room: usize, chunks: &[&[u8]]) -> Vec<Result<String, u64>> {
        let mut splitter = Splitter::new(ends);
        let mut lines = Vec::new();
        let mut take = |line| {
            lines.push(match line {
                Line::Whole(bytes) => Ok(String::from_utf8(bytes.into_owned()).unwrap()),
                Line::Long(bytes) => Err(bytes),
            })
        };
        for mut rest in chunks.iter().copied() {
            while let Some(line) = splitter.next_line(&mut rest, room) {
                take(line);
            }
            assert!(rest.is_empty());
        }
        splitter.finish(room).into_iter().for_each(&mut take);
        lines
    }

    fn ok(lines: &[&str]) -> Vec<Result<String, u64>> {
        lines.iter().map(|line| Ok((*line).to_owned())).collect()
    }

    #[test]
    fn each_kind_of_line_end_ends_one_line() {
        let lines = split(LineEnd::Any, ROOM, &[b"a\nb\rc\r\n\n\r\rd"]);
        assert_eq!(lines, ok(&["a", "b", "c", "", "", "", "d"]));
        let lines = split(LineEnd::Lf, ROOM, &[b"a\nb\rc\r\nd"]);
        assert_eq!(lines, ok(&["a", "b\rc\r", "d"]));
    }

    #[test]
    fn crlf_cut_by_a_chunk_edge_is_one_line_end() {
        assert_eq!(split(LineEnd::Any, ROOM, &[b"a\r", b"", b"\n", b"\nb"]), ok(&["a", "", "b"]));
    }

    #[test]
    fn a_line_longer_than_its_room_is_only_counted() {
        for chunks in [&[b"123456\n12345\n1".as_slice()][..], &[b"123", b"456\n12345", b"\n1"]] {
            let lines = split(LineEnd::Any, 5, chunks);
            assert_eq!(lines, [Err(6), Ok("12345".into()), Ok("1".into())]);
        }
        assert_eq!(split(LineEnd::Any, 0, &[b"\nx\n"]), [Ok(String::new()), Err(1)]);
    }

    #[test]
    fn a_line_is_not_held_once_it_is_too_long() {
        let mut splitter = Splitter::new(LineEnd::Any);
        for (mut chunk, long) in [(b"123".as_slice(), false), (b"456", true), (b"789", true)] {
            assert_eq!(splitter.next_line(&mut chunk, 5), None);
            assert_eq!(splitter.is_long(), long);
            assert_eq!(splitter.held() == 0, long);
        }
        assert_eq!(splitter.finish(5), Some(Line::Long(9)));
    }

    #[test]
    fn each_byte_is_looked_at_once() {
        let stream = b"ab\r\n\r\rlonger than a chunk\n\nx".repeat(9);
        for ends in [LineEnd::Any, LineEnd::Lf] {
            for size in 1..stream.len() {
                let mut splitter = Splitter::new(ends);
                for mut chunk in stream.chunks(size) {
                    while splitter.next_line(&mut chunk, ROOM).is_some() {}
                }
                assert_eq!(splitter.scanned(), stream.len() as u64, "chunks of {size}");
            }
        }
    }

    #[test]
    fn one_bom_is_dropped_and_only_at_the_very_start() {
        let twice = "\u{feff}\u{feff}a\n\u{feff}b";
        for at in 0..=twice.len() {
            let (left, right) = twice.as_bytes().split_at(at);
            assert_eq!(split(LineEnd::Any, ROOM, &[left, right]), ok(&["\u{feff}a", "\u{feff}b"]), "cut at {at}");
        }
    }
}
