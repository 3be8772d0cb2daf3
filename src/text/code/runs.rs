//! Runs of one colour, and the nodes of the page that they fall into.

/// What a piece of code is, as far as colours tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // Named after what they colour.
pub enum Kind {
    Comment,
    Keyword,
    String,
    Number,
    Title,
    Type,
    Attribute,
    Meta,
    Addition,
    Deletion,
}

impl Kind {
    /// All of them; the worker names them by their places here.
    pub const ALL: [Self; 10] = [
        Self::Comment,
        Self::Keyword,
        Self::String,
        Self::Number,
        Self::Title,
        Self::Type,
        Self::Attribute,
        Self::Meta,
        Self::Addition,
        Self::Deletion,
    ];

    /// The name of the highlight that the style sheet colours.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Comment => "code-comment",
            Self::Keyword => "code-keyword",
            Self::String => "code-string",
            Self::Number => "code-number",
            Self::Title => "code-title",
            Self::Type => "code-type",
            Self::Attribute => "code-attribute",
            Self::Meta => "code-meta",
            Self::Addition => "code-addition",
            Self::Deletion => "code-deletion",
        }
    }
}

/// A piece of a text that has one colour, in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its colour.
    pub kind: Kind,
}

/// A text node of the page: which piece of the text it shows, in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A piece of a text node that has one colour, in UTF-16 units from the node's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The node's place in the list of nodes.
    pub node: usize,
    /// Where it starts.
    pub start: usize,
    /// Where it ends; more than `start`.
    pub end: usize,
    /// Its colour.
    pub kind: Kind,
}

/// Reads the worker's answer: start, length and the place in [`Kind::ALL`] of each run, in order. What overlaps its
/// neighbour or has no colour is left out.
#[must_use]
pub fn read(numbers: &[u32]) -> Vec<Run> {
    let mut free_from = 0;
    let runs = numbers.as_chunks::<3>().0.iter().filter_map(|[start, length, kind]| {
        let (start, length) = (*start as usize, *length as usize);
        let kind = *Kind::ALL.get(*kind as usize)?;
        if start < free_from || length == 0 {
            return None;
        }
        free_from = start.saturating_add(length);
        Some(Run { start, end: free_from, kind })
    });
    runs.collect()
}

/// The marks that put `runs` on `nodes`. Both are in order and do not overlap; what lies between the nodes (line ends) is
/// left out. Takes as long as there are marks.
#[must_use]
pub fn marks(runs: &[Run], nodes: &[Node]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let first = nodes.first().map_or(0, |node| node.start);
    let mut rest = runs.iter().skip(runs.partition_point(|run| run.end <= first)).copied().peekable();
    for (place, node) in nodes.iter().enumerate() {
        while let Some(run) = rest.peek().filter(|run| run.start < node.end) {
            let (start, end) = (run.start.max(node.start), run.end.min(node.end));
            if start < end {
                marks.push(Mark { node: place, start: start - node.start, end: end - node.start, kind: run.kind });
            }
            if run.end > node.end {
                break; // It goes on in the next node.
            }
            rest.next();
        }
    }
    marks
}
