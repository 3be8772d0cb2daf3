//! A markdown document that is still arriving.
//!
//! What can no longer change is settled: it is never parsed again, except that a reference whose definition comes later
//! must be. The rest is parsed only when something can be seen to come of it, and only as often as a budget allows: two
//! bytes for each byte of the text while it arrives, and one more at its end, in which all that is not exact yet is made so.
//! Between two passes of the parser text is appended as it is. A finished document is the same as one that was parsed at
//! once, however it arrived.

mod cut;
mod known;
mod open;
mod piece;
mod read;
mod references;
mod rest;
mod section;
mod seen;

use std::ops::Range;
use std::sync::Arc;

pub use piece::{Content, Frame, Part, Piece};
pub(super) use references::in_block;

use super::notes;
use super::tree::Block;
use known::{Known, Name};
use open::Open;
use piece::{Draft, Keys, identified_at_last};
use read::{Input, Lead, LinkDefinition, Reading, Unit, read};
use rest::Shown;
use section::Section;
use seen::Seen;

/// While a text arrives, the parser gets at most this many bytes for each of its bytes.
const BUDGET: usize = 2;
/// A parser stops resolving reference links when they have added this much to its text, or as much as that is long.
const EXPANSION: usize = 100_000;

/// A document that grows.
#[derive(Default)]
pub struct Growing {
    /// How many sources a citation can name.
    sources: usize,
    text: String,
    settled: Vec<Section>,
    open: Open,
    known: Known,
    /// Settled sections that have been told something by what is not settled itself.
    told: Vec<usize>,
    /// Settled sections to which what they asked for would be answered differently now.
    stale: Vec<usize>,
    notes: Vec<Part>,
    /// How many settled sections have their notes numbered, and the notes that these refer to.
    numbered: usize,
    noted: Seen,
    /// The labels that have a number only because of what is not settled.
    open_labels: Vec<String>,
    has_notes: bool,
    /// The last note is shown with text that was not read.
    has_note_rest: bool,
    /// Something was read since the notes were last numbered.
    was_read: bool,
    /// The document cannot be made exact part by part: it is parsed as a whole at its end.
    needs_whole: bool,
    is_finished: bool,
    /// How long the text was when it paused.
    paused_at: usize,
    /// What the parser got within the budget, and in all.
    spent: usize,
    parsed: u64,
    keys: Keys,
}

impl Growing {
    /// An empty document in which `[1]` … `[sources]` cite sources, as in
    /// [`parse_with_citations`](super::parse_with_citations).
    #[must_use]
    pub fn new(sources: usize) -> Self {
        Self { sources, ..Self::default() }
    }

    /// A document that is complete.
    #[must_use]
    pub fn whole(text: &str, sources: usize) -> Self {
        let mut document = Self { text: text.to_owned(), ..Self::new(sources) };
        document.finish();
        document
    }

    /// Takes all of the text there is so far. If it does not go on from what was there before, or goes on although the
    /// document was finished, it starts anew.
    pub fn grow(&mut self, text: &str) {
        if text == self.text {
            return;
        }
        match text.strip_prefix(self.text.as_str()).filter(|_| !self.is_finished) {
            Some(more) => self.text.push_str(more),
            None => {
                let (parsed, keys) = (self.parsed, std::mem::take(&mut self.keys));
                *self = Self { text: text.to_owned(), parsed, keys, ..Self::new(self.sources) };
            }
        }
        let shown = self.open.shown(&self.text);
        self.was_read |= self.open.retreat(shown.end);
        self.open.absorb(&self.text, shown.end);
        self.read_on(shown);
        self.open.absorb(&self.text, shown.end);
        self.read_stale(Some(self.open.reserve(shown.end)));
        self.publish(shown);
    }

    /// No more has come for a while: what the budget has held back is parsed now, once.
    pub fn pause(&mut self) {
        if self.is_finished || self.paused_at == self.text.len() {
            return;
        }
        self.paused_at = self.text.len();
        let spent = self.spent;
        let shown = self.open.shown(&self.text);
        let read = rest::without_half_address(&self.text, shown);
        let may_settle = self.open.may_settle(&self.text, shown.end).is_some();
        if may_settle || self.open.is_worth_reading(&self.text, read) {
            self.read_open(read, None);
        }
        self.read_stale(None);
        self.spent = spent;
        self.publish(shown);
    }

    /// The text is complete: the document becomes exactly what it is when it is parsed at once.
    pub fn finish(&mut self) {
        if self.is_finished {
            return;
        }
        self.is_finished = true;
        self.doubt(&Known::default());
        if self.is_cheaper_whole() {
            self.read_whole();
        } else {
            let range = self.open.start()..self.text.len();
            let old = std::mem::take(&mut self.open).section.pieces;
            if let Some(reading) = self.read(range.clone(), &Lead::Nothing, "", None) {
                let section = self.section(range, &mut old.into_iter(), reading.units);
                self.settle(vec![section], reading.links);
            }
            self.read_stale(None);
        }
        self.open = Open::new(self.text.len());
        self.publish(Shown { end: self.text.len(), close: "" });
    }

