//! Result views: what a tool brought back, as the card that shows it.

use super::fields::{Fields, Kind, Malformed, Strict};
use super::{ContentBlock, Reason, Unknown};
use serde_json::Value;

/// The host's view of a tool result (`view.for == "result"`), or one derived from stored [`meta`](super::meta).
#[derive(Debug, Clone, PartialEq)]
pub struct ResultView {
    /// Replaces the call's title where it is there.
    pub title: Option<String>,
    /// The result's blocks, where the view brings them along (one carrier's era does, the other does not).
    pub content: Option<Vec<ContentBlock>>,
    /// The card and its fields.
    pub body: ToolResultView,
}

/// The result cards of the contract, tagged by `card`.
///
/// It is matched without a `_` arm wherever it is drawn or printed, so that a new card does not compile until each of
/// those places knows it.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolResultView {
    /// Content as it is.
    Generic,
    /// What a command printed and how it ended.
    Terminal(Terminal),
    /// A change to files, as made.
    Diff(Diff),
    /// Something from the web: a citation list or a page.
    Web(Web),
    /// Something found in files.
    Search(Search),
    /// Lines of a file.
    Read(Read),
    /// A card this app cannot name, or a malformed one.
    Unknown(Unknown),
    /// Stands for the card somebody adds next; see `scripts/check-exhaustive`.
    #[cfg(extra_variant)]
    ExtraVariant,
}

/// `card: "terminal"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminal {
    /// Standard output with escapes as printed; standard error after a `[stderr]` line.
    pub output: Option<String>,
    /// The exit code; 0 is success.
    pub exit_code: Option<i64>,
    /// The signal that ended it, as in `SIGTERM`.
    pub signal: Option<String>,
}

/// `card: "diff"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// One entry a changed place, with some lines of context.
    pub diffs: Vec<FileDiff>,
}

/// One changed place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// The file's path.
    pub path: String,
    /// What stood there; `None` for a file that was not there.
    pub old_text: Option<String>,
    /// What stands there now.
    pub new_text: String,
}

/// `card: "web"`, tagged again by `kind`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Web {
    /// A citation list.
    Search(WebSearch),
    /// One page.
    Fetch(WebFetch),
    /// Stands for the kind somebody adds next; see `scripts/check-exhaustive`.
    #[cfg(extra_variant)]
    ExtraVariant,
}

/// `card: "web", kind: "search"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebSearch {
    /// In the provider's order: a citation's number is its 1-based place here. May be empty.
    pub sources: Vec<Source>,
    /// The provider's answer, as markdown.
    pub answer: Option<String>,
    /// Whether the list was cut.
    pub truncated: bool,
}

/// One entry of a citation list. Every string is the provider's, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Not necessarily a URL.
    pub url: String,
    /// The page's title.
    pub title: Option<String>,
    /// A few words of the page.
    pub snippet: Option<String>,
    /// When the page was published, in whatever form the provider has it.
    pub published_at: Option<String>,
}

/// `card: "web", kind: "fetch"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebFetch {
    /// The final URL, after redirects.
    pub url: String,
    /// The HTTP status.
    pub status_code: i64,
    /// Whether the content was cut.
    pub truncated: bool,
}

/// `card: "search"`, tagged again by `shape`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// Lines that match, by file.
    Matches(Matches),
    /// Paths that match.
    Paths(Paths),
    /// Stands for the shape somebody adds next; see `scripts/check-exhaustive`.
    #[cfg(extra_variant)]
    ExtraVariant,
}

/// `card: "search", shape: "matches"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// The files with their matching lines.
    pub files: Vec<FileMatches>,
    /// Whether the list was cut.
    pub truncated: bool,
    /// How many there are, listed or not.
    pub total: u64,
}

/// One file of [`Matches`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMatches {
    /// The file's path.
    pub path: String,
    /// Its matching lines.
    pub matches: Vec<LineMatch>,
}

/// One matching line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMatch {
    /// From 1.
    pub line_number: u64,
    /// The line's text.
    pub line: String,
}

