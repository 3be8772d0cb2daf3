//! The end of a growing document, which is not settled yet.

use std::ops::Range;
use std::sync::Arc;

use super::cut;
use super::piece::{Content, Draft, Frame, Keys, Piece, identified};
use super::read::{Kind, Lead, Reading, Unit};
use super::rest::{self, Inside, Shown};
use super::section::{self, Section};
use crate::text::bidi;
use crate::text::markdown::tree::Inline;

/// A unit that was read.
#[derive(Clone, Copy)]
struct Mark {
    kind: Kind,
    start: usize,
    /// How many drafts and how many texts of notes are before it.
    drafts: usize,
    notes: usize,
}

/// From where the end can be read again without what stands before.
#[derive(Clone)]
pub(super) struct Resume {
    pub(super) at: usize,
    pub(super) lead: Lead,
    /// The unit that will be read again, or its end.
    unit: usize,
    /// What the reading must begin with if it is only its end that is read, and how many parts stay before that.
    continues: Option<Kind>,
    parts: usize,
}

impl Resume {
    fn new(at: usize, unit: usize) -> Self {
        Self { at, lead: Lead::Nothing, unit, continues: None, parts: 0 }
    }
}

/// Text that was not read, by where it is shown.
#[derive(Default)]
struct Rest {
    /// The last part with text appended.
    last: Option<Content>,
    /// Blocks after all.
    after: Vec<Draft>,
    /// Text to be appended to the last note.
    note: Option<String>,
}

/// Text is not appended to a part that was made of more than this, which would have to be drawn again: it stands after it.
const LONG: usize = 8_192;

/// What is not settled.
pub(super) struct Open {
    /// Its pieces are those that are shown, with the text that was not read.
    pub(super) section: Section,
    /// What was read.
    pub(super) drafts: Vec<Draft>,
    units: Vec<Mark>,
    /// The fence of a code block that is open.
    fence: Option<String>,
    /// How far the drafts go.
    read_to: usize,
    /// What was put after the text when it was read.
    close: &'static str,
    pub(super) resume: Resume,
    /// How far the text went when it was last tried to settle something.
    tried: usize,
    /// Where a block has ended that could not be settled yet.
    ended: Option<usize>,
}

impl Default for Open {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Open {
    /// Nothing yet, from `start` on.
    pub(super) fn new(start: usize) -> Self {
        Self {
            section: Section { range: start..start, ..Section::default() },
            drafts: Vec::new(),
            units: Vec::new(),
            fence: None,
            read_to: start,
            close: "",
            resume: Resume::new(start, 0),
            tried: start,
            ended: None,
        }
    }

    pub(super) fn start(&self) -> usize {
        self.section.range.start
    }

    fn kind(&self) -> Option<Kind> {
        self.units.last().map(|unit| unit.kind)
    }

    /// How far `text` is shown.
    pub(super) fn shown(&self, text: &str) -> Shown {
        let is_closed = self.closing_line(text, text.len()).is_some();
        let inside = match &self.fence {
            Some(_) if is_closed => Inside::Other,
            Some(fence) => Inside::Fence(fence.chars().next().unwrap_or('`')),
            None if self.kind() == Some(Kind::Table) => Inside::Table,
            None => Inside::Other,
        };
        rest::shown(text, self.start(), inside)
    }
}

/// Taking in what was read.
impl Open {
    /// Takes what was read from its start, in which nothing could be settled, or nothing more.
    pub(super) fn fill(&mut self, text: &str, mut units: Vec<Unit>, shown: Shown) {
        self.tried = shown.end;
        // A part of what is there was read again to settle it, and could not be.
        if shown.end < self.read_to {
            return;
        }
        self.ended = None;
        self.drafts.clear();
        self.units.clear();
        self.section.notes.clear();
        self.add(text, &mut units, shown, None);
    }

