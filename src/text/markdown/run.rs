//! A run of text between two pieces of markup: put together, then searched for addresses and citations.

use std::ops::Range;

use super::autolink;
use super::tree::Inline;
use crate::text::bidi;

/// The parser gives a sentence in many pieces (`[`, `1`, `]`); here they become one text again.
pub(super) struct Run<'a> {
    source: &'a str,
    /// Where in the source the last piece ended.
    source_end: usize,
    text: String,
    /// Offsets in `text` of pieces that begin with an escaped character or are an entity.
    escaped: Vec<usize>,
}

impl<'a> Run<'a> {
    /// An empty run of the document `source`.
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, source_end: 0, text: String::new(), escaped: Vec::new() }
    }

    /// Appends a piece that the parser read at `at` in the source.
    pub(super) fn add(&mut self, piece: &str, at: Range<usize>) {
        let skipped = self.source.get(self.source_end..at.start);
        let after_backslash = skipped.is_some_and(|skipped| skipped.ends_with('\\'));
        let is_entity = piece.len() != at.len();
        if after_backslash || is_entity {
            self.escaped.push(self.text.len());
        }
        self.source_end = at.end;
        self.text.push_str(&bidi::strip(piece));
    }

    /// Whether nothing was added since the last time it was taken.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text alone, for places where an address or a marker means nothing; leaves the run empty.
    pub(super) fn take_text(&mut self) -> String {
        self.escaped.clear();
        std::mem::take(&mut self.text)
    }

    /// The text with its addresses as links and, where they cite one of `count` sources, its markers as citations;
    /// leaves the run empty.
    pub(super) fn take_inlines(&mut self, count: usize) -> Vec<Inline> {
        let mut inlines = Vec::new();
        let mut end = 0;
        for (at, link) in autolink::find(&self.text) {
            self.add_cited(&mut inlines, end..at.start, count);
            inlines.push(link);
            end = at.end;
        }
        self.add_cited(&mut inlines, end..self.text.len(), count);
        self.text.clear();
        self.escaped.clear();
        inlines
    }

    /// Appends a part of the text, its markers as citations.
    fn add_cited(&self, inlines: &mut Vec<Inline>, part: Range<usize>, count: usize) {
        let text = self.text.get(part.clone()).unwrap_or_default();
        let mut end = part.start;
        for (offset, _) in text.match_indices('[') {
            let Some((length, number)) = text.get(offset..).and_then(marker) else {
                continue;
            };
            let start = part.start + offset;
            let at = start..start + length;
            let exists = usize::try_from(number).is_ok_and(|number| number <= count);
            if exists && !self.is_escaped(&at) {
                push_text(inlines, self.text.get(end..at.start));
                inlines.push(Inline::Citation { number });
                end = at.end;
            }
        }
        push_text(inlines, self.text.get(end..part.end));
    }

    fn is_escaped(&self, at: &Range<usize>) -> bool {
        let next = self.escaped.partition_point(|place| *place < at.start);
        self.escaped.get(next).is_some_and(|place| at.contains(place))
    }
}

/// Reads `[n]` at the start of `text`: its length in bytes and its number.
fn marker(text: &str) -> Option<(usize, u32)> {
    let inner = text.strip_prefix('[')?;
    let digits = inner.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let (number, rest) = inner.split_at_checked(digits)?;
    let after = rest.strip_prefix(']')?;
    let is_number = !number.is_empty() && !number.starts_with('0');
    let begins_link = after.starts_with('(');
    if is_number && !begins_link { Some((digits + 2, number.parse().ok()?)) } else { None }
}

fn push_text(inlines: &mut Vec<Inline>, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        inlines.push(Inline::Text(text.to_owned()));
    }
}
