//! The diff card: which files changed and how, and the rows that show it.

use super::{Chip, Tone};
use crate::lang::Strings;
use crate::text::diff::{Comparison, Hunk, LineEnd, Totals, words};
use crate::text::excerpt;
use crate::text::visible::{named, revealed};
use crate::transcript::model::Call;
use crate::view::result::FileDiff;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Lines that stand around a change.
const CONTEXT: usize = 3;

/// Lines of one side of a change that are drawn at first.
const FIRST: usize = 60;

/// Rows of the first page of a card, and of each further one; a page goes on to the end of the piece that fills it.
const PAGES: [usize; 2] = [200, 1_000];

/// The longest line that is drawn whole: graphemes.
const LONGEST: usize = 2_000;

/// Whose word a difference is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The call's: what it sets out to do. A file that it means to write may be there already.
    Proposed,
    /// The result's, of a tool that writes files whole.
    Written,
    /// The result's, of any other tool.
    Edited,
}

impl Origin {
    /// The origin of what the result of a call says.
    #[must_use]
    pub fn of_result(call: &Call) -> Self {
        if call.name.as_deref() == Some("write") { Self::Written } else { Self::Edited }
    }
}

/// What happened to a file, or is to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// It was not there before.
    New,
    /// It was there, and was written anew.
    Overwritten,
    /// Some of it was changed.
    Edited,
    /// Some of it is to be changed.
    Proposed,
    /// It is to be written, whether it is there or not.
    ToWrite,
}

impl Change {
    fn of(diff: &FileDiff, origin: Origin) -> Self {
        match (origin, &diff.old_text) {
            (Origin::Proposed, None) => Self::ToWrite,
            (Origin::Proposed, Some(_)) => Self::Proposed,
            (Origin::Written | Origin::Edited, None) => Self::New,
            (Origin::Written, Some(_)) => Self::Overwritten,
            (Origin::Edited, Some(_)) => Self::Edited,
        }
    }

    /// Its chip; the headline says "changed" already.
    fn chip(self, strings: &Strings) -> Option<Chip> {
        let words = match self {
            Self::New => strings.diff.new_file,
            Self::Overwritten => strings.diff.overwritten,
            Self::Edited => return None,
            Self::Proposed => strings.diff.proposed,
            Self::ToWrite => strings.diff.to_write,
        };
        Some(Chip::new(Tone::Plain, words))
    }
}

/// How many lines were added and removed: `+2 −1`; `None` where none was.
fn counted(totals: Totals) -> Option<Chip> {
    let words = match totals {
        Totals { added: 0, removed: 0 } => return None,
        Totals { added, removed: 0 } => format!("+{added}"),
        Totals { added: 0, removed } => format!("−{removed}"),
        Totals { added, removed } => format!("+{added} −{removed}"),
    };
    Some(Chip::new(Tone::Plain, words))
}

/// The marks of a result's header: what became of the file, where it is one, and how many lines were added and removed.
#[must_use]
pub fn chips(call: &Call, diffs: &[FileDiff], strings: &Strings) -> Vec<Chip> {
    let files = Files::of(diffs, Origin::of_result(call));
    let change = files.only().and_then(|file| file.change.chip(strings));
    let mut totals = Totals::default();
    files.0.iter().for_each(|file| totals += file.totals());
    [change, counted(totals)].into_iter().flatten().collect()
}

/// The places of a file, in the host's order.
struct File<'a> {
    path: &'a str,
    change: Change,
    places: Vec<Arc<Comparison>>,
}

impl File<'_> {
    fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.places.iter().for_each(|place| totals += place.totals());
        totals
    }

    /// How the lines end, where that has changed, or is not what one expects.
    fn ends(&self, strings: &Strings) -> Option<Chip> {
        if let Some((old, new)) = self.places.iter().find_map(|place| place.ends) {
            return Some(Chip::new(Tone::Warn, (strings.diff.ends)(old.name(), new.name())));
        }
        let returns = self.places.iter().any(|place| place.end == Some(LineEnd::CrLf));
        returns.then(|| Chip::new(Tone::Plain, LineEnd::CrLf.name()))
    }
}

/// The files, in the order in which the host first names them.
struct Files<'a>(Vec<File<'a>>);

impl<'a> Files<'a> {
    fn of(diffs: &'a [FileDiff], origin: Origin) -> Self {
        let mut files: Vec<File<'a>> = Vec::new();
        let mut known = HashMap::new();
        for diff in diffs {
            let (path, change) = (diff.path.as_str(), Change::of(diff, origin));
            let place = Arc::new(Comparison::new(diff.old_text.as_deref(), &diff.new_text));
            let index = *known.entry((path, change)).or_insert(files.len());
            match files.get_mut(index) {
                Some(file) => file.places.push(place),
                None => files.push(File { path, change, places: vec![place] }),
            }
        }
        Self(files)
    }

    fn only(&self) -> Option<&File<'a>> {
        if let [file] = self.0.as_slice() { Some(file) } else { None }
    }
}