    /// Lets go of all before `cut`, which was settled, and gives back its pieces. The next unit was seen to start at `next`;
    /// says whether the units that are left agree with that, else there are none.
    pub(super) fn settle(&mut self, cut: usize, next: Option<usize>) -> (Vec<Piece>, bool) {
        let mut pieces = std::mem::take(&mut self.section.pieces);
        let first = self.units.iter().position(|unit| unit.start >= cut);
        let agrees =
            |first: &usize| self.units.get(*first).is_some_and(|unit| next.is_none_or(|next| unit.start <= next));
        let Some(first) = first.filter(agrees) else {
            *self = Self::new(cut);
            return (pieces, false);
        };
        let settled: Vec<Mark> = self.units.drain(..first).collect();
        let (drafts, notes) = self.units.first().map_or((0, 0), |unit| (unit.drafts, unit.notes));
        for unit in &mut self.units {
            unit.drafts -= drafts;
            unit.notes -= notes;
        }
        self.drafts.drain(..drafts);
        self.section.notes.drain(..notes);
        self.section.range = cut..cut;
        self.ended = self.ended.filter(|end| *end > cut);
        self.resume.unit = self.resume.unit.saturating_sub(settled.len());
        self.section.pieces = pieces.split_off(drafts.min(pieces.len()));
        (pieces, true)
    }

    /// Takes what was read from where it can be resumed. Says whether it was a continuation; if not, nothing changes but
    /// that next time the last block is read from its start.
    pub(super) fn go_on(&mut self, text: &str, mut reading: Reading, shown: Shown) -> bool {
        let resume = self.resume.clone();
        let unit = self.units.get(resume.unit).copied();
        let Some(kind) = resume.continues else {
            self.truncate(unit, resume.unit);
            self.add(text, &mut reading.units, shown, None);
            return true;
        };
        let Some(unit) = unit else { return false };
        let is_continuation = reading.units.first().is_some_and(|unit| unit.kind == kind);
        if !is_continuation || self.drafts.len() <= unit.drafts {
            self.resume = Resume::new(line_start(text, unit.start), resume.unit);
            return false;
        }
        let mut continued: Vec<Draft> = self.drafts.drain(unit.drafts..).take(1).collect();
        continued.iter_mut().for_each(|draft| draft.contents.truncate(resume.parts));
        self.truncate(Some(unit), resume.unit);
        self.drafts.append(&mut continued);
        self.add(text, &mut reading.units, shown, Some((unit, resume)));
        true
    }

    /// Forgets the block that begins at `end`, from where on the text is not shown any more: it has turned out to be
    /// something that is held back. Says whether there was one.
    pub(super) fn retreat(&mut self, end: usize) -> bool {
        let Some(first) = self.units.iter().position(|unit| unit.start >= end) else { return false };
        self.truncate(self.units.get(first).copied(), first);
        self.fence = None;
        self.read_to = end;
        self.resume = Resume::new(end, first);
        true
    }

    /// Forgets `unit`, which is number `index`, and all after it.
    fn truncate(&mut self, unit: Option<Mark>, index: usize) {
        if let Some(unit) = unit {
            self.drafts.truncate(unit.drafts);
            self.section.notes.truncate(unit.notes);
        }
        self.units.truncate(index);
    }

    /// Appends units, the first of them to the one that is `resumed`.
    fn add(&mut self, text: &str, units: &mut [Unit], shown: Shown, mut resumed: Option<(Mark, Resume)>) {
        let text = text.get(..shown.end).unwrap_or_default();
        self.read_to = text.trim_end().len().max(self.start());
        self.close = shown.close;
        self.fence = None;
        let count = units.len();
        for (index, unit) in units.iter_mut().enumerate() {
            let is_last = index + 1 == count;
            let source = text.get(unit.start..).unwrap_or_default();
            let fence = cut::fence(source).filter(|_| is_last && unit.kind == Kind::Code && !cut::is_closed(source));
            let notes = self.section.notes.len();
            self.section.take(unit);
            let drafts = if is_last { section::open(unit, fence.is_some()) } else { section::closed(unit) };
            let mut resume = Resume::new(line_start(text, unit.start), self.units.len());
            match (resumed.take(), self.drafts.last_mut()) {
                (Some((mark, from)), Some(draft)) => {
                    draft.contents.extend(drafts.into_iter().flat_map(|draft| draft.contents));
                    self.units.push(mark);
                    resume = from;
                }
                _ => {
                    let mark = Mark { kind: unit.kind, start: unit.start, drafts: self.drafts.len(), notes };
                    self.units.push(mark);
                    self.drafts.extend(drafts);
                }
            }
            if let Some(fence) = fence {
                self.read_to = code_end(text, source);
                self.fence = Some(fence.to_owned());
            }
            if is_last {
                self.resume = end_of(text, unit, resume);
            }
        }
    }

