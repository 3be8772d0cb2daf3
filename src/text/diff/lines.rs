//! A text as lines: where each begins and ends, and how.

use std::ops::Range;

/// What ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}

impl LineEnd {
    /// Its name, as programmers write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lf => "LF",
            Self::CrLf => "CRLF",
        }
    }
}

/// How the lines of a text end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnds {
    /// None of them does: there is no line, or one without an end.
    None,
    /// All alike.
    All(LineEnd),
    /// Some with a carriage return and some without.
    Mixed,
}

impl LineEnds {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut feeds, mut returns) = (0_usize, 0_usize);
        for feed in memchr::memchr_iter(b'\n', bytes) {
            feeds += 1;
            let before = feed.checked_sub(1).and_then(|before| bytes.get(before));
            returns += usize::from(before == Some(&b'\r'));
        }
        match returns {
            _ if feeds == 0 => Self::None,
            0 => Self::All(LineEnd::Lf),
            _ if returns == feeds => Self::All(LineEnd::CrLf),
            _ => Self::Mixed,
        }
    }
}

/// The lines of a text, without their ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    text: String,
    places: Vec<Range<usize>>,
    open: bool,
}

impl Lines {
    /// The lines of `text`. An empty text has none, and a line feed at the very end begins no further one. The carriage
    /// return before a line feed is part of the end only where `returns` says so; else it stays in its line.
    pub(super) fn new(text: &str, returns: bool) -> Self {
        let mut places = Vec::new();
        let mut start = 0;
        for feed in memchr::memchr_iter(b'\n', text.as_bytes()) {
            let line = text.get(start..feed).unwrap_or_default();
            let kept = if returns { line.strip_suffix('\r').unwrap_or(line) } else { line };
            places.push(start..start + kept.len());
            start = feed + 1;
        }
        let open = start < text.len();
        if open {
            places.push(start..text.len());
        }
        Self { text: text.to_owned(), places, open }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The line at an index (from 0).
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        self.text.get(self.places.get(index)?.clone())
    }

    /// Whether the last line lacks its end.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| self.text.get(place.clone()).unwrap_or_default())
    }
}