/// All that a card shows of some differences.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Its pieces, a page of them at a time.
    pub pages: Vec<Vec<Piece>>,
    /// How many digits the largest line number has.
    pub digits: usize,
    /// Whether line numbers are those of an excerpt.
    pub is_excerpt: bool,
    /// Whether there is anything to be set side by side.
    pub has_sides: bool,
}

/// One thing below the other.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Here begins a file.
    Head {
        /// Its path.
        path: String,
        /// What happened to it.
        chips: Vec<Chip>,
    },
    /// Lines of the file are left out here, and the host did not say how many.
    Gap,
    /// There are no lines, for this reason.
    Note(&'static str),
    /// Lines that did not change.
    Same(Run),
    /// Lines that did.
    Change {
        /// What was there.
        removed: Run,
        /// What is there now.
        added: Run,
        /// Whether this is all of a text that had no lines before, or has none now.
        is_whole: bool,
    },
}

impl Sheet {
    /// The differences as the `origin` tells of them.
    #[must_use]
    pub fn new(diffs: &[FileDiff], origin: Origin, strings: &'static Strings) -> Self {
        let files = Files::of(diffs, origin);
        // A card of one file has that file's marks in its header.
        let told = origin != Origin::Proposed && files.only().is_some();
        let mut pages = Pages::default();
        for file in &files.0 {
            let mut chips = Vec::new();
            if !told {
                chips.extend(file.change.chip(strings).into_iter().chain(counted(file.totals())));
            }
            chips.extend(file.ends(strings));
            pages.push(Piece::Head { path: named(file.path), chips });
            for (number, place) in file.places.iter().enumerate() {
                if number > 0 {
                    pages.push(Piece::Gap);
                }
                pieces(place, strings).into_iter().for_each(|piece| pages.push(piece));
            }
        }
        let places = || files.0.iter().flat_map(|file| &file.places);
        let longest = places().map(|place| place.old.len().max(place.new.len())).max().unwrap_or_default();
        Self {
            pages: pages.0,
            digits: longest.to_string().len(),
            is_excerpt: diffs.iter().any(|diff| diff.old_text.is_some()),
            has_sides: places().any(|place| !place.hunks.is_empty() && !is_whole(place)),
        }
    }
}

/// Pages that fill one after the other, and how many rows the last one has.
#[derive(Default)]
struct Pages(Vec<Vec<Piece>>, usize);

impl Pages {
    fn push(&mut self, piece: Piece) {
        let [first, further] = PAGES;
        let room = if self.0.len() > 1 { further } else { first };
        // A head does not stand at the foot of a page.
        let needed = if matches!(piece, Piece::Head { .. }) { CONTEXT } else { 0 };
        let rows = piece.rows();
        match self.0.last_mut() {
            Some(page) if self.1 + needed < room => page.push(piece),
            _ => {
                self.0.push(vec![piece]);
                self.1 = 0;
            }
        }
        self.1 += rows;
    }
}

impl Piece {
    /// How many rows it takes at first.
    fn rows(&self) -> usize {
        match self {
            Self::Head { .. } | Self::Gap | Self::Note(_) => 1,
            Self::Same(run) => run.first.max(1),
            Self::Change { removed, added, .. } => removed.first + added.first,
        }
    }
}

fn is_whole(place: &Comparison) -> bool {
    place.old.is_empty() || place.new.is_empty()
}

/// A place as changes with some lines around each, and what lies between folded.
fn pieces(place: &Arc<Comparison>, strings: &'static Strings) -> Vec<Piece> {
    if place.hunks.is_empty() {
        let words = match place.ends {
            Some(_) => strings.diff.only_ends,
            None if place.old.is_empty() => strings.card.empty_file,
            None => strings.diff.no_changes,
        };
        return vec![Piece::Note(words)];
    }
    let mut pieces = Vec::new();
    let mut at = Hunk { old: 0..0, new: 0..0 };
    for hunk in &place.hunks {
        let before = if at.old.end == 0 && at.new.end == 0 { 0 } else { CONTEXT };
        same(place, &at, hunk.old.start, before, CONTEXT, &mut pieces);
        let run = |side, lines: &Range<usize>| Run {
            place: place.clone(),
            hunk: hunk.clone(),
            side,
            lines: lines.clone(),
            // It is not worth a button to hold back a few lines.
            first: if lines.len() <= FIRST + FIRST / 4 { lines.len() } else { FIRST },
        };
        pieces.push(Piece::Change {
            removed: run(Side::Removed, &hunk.old),
            added: run(Side::Added, &hunk.new),
            is_whole: is_whole(place),
        });
        at = hunk.clone();
    }
    same(place, &at, place.old.len(), CONTEXT, 0, &mut pieces);
    pieces
}