    /// Leaves a block that has ended as it is until it can be settled, so that the next one can be read by itself.
    pub(super) fn pass(&mut self, text: &str, end: usize) {
        self.absorb(text, end);
        let Some(passed) = self.last_end(text, end) else { return };
        let rest = self.rest(text, Shown { end: passed.start, close: "" });
        let unread = text.get(self.read_to..passed.start).unwrap_or_default();
        let is_hidden = !rest.after.is_empty() || self.kind() == Some(Kind::Table);
        if self.fence.is_none() && is_hidden && !unread.trim().is_empty() {
            return;
        }
        if let (Some(last), Some(draft)) = (rest.last, self.drafts.last_mut())
            && let Some(content) = draft.contents.last_mut()
        {
            *content = Arc::new(last);
        }
        if let (Some(note), Some((_, blocks))) = (rest.note, self.section.notes.last_mut()) {
            section::append_to_blocks(blocks, &note, &note);
        }
        self.fence = None;
        self.read_to = passed.start;
        self.resume = Resume::new(passed.start, self.units.len());
        self.ended = self.ended.or(Some(passed.end));
    }

    /// Takes the lines of an open code block as they are, without parsing them.
    pub(super) fn absorb(&mut self, text: &str, end: usize) {
        if self.fence.is_none() {
            return;
        }
        let end = self.closing_line(text, end).map_or(end, |line| line.start);
        let lines = text.get(self.read_to..end).unwrap_or_default();
        let lines = lines.strip_suffix('\n').map_or(lines, |lines| lines.strip_suffix('\r').unwrap_or(lines));
        if let Some(draft) = self.drafts.last_mut() {
            draft.add_code(&bidi::strip(lines));
            self.read_to += lines.len();
        }
    }

    /// The line that closes the open code block.
    fn closing_line(&self, text: &str, end: usize) -> Option<Range<usize>> {
        let fence = self.fence.as_ref()?;
        let rest = text.get(self.read_to..end)?;
        let is_line_start = text.get(..self.read_to)?.ends_with('\n');
        let from = self.read_to + if is_line_start { 0 } else { rest.find('\n')? + 1 };
        let line = cut::closing_line(text.get(from..end)?, fence)?;
        Some(from + line.start..from + line.end)
    }
}

/// What is worth being read.
impl Open {
    /// Up to where the text has to be read so that something is likely to be settled, if it was not tried before.
    pub(super) fn may_settle(&self, text: &str, end: usize) -> Option<usize> {
        let line_end = |unit: &Mark| Some(unit.start + text.get(unit.start..end)?.find('\n')? + 1);
        let by_next = self.units.iter().skip(1).filter_map(line_end).find(|at| *at > self.tried);
        let by_itself = || Some(self.last_end(text, end)?.end);
        let known = [by_next, self.ended].into_iter().flatten().filter(|at| *at > self.tried).min();
        known.or_else(by_itself).filter(|at| *at > self.tried)
    }

    /// Where the last unit seems to end in the text that was not read, up to where that has to be read to be certain.
    fn last_end(&self, text: &str, end: usize) -> Option<Range<usize>> {
        // A block that is not read yet begins there.
        if self.resume.unit == self.units.len() {
            return None;
        }
        let at = |end: usize| self.read_to + end..self.read_to + end;
        let rest = text.get(self.read_to..end)?;
        if self.fence.is_some() {
            let line = self.closing_line(text, end)?;
            return Some(line.end..line.end);
        }
        Some(match self.kind()? {
            Kind::Paragraph | Kind::Quote | Kind::Table | Kind::Link => at(rest::blank_line(rest)?.end),
            Kind::Heading | Kind::Rule | Kind::Code => at(rest.find('\n')? + 1),
            Kind::List | Kind::Note => {
                let line = rest::outdented_line(rest)?;
                self.read_to + line.start..self.read_to + line.end
            }
            Kind::Html => return None,
        })
    }

