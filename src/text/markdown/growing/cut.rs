//! Where a document can be cut so that nothing that is still to come changes what stands before.
//!
//! Most blocks end by themselves or with a blank line. Of what can go on after one, a list and a note, the end is certain
//! when the first line of the next block is complete and did not belong to it. The parser looks ahead for the definition of
//! a link only (its label, destination and title may span lines); a blank line ends that search, and so does every line that
//! can interrupt a paragraph.

use std::ops::Range;

use super::read::{Kind, Unit};
use super::rest::blank_line;

/// The places in `text`, read up to `end`, where `units` can be cut, each with the number of units before it. In order.
pub(super) fn cuts(text: &str, end: usize, units: &[Unit]) -> Vec<(usize, usize)> {
    let text = text.get(..end).unwrap_or_default();
    let pairs = (1..).zip(units.iter().zip(units.iter().skip(1)));
    let between = pairs.filter_map(|(count, (before, after))| Some((between(text, before, after)?, count)));
    let after = units.last().and_then(|unit| Some((after(text, unit)?, units.len())));
    between.chain(after).collect()
}

/// The start of the line on which `after` begins, if all before it is certain.
fn between(text: &str, before: &Unit, after: &Unit) -> Option<usize> {
    let line_start = text.get(..after.start)?.rfind('\n')? + 1;
    let indent = text.get(line_start..after.start)?;
    // A note in a note ends it, and stands where only the note around it let it be.
    let is_first = is_blank(indent) && (after.kind == Kind::Code || indent.len() < 4 && !indent.contains('\t'));
    if !is_first || line_start < before.start {
        return None;
    }
    let above = text.get(..line_start - 1)?;
    let above = above.get(above.rfind('\n').map_or(0, |end| end + 1)..)?;
    let is_apart = is_blank(above.strip_suffix('\r').unwrap_or(above));
    let is_complete = text.get(after.start..)?.contains('\n');
    let follows = || text.get(before.end..line_start).is_none_or(|gap| gap.trim().is_empty());
    let is_certain = match before.kind {
        Kind::Heading | Kind::Rule | Kind::Code | Kind::Html if follows() => true,
        Kind::Paragraph | Kind::Quote | Kind::Table | Kind::Link if is_apart => true,
        Kind::Link if after.kind == Kind::Link && follows() => is_complete,
        Kind::Heading
        | Kind::Rule
        | Kind::Code
        | Kind::Html
        | Kind::Paragraph
        | Kind::Quote
        | Kind::Table
        | Kind::Link
        | Kind::List
        | Kind::Note => is_complete && (is_apart || interrupts(text, before.kind, after)),
    };
    is_certain.then_some(line_start)
}

/// Whether the unit begins with a line that ends whatever stands before, judged by that line alone.
fn interrupts(text: &str, before: Kind, unit: &Unit) -> bool {
    let begins_with = |marks: &[char]| text.get(unit.start..).is_some_and(|source| source.starts_with(marks));
    match unit.kind {
        Kind::Rule | Kind::Quote | Kind::Note => true,
        Kind::Heading => begins_with(&['#']),
        Kind::Code => begins_with(&['`', '~']),
        // A table ends at any item, what may be a label across lines goes on over some.
        Kind::List => before != Kind::Table,
        Kind::Paragraph | Kind::Html | Kind::Table | Kind::Link => false,
    }
}

/// Where the last unit is certain to have ended although nothing follows yet.
fn after(text: &str, unit: &Unit) -> Option<usize> {
    let source = text.get(unit.start..unit.end)?;
    let body_end = unit.start + source.trim_end().len();
    let rest = text.get(body_end..).filter(|rest| rest.trim().is_empty())?;
    let end = match unit.kind {
        Kind::Heading | Kind::Rule => rest.find('\n')? + 1,
        Kind::Code if is_closed(source) => rest.find('\n')? + 1,
        Kind::Paragraph | Kind::Quote | Kind::Table | Kind::Link => blank_line(rest)?.end,
        Kind::Code | Kind::Html | Kind::List | Kind::Note => return None,
    };
    Some(body_end + end)
}

fn is_blank(line: &str) -> bool {
    line.chars().all(|c| matches!(c, ' ' | '\t'))
}

/// The fence that opens a code block, if it has one.
pub(super) fn fence(source: &str) -> Option<&str> {
    let mark = source.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = source.len() - source.trim_start_matches(mark).len();
    source.get(..length)
}

/// Whether `line` closes a code block that `fence` opened.
pub(super) fn closes(line: &str, fence: &str) -> bool {
    let unindented = line.trim_start_matches(' ');
    let rest = unindented.trim_start_matches(|c| fence.starts_with(c));
    line.len() - unindented.len() < 4
        && unindented.len() - rest.len() >= fence.len()
        && rest.trim_end_matches(['\r', '\n']).chars().all(|c| c == ' ')
}

/// Whether the code block `source`, which begins with a fence, is closed.
pub(super) fn is_closed(source: &str) -> bool {
    let Some(fence) = fence(source) else { return false };
    source.trim_end_matches(['\r', '\n']).lines().skip(1).last().is_some_and(|line| closes(line, fence))
}

/// Where the line starts, counted from the start of `text`, that closes the code block which `fence` opened.
pub(super) fn closing_line(text: &str, fence: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.ends_with('\n') && closes(line, fence) {
            return Some(start..start + line.len());
        }
        start += line.len();
    }
    None
}
