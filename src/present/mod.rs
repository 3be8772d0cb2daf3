//! State to what a card says: pure functions from a call and its view to words, numbers and tones.
//!
//! The components draw what stands here and decide nothing themselves.

pub mod chip;
pub mod diff;
pub mod face;
pub mod inquiry;
pub mod opening;
pub mod plan;
pub mod problem;
pub mod read;
pub mod search;
pub mod sessions;
pub mod terminal;
pub mod web;

pub use chip::{Chip, Tone};
pub use face::Face;

use crate::transcript::model::Call;
use crate::view::{Arguments, ContentBlock, Reason};
use std::fmt::Write;

/// What stands beside a card's verb: what the call is about, on one line. The title where there is one, else what the
/// arguments say, else the arguments as the model wrote them; control characters and those that turn text around are gone.
#[must_use]
pub fn subject(call: &Call) -> String {
    const LONGEST: usize = 300;
    let face = Face::of(call);
    // The title of a new plan says no more than the verb does.
    let title = call.title().filter(|_| face != Face::Plan).map(one_line).filter(|title| !title.is_empty());
    let text = match (title, known_subject(call)) {
        (Some(title), _) if matches!(face, Face::Read | Face::Edit) => without_tool(title, call),
        (Some(title), _) => title,
        (None, Some(subject)) => subject,
        (None, None) => one_line(&call.arguments),
    };
    match crate::text::excerpt::cut(&text, LONGEST) {
        Some(head) => format!("{head}…"),
        None => text,
    }
}

/// What the arguments of a tool that this app knows say it is about.
fn known_subject(call: &Call) -> Option<String> {
    let joined = |texts: &mut dyn Iterator<Item = &str>, between: &str| texts.collect::<Vec<_>>().join(between);
    let subject = match call.known.as_ref()? {
        Arguments::File(text) | Arguments::Pattern(text) | Arguments::Address(text) => one_line(text),
        Arguments::Command(command) => one_line(&command.command),
        Arguments::Queries(queries) => one_line(&joined(&mut queries.iter().map(String::as_str), ", ")),
        Arguments::Plan(steps) => return Some(one_line(plan::current(steps).unwrap_or_default())),
        Arguments::Questions(questions) => {
            one_line(&joined(&mut questions.iter().map(|question| question.text.as_str()), " · "))
        }
        Arguments::Task(task) => one_line(task.description.as_ref().unwrap_or(&task.prompt)),
    };
    Some(subject).filter(|subject| !subject.is_empty())
}

/// Some hosts begin a title with the tool's name ("Read src/main.rs"), which the headline says already.
fn without_tool(title: String, call: &Call) -> String {
    let tool = call.name.as_deref().unwrap_or_default();
    match title.split_once(' ') {
        Some((first, rest)) if first.eq_ignore_ascii_case(tool) => rest.to_owned(),
        _ => title,
    }
}

fn one_line(text: &str) -> String {
    let stripped = crate::text::bidi::strip(text);
    let words = stripped.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    crate::text::marks::bounded(&words.collect::<Vec<_>>().join(" ")).into_owned()
}

/// The text of a result, its blocks one under the other. Blocks without text are left out: they are drawn by themselves.
#[must_use]
pub fn text_of(content: &[ContentBlock]) -> String {
    let mut out = String::new();
    for block in content {
        if let ContentBlock::Text(text) | ContentBlock::Reasoning(text) = block {
            let gap = if out.is_empty() { "" } else { "\n\n" };
            // Writing to a string cannot fail.
            let _ = write!(out, "{gap}{text}");
        }
    }
    out
}

/// The blocks that [`text_of`] leaves out.
pub fn without_text(content: &[ContentBlock]) -> impl Iterator<Item = &ContentBlock> {
    content.iter().filter(|block| !matches!(block, ContentBlock::Text(_) | ContentBlock::Reasoning(_)))
}

/// The names of the views of a call that this app has no card for.
pub fn unhandled(call: &Call) -> impl Iterator<Item = String> + use<> {
    let of_call = call.call_rejected().and_then(Reason::unhandled);
    let of_result = call.rejected().and_then(|reason| reason.unhandled());
    [of_call, of_result].into_iter().flatten()
}

/// Everything known of a call as JSON: the events as they came, with the views beside them.
#[must_use]
pub fn json(call: &Call) -> String {
    let mut known = serde_json::Map::new();
    if let Some(start) = &call.start {
        known.insert("call".to_owned(), start.raw.as_ref().clone());
    } else {
        known.insert("callId".to_owned(), call.call_id.clone().into());
        known.insert("name".to_owned(), call.name.clone().into());
        known.insert("arguments".to_owned(), call.arguments.clone().into());
    }
    if let Some(result) = &call.result {
        known.insert("result".to_owned(), result.raw.as_ref().clone());
    }
    crate::text::json::pretty(&known.into())
}