    /// What is drawn, in order, without the notes at the end.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.settled.iter().chain([&self.open.section]).flat_map(|section| &section.pieces)
    }

    /// Whether a piece is complete: no text that comes will change what it holds.
    #[must_use]
    pub fn is_settled(&self, key: u64) -> bool {
        self.open.section.pieces.iter().all(|piece| piece.key != key)
    }

    /// A piece by its key.
    #[must_use]
    pub fn piece(&self, key: u64) -> Option<&Piece> {
        // Most of what is asked for is at the end.
        let sections = self.settled.iter().chain([&self.open.section]).rev();
        sections.flat_map(|section| section.pieces.iter().rev()).find(|piece| piece.key == key)
    }

    /// The notes, each a [`Block::FootnoteDefinition`].
    #[must_use]
    pub fn notes(&self) -> &[Part] {
        &self.notes
    }

    /// The document as a tree, with the notes at its end.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        let notes = self.notes.iter().filter_map(|part| part.content.block());
        self.pieces().filter_map(Piece::block).chain(notes.cloned()).collect()
    }

    /// How many bytes the parser has got.
    #[must_use]
    pub fn parsed(&self) -> u64 {
        self.parsed
    }
}

/// Reading within the budget.
impl Growing {
    /// Gives a stretch to the parser, if the budget allows for that and has `reserve` left afterwards; in any case if
    /// `reserve` is not given.
    fn read(&mut self, stretch: Range<usize>, lead: &Lead, close: &str, reserve: Option<usize>) -> Option<Reading> {
        let affords = |cost| reserve.is_none_or(|reserve| self.spent + cost + reserve <= BUDGET * self.text.len());
        if !affords(stretch.len() + lead.len()) {
            return None;
        }
        let input = Input::new(&self.text, stretch, lead, close, &self.known);
        let cost = input.len();
        if !affords(cost) {
            return None;
        }
        let limit = EXPANSION.max(self.text.len());
        let reading = read(&input, &self.known, self.sources, limit);
        let expanded: usize = reading.units.iter().map(|unit| unit.expanded).sum();
        self.needs_whole |= self.known.expanded >= limit || expanded >= EXPANSION;
        self.needs_whole |= reading.units.iter().any(|unit| unit.is_fixed);
        self.has_notes |= reading.units.iter().any(|unit| !unit.labels.is_empty() || !unit.notes.is_empty());
        self.was_read = true;
        self.spent += cost;
        self.parsed += cost as u64;
        Some(reading)
    }

    /// Reads the end of the text, block by block, as long as something is likely to come of it.
    fn read_on(&mut self, shown: Shown) {
        let mut read_to = None;
        loop {
            if !self.read_to_settle(shown) {
                self.open.pass(&self.text, shown.end);
            }
            let next = self.open.next_block(&self.text, shown);
            let is_stuck = read_to.replace(next.end) == Some(next.end);
            if is_stuck || !self.open.is_worth_reading(&self.text, next) || !self.read_block(next) {
                return;
            }
        }
    }

    /// Reads up to the end of what is `shown`, from where that is possible. Says whether the budget allowed it.
    fn read_block(&mut self, shown: Shown) -> bool {
        let reserve = Some(self.open.reserve(shown.end));
        let resume = self.open.resume.clone();
        if resume.at == self.open.start() && resume.lead == Lead::Nothing {
            return self.read_open(shown, reserve);
        }
        let Some(reading) = self.read(resume.at..shown.end, &resume.lead, shown.close, reserve) else { return false };
        if self.open.go_on(&self.text, reading, shown) {
            return true;
        }
        let start = self.open.resume.at;
        let Some(reading) = self.read(start..shown.end, &Lead::Nothing, shown.close, reserve) else { return false };
        self.open.go_on(&self.text, reading, shown)
    }

    /// Settles what can be settled. Says whether the budget allowed it all.
    fn read_to_settle(&mut self, shown: Shown) -> bool {
        while let Some(end) = self.open.may_settle(&self.text, shown.end) {
            let close = if end == shown.end { shown.close } else { "" };
            if !self.read_open(Shown { end, close }, Some(0)) {
                return false;
            }
        }
        true
    }

