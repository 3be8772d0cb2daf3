//! The read card: which lines of their file are there.

use crate::lang::Strings;
use crate::view::result::{Line, Read};

/// Whether each line is the one after the line before it.
#[must_use]
pub fn are_in_a_row(lines: &[Line]) -> bool {
    pairs(lines).all(|(line, next)| follows(line.number, next.number))
}

/// Whether a line with the second number is the one after a line with the first.
#[must_use]
pub fn follows(number: u64, next: u64) -> bool {
    number.checked_add(1) == Some(next)
}

/// Which lines of how many; where they are not all in a row, how many of how many. Numbers that contradict each other are
/// not repeated as a fact.
#[must_use]
pub fn extent(read: &Read, strings: &Strings) -> String {
    let (card, lines) = (&strings.card, &read.lines);
    let (first, last) = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => (first.number, last.number),
        _ if read.offset > read.total_lines => return (card.no_lines_of)(read.offset, read.total_lines),
        _ => return (card.lines)(0, Some(read.total_lines)),
    };
    let is_within = first > 0 && last <= read.total_lines;
    let ascends = pairs(lines).all(|(line, next)| line.number < next.number);
    if is_within && are_in_a_row(lines) {
        (card.lines_of)(first, last, read.total_lines)
    } else {
        (card.lines)(lines.len(), (is_within && ascends).then_some(read.total_lines))
    }
}

fn pairs(lines: &[Line]) -> impl Iterator<Item = (&Line, &Line)> {
    lines.iter().zip(lines.iter().skip(1))
}
