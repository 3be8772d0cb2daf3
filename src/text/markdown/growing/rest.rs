//! The end of a text that is still arriving: what of it is better not shown yet, when it is worth parsing, and how it
//! looks until it has been.

use std::ops::Range;

use crate::text::bidi;

/// How far an open text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown {
    /// Where it ends.
    pub(super) end: usize,
    /// What the parser gets after it: a link that is half written is closed.
    pub(super) close: &'static str,
}

/// Closes a link whose destination is not complete, without a destination.
const CLOSE_LINK: &str = "]()";

/// What the text is inside of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// A code block with a fence of that character.
    Fence(char),
    Table,
    Other,
}

/// How far `text`, of which everything before `from` is settled, is shown.
///
/// Its last line is held back while it can turn out to be something else than it looks like: marks that begin a block, a
/// row of a table, a definition. A line that is complete is held back only if it may be the head of a table.
pub(super) fn shown(text: &str, from: usize, inside: Inside) -> Shown {
    let tail = text.get(from..).unwrap_or_default();
    let line_start = from + tail.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(line_start..).unwrap_or_default();
    let all = Shown { end: text.len(), close: "" };
    let without_line = Shown { end: line_start, close: "" };
    if let Inside::Fence(mark) = inside {
        let is_mark = line.chars().all(|c| c == mark || c.is_whitespace());
        return if is_mark { without_line } else { all };
    }
    let before = text.get(from..line_start).unwrap_or_default();
    if inside != Inside::Table
        && line.chars().all(|c| "|-: \t\r".contains(c))
        && let Some(head) = last_line(before).filter(|head| head.trim_start().starts_with('|'))
        && !last_line(before.strip_suffix(head).unwrap_or_default())
            .is_some_and(|line| line.trim_start().starts_with('|'))
    {
        return Shown { end: line_start - head.len(), close: "" };
    }
    let trimmed = line.trim_start();
    if trimmed.is_empty() {
        return all;
    }
    let is_row = trimmed.starts_with('|')
        || inside == Inside::Table && last_line(before).is_some_and(|line| !line.trim().is_empty());
    if is_row || is_marks(trimmed) || trimmed.starts_with("```") || trimmed.starts_with("~~~") || is_definition(trimmed)
    {
        return without_line;
    }
    match half_link(line) {
        Some(end) => Shown { end: line_start + end, close: CLOSE_LINK },
        None => all,
    }
}

/// How far `text` is read: an address at its very end may go on, and would lead somewhere else until then.
pub(super) fn without_half_address(text: &str, shown: Shown) -> Shown {
    let text = text.get(..shown.end).unwrap_or_default();
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_half = word.contains("://") && !word.contains("](") && shown.close.is_empty();
    if is_half { Shown { end: shown.end - word.len(), close: "" } } else { shown }
}

/// The last line of a text that ends with one, its line end included.
fn last_line(text: &str) -> Option<&str> {
    text.split_inclusive('\n').next_back()
}

/// Whether a line consists of what begins a block and nothing else yet, the box of a task included.
fn is_marks(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "#>*-+=~`_.):".contains(c));
    let is_box = |rest: &str| "[ ]".starts_with(rest) || "[x]".starts_with(rest) || "[X]".starts_with(rest);
    rest.is_empty() || rest.len() < line.len() && is_box(rest.trim_end())
}

/// Whether a line may be the definition of a reference link, as far as it is there.
fn is_definition(line: &str) -> bool {
    let Some((label, rest)) = line.strip_prefix('[').and_then(|line| line.split_once("]:")) else { return false };
    let rest = rest.trim_start();
    let after = rest.find(char::is_whitespace).and_then(|end| rest.get(end..)).unwrap_or_default().trim_start();
    !label.starts_with('^') && !label.contains(['[', ']']) && (after.is_empty() || after.starts_with(['"', '\'', '(']))
}

/// Where a line breaks off between a link's label and the end of its destination: the end of the label.
fn half_link(line: &str) -> Option<usize> {
    let label_end = line.rfind("](")?;
    let (before, destination) = line.split_at_checked(label_end)?;
    let mut open = 0_usize;
    for c in destination.chars().skip(2) {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return None,
            ')' => open -= 1,
            _ => {}
        }
    }
    let in_code = before.matches('`').count() % 2 == 1;
    (!in_code && before.contains('[')).then_some(label_end)
}