    /// Reads what is not settled, and settles what of it is certain. Says whether the budget allowed it.
    fn read_open(&mut self, shown: Shown, reserve: Option<usize>) -> bool {
        let mut from = self.open.start();
        let Some(reading) = self.read(from..shown.end, &Lead::Nothing, shown.close, reserve) else { return false };
        let cuts = cut::cuts(&self.text, shown.end, &reading.units);
        let Some((last, count)) = cuts.last().copied() else {
            self.open.fill(&self.text, reading.units, shown);
            return true;
        };
        let defined = reading.defined();
        let (old, is_left) = self.open.settle(last, reading.units.get(count).map(|unit| unit.start));
        let mut old = old.into_iter();
        let mut units = reading.units.into_iter();
        let mut sections = Vec::with_capacity(cuts.len());
        let mut taken = 0;
        for (cut, count) in cuts {
            let units = units.by_ref().take(count - taken).collect();
            sections.push(self.section(from..cut, &mut old, units));
            (from, taken) = (cut, count);
        }
        let links = reading.links.into_iter().filter(|link| link.at.start < last).collect();
        self.settle(sections, links);
        self.doubt(&defined);
        if !is_left {
            self.open.section.pieces = old.collect();
            self.open.fill(&self.text, units.collect(), shown);
        }
        true
    }

    /// Reads the settled sections again that have learned something, as far as the budget allows.
    fn read_stale(&mut self, reserve: Option<usize>) {
        while let Some(index) = self.stale.last().copied() {
            let Some(section) = self.settled.get(index) else { return };
            let range = section.range.clone();
            let Some(reading) = self.read(range.clone(), &Lead::Nothing, "", reserve) else { return };
            self.stale.pop();
            let old = self.settled.get_mut(index).map(std::mem::take).unwrap_or_default();
            let section = self.section(range, &mut old.pieces.into_iter(), reading.units);
            self.known.expanded += section.expanded;
            self.known.expanded = self.known.expanded.saturating_sub(old.expanded);
            self.wait(index, &section);
            self.numbered = 0;
            if let Some(place) = self.settled.get_mut(index) {
                *place = section;
            }
        }
    }

    /// Whether at the end it costs less, or is the only way, to parse the whole text instead of what is not exact yet.
    fn is_cheaper_whole(&self) -> bool {
        let end = self.text.len();
        let stale = self.stale.iter().filter_map(|index| self.settled.get(*index)).map(|section| section.range.clone());
        let open = self.open.start()..end;
        let ranges: Vec<_> = stale.chain(std::iter::once(open)).collect();
        let cost = |range: &Range<usize>| {
            let input = Input::new(&self.text, range.clone(), &Lead::Nothing, "", &self.known);
            input.len()
        };
        let tail = self.text.get(self.open.start()..).unwrap_or_default();
        let defines = tail.contains("]:");
        let longest = if defines { tail.len() } else { 0 }.max(self.known.longest);
        let sources = || ranges.iter().filter_map(|range| self.text.get(range.clone()));
        let links: usize = sources().map(|source| source.matches(']').count()).sum();
        self.needs_whole
            || defines && self.known.is_awaited
            || self.known.expanded + links * longest >= EXPANSION
            || self.has_notes && sources().any(|source| source.contains("!["))
            || ranges.iter().map(cost).sum::<usize>() > end
    }

    fn read_whole(&mut self) {
        let all = 0..self.text.len();
        let old: Vec<Piece> = self.pieces().cloned().collect();
        self.known = Known::default();
        self.numbered = 0;
        self.settled.clear();
        self.stale.clear();
        self.told.clear();
        if let Some(reading) = self.read(all.clone(), &Lead::Nothing, "", None) {
            let section = self.section(all, &mut old.into_iter(), reading.units);
            self.settled.push(section);
        }
    }
}

/// Settling what was read.
impl Growing {
    /// A section of `units`, in which what is equal to the `old` pieces in its place keeps its identity.
    fn section(&mut self, range: Range<usize>, old: &mut impl Iterator<Item = Piece>, mut units: Vec<Unit>) -> Section {
        let mut section = Section { range, ..Section::default() };
        let mut drafts: Vec<Draft> = Vec::new();
        for unit in &mut units {
            section.take(unit);
            drafts.extend(section::closed(unit));
        }
        let old: Vec<Piece> = old.take(drafts.len()).collect();
        section.pieces = identified_at_last(old, &drafts, &mut self.keys);
        section
    }

    /// The sections are never read again, unless they have asked for something that is defined later.
    fn settle(&mut self, sections: Vec<Section>, links: Vec<LinkDefinition>) {
        let mut learned = Vec::new();
        for link in links {
            learned.append(&mut self.known.define_link(link.name, link.target));
        }
        for label in sections.iter().flat_map(|section| &section.defines) {
            learned.append(&mut self.known.define_note(label));
        }
        for section in sections {
            let index = self.settled.len();
            self.known.expanded += section.expanded;
            self.wait(index, &section);
            self.settled.push(section);
            learned.push(index);
        }
        for index in learned {
            self.doubt_section(index);
        }
    }

