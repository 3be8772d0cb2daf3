//! Bare `http://…` and `https://…` in running text, after the rules of GitHub's autolinks.
//!
//! It differs from them, and from the crates that know them, in what Chinese and Japanese text needs: there no blank
//! stands around an address, and full-width punctuation ends it.

use std::ops::Range;

use super::measure::is_cjk;
use super::tree::Inline;
use crate::text::link;

/// The addresses in `text`, in order, as links that are their own label.
pub(super) fn find(text: &str) -> Vec<(Range<usize>, Inline)> {
    let mut found = Vec::new();
    let mut free_from = 0;
    for (colon, _) in text.match_indices("://") {
        let Some(start) = scheme_start(text, colon).filter(|start| *start >= free_from) else {
            continue;
        };
        let candidate = extent(text.get(start..).unwrap_or_default());
        free_from = start + candidate.len();
        let url = trimmed(candidate);
        if let Some(link) = link::judge(url) {
            let inline = Inline::Link {
                link: Some(Box::new(link)),
                destination: url.to_owned(),
                children: vec![Inline::Text(url.to_owned())],
            };
            found.push((start..start + url.len(), inline));
        }
    }
    found
}

/// Where the scheme before `colon` starts, if it is a web scheme and stands where an address may begin.
fn scheme_start(text: &str, colon: usize) -> Option<usize> {
    let is_at = |scheme: &&str| {
        let start = colon.checked_sub(scheme.len());
        start.and_then(|start| text.get(start..colon)).is_some_and(|found| found.eq_ignore_ascii_case(scheme))
    };
    let scheme = ["https", "http"].into_iter().find(is_at)?;
    let start = colon - scheme.len();
    let before = text.get(..start)?;
    // The destination of a link that is not closed (yet): half an address would lead somewhere else.
    let is_destination = before.ends_with("](") || before.ends_with("](<");
    let may_begin = before
        .chars()
        .next_back()
        .is_none_or(|c| !c.is_ascii() || c.is_ascii_whitespace() || "*_~([{<>|\"',;".contains(c));
    (may_begin && !is_destination).then_some(start)
}

/// The longest prefix of `text` that can be an address.
fn extent(text: &str) -> &str {
    let mut in_host = true;
    let mut before = ':';
    let mut slashes = 0;
    let end = text.find(|c: char| {
        slashes += usize::from(c == '/');
        in_host &= slashes < 3 && !matches!(c, '?' | '#');
        // `https://example.com查看`: no label of a host goes on like that.
        let leaves_host = in_host && before.is_ascii_alphanumeric() && is_cjk(c);
        before = c;
        leaves_host || ends_address(c)
    });
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

fn ends_address(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '"' | '`' | '«' | '»' | '\u{2010}'..='\u{205e}')
        || matches!(c, '\u{3001}'..='\u{3004}' | '\u{3008}'..='\u{3020}')
        || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}')
        || matches!(c, '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// Without the punctuation after it, closing brackets that were not opened in it, and citations like `[1]`.
fn trimmed(candidate: &str) -> &str {
    let count = |bracket: char| candidate.matches(bracket).count();
    let mut round = count(')').saturating_sub(count('('));
    let mut square = count(']').saturating_sub(count('['));
    let mut url = candidate;
    loop {
        url = if let Some(rest) = without_citation(url) {
            rest
        } else if let Some(rest) = url.strip_suffix(|c| "?!.,:;*_~'|".contains(c)) {
            rest
        } else if let (Some(rest), Some(fewer)) = (url.strip_suffix(')'), round.checked_sub(1)) {
            round = fewer;
            rest
        } else if let (Some(rest), Some(fewer)) = (url.strip_suffix(']'), square.checked_sub(1)) {
            square = fewer;
            rest
        } else {
            return url;
        };
    }
}

fn without_citation(url: &str) -> Option<&str> {
    let inner = url.strip_suffix(']')?;
    let rest = inner.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_number = rest.len() < inner.len();
    rest.strip_suffix('[').filter(|_| has_number)
}
