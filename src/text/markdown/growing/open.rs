//! The end of a growing document, which is not settled yet.

use super::cut;
use super::piece::{Content, Draft, Frame};
use super::read::{Kind, Lead, Reading, Unit};
use super::rest::{self, Inside, Shown};
use super::section::{self, Section};
use crate::text::bidi;
use crate::text::markdown::tree::Inline;
use std::ops::Range;
use std::sync::Arc;

/// From where the end can be read again without what stands before.
#[derive(Clone)]
pub(super) struct Resume {
    pub(super) at: usize,
    pub(super) lead: Lead,
    /// What the reading must begin with for its parts to be appended; `None` if it begins a piece.
    continues: Option<Kind>,
    /// How many drafts stay, and how many parts of the next one, and how many texts of notes.
    drafts: usize,
    parts: usize,
    notes: usize,
}

impl Default for Open {
    fn default() -> Self {
        Self::new(0)
    }
}

/// The last unit.
#[derive(Clone, Copy)]
struct Last {
    kind: Kind,
    start: usize,
    /// Whether units that are not settled stand before it.
    has_others: bool,
}

/// What is not settled.
pub(super) struct Open {
    /// Its pieces are those that are shown, with the text that has not been parsed.
    pub(super) section: Section,
    /// What was read.
    pub(super) drafts: Vec<Draft>,
    last: Option<Last>,
    /// The fence of a code block that is open.
    fence: Option<String>,
    /// How far the drafts go.
    read_to: usize,
    /// What was put after the text when it was read.
    close: &'static str,
    pub(super) resume: Resume,
    /// How far the text went when all of this was read.
    pub(super) tried: usize,
}

impl Open {
    /// Nothing yet, from `start` on.
    pub(super) fn new(start: usize) -> Self {
        let section = Section { range: start..start, ..Section::default() };
        let resume = Resume { at: start, lead: Lead::Nothing, continues: None, drafts: 0, parts: 0, notes: 0 };
        Self {
            section,
            drafts: Vec::new(),
            last: None,
            fence: None,
            read_to: start,
            close: "",
            resume,
            tried: start,
        }
    }

    pub(super) fn start(&self) -> usize {
        self.section.range.start
    }

    /// How far `text` is shown.
    pub(super) fn shown(&self, text: &str) -> Shown {
        let inside = match (&self.fence, self.last) {
            (Some(fence), _) => Inside::Fence(fence.chars().next().unwrap_or('`')),
            (None, Some(Last { kind: Kind::Table, .. })) => Inside::Table,
            (None, _) => Inside::Other,
        };
        rest::shown(text, self.start(), inside)
    }

    /// Takes what was read of it from its start up to `end`, with `units` that are not settled.
    pub(super) fn fill(&mut self, text: &str, mut units: Vec<Unit>, shown: Shown) {
        self.drafts.clear();
        self.add(text, &mut units, shown, None);
        self.tried = shown.end;
    }

    /// Takes what was read from where it can be resumed. Says whether it was a continuation; if not, nothing changes but
    /// that next time the last block is read from its start.
    pub(super) fn go_on(&mut self, text: &str, mut reading: Reading, shown: Shown) -> bool {
        let Some(kind) = self.resume.continues else {
            self.drafts.truncate(self.resume.drafts);
            self.section.notes.truncate(self.resume.notes);
            self.add(text, &mut reading.units, shown, None);
            return true;
        };
        let is_continuation = reading.units.first().is_some_and(|unit| unit.kind == kind);
        if is_continuation && let Some(draft) = self.drafts.get_mut(self.resume.drafts) {
            draft.contents.truncate(self.resume.parts);
            self.drafts.truncate(self.resume.drafts + 1);
            self.section.notes.truncate(self.resume.notes);
            let resume = self.resume.clone();
            self.add(text, &mut reading.units, shown, Some(resume));
            return true;
        }
        if let Some(last) = self.last {
            let (drafts, notes) = (self.resume.drafts, self.resume.notes);
            self.resume =
                Resume { at: line_start(text, last.start), lead: Lead::Nothing, continues: None, drafts, parts: 0, notes };
        }
        false
    }

    fn add(&mut self, text: &str, units: &mut [Unit], shown: Shown, mut resumed: Option<Resume>) {
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
            let resume = resumed.take();
            let kept = resume.as_ref().map_or(0, |resume| resume.parts);
            let new = if is_last { section::open(unit, fence.is_some()) } else { section::closed(unit) };
            let first = if resume.is_some() { self.drafts.len().saturating_sub(1) } else { self.drafts.len() };
            match (&resume, self.drafts.last_mut()) {
                (Some(_), Some(draft)) => draft.contents.extend(new.into_iter().flat_map(|new| new.contents)),
                _ => self.drafts.extend(new),
            }
            if is_last {
                let has_others = index > 0 || resume.is_some() && self.last.is_some_and(|last| last.has_others);
                let start = match (&resume, self.last) {
                    (Some(_), Some(last)) => last.start,
                    _ => unit.start,
                };
                if let Some(fence) = fence {
                    self.read_to = without_line_end(text, source);
                    self.fence = Some(fence.to_owned());
                }
                self.resume = next_resume(text, unit, resume, first, kept, notes);
                self.last = Some(Last { kind: unit.kind, start, has_others });
            }
        }
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