    /// How far the next block seems to go in the text that was not read.
    pub(super) fn next_block(&self, text: &str, shown: Shown) -> Shown {
        let rest = text.get(self.read_to..shown.end).unwrap_or_default();
        let start = self.read_to + (rest.len() - rest.trim_start().len());
        match text.get(start..shown.end).and_then(rest::blank_line) {
            Some(line) => Shown { end: start + line.end, close: "" },
            None => rest::without_half_address(text, shown),
        }
    }

    /// Whether the text that was not read holds what would be drawn differently if it were.
    pub(super) fn is_worth_reading(&self, text: &str, shown: Shown) -> bool {
        let rest = text.get(self.read_to..shown.end).unwrap_or_default();
        let is_new_link = shown.close != self.close && !shown.close.is_empty();
        if rest.trim().is_empty() && !is_new_link || self.fence.is_some() {
            return false;
        }
        let begins = self.resume.unit == self.units.len() && !rest.trim_start().starts_with(char::is_alphabetic);
        let is_note = self.kind() == Some(Kind::Note);
        let read = text.get(self.resume.at..shown.end).unwrap_or_default();
        is_new_link || begins || is_note || rest::is_worth_reading(read, read.len().saturating_sub(rest.len()))
    }

    /// How much of the budget must be left for reading what is pending to be settled. Half of it may be borrowed, the more
    /// of it must be paid back the longer it waits.
    pub(super) fn reserve(&self, end: usize) -> usize {
        let next = self.units.get(1).map(|unit| unit.start);
        let front = next.or(self.ended).unwrap_or(end).saturating_sub(self.start());
        let waits = end.saturating_sub(self.start() + front);
        (front / 2 + waits / 2).min(front)
    }
}

/// What is shown.
impl Open {
    /// Makes its pieces: what was read, and after it as it is what was not. The latter is returned where it belongs to the
    /// last note. Of what was read only the end can have changed since the last time, unless `was_read`.
    pub(super) fn show(&mut self, text: &str, shown: Shown, was_read: bool, keys: &mut Keys) -> Option<String> {
        let rest = self.rest(text, shown);
        let mut pieces = std::mem::take(&mut self.section.pieces);
        let after = pieces.split_off(self.drafts.len().min(pieces.len()));
        if was_read {
            pieces = identified(pieces, &self.drafts, keys);
        }
        if let (Some(piece), Some(draft)) = (pieces.last_mut(), self.drafts.last()) {
            if self.fence.is_some() {
                piece.change(draft, keys);
            }
            piece.change_last(rest.last.map(Arc::new).or_else(|| draft.contents.last().cloned()), keys);
        }
        pieces.extend(identified(after, &rest.after, keys));
        self.section.pieces = pieces;
        rest.note
    }

