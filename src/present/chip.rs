//! The small marks in a card's header: state, counts, codes.

use super::face::Face;
use super::search::Extent;
use super::terminal::ended_badly;
use super::{diff, inquiry, plan, read, text_of};
use crate::lang::Strings;
use crate::text::status::{StatusClass, class};
use crate::text::visible::{is_visible, visible};
use crate::transcript::model::{Call, Shown, Status};
use crate::view::result::{Search, Terminal, Web};
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

/// The state, unless it is plain success or other marks tell of the failure already.
fn of_status(call: &Call, strings: &Strings) -> Option<Chip> {
    let card = &strings.card;
    match call.status() {
        Status::Pending => Some(Chip::new(Tone::Busy, card.pending)),
        // It says already what it waits for.
        Status::Running if inquiry::is_waiting(call) => None,
        Status::Running => Some(Chip::new(Tone::Busy, card.running)),
        Status::Done => None,
        Status::Failed if inquiry::is_rejected(call) => None,
        Status::Failed => matches!(call.shown(), Shown::Content).then(|| Chip::new(Tone::Bad, card.failed)),
        Status::Stopped => Some(Chip::new(Tone::Warn, card.stopped)),
        Status::NoResult => Some(Chip::new(Tone::Bad, card.no_result)),
    }
}

fn of_view(call: &Call, view: &ToolResultView, strings: &Strings) -> Vec<Chip> {
    match view {
        ToolResultView::Web(web) => of_web(web, strings),
        ToolResultView::Search(search) => of_search(search, strings),
        ToolResultView::Terminal(terminal) => of_terminal(call, terminal, strings),
        ToolResultView::Read(read) => vec![Chip::new(Tone::Plain, read::extent(read, strings))],
        ToolResultView::Diff(diff) => diff::chips(call, &diff.diffs, strings),
        ToolResultView::Generic | ToolResultView::Unknown(_) => Vec::new(),
    }
}

fn of_web(web: &Web, strings: &Strings) -> Vec<Chip> {
    match web {
        Web::Search(search) => {
            let count = match search.sources.len() {
                0 if search.truncated => None,
                0 => Some(strings.web.no_results.to_owned()),
                count => Some((strings.web.sources)(count)),
            };
            listed(count, search.truncated, strings)
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
    let extent = Extent::of(search);
    let count = match (extent.listed, extent.total) {
        (0, Some(0)) => Some(strings.web.no_results.to_owned()),
        (listed, Some(total)) => Some((strings.card.of_total)(listed, total)),
        (0, None) => None,
        (listed, None) => Some((strings.card.listed)(listed)),
    };
    listed(count, extent.is_cut, strings)
}

/// How much a list holds, and that it was cut: one that was is never called empty.
fn listed(count: Option<String>, is_cut: bool, strings: &Strings) -> Vec<Chip> {
    let count = count.map(|words| Chip::new(Tone::Plain, words));
    let cut = is_cut.then(|| Chip::new(Tone::Warn, strings.card.list_cut));
    [count, cut].into_iter().flatten().collect()
}

fn of_terminal(call: &Call, terminal: &Terminal, strings: &Strings) -> Vec<Chip> {
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
    // What the text reports is marked as that.
    let unknown = code.is_none() && signal.is_none() && !reports_error(call);
    let unknown = unknown.then(|| Chip::new(Tone::Plain, strings.terminal.end_unknown));
    [code, signal, unknown].into_iter().flatten().collect()
}

/// Whether a result that counts as a success says in its text that it is none: an object with a non-empty string `error`,
/// or a shell's note that the command failed.
pub(super) fn reports_error(call: &Call) -> bool {
    if call.status() != Status::Done {
        return false;
    }
    is_error_object(call.content()) || is_shell_of_unknown_end(call) && told(call).any(ended_badly)
}

/// What may end with the line that says how a command ended: what the model saw, what the view shows, and what was printed.
fn told(call: &Call) -> impl Iterator<Item = &str> {
    let printed = match call.shown() {
        Shown::View(ToolResultView::Terminal(terminal)) => terminal.output.as_deref(),
        Shown::View(_) | Shown::Waiting | Shown::Content => None,
    };
    let seen = call.result.as_ref().and_then(|result| last_text(&result.content));
    [seen, last_text(call.content()), printed].into_iter().flatten()
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

fn last_text(content: &[ContentBlock]) -> Option<&str> {
    content.iter().rev().find_map(text)
}

/// Whether a command was run of which no view tells how it ended.
fn is_shell_of_unknown_end(call: &Call) -> bool {
    match call.shown() {
        Shown::View(ToolResultView::Terminal(Terminal { exit_code, signal, .. })) => {
            exit_code.is_none() && signal.is_none()
        }
        Shown::View(_) | Shown::Waiting | Shown::Content => {
            Face::of(call) == Face::Terminal || call.name.as_deref() == Some("bash")
        }
    }
}