/// `card: "search", shape: "paths"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// The paths.
    pub paths: Vec<String>,
    /// Whether the list was cut.
    pub truncated: bool,
    /// How many there are, listed or not.
    pub total: u64,
}

/// `card: "read"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The file's absolute path.
    pub path: String,
    /// The first line's number.
    pub offset: u64,
    /// The lines with the file's own numbers.
    pub lines: Vec<Line>,
    /// How many lines the file has.
    pub total_lines: u64,
    /// The language, where the host knows it.
    pub lang: Option<String>,
}

/// One line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: u64,
    /// The line's text, without its end.
    pub text: String,
}

impl ResultView {
    /// Reads a result view. Never fails: see [`ToolResultView::Unknown`], which keeps the view's content where that is
    /// readable and leaves the title to the call.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        read(value).unwrap_or_else(|reason| Self {
            title: None,
            content: value.get("content").and_then(|content| Strict::read(content).ok()),
            body: ToolResultView::Unknown(Unknown { reason, raw: value.clone() }),
        })
    }
}

fn read(value: &Value) -> Result<ResultView, Reason> {
    let fields = Fields::of(value)?;
    let body = match fields.required::<String>("card")?.as_str() {
        "generic" => ToolResultView::Generic,
        "terminal" => ToolResultView::Terminal(Strict::read(value)?),
        "diff" => ToolResultView::Diff(Strict::read(value)?),
        "web" => ToolResultView::Web(match fields.required::<String>("kind")?.as_str() {
            "search" => Web::Search(Strict::read(value)?),
            "fetch" => Web::Fetch(Strict::read(value)?),
            other => return Err(Reason::Kind { card: "web", kind: other.to_owned() }),
        }),
        "search" => ToolResultView::Search(search(value)?),
        "read" => ToolResultView::Read(Strict::read(value)?),
        other => return Err(Reason::Card(other.to_owned())),
    };
    Ok(ResultView { title: fields.optional("title")?, content: fields.optional("content")?, body })
}

/// The fields of the search card, which its `shape` tells.
pub(super) fn search(value: &Value) -> Result<Search, Reason> {
    Ok(match Fields::of(value)?.required::<String>("shape")?.as_str() {
        "matches" => Search::Matches(Strict::read(value)?),
        "paths" => Search::Paths(Strict::read(value)?),
        other => return Err(Reason::Shape { card: "search", shape: other.to_owned() }),
    })
}

/// Reads a struct field by field; the names in quotes are the wire's.
macro_rules! strict {
    ($($type:ty { $($field:ident: $how:ident $name:literal),+ $(,)? })+) => {$(
        impl Strict for $type {
            const EXPECTED: Kind = Kind::Object;

            fn read(value: &Value) -> Result<Self, Malformed> {
                let fields = Fields::of(value)?;
                Ok(Self { $($field: fields.$how($name)?),+ })
            }
        }
    )+};
}

strict! {
    Terminal { output: optional "output", exit_code: optional "exitCode", signal: optional "signal" }
    Diff { diffs: required "diffs" }
    FileDiff { path: required "path", old_text: required "oldText", new_text: required "newText" }
    WebSearch { sources: required "sources", answer: optional "answer", truncated: required "truncated" }
    Source {
        url: required "url",
        title: optional "title",
        snippet: optional "snippet",
        published_at: optional "publishedAt",
    }
    WebFetch { url: required "url", status_code: required "statusCode", truncated: required "truncated" }
    Matches { files: required "files", truncated: required "truncated", total: required "total" }
    FileMatches { path: required "path", matches: required "matches" }
    LineMatch { line_number: required "lineNumber", line: required "line" }
    Paths { paths: required "paths", truncated: required "truncated", total: required "total" }
    Read {
        path: required "path",
        offset: required "offset",
        lines: required "lines",
        total_lines: required "totalLines",
        lang: optional "lang",
    }
    Line { number: required "number", text: required "text" }
}
