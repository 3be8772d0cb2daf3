//! Two texts compared line by line, and lines word by word.
//!
//! Time and memory grow with the size of the texts, not with its square, whatever is in them.

mod lines;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

pub use lines::{LineEnd, LineEnds, Lines};
pub use tokens::Hunk;
pub use words::{Marks, words};

use tokens::{Interner, changes};

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The lines that were there.
    pub old: Lines,
    /// The lines that are there now.
    pub new: Lines,
    /// The changes, in order; lines between them are the same on both sides.
    pub hunks: Vec<Hunk>,
    /// The two ways in which the lines end, where all of them went from the one to the other. The lines themselves are then
    /// compared without their ends: such a change is one fact, and not a change of every line. In texts that mix both ways,
    /// carriage returns are part of the lines.
    pub ends: Option<(LineEnd, LineEnd)>,
    /// How the new lines end, where carriage returns are no part of any line.
    pub end: Option<LineEnd>,
}

/// Lines that a text lost and gained.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Added lines.
    pub added: usize,
    /// Removed lines.
    pub removed: usize,
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.removed += other.removed;
    }
}

impl Comparison {
    /// Compares what was there, if anything was, with what is there now.
    #[must_use]
    pub fn new(old: Option<&str>, new: &str) -> Self {
        let old = old.unwrap_or_default();
        let (old_ends, new_ends) = (LineEnds::of(old), LineEnds::of(new));
        let uniform = old_ends != LineEnds::Mixed && new_ends != LineEnds::Mixed;
        let (old, new) = (Lines::new(old, uniform), Lines::new(new, uniform));
        let hunks = compare(&old, &new);
        let ends = match (old_ends, new_ends) {
            (LineEnds::All(old), LineEnds::All(new)) if old != new => Some((old, new)),
            (LineEnds::None | LineEnds::All(_) | LineEnds::Mixed, _) => None,
        };
        let end = if let (LineEnds::All(end), true) = (new_ends, uniform) { Some(end) } else { None };
        Self { old, new, hunks, ends, end }
    }

    /// How many lines were added and removed.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for hunk in &self.hunks {
            totals += Totals { added: hunk.new.len(), removed: hunk.old.len() };
        }
        totals
    }

    /// Whether nothing is different.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.hunks.is_empty() && self.ends.is_none()
    }

    /// Whether the old text lacks the line feed at its end that the new one has. (Two that both lack it are mostly cut out of
    /// their files, and say nothing about the files' ends.)
    #[must_use]
    pub fn old_is_open(&self) -> bool {
        self.old.is_open() && !self.new.is_open()
    }

    /// Whether the new text lacks the line feed at its end that the old one has, or would have.
    #[must_use]
    pub fn new_is_open(&self) -> bool {
        self.new.is_open() && !self.old.is_open()
    }
}

/// The changes. A last line without an end differs from the same line with one.
fn compare(old: &Lines, new: &Lines) -> Vec<Hunk> {
    let mut interner = Interner::default();
    let mut old_tokens: Vec<_> = old.iter().map(|line| interner.intern(line)).collect();
    let mut new_tokens: Vec<_> = new.iter().map(|line| interner.intern(line)).collect();
    for (lines, other, tokens) in [(old, new, &mut old_tokens), (new, old, &mut new_tokens)] {
        if lines.is_open()
            && !other.is_open()
            && let (Some(token), Some(line)) = (tokens.last_mut(), lines.iter().last())
        {
            *token = interner.alone(line);
        }
    }
    changes(&old_tokens, &new_tokens, &interner)
}