/// Where running text in `source[whole]` can be cut so that what follows can be read without what stands before, with all
/// that is not plain text in `covered`. Only for a first look: what cannot be seen from here is read again later.
pub(super) fn clean_place(source: &str, whole: Range<usize>, covered: &[Range<usize>]) -> Option<usize> {
    let text = source.get(whole.clone())?;
    let mut covered = covered.iter().peekable();
    let (mut clean, mut clean_before_line, mut has_bar) = (None, None, false);
    let mut brackets = 0_usize;
    let mut before = ' ';
    let mut free_from = whole.start;
    let mut chars = text.char_indices().map(|(at, c)| (whole.start + at, c)).peekable();
    while let Some((at, c)) = chars.next() {
        while let Some(range) = covered.next_if(|range| range.start <= at) {
            free_from = free_from.max(range.end);
        }
        let next = chars.peek().map(|(_, c)| *c);
        if c == '\n' {
            (clean_before_line, has_bar) = (clean, false);
        }
        if at < free_from {
            before = c;
            continue;
        }
        let alone = before.is_whitespace() && next.is_some_and(char::is_whitespace);
        let in_word = before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric);
        match c {
            ' ' if brackets == 0 && !has_bar && next.is_some_and(|c| !c.is_whitespace()) => clean = Some(at + 1),
            '|' => (clean, has_bar) = (clean_before_line, true),
            '`' | '<' => break,
            '*' | '~' if !alone => break,
            '_' if !alone && !in_word => break,
            '[' => brackets += 1,
            ']' => {
                brackets = brackets.saturating_sub(1);
                if next.is_none_or(|c| matches!(c, '(' | '[' | ':')) {
                    break;
                }
            }
            '\\' => {
                chars.next();
            }
            _ => {}
        }
        before = c;
    }
    clean
}

/// Whether the end of `text`, from `from` on, which was not parsed, holds what a parser would draw differently. All of `text`
/// would be parsed.
pub(super) fn is_worth_reading(text: &str, from: usize) -> bool {
    let rest = text.get(from..).unwrap_or_default();
    let closes = |opened: &str, mark: char| rest.contains(mark) && text.contains(opened);
    // A mark at the very end may be half of one, and what is closed by it may still become the label of a link.
    let ends_pair = |mark: char| rest.contains(mark) && !rest.ends_with(mark) && runs(text, mark).is_multiple_of(2);
    rest.len() > LONG
        || rest.trim_end_matches(' ').contains('\n')
        || ['*', '_', '`', '~'].into_iter().any(ends_pair)
        || closes("](", ')')
        || closes("[", ']') && !rest.ends_with(']')
        || closes("<", '>')
        || closes("&", ';')
        || text.contains("://") && rest.ends_with(char::is_whitespace)
}

/// A text without any markup is parsed at least each time it has grown by so much.
const LONG: usize = 400;

/// How often `mark` stands in `text`, several in a row counted as one.
fn runs(text: &str, mark: char) -> usize {
    let starts = |(at, _): &(usize, &str)| !text.get(..*at).is_some_and(|before| before.ends_with(mark));
    text.match_indices(mark).filter(starts).count()
}

/// Running text that has not been parsed, as it is shown. `is_link` says that its last label is that of a link.
pub(super) fn plain(rest: &str, is_link: bool) -> String {
    let mut text = rest.to_owned();
    if is_link && let Some(open) = text.rfind('[') {
        let open = if text.get(..open).is_some_and(|before| before.ends_with('!')) {
            open - 1..open + 1
        } else {
            open..open + 1
        };
        text.replace_range(open, "");
    }
    let mut lines = text.lines();
    let mut plain = bidi::strip(lines.next().unwrap_or_default()).trim_end().to_owned();
    for line in lines {
        plain.push(' ');
        plain.push_str(bidi::strip(line).trim());
    }
    plain
}

/// The first blank line in `text` with the line end before it, if it is complete.
pub(super) fn blank_line(text: &str) -> Option<Range<usize>> {
    let ends = text.match_indices('\n').map(|(at, _)| at);
    let is_blank = |(start, end): &(usize, usize)| {
        let between = text.get(start + 1..*end);
        between.is_some_and(|line| line.chars().all(|c| matches!(c, ' ' | '\t' | '\r')))
    };
    ends.clone().zip(ends.skip(1)).find(is_blank).map(|(start, end)| start..end + 1)
}

/// The first complete line in `text` that is likely not to belong to the list or note before it.
pub(super) fn outdented_line(text: &str) -> Option<Range<usize>> {
    let mut start = text.find('\n')? + 1;
    let mut is_apart = false;
    while let Some(line) = text.get(start..).and_then(|rest| rest.split_inclusive('\n').next()) {
        let end = start + line.len();
        let is_outside = !line.starts_with(|c: char| c.is_whitespace() || c.is_ascii_digit() || "-+*".contains(c));
        if is_outside && line.ends_with('\n') && (is_apart || line.starts_with(['#', '`', '~', '>'])) {
            return Some(start..end);
        }
        is_apart = line.trim().is_empty();
        start = end;
    }
    None
}
