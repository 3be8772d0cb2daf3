//! The small marks in a card's header: state, counts, codes.

use super::face::Face;
use super::terminal::ended_badly;
use super::{diff, inquiry, plan, text_of};
use crate::lang::Strings;
use crate::text::status::{StatusClass, class};
use crate::text::visible::{is_visible, visible};
use crate::transcript::model::{Call, Shown, Status};
use crate::view::result::{Read, Search, Terminal, Web};
use crate::view::{Arguments, ContentBlock, ToolResultView};
use serde_json::Value;

/// A mark of a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chip {
    /// Its colour.
    pub tone: Tone,
    /// Its words.
    pub text: String,
}

/// What a colour says. It never says it alone: the words do too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// A fact.
    Plain,
    /// Under way.
    Busy,
    /// Success.
    Good,
    /// Look twice.
    Warn,
    /// Failure.
    Bad,
}

impl Chip {
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Self {
        // Some of the words are the wire's: a signal, a tool's name for something.
        Self { tone, text: visible(&text.into()) }
    }
}

/// The marks of a call, the most telling last.
#[must_use]
pub fn chips(call: &Call, strings: &Strings) -> Vec<Chip> {
    let mut chips = match call.shown() {
        Shown::View(view) => of_view(call, view, strings),
        Shown::Waiting | Shown::Content => Vec::new(),
    };
    if let Some(Arguments::Plan(steps)) = &call.known {
        chips.push(plan::chip(steps, strings));
    }
    chips.extend(inquiry::last_chip(call, strings));
    if call.rejected().is_some() {
        chips.push(Chip::new(Tone::Warn, strings.card.as_content));
    }
    if reports_error(call) {
        chips.push(Chip::new(Tone::Warn, strings.card.reports_error));
    }
    if call.start.is_none() && call.result.is_some() {
        chips.push(Chip::new(Tone::Warn, strings.card.without_call));
    }
    chips.extend(of_status(call, strings));
    chips
}

/// The state, unless it is plain success or the view's own marks tell of the failure already.
fn of_status(call: &Call, strings: &Strings) -> Option<Chip> {
    let card = &strings.card;
    match call.status() {
        Status::Pending => Some(Chip::new(Tone::Busy, card.pending)),
        // It says already what it waits for.
        Status::Running if inquiry::is_waiting(call) => None,
        Status::Running => Some(Chip::new(Tone::Busy, card.running)),
        Status::Done => None,
        Status::Failed => matches!(call.shown(), Shown::Content).then(|| Chip::new(Tone::Bad, card.failed)),
        Status::Stopped => Some(Chip::new(Tone::Warn, card.stopped)),
        Status::NoResult => Some(Chip::new(Tone::Bad, card.no_result)),
    }
}

fn of_view(call: &Call, view: &ToolResultView, strings: &Strings) -> Vec<Chip> {
    match view {
        ToolResultView::Web(web) => of_web(web, strings),
        ToolResultView::Search(search) => of_search(search, strings),
        ToolResultView::Terminal(terminal) => of_terminal(terminal, strings),
        ToolResultView::Read(read) => vec![Chip::new(Tone::Plain, lines_of(read, strings))],
        ToolResultView::Diff(diff) => diff::chips(call, &diff.diffs, strings),
        ToolResultView::Generic | ToolResultView::Unknown(_) => Vec::new(),
    }
}

/// Which lines of how many; where there are none, how many there are and from where on none was read.
fn lines_of(read: &Read, strings: &Strings) -> String {
    match (read.lines.first(), read.lines.last()) {
        (Some(first), Some(last)) => (strings.card.lines_of)(first.number, last.number, read.total_lines),
        _ => (strings.card.no_lines_of)(read.offset, read.total_lines),
    }
}

