//! A text and where its lines are.

use std::ops::Range;
use std::sync::Arc;

/// A text with the places of its lines. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    text: Arc<str>,
    /// Where each line starts, and as the last entry where one more would. In bytes.
    starts: Arc<[usize]>,
}

impl Lines {
    /// The lines of a text, as `\n` parts them; an empty text is one empty line, and what ends with `\n` ends with one.
    #[must_use]
    pub fn of(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let starts = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        let starts = std::iter::once(0).chain(starts).chain([text.len() + 1]).collect();
        Self { text, starts }
    }

    /// These lines. One that holds a `\n` itself is still one line.
    #[must_use]
    pub fn from_lines<T: AsRef<str>>(lines: impl Iterator<Item = T>) -> Self {
        let (mut text, mut starts) = (String::new(), vec![0]);
        for line in lines {
            if starts.len() > 1 {
                text.push('\n');
            }
            text.push_str(line.as_ref());
            starts.push(text.len() + 1);
        }
        Self { text: text.into(), starts: starts.into() }
    }

    /// All of the text.
    #[must_use]
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no line at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One line, without its end. Empty where there is no such line.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let range = self.starts.get(line).zip(self.starts.get(line + 1)).map(|(start, next)| *start..*next - 1);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// Some lines one below the other, each with its end; the text's last one has none.
    #[must_use]
    pub fn block(&self, lines: Range<usize>) -> &str {
        let end = |line: usize| self.starts.get(line).map(|start| (*start).min(self.text.len()));
        let range = end(lines.start).zip(end(lines.end)).map(|(start, end)| start..end);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// Where each line starts, and as the last entry where one more would, in the browser's units (UTF-16).
    #[must_use]
    pub fn units(&self) -> Vec<usize> {
        let mut start = 0;
        let mut starts = vec![0];
        for line in 0..self.len() {
            start += units(self.line(line)) + 1;
            starts.push(start);
        }
        starts
    }
}

/// The length of a text in the browser's units.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}
