//! What changed within a line.

use super::tokens::{Interner, changes};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The longest line that is looked at word by word: bytes. In longer ones (data, minified code) marks tell nobody
/// anything, and looking for them would take long.
pub const LONGEST: usize = 1_000;

/// What was removed from one line and added to the other: ranges of bytes, in order, none empty, none touching the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// In the old line.
    pub removed: Vec<Range<usize>>,
    /// In the new line.
    pub added: Vec<Range<usize>>,
}

/// Where two lines differ, by words. `None` where they are too long ([`LONGEST`]), or have so little in common that one is
/// no new form of the other. A mark begins and ends between graphemes.
#[must_use]
pub fn words(old: &str, new: &str) -> Option<Marks> {
    if old.len() > LONGEST || new.len() > LONGEST {
        return None;
    }
    let mut interner = Interner::default();
    let (old_words, new_words) = (split(old), split(new));
    let old_tokens = old_words.iter().map(|word| interner.intern(word.text)).collect::<Vec<_>>();
    let new_tokens = new_words.iter().map(|word| interner.intern(word.text)).collect::<Vec<_>>();
    let changed = changes(&old_tokens, &new_tokens, &interner);
    let removed = marked(&old_words, changed.iter().map(|hunk| hunk.old.clone()));
    let added = marked(&new_words, changed.iter().map(|hunk| hunk.new.clone()));
    let kept = ink(old) - removed.iter().filter_map(|range| old.get(range.clone())).map(ink).sum::<usize>();
    let longest = ink(old).max(ink(new));
    // Two fifths in common is where marks stop to help: below, they are scattered over a line that is simply another.
    (kept * 5 >= longest * 2).then_some(Marks { removed, added })
}

/// How many bytes of a text are no blanks.
fn ink(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).map(char::len_utf8).sum()
}

struct Word<'a> {
    start: usize,
    text: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letters,
    Blanks,
    Other,
}

/// Words, runs of blanks, and all other graphemes one by one. (The word breaks of Unicode need tables that are larger than
/// all of this module, and may fall inside of a grapheme.)
fn split(line: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut last = Class::Other;
    for (at, grapheme) in line.grapheme_indices(true) {
        let class = grapheme.chars().next().map_or(Class::Other, class);
        let end = at + grapheme.len();
        match words.last_mut() {
            Some(word) if class == last && class != Class::Other => {
                word.text = line.get(word.start..end).unwrap_or_default();
            }
            _ => words.push(Word { start: at, text: grapheme }),
        }
        last = class;
    }
    words
}

/// Roughly what is a letter, without the tables that would say it exactly. Scripts that are written without blanks (those
/// from Thai to Burmese, Khmer, and all from U+2E80 on) count letter by letter.
fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => Class::Letters,
        _ if c.is_whitespace() => Class::Blanks,
        '\u{c0}'..='\u{dff}' | '\u{10a0}'..='\u{177f}' | '\u{1800}'..='\u{1fff}' => Class::Letters,
        _ => Class::Other,
    }
}

/// The bytes of runs of words. Two runs with nothing but blanks between them are one: a reader sees one change.
fn marked(words: &[Word<'_>], runs: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    let mut last_run = 0;
    for run in runs {
        let changed = words.get(run.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (changed.first(), changed.last()) else { continue };
        let between = words.get(last_run..run.start).unwrap_or_default();
        let end = last.start + last.text.len();
        match marks.last_mut() {
            Some(mark) if between.iter().all(|word| word.text.trim().is_empty()) => mark.end = end,
            _ => marks.push(first.start..end),
        }
        last_run = run.end;
    }
    marks
}
