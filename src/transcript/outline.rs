//! A transcript as stable plain text: every turn, block, call, state, card and field, one a line.
//!
//! Made for comparing (two transcripts are equal when their outlines are) and for reporting a fault. Strings stand as JSON
//! strings, so that one never breaks a line and nothing in it is hidden. Places and times are left out: they tell how the
//! events arrived, not what was said.

use super::Transcript;
use super::model::{Body, Call, Ending, Notice, Pending, Prose, Session, Shown, Status, Writing};
use super::update::{Author, Failure, Inquiry, InquiryId, Outcome, Settlement, Turn};
use crate::view::call::{CallKind, Location};
use crate::view::result::{FileDiff, Search, Web};
use crate::view::{Answer, ContentBlock, PlanStep, Progress, Question, ToolCallView, ToolResultView};
use serde_json::Value;
use std::fmt::{self, Display, Write};

/// The outline of all sessions.
#[must_use]
pub fn transcript(transcript: &Transcript) -> String {
    let mut out = Outline::default();
    for loose in transcript.loose() {
        out.notice(loose);
    }
    for session in transcript.sessions() {
        out.line(format_args!("session {}", quoted(&session.id)));
        out.session(session);
    }
    out.text
}

/// The outline of one session, without its id.
#[must_use]
pub fn session(session: &Session) -> String {
    let mut out = Outline::default();
    out.session(session);
    out.text
}

#[derive(Default)]
struct Outline {
    text: String,
    depth: usize,
}