/// The lines that are the same between a change and the old line `until`: `before` of them, `after` of them, and between
/// those the others, folded.
fn same(place: &Arc<Comparison>, at: &Hunk, until: usize, before: usize, after: usize, pieces: &mut Vec<Piece>) {
    let mut run = |lines: Range<usize>, first: usize| {
        if !lines.is_empty() {
            pieces.push(Piece::Same(Run { place: place.clone(), hunk: at.clone(), side: Side::Same, lines, first }));
        }
    };
    let all = at.old.end..until;
    // A button takes as much room as the one line that it would hide.
    if all.len() <= before + after + 1 {
        return run(all.clone(), all.len());
    }
    let (head, tail) = (all.start + before, all.end - after);
    run(all.start..head, before);
    run(head..tail, 0);
    run(tail..all.end, after);
}

/// Which side of a comparison a line is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// On both.
    Same,
    /// On the old side alone.
    Removed,
    /// On the new side alone.
    Added,
}

/// Lines of one kind in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    place: Arc<Comparison>,
    /// The change they belong to, or the last one before them.
    hunk: Hunk,
    /// Their kind.
    pub side: Side,
    /// Indices on their side; on the old one for those that are on both.
    lines: Range<usize>,
    /// How many of them are drawn at first.
    pub first: usize,
}

/// A line to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number in the old text, from 1.
    pub old: Option<usize>,
    /// Its number in the new text, from 1.
    pub new: Option<usize>,
    /// Its text with everything in it to be seen.
    pub text: String,
    /// Ranges of `text` that stand out, in order.
    pub marks: Vec<(Range<usize>, Mark)>,
    /// How many bytes of the line are left out behind `text`, because the line is too long.
    pub cut: usize,
    /// Whether it is the last one and lacks the line feed that the other side has.
    pub is_open: bool,
}

/// Why a piece of a line stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is not in the other line.
    Word,
    /// Blanks at the end of a changed line, which nobody would see.
    Blanks,
}

impl Run {
    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line at an index (from 0) within the run. Words are marked where the line has a counterpart: the one that is as
    /// far from the beginning of its change.
    #[must_use]
    pub fn row(&self, index: usize) -> Row {
        let (Hunk { old, new }, line) = (&self.hunk, self.lines.start + index);
        let place = &self.place;
        let (numbers, text, other) = match self.side {
            Side::Same => {
                let counterpart = new.end + (line - old.end);
                ((Some(line), Some(counterpart)), place.old.get(line), None)
            }
            Side::Removed => {
                let counterpart = new.start + (line - old.start);
                let other = place.new.get(counterpart).filter(|_| new.contains(&counterpart));
                ((Some(line), None), place.old.get(line), other)
            }
            Side::Added => {
                let counterpart = old.start + (line - new.start);
                let other = place.old.get(counterpart).filter(|_| old.contains(&counterpart));
                ((None, Some(line)), place.new.get(line), other)
            }
        };
        let text = text.unwrap_or_default();
        let head = excerpt::cut(text, LONGEST);
        let (shown, marks) = marked(head.unwrap_or(text), &self.ranges(text, other));
        Row {
            old: numbers.0.map(|line| line + 1),
            new: numbers.1.map(|line| line + 1),
            text: shown,
            marks,
            cut: head.map_or(0, |head| text.len() - head.len()),
            is_open: match self.side {
                Side::Same => false,
                Side::Removed => place.old_is_open() && line + 1 == place.old.len(),
                Side::Added => place.new_is_open() && line + 1 == place.new.len(),
            },
        }
    }

    /// What of a line is too long to be drawn without being asked for: its last `cut` bytes, with everything in them to be
    /// seen.
    #[must_use]
    pub fn rest(&self, index: usize, cut: usize) -> String {
        let lines = if self.side == Side::Added { &self.place.new } else { &self.place.old };
        let line = lines.get(self.lines.start + index).unwrap_or_default();
        revealed(line.get(line.len().saturating_sub(cut)..).unwrap_or_default())
    }

    fn ranges(&self, text: &str, other: Option<&str>) -> Vec<(Range<usize>, Mark)> {
        let marks = match (self.side, other) {
            (Side::Same, _) => return Vec::new(),
            (Side::Removed, Some(other)) => words(text, other).map(|marks| marks.removed),
            (Side::Added, Some(other)) => words(other, text).map(|marks| marks.added),
            (Side::Removed | Side::Added, None) => None,
        };
        let ink = text.trim_end_matches([' ', '\t']).len();
        let words = marks.unwrap_or_default().into_iter().map(|range| (range.start..range.end.min(ink), Mark::Word));
        words.chain([(ink..text.len(), Mark::Blanks)]).filter(|(range, _)| !range.is_empty()).collect()
    }
}

/// A text with everything in it to be seen, and ranges of it moved along.
fn marked(text: &str, ranges: &[(Range<usize>, Mark)]) -> (String, Vec<(Range<usize>, Mark)>) {
    let (mut shown, mut moved, mut at) = (String::new(), Vec::new(), 0);
    for (range, mark) in ranges {
        let (Some(before), Some(piece)) = (text.get(at..range.start), text.get(range.clone())) else { break };
        shown.push_str(&revealed(before));
        let start = shown.len();
        shown.push_str(&revealed(piece));
        moved.push((start..shown.len(), *mark));
        at = range.end;
    }
    shown.push_str(&revealed(text.get(at..).unwrap_or_default()));
    (shown, moved)
}