fn of_web(web: &Web, strings: &Strings) -> Vec<Chip> {
    match web {
        Web::Search(search) => {
            let count = match search.sources.len() {
                0 => Chip::new(Tone::Plain, strings.web.no_results),
                count => Chip::new(Tone::Plain, (strings.web.sources)(count)),
            };
            let cut = search.truncated.then(|| Chip::new(Tone::Warn, strings.web.list_cut));
            [Some(count), cut].into_iter().flatten().collect()
        }
        Web::Fetch(fetch) => vec![http_status(fetch.status_code, strings)],
    }
}

/// An HTTP status with its meaning, coloured by its class.
fn http_status(code: i64, strings: &Strings) -> Chip {
    let tone = match class(code) {
        StatusClass::Success => Tone::Good,
        StatusClass::Informational | StatusClass::Redirect => Tone::Plain,
        StatusClass::ClientError | StatusClass::ServerError => Tone::Bad,
        StatusClass::Unknown => Tone::Warn,
    };
    match (strings.http)(code) {
        Some(meaning) => Chip::new(tone, format!("{code} {meaning}")),
        None => Chip::new(tone, (strings.web.status)(code)),
    }
}

fn of_search(search: &Search, strings: &Strings) -> Vec<Chip> {
    let (shown, total, truncated) = match search {
        Search::Matches(matches) => {
            (matches.files.iter().map(|file| file.matches.len()).sum(), matches.total, matches.truncated)
        }
        Search::Paths(paths) => (paths.paths.len(), paths.total, paths.truncated),
    };
    let count = match (shown, total) {
        (0, 0) => Chip::new(Tone::Plain, strings.web.no_results),
        _ => Chip::new(Tone::Plain, (strings.card.of_total)(shown, total)),
    };
    let cut = truncated.then(|| Chip::new(Tone::Warn, strings.card.list_cut));
    [Some(count), cut].into_iter().flatten().collect()
}

fn of_terminal(terminal: &Terminal, strings: &Strings) -> Vec<Chip> {
    let code = terminal.exit_code.map(|code| {
        let tone = match (code, &terminal.signal) {
            (0, None) => Tone::Good,
            // It was ended by the signal, whatever the code says.
            (0, Some(_)) => Tone::Plain,
            (_, _) => Tone::Bad,
        };
        Chip::new(tone, (strings.card.exit_code)(code))
    });
    let signal = terminal
        .signal
        .as_deref()
        .map(|signal| Chip::new(Tone::Bad, if is_visible(signal) { signal } else { strings.card.failed }));
    let unknown = (code.is_none() && signal.is_none()).then(|| Chip::new(Tone::Plain, strings.terminal.end_unknown));
    [code, signal, unknown].into_iter().flatten().collect()
}

/// Whether a result that counts as a success says in its text that it is none: an object with a non-empty string `error`,
/// or a shell's note that the command failed.
pub(super) fn reports_error(call: &Call) -> bool {
    if call.status() != Status::Done {
        return false;
    }
    is_error_object(call.content())
        || is_shell_without_view(call) && call.content().iter().rev().find_map(text).is_some_and(ended_badly)
}

fn is_error_object(content: &[ContentBlock]) -> bool {
    // The text may be long, and this is asked at each drawing.
    if !content.iter().find_map(text).is_some_and(|text| text.trim_start().starts_with('{')) {
        return false;
    }
    let text = text_of(content);
    let Ok(Value::Object(body)) = serde_json::from_str::<Value>(text.trim()) else { return false };
    body.get("error").and_then(Value::as_str).is_some_and(|error| !error.is_empty())
}

fn text(block: &ContentBlock) -> Option<&str> {
    if let ContentBlock::Text(text) | ContentBlock::Reasoning(text) = block { Some(text) } else { None }
}

fn is_shell_without_view(call: &Call) -> bool {
    let has_view = matches!(call.shown(), Shown::View(ToolResultView::Terminal(_)));
    !has_view && (Face::of(call) == Face::Terminal || call.name.as_deref() == Some("bash"))
}