impl Outline {
    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * self.depth);
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    fn field(&mut self, name: &str, value: impl Display) {
        self.line(format_args!("{name} {value}"));
    }

    fn optional(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    fn text_field(&mut self, name: &str, value: Option<&str>) {
        self.optional(name, value.map(quoted));
    }

    fn session(&mut self, session: &Session) {
        self.inside(|out| {
            out.text_field("title", session.title.as_deref());
            out.text_field("parent", session.parent.as_deref());
            for item in &session.items {
                out.body(&item.body);
            }
        });
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::TurnStart(turn) => self.line(format_args!("turn {} start", number(*turn))),
            Body::TurnEnd(turn, ending) => self.turn_end(*turn, ending),
            Body::Given { author, content } => {
                self.author(author);
                self.content(content);
            }
            Body::Text(prose) => self.prose("text", prose),
            Body::Reasoning(prose) => self.prose("reasoning", prose),
            Body::Block(block) => self.block(block),
            Body::Call(call) => self.call(call),
            Body::Plan(steps) => self.plan(steps),
            Body::Inquiry(pending) => self.pending(pending),
            Body::Notice(notice) => self.notice(notice),
        }
    }

    fn turn_end(&mut self, turn: Turn, ending: &Ending) {
        let how = match &ending.outcome {
            Outcome::Completed => "completed",
            Outcome::Failed(_) if ending.retried => "failed, tried again",
            Outcome::Failed(_) => "failed",
            Outcome::Stopped => "stopped",
            Outcome::MaxTokens => "reached the token limit",
            Outcome::Blocked => "blocked",
            Outcome::Other(other) => &quoted(other).to_string(),
        };
        self.line(format_args!("turn {} end: {how}", number(turn)));
        if let Outcome::Failed(failure) = &ending.outcome {
            self.failure(failure);
        }
    }

    fn failure(&mut self, failure: &Failure) {
        self.inside(|out| {
            out.text_field("message", failure.message.as_deref());
            out.text_field("code", failure.code.as_deref());
            out.optional("status", failure.status);
        });
    }

    fn author(&mut self, author: &Author) {
        match author {
            Author::Person => self.line("person"),
            Author::Software { name, summary } => {
                self.line("software");
                self.inside(|out| {
                    out.text_field("name", name.as_deref());
                    out.text_field("summary", summary.as_deref());
                });
            }
        }
    }

    fn content(&mut self, content: &[ContentBlock]) {
        self.inside(|out| content.iter().for_each(|block| out.block(block)));
    }

    fn block(&mut self, block: &ContentBlock) {
        match block {
            ContentBlock::Text(text) => self.text_field("text", Some(text)),
            ContentBlock::Reasoning(text) => self.text_field("reasoning", Some(text)),
            ContentBlock::ToolCall { id, name, arguments } => {
                self.line(format_args!("announces {} {} {}", quoted(name), quoted(id), quoted(arguments)));
            }
            ContentBlock::Image { media_type, name } => {
                self.line(format_args!("image {} {}", quoted(media_type), quoted(name.as_deref().unwrap_or_default())));
            }
            ContentBlock::Other(value) => self.field("block", json(value)),
        }
    }

    fn prose(&mut self, kind: &str, prose: &Prose) {
        let state = match prose.state {
            Writing::Open => " (being written)",
            Writing::Done => "",
            Writing::Interrupted => " (interrupted)",
        };
        self.line(format_args!("{kind}{state} {}", quoted(&prose.text)));
    }

    fn plan(&mut self, steps: &[PlanStep]) {
        self.line("plan");
        self.inside(|out| {
            for step in steps {
                let progress = match &step.progress {
                    Progress::Pending => "to do",
                    Progress::Active => "under way",
                    Progress::Done => "done",
                    Progress::Other(other) => &quoted(other).to_string(),
                };
                out.line(format_args!("step {progress}: {}", quoted(&step.content)));
            }
        });
    }

    fn pending(&mut self, pending: &Pending) {
        let settlement = match &pending.settlement {
            None if pending.closed => "not said how it was settled",
            None => "open",
            Some(Settlement::Answered) => "answered",
            Some(Settlement::Cancelled) => "cancelled",
            Some(Settlement::AllowedOnce) => "allowed once",
            Some(Settlement::Rejected) => "rejected",
            Some(Settlement::Other(other)) => &quoted(other).to_string(),
        };
        let (kind, id) = match &pending.id {
            InquiryId::Questions(id) => ("questions", id),
            InquiryId::Approval(id) => ("approval", id),
        };
        self.line(format_args!("{kind} {}: {settlement}", quoted(id)));
        self.inside(|out| match &pending.inquiry {
            None => {}
            Some(Inquiry::Questions(questions)) => questions.iter().for_each(|question| out.question(question)),
            Some(Inquiry::Approval { tool, call_id, reason }) => {
                out.field("of tool", quoted(tool));
                out.text_field("of call", call_id.as_deref());
                out.text_field("reason", reason.as_deref());
            }
        });
    }

    fn question(&mut self, question: &Question) {
        let several = if question.several { ", several" } else { "" };
        self.line(format_args!("question {}{several}: {}", quoted(&question.id), quoted(&question.text)));
        self.inside(|out| {
            out.text_field("header", question.header.as_deref());
            out.text_field("detail", question.detail.as_deref());
            for choice in &question.choices {
                out.field("choice", quoted(&choice.label));
                out.inside(|out| out.text_field("description", choice.description.as_deref()));
            }
        });
    }

    fn answer(&mut self, answer: &Answer) {
        self.field("answer", quoted(&answer.id));
        self.inside(|out| {
            answer.selected.iter().for_each(|label| out.field("chosen", quoted(label)));
            out.text_field("in own words", answer.custom.as_deref());
        });
    }

    fn call(&mut self, call: &Call) {
        let status = match call.status() {
            Status::Pending => "pending",
            Status::Running => "running",
            Status::Done => "done",
            Status::Failed => "failed",
            Status::Stopped => "stopped",
            Status::NoResult => "no result received",
        };
        self.line(format_args!("call {} {status}", quoted(&call.call_id)));
        self.inside(|out| {
            out.text_field("tool", call.name.as_deref());
            out.field("arguments", quoted(&call.arguments));
            out.text_field("title", call.title());
            if let Some(view) = call.call_view() {
                out.call_view(&view.body);
            }
            out.text_field("started session", call.started.as_deref());
            call.pending.iter().for_each(|pending| out.pending(pending));
            if call.start.is_none() && call.result.is_some() {
                out.line("result without call");
            }
            if call.result.is_some() {
                out.result(call);
            }
        });
    }

    fn call_view(&mut self, view: &ToolCallView) {
        match view {
            ToolCallView::Generic(generic) => {
                self.line("call card generic");
                self.inside(|out| {
                    out.optional("kind", generic.kind.map(CallKind::name));
                    out.optional("input", generic.raw_input.as_ref().map(json));
                    out.content(generic.content.as_deref().unwrap_or_default());
                    out.locations(&generic.locations);
                });
            }
            ToolCallView::Terminal(terminal) => {
                self.line("call card terminal");
                self.inside(|out| {
                    out.text_field("description", terminal.description.as_deref());
                    out.text_field("cwd", terminal.cwd.as_deref());
                });
            }
            ToolCallView::Diff(diff) => {
                self.line("call card diff");
                self.inside(|out| {
                    out.diffs(&diff.diffs);
                    out.locations(&diff.locations);
                });
            }
            ToolCallView::Unknown(unknown) => {
                self.line(format_args!("call card not taken: {}", unknown.reason));
                self.inside(|out| out.field("view", json(&unknown.raw)));
            }
        }
    }

    fn locations(&mut self, locations: &[Location]) {
        for location in locations {
            let line = location.line.map(|line| format!(":{line}")).unwrap_or_default();
            self.line(format_args!("location {}{line}", quoted(&location.path)));
        }
    }

    fn diffs(&mut self, diffs: &[FileDiff]) {
        for diff in diffs {
            self.line(format_args!("file {}", quoted(&diff.path)));
            self.inside(|out| {
                out.text_field("old", diff.old_text.as_deref());
                out.text_field("new", Some(&diff.new_text));
            });
        }
    }

    fn result(&mut self, call: &Call) {
        let Some(result) = &call.result else { return };
        if let Some(error) = &result.error {
            self.text_field("error name", error.name.as_deref());
            self.text_field("error code", error.code.as_deref());
        }
        match call.shown() {
            Shown::Waiting => {}
            Shown::Content => self.line("card content"),
            Shown::View(view) => self.result_view(view),
        }
        self.optional("view not taken:", call.rejected());
        call.answers().into_iter().flatten().flatten().for_each(|answer| self.answer(&answer));
        self.content(call.content());
    }

    fn result_view(&mut self, view: &ToolResultView) {
        match view {
            ToolResultView::Generic => self.line("card generic"),
            ToolResultView::Terminal(terminal) => {
                self.line("card terminal");
                self.inside(|out| {
                    out.text_field("output", terminal.output.as_deref());
                    out.optional("exit code", terminal.exit_code);
                    out.text_field("signal", terminal.signal.as_deref());
                });
            }
            ToolResultView::Diff(diff) => {
                self.line("card diff");
                self.inside(|out| out.diffs(&diff.diffs));
            }
            ToolResultView::Web(web) => self.web(web),
            ToolResultView::Search(search) => self.search(search),
            ToolResultView::Read(read) => {
                self.line("card read");
                self.inside(|out| {
                    out.text_field("path", Some(&read.path));
                    out.field("offset", read.offset);
                    out.field("total lines", read.total_lines);
                    out.text_field("lang", read.lang.as_deref());
                    for line in &read.lines {
                        out.line(format_args!("line {} {}", line.number, quoted(&line.text)));
                    }
                });
            }
            ToolResultView::Unknown(unknown) => self.field("card not taken:", &unknown.reason),
        }
    }

    fn web(&mut self, web: &Web) {
        match web {
            Web::Search(search) => {
                self.line("card web search");
                self.inside(|out| {
                    out.text_field("answer", search.answer.as_deref());
                    out.field("truncated", search.truncated);
                    for (place, source) in search.sources.iter().enumerate() {
                        out.line(format_args!("source {} {}", place + 1, quoted(&source.url)));
                        out.inside(|out| {
                            out.text_field("title", source.title.as_deref());
                            out.text_field("snippet", source.snippet.as_deref());
                            out.text_field("published at", source.published_at.as_deref());
                        });
                    }
                });
            }
            Web::Fetch(fetch) => {
                self.line("card web fetch");
                self.inside(|out| {
                    out.text_field("url", Some(&fetch.url));
                    out.field("status", fetch.status_code);
                    out.field("truncated", fetch.truncated);
                });
            }
        }
    }

    fn search(&mut self, search: &Search) {
        match search {
            Search::Matches(matches) => {
                self.line("card search matches");
                self.inside(|out| {
                    out.field("total", matches.total);
                    out.field("truncated", matches.truncated);
                    for file in &matches.files {
                        out.line(format_args!("file {}", quoted(&file.path)));
                        for found in &file.matches {
                            out.inside(|out| {
                                out.line(format_args!("line {} {}", found.line_number, quoted(&found.line)))
                            });
                        }
                    }
                });
            }
            Search::Paths(paths) => {
                self.line("card search paths");
                self.inside(|out| {
                    out.field("total", paths.total);
                    out.field("truncated", paths.truncated);
                    for path in &paths.paths {
                        out.text_field("path", Some(path));
                    }
                });
            }
        }
    }

    fn notice(&mut self, notice: &Notice) {
        match notice {
            Notice::Gap { from, to } => self.line(format_args!("missing: events {from} to {to}")),
            Notice::Retry { attempt, delay_ms, failure } => {
                self.line("tried again");
                self.inside(|out| {
                    out.optional("attempt", attempt.map(|(now, most)| format!("{now} of {most}")));
                    out.optional("delay in ms", *delay_ms);
                });
                self.failure(failure);
            }
            Notice::Unreadable { problem, raw, times } => {
                self.line(format_args!("unreadable: {problem} {}", quoted(raw)));
                self.inside(|out| out.optional("times", Some(times).filter(|times| **times > 1)));
            }
            Notice::Unfinished => self.line("ends while a turn is under way"),
            Notice::HostFailed(failure) => {
                self.line("the host failed");
                self.failure(failure);
            }
            Notice::Earlier => self.line("begins before this"),
        }
    }
}

fn number(turn: Turn) -> impl Display {
    turn.map_or_else(|| "?".to_owned(), |turn| turn.to_string())
}

/// A string as JSON writes it.
fn quoted(text: &str) -> impl Display {
    Json(text.into())
}

/// A value as JSON, with the characters that turn a line around or break it written out as well.
fn json(value: &Value) -> impl Display {
    Json(value.clone())
}

struct Json(Value);

impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.to_string().chars() {
            match c {
                '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    write!(f, "\\u{:04x}", u32::from(c))?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