    /// Whether reading all of it is likely to settle something, which it was not when it was read last.
    pub(super) fn may_settle(&self, text: &str, end: usize) -> bool {
        let Some(last) = self.last else { return false };
        let rest = text.get(self.read_to..end).unwrap_or_default();
        let first_line = || text.get(last.start..end).and_then(|source| source.find('\n')).map(|at| last.start + at + 1);
        let by_itself = match last.kind {
            Kind::Paragraph | Kind::Quote | Kind::Table | Kind::Link => rest::blank_line(rest).map(|line| self.read_to + line.end),
            Kind::Heading | Kind::Rule => rest.find('\n').map(|at| self.read_to + at + 1),
            Kind::Code if self.fence.is_some() => self.closing_line(text, end).map(|line| line.end),
            Kind::Code => rest.find('\n').map(|at| self.read_to + at + 1),
            Kind::Html | Kind::List | Kind::Note => None,
        };
        let by_next = if last.has_others { first_line() } else { None };
        [by_itself, by_next].into_iter().flatten().any(|at| at > self.tried)
    }

    /// Whether the text that was not read holds what would be drawn differently if it were.
    pub(super) fn is_worth_reading(&self, text: &str, shown: Shown) -> bool {
        let rest = text.get(self.read_to..shown.end).unwrap_or_default();
        let is_new_link = shown.close != self.close && !shown.close.is_empty();
        if rest.trim().is_empty() && !is_new_link || self.fence.is_some() {
            return false;
        }
        let begins = self.last.is_none() && !rest.trim_start().starts_with(char::is_alphabetic);
        let is_note = self.last.is_some_and(|last| last.kind == Kind::Note);
        is_new_link || begins || is_note || rest::is_worth_reading(rest)
    }

    /// What is shown: what was read, and after it as it is what was not. The latter apart where it belongs to a note.
    pub(super) fn with_rest(&self, text: &str, shown: Shown) -> (Vec<Draft>, Option<String>) {
        let mut drafts = self.drafts.clone();
        let from = self.closing_line(text, shown.end).map_or(self.read_to, |line| line.end);
        let rest = text.get(from..shown.end).unwrap_or_default();
        if rest.trim().is_empty() {
            return (drafts, None);
        }
        let is_link = !shown.close.is_empty();
        let kind = self.last.map(|last| last.kind);
        let head_end = match kind {
            Some(Kind::Heading) => rest.find('\n'),
            Some(Kind::Paragraph | Kind::Quote | Kind::List | Kind::Html | Kind::Table | Kind::Note) => {
                rest::blank_line(rest).map(|line| line.end)
            }
            Some(Kind::Code) if self.fence.is_none() && !self.is_closed(text) => rest::blank_line(rest).map(|line| line.end),
            Some(Kind::Code | Kind::Rule | Kind::Link) | None => Some(0),
        };
        let (head, tail) = rest.split_at_checked(head_end.unwrap_or(rest.len())).unwrap_or_default();
        let head_is_link = is_link && tail.trim().is_empty();
        let mut note = None;
        if kind == Some(Kind::Note) {
            note = Some(rest::plain(head, head_is_link));
        } else if kind != Some(Kind::Table) && !head.trim().is_empty() {
            let leaf = drafts.last_mut().and_then(|draft| draft.contents.last_mut()).map(Arc::make_mut);
            let plain = rest::plain(head, head_is_link);
            let is_shown = leaf.is_some_and(|leaf| section::append(leaf, &plain, &bidi::strip(head)));
            if !is_shown {
                drafts.push(paragraph(&plain));
            }
        }
        if !tail.trim().is_empty() {
            drafts.push(paragraph(&rest::plain(tail.trim_start(), is_link)));
        }
        (drafts, note)
    }

    /// Whether the last unit, code without an open fence, had a fence at all.
    fn is_closed(&self, text: &str) -> bool {
        self.last.and_then(|last| text.get(last.start..)).is_some_and(|source| cut::fence(source).is_some())
    }
}

fn paragraph(text: &str) -> Draft {
    Draft::new(Frame::Paragraph, [Content::Text(vec![Inline::Text(text.trim_start().to_owned())])])
}

/// Where an open code block was read to: before its last line end, which may be the one before the fence that closes it.
fn without_line_end(text: &str, source: &str) -> usize {
    let is_empty = source.split_inclusive('\n').count() < 2;
    let end = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
    if is_empty { text.len() } else { end.len() }
}

fn line_start(text: &str, place: usize) -> usize {
    text.get(..place).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// From where to read on after `unit`, whose first draft is number `first` and has `kept` parts from before.
fn next_resume(text: &str, unit: &Unit, resumed: Option<Resume>, first: usize, kept: usize, notes: usize) -> Resume {
    let start = line_start(text, unit.start);
    let whole = resumed.unwrap_or(Resume { at: start, lead: Lead::Nothing, continues: None, drafts: first, parts: 0, notes });
    match unit.kind {
        Kind::List => {
            let Some((last, others)) = unit.parts.split_last() else { return whole };
            let parts = kept + others.len();
            let continues = (parts > 0).then_some(Kind::List);
            Resume { at: line_start(text, *last), continues, parts, ..whole }
        }
        Kind::Table => {
            let source = text.get(unit.start..unit.end).unwrap_or_default().trim_end();
            let body_end = unit.start + source.len();
            let Some(end) = text.get(body_end..).and_then(|rest| rest.find('\n')) else { return whole };
            let head = || source.match_indices('\n').nth(1).map_or(body_end + end + 1, |(at, _)| unit.start + at + 1);
            let lead = if whole.lead == Lead::Nothing { Lead::Lines(start..head()) } else { whole.lead };
            let parts = kept + unit.parts.len();
            Resume { at: body_end + end + 1, lead, continues: Some(Kind::Table), parts, ..whole }
        }
        Kind::Paragraph => match &unit.before {
            Some((_, place)) => {
                Resume { at: *place, lead: Lead::Word, continues: Some(Kind::Paragraph), parts: kept + 1, ..whole }
            }
            None => whole,
        },
        Kind::Heading | Kind::Quote | Kind::Code | Kind::Html | Kind::Rule | Kind::Note | Kind::Link => whole,
    }
}
