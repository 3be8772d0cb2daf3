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

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

pub use piece::{Content, Frame, Part, Piece};

use super::notes::{self, Numbers};
use super::tree::Block;
use known::{Known, Name, loose};
use open::Open;
use piece::{Draft, Keys, identified};
use read::{Input, Lead, LinkDefinition, Reading, Unit, read};
use rest::Shown;
use section::Section;

/// While a text arrives, the parser gets at most this many bytes for each of its bytes.
const BUDGET: usize = 2;
/// An open end longer than this is read only if the budget allows for reading all of it once more, to settle it.
const SHORT: usize = 256;
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
    /// Settled sections by what they have asked for in vain.
    waiting: HashMap<Name, Vec<usize>>,
    /// Settled sections by what they have been told by something that is not settled itself.
    told: Vec<(Name, usize)>,
    /// Settled sections to which what they asked for would be answered differently now.
    stale: BTreeSet<usize>,
    notes: Vec<Part>,
    /// The notes that settled sections refer to.
    noted: BTreeSet<u32>,
    has_notes: bool,
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
        self.open.absorb(&self.text, shown.end);
        self.read_on(shown);
        self.read_stale(Some(self.open_length(shown.end)));
        self.publish(shown);
    }

    /// No more has come for a while: what the budget has held back is parsed now, once.
    pub fn pause(&mut self) {
        if self.is_finished || self.paused_at == self.text.len() {
            return;
        }
        self.paused_at = self.text.len();
        let shown = self.open.shown(&self.text);
        let is_worth = self.open.is_worth_reading(&self.text, shown) || self.open.may_settle(&self.text, shown.end);
        if is_worth {
            let spent = self.spent;
            self.read_open(shown, None);
            self.spent = spent;
            self.publish(shown);
        }
    }

    /// The text is complete: the document becomes exactly what it is when it is parsed at once.
    pub fn finish(&mut self) {
        if self.is_finished {
            return;
        }
        self.is_finished = true;
        self.doubt(&BTreeMap::new());
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
    fn open_length(&self, end: usize) -> usize {
        end.saturating_sub(self.open.start())
    }

    fn affords(&self, cost: usize, room: usize) -> bool {
        self.spent + cost + room <= BUDGET * self.text.len()
    }

    /// Gives a stretch to the parser, if the budget allows for that and has `room` left afterwards; in any case if `room`
    /// is not given.
    fn read(&mut self, stretch: Range<usize>, lead: &Lead, close: &str, room: Option<usize>) -> Option<Reading> {
        let affords = |cost| room.is_none_or(|room| self.affords(cost, room));
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

    /// Reads the end of the text if something is likely to come of it.
    fn read_on(&mut self, shown: Shown) {
        if self.open.may_settle(&self.text, shown.end) && self.read_open(shown, Some(0)) {
            return;
        }
        if !self.open.is_worth_reading(&self.text, shown) {
            return;
        }
        let room = self.open_length(shown.end);
        let resume = self.open.resume.clone();
        if resume.at == self.open.start() && resume.lead == Lead::Nothing {
            self.read_open(shown, Some(room.saturating_sub(SHORT)));
            return;
        }
        let room = room.saturating_sub(SHORT);
        let Some(reading) = self.read(resume.at..shown.end, &resume.lead, shown.close, Some(room)) else { return };
        let goes_on = self.open.go_on(&self.text, reading, shown);
        if !goes_on || self.open.may_settle(&self.text, shown.end) {
            self.read_open(shown, Some(0));
        }
    }

    /// Reads all that is not settled, and settles what is certain. Says whether the budget allowed it.
    fn read_open(&mut self, shown: Shown, room: Option<usize>) -> bool {
        let mut from = self.open.start();
        let Some(reading) = self.read(from..shown.end, &Lead::Nothing, shown.close, room) else { return false };
        let cuts = cut::cuts(&self.text, shown.end, &reading.units);
        let mut old = std::mem::take(&mut self.open.section.pieces).into_iter();
        let open = reading.answers();
        let mut units = reading.units.into_iter();
        let mut sections = Vec::with_capacity(cuts.len());
        let mut taken = 0;
        for (cut, count) in cuts {
            let units = units.by_ref().take(count - taken).collect();
            sections.push(self.section(from..cut, &mut old, units));
            (from, taken) = (cut, count);
        }
        let links = reading.links.into_iter().filter(|link| link.start < from).collect();
        self.settle(sections, links);
        self.doubt(&open);
        self.open = Open::new(from);
        self.open.section.pieces = old.collect();
        self.open.fill(&self.text, units.collect(), shown);
        true
    }

    /// Reads the settled sections again that have learned something, as far as the budget allows.
    fn read_stale(&mut self, room: Option<usize>) {
        while let Some(index) = self.stale.first().copied() {
            let Some(section) = self.settled.get(index) else { return };
            let range = section.range.clone();
            let Some(reading) = self.read(range.clone(), &Lead::Nothing, "", room) else { return };
            self.stale.remove(&index);
            let old = self.settled.get_mut(index).map(std::mem::take).unwrap_or_default();
            let section = self.section(range, &mut old.pieces.into_iter(), reading.units);
            self.known.expanded += section.expanded;
            self.known.expanded = self.known.expanded.saturating_sub(old.expanded);
            self.wait(index, &section);
            if let Some(place) = self.settled.get_mut(index) {
                *place = section;
            }
        }
    }

    /// Whether at the end it costs less, or is the only way, to parse the whole text instead of what is not exact yet.
    fn is_cheaper_whole(&self) -> bool {
        let end = self.text.len();
        let stale = self.stale.iter().filter_map(|index| self.settled.get(*index)).map(|section| section.range.clone());
        let ranges: Vec<_> = stale.chain([self.open.start()..end]).collect();
        let cost = |range: &Range<usize>| {
            let input = Input::new(&self.text, range.clone(), &Lead::Nothing, "", &self.known);
            input.len()
        };
        let tail = self.text.get(self.open.start()..).unwrap_or_default();
        let defines = tail.contains("]:");
        let longest = if defines { tail.len() } else { 0 }.max(self.known.longest());
        let sources = || ranges.iter().filter_map(|range| self.text.get(range.clone()));
        let links: usize = sources().map(|source| source.matches(']').count()).sum();
        self.needs_whole
            || defines && !self.waiting.is_empty()
            || self.known.expanded + links * longest >= EXPANSION
            || self.has_notes && sources().any(|source| source.contains("!["))
            || ranges.iter().map(cost).sum::<usize>() > end
    }

    fn read_whole(&mut self) {
        let all = 0..self.text.len();
        let old: Vec<Piece> = self.pieces().cloned().collect();
        self.known = Known::default();
        self.settled.clear();
        self.stale.clear();
        self.waiting.clear();
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
        section.pieces = identified(&old, &drafts, &mut self.keys);
        section
    }

    /// The sections are never read again, unless they have asked for something that is defined later.
    fn settle(&mut self, sections: Vec<Section>, mut links: Vec<LinkDefinition>) {
        links.sort_by_key(|link| link.start);
        let mut new = Vec::new();
        for link in links {
            if self.known.define_link(&link.label, link.target) {
                new.push(Name::Link(link.label));
            }
        }
        for label in sections.iter().flat_map(|section| &section.defines) {
            if self.known.define_note(label) {
                new.push(Name::Note(loose(label)));
            }
        }
        for section in sections {
            let index = self.settled.len();
            self.known.expanded += section.expanded;
            let is_stale = |(name, answer): (&Name, &Option<String>)| {
                self.known.answer(name).is_some_and(|found| Some(found) != answer.as_deref())
            };
            if section.asks.iter().any(is_stale) {
                self.stale.insert(index);
            }
            self.wait(index, &section);
            self.settled.push(section);
        }
        for name in new {
            for index in self.waiting.remove(&name).unwrap_or_default() {
                let asked = self.settled.get(index).and_then(|section| section.asks.get(&name));
                if asked.is_some_and(|answer| answer.as_deref() != self.known.answer(&name)) {
                    self.stale.insert(index);
                }
            }
        }
    }

    /// Notes what a section has asked for and is not defined yet.
    fn wait(&mut self, index: usize, section: &Section) {
        for (name, answer) in section.asks.iter().filter(|(name, _)| self.known.answer(name).is_none()) {
            self.waiting.entry(name.clone()).or_default().push(index);
            if answer.is_some() {
                self.told.push((name.clone(), index));
            }
        }
    }

    /// Finds the sections that have been told something that is neither settled by now nor among the `open` answers.
    fn doubt(&mut self, open: &BTreeMap<Name, String>) {
        let told = std::mem::take(&mut self.told);
        for (name, index) in told {
            let asked = self.settled.get(index).and_then(|section| section.asks.get(&name));
            if self.known.answer(&name).is_some() || asked.is_none() {
                continue;
            }
            if asked.is_some_and(|answer| answer.as_ref() == open.get(&name)) {
                self.told.push((name, index));
            } else {
                self.stale.insert(index);
            }
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
        let (drafts, note) = self.open.with_rest(&self.text, shown);
        let section = &mut self.open.section;
        section.pieces = identified(&section.pieces, &drafts, &mut self.keys);
        if !self.has_notes {
            return;
        }
        let mut noted = BTreeSet::new();
        section.mark(&mut self.keys, |number| !self.noted.contains(&number) && noted.insert(number));
        if was_read || note.is_some() {
            self.collect_notes(noted, note);
        }
    }

    /// Gives the notes their numbers, in order of first reference.
    fn number(&mut self) {
        let mut numbers = Numbers::new();
        for (label, _) in self.settled.iter().chain([&self.open.section]).flat_map(|section| &section.labels) {
            if !numbers.contains_key(label) {
                let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
                numbers.insert(label.clone(), next);
            }
        }
        let changed = |section: &Section| -> HashMap<u32, u32> {
            let now = |(label, old): &(String, u32)| Some((*old, *numbers.get(label)?));
            section.labels.iter().filter_map(now).filter(|(old, new)| old != new).collect()
        };
        self.noted.clear();
        for section in &mut self.settled {
            let changed = changed(section);
            section.renumber(&mut [], &changed, &mut self.keys);
            section.mark(&mut self.keys, |number| self.noted.insert(number));
        }
        let changed = changed(&self.open.section);
        self.open.section.renumber(&mut self.open.drafts, &changed, &mut self.keys);
        self.known.numbers = numbers;
    }

    /// Collects the texts of the notes; `rest` is the end of the last one, which was not read, and `noted` what the open
    /// section refers to.
    fn collect_notes(&mut self, noted: BTreeSet<u32>, rest: Option<String>) {
        let mut definitions: Vec<_> =
            self.settled.iter().chain([&self.open.section]).flat_map(|section| section.notes.iter().cloned()).collect();
        if let (Some(rest), Some((_, blocks))) = (rest, definitions.last_mut()) {
            section::append_to_blocks(blocks, &rest, &rest);
        }
        let mut seen: BTreeSet<u32> = self.noted.union(&noted).copied().collect();
        let mut old = std::mem::take(&mut self.notes).into_iter();
        for (number, blocks) in notes::number(definitions, self.known.numbers.clone()) {
            let content = Content::Block(Block::FootnoteDefinition { number, blocks });
            let noted = section::new_in(&content, &mut |number| seen.insert(number));
            let mut part = Part { key: 0, content: Arc::new(content), noted };
            part.key = old.next().filter(|old| *old == part).map_or_else(|| self.keys.next(), |old| old.key);
            self.notes.push(part);
        }
    }
}