    /// Notes what a section has asked for and is not defined yet.
    fn wait(&mut self, index: usize, section: &Section) {
        let mut is_told = false;
        for (name, answer) in &section.asks {
            if self.known.answer(name).is_none() {
                self.known.wait(name.clone(), index);
                is_told |= answer.is_some();
            }
        }
        if is_told {
            self.told.push(index);
        }
    }

    /// Finds the sections that have been told something that is neither settled by now nor what is `open` says.
    fn doubt(&mut self, open: &Known) {
        for index in std::mem::take(&mut self.told) {
            let asks = self.settled.get(index).map(|section| section.asks.as_slice()).unwrap_or_default();
            let told = |(name, answer): &&(Name, Option<String>)| answer.is_some() && self.known.answer(name).is_none();
            if asks.iter().filter(told).any(|(name, answer)| open.answer(name) != answer.as_deref()) {
                self.stale.push(index);
            } else if asks.iter().any(|ask| told(&ask)) {
                self.told.push(index);
            }
        }
    }

    /// Finds out whether a section would be told something else now.
    fn doubt_section(&mut self, index: usize) {
        let asks = self.settled.get(index).map(|section| section.asks.as_slice()).unwrap_or_default();
        let differs = |(name, answer): &(Name, Option<String>)| {
            self.known.answer(name).is_some_and(|found| Some(found) != answer.as_deref())
        };
        if asks.iter().any(differs) && !self.stale.contains(&index) {
            self.stale.push(index);
        }
    }
}

/// What is handed out.
impl Growing {
    /// Makes pieces of what is not settled, and notes of all there are.
    fn publish(&mut self, shown: Shown) {
        let was_read = std::mem::take(&mut self.was_read);
        if self.has_notes && was_read {
            self.number();
        }
        let note = self.open.show(&self.text, shown, was_read, &mut self.keys);
        if !self.has_notes {
            return;
        }
        let had_rest = std::mem::replace(&mut self.has_note_rest, note.is_some());
        if was_read || had_rest || note.is_some() {
            let mut noted = self.noted.clone();
            self.open.section.mark(&mut self.keys, &mut noted);
            self.collect_notes(noted, note.as_deref());
        }
    }

    /// Gives the notes their numbers, in order of first reference.
    fn number(&mut self) {
        let numbers = &mut self.known.numbers;
        for label in self.open_labels.drain(..) {
            numbers.remove(&label);
        }
        if self.numbered == 0 {
            numbers.clear();
            self.noted = Seen::default();
        }
        for section in self.settled.iter_mut().skip(self.numbered) {
            let changed = section.changed(numbers);
            section.renumber(&mut [], &changed, &mut self.keys);
            section.mark(&mut self.keys, &mut self.noted);
        }
        self.numbered = self.settled.len();
        let last = numbers.len();
        let open = &mut self.open;
        let changed = open.section.changed(numbers);
        open.section.renumber(&mut open.drafts, &changed, &mut self.keys);
        let is_open = |(_, number): &&(String, u32)| usize::try_from(*number).is_ok_and(|number| number > last);
        self.open_labels = open.section.labels.iter().filter(is_open).map(|(label, _)| label.clone()).collect();
    }

    /// Collects the texts of the notes; `rest` is the end of the last one, which was not read, and `noted` what is
    /// referred to before them.
    fn collect_notes(&mut self, mut noted: Seen, rest: Option<&str>) {
        let sections = self.settled.iter().chain([&self.open.section]);
        let definitions = sections.flat_map(|section| &section.notes).map(|(label, blocks)| (label.clone(), blocks));
        let last = rest.and(self.open.section.notes.last()).map(|(_, blocks)| blocks);
        let mut old = std::mem::take(&mut self.notes).into_iter();
        for (number, blocks) in notes::number(definitions, &self.known.numbers) {
            let rest = rest.filter(|_| last.is_some_and(|last| std::ptr::eq(last, blocks)));
            let is_same = |part: &Part| matches!(&*part.content, Content::Block(Block::FootnoteDefinition { number: n, blocks: b }) if *n == number && b == blocks);
            let mut part = match old.next().filter(|part| rest.is_none() && is_same(part)) {
                Some(part) => part,
                None => {
                    let mut blocks = blocks.clone();
                    if let Some(rest) = rest {
                        section::append_to_blocks(&mut blocks, rest, rest);
                    }
                    let content = Content::Block(Block::FootnoteDefinition { number, blocks });
                    Part { key: self.keys.next(), content: Arc::new(content), noted: Vec::new() }
                }
            };
            let first = section::first_in(&part.content, &mut noted);
            if first != part.noted {
                part.noted = first;
                part.key = self.keys.next();
            }
            self.notes.push(part);
        }
    }
}
