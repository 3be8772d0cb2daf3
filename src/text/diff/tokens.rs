//! Two sequences compared, whatever they are made of.
//!
//! The search is Myers' with the limits of `git`, which keep it from growing with the square of its input. The crate's other
//! algorithm, which reads a little better, has no such limit: a file with every second line changed holds it for seconds.

use gix_imara_diff::{Algorithm, Diff, IndentHeuristic, IndentLevel, Token};
use std::collections::HashMap;
use std::ops::Range;

/// A change: these of the old ones became these of the new ones. One of the two may be empty, never both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// Indices of what was there.
    pub old: Range<usize>,
    /// Indices of what is there now.
    pub new: Range<usize>,
}

/// Gives equal texts equal numbers.
#[derive(Default)]
pub(super) struct Interner<'a> {
    numbers: HashMap<&'a str, u32>,
    texts: Vec<&'a str>,
}

impl<'a> Interner<'a> {
    pub fn intern(&mut self, text: &'a str) -> Token {
        let number = *self.numbers.entry(text).or_insert_with(|| next(&mut self.texts, text));
        Token(number)
    }

    /// A number that no other text has, or will have.
    pub fn alone(&mut self, text: &'a str) -> Token {
        Token(next(&mut self.texts, text))
    }

    fn text(&self, token: Token) -> &'a str {
        usize::try_from(token.0).ok().and_then(|number| self.texts.get(number)).copied().unwrap_or_default()
    }
}

fn next<'a>(texts: &mut Vec<&'a str>, text: &'a str) -> u32 {
    let number = u32::try_from(texts.len()).unwrap_or(u32::MAX);
    texts.push(text);
    number
}

/// Where two sequences differ, in order, with something that is the same between each two. Of the places where a change
/// could as well stand, it stands where a reader of code looks for it.
pub(super) fn changes(old: &[Token], new: &[Token], interner: &Interner<'_>) -> Vec<Hunk> {
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Myers, old, new, u32::try_from(interner.texts.len()).unwrap_or(u32::MAX));
    let indent = |token| IndentLevel::for_ascii_line(interner.text(token).bytes(), 8);
    diff.postprocess_with(old, new, IndentHeuristic::new(indent));
    let range = |range: Range<u32>| index(range.start)..index(range.end);
    diff.hunks().map(|hunk| Hunk { old: range(hunk.before), new: range(hunk.after) }).collect()
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