    /// The text that was not read.
    fn rest(&self, text: &str, shown: Shown) -> Rest {
        let mut all = Rest::default();
        let from = self.closing_line(text, shown.end).map_or(self.read_to, |line| line.end);
        let rest = text.get(from..shown.end).unwrap_or_default();
        let is_link = !shown.close.is_empty();
        let kind = self.kind();
        let goes_on_to = match kind {
            _ if self.resume.unit == self.units.len() => Some(0),
            Some(Kind::Heading) => rest.find('\n'),
            Some(Kind::Code) if self.fence.is_some() || self.was_fenced(text) => Some(0),
            Some(Kind::Rule | Kind::Link) | None => Some(0),
            Some(Kind::Paragraph | Kind::Quote | Kind::List | Kind::Html | Kind::Table | Kind::Note | Kind::Code) => {
                rest::blank_line(rest).map(|line| line.end)
            }
        };
        let (head, tail) = rest.split_at_checked(goes_on_to.unwrap_or(rest.len())).unwrap_or_default();
        if !tail.trim().is_empty() {
            all.after = unread(tail, is_link);
        }
        // Rows of a table that were not read are not shown.
        if head.trim().is_empty() || kind == Some(Kind::Table) {
            return all;
        }
        let plain = rest::plain(head, is_link && all.after.is_empty());
        if kind == Some(Kind::Note) {
            all.note = Some(plain);
            return all;
        }
        let last = self.drafts.last().and_then(|draft| draft.contents.last());
        let is_long = self.read_to.saturating_sub(self.resume.at) > LONG;
        let mut last = last.filter(|_| !is_long).map(|content| content.as_ref().clone());
        if last.as_mut().is_some_and(|last| section::append(last, &plain, &bidi::strip(head))) {
            all.last = last;
        } else {
            all.after = unread(rest, is_link);
        }
        all
    }

    /// Whether the last unit, code without an open fence, had a fence at all.
    fn was_fenced(&self, text: &str) -> bool {
        self.units.last().and_then(|unit| text.get(unit.start..)).is_some_and(|source| cut::fence(source).is_some())
    }
}

/// What is shown of blocks that were not read: paragraphs and code.
fn unread(mut text: &str, is_link: bool) -> Vec<Draft> {
    let mut drafts = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return drafts;
        }
        if let Some(fence) = cut::fence(text).filter(|fence| fence.len() > 2) {
            let (_, code) = text.split_once('\n').unwrap_or_default();
            let close = cut::closing_line(code, fence).unwrap_or(code.len()..code.len());
            drafts.push(Draft::open_code(None, &bidi::strip(code.get(..close.start).unwrap_or_default())));
            text = code.get(close.end..).unwrap_or_default();
        } else {
            let end = rest::blank_line(text).map_or(text.len(), |line| line.end);
            let (block, after) = text.split_at_checked(end).unwrap_or_default();
            let plain = rest::plain(block, is_link && after.is_empty());
            drafts.push(Draft::new(Frame::Paragraph, [Content::Text(vec![Inline::Text(plain)])]));
            text = after;
        }
    }
}

/// Where an open code block was read to: before its last line end, which may be the one before the fence that closes it.
fn code_end(text: &str, source: &str) -> usize {
    let is_empty = source.split_inclusive('\n').count() < 2;
    let end = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
    if is_empty { text.len() } else { end.len() }
}

fn line_start(text: &str, place: usize) -> usize {
    text.get(..place).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// From where to read on after `unit`, which was read from `from` on.
fn end_of(text: &str, unit: &Unit, from: Resume) -> Resume {
    match unit.kind {
        Kind::List => {
            let Some((last, others)) = unit.parts.split_last() else { return from };
            let parts = from.parts + others.len();
            Resume { at: line_start(text, *last), continues: (parts > 0).then_some(Kind::List), parts, ..from }
        }
        Kind::Table => {
            let source = text.get(unit.start..unit.end).unwrap_or_default().trim_end();
            let body_end = unit.start + source.len();
            let Some(end) = text.get(body_end..).and_then(|rest| rest.find('\n')) else { return from };
            let at = body_end + end + 1;
            let head_end = source.match_indices('\n').nth(1).map_or(at, |(end, _)| unit.start + end + 1);
            let lead = if from.lead == Lead::Nothing { Lead::Lines(from.at..head_end) } else { from.lead };
            Resume { at, lead, continues: Some(Kind::Table), parts: from.parts + unit.parts.len(), ..from }
        }
        Kind::Paragraph => match &unit.before {
            Some((_, place)) => {
                Resume { at: *place, lead: Lead::Word, continues: Some(Kind::Paragraph), parts: from.parts + 1, ..from }
            }
            None => from,
        },
        Kind::Heading | Kind::Quote | Kind::Code | Kind::Html | Kind::Rule | Kind::Note | Kind::Link => from,
    }
}
