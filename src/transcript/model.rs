//! The state that updates fold into.

use super::update::{
    Author, CallStart, Failure, Inquiry, InquiryId, Outcome, Settlement, Step, ToolResult, Trouble, Turn,
};
use crate::view::{
    Answer, Arguments, CallView, ContentBlock, Malformed, PlanStep, Reason, ToolCallView, ToolResultView, arguments,
    meta, question,
};
use std::sync::Arc;

/// Where an item stands in its session, and its identity: no two items of a session share a place, and an item keeps its
/// place for as long as it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The `seq` of the event that first spoke of the item.
    pub seq: u64,
    /// Tells items of the same event apart.
    pub sub: u32,
}

/// One thing in a conversation, in the order in which it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Where it stands.
    pub place: Place,
    /// When it happened, in milliseconds since 1970.
    pub time_ms: Option<i64>,
    /// What it is.
    pub body: Body,
}

/// The kinds of item.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A turn began.
    TurnStart(Turn),
    /// A turn ended.
    TurnEnd(Turn, Ending),
    /// A message that the agent was given.
    Given {
        /// Who gave it.
        author: Author,
        /// What it says.
        content: Vec<ContentBlock>,
    },
    /// Answer text, as markdown.
    Text(Prose),
    /// Reasoning.
    Reasoning(Prose),
    /// A block of an answer that is neither text nor a call.
    Block(ContentBlock),
    /// A tool call with what came of it.
    Call(Box<Call>),
    /// The agent's plan as it is now, where it was first written.
    Plan(Vec<PlanStep>),
    /// Something that a person is asked and that belongs to no call that is here.
    Inquiry(Box<Pending>),
    /// Something about the stream rather than the conversation.
    Notice(Notice),
}

/// Something that a person is asked, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// What tells it from all others.
    pub id: InquiryId,
    /// What is asked; `None` where only the end of it is known.
    pub inquiry: Option<Inquiry>,
    /// How it was settled; `None` while it is open, and for ever where nothing says it.
    pub settlement: Option<Settlement>,
    /// Nothing more will be said of it.
    pub closed: bool,
}

/// How a turn ended, and whether that was its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// As reported.
    pub outcome: Outcome,
    /// The failure was followed by another try, so it is not final.
    pub retried: bool,
}

/// Text that the model writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose {
    /// The step that wrote it.
    pub step: Step,
    /// What is there so far.
    pub text: String,
    /// Whether more is to come.
    pub state: Writing,
}

/// Whether a text is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// More may come.
    Open,
    /// This is all of it.
    Done,
    /// It was stopped half-way.
    Interrupted,
}

/// A tool call and what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The id that pairs it with its result.
    pub call_id: String,
    /// The step it belongs to.
    pub step: Step,
    /// The tool's name, once known.
    pub name: Option<String>,
    /// The model's own JSON text as far as it is there.
    pub arguments: String,
    /// What the arguments say, where they are complete and the tool is one that this app knows.
    pub known: Option<Arguments>,
    /// The start of the call, once it runs.
    pub start: Option<CallStart>,
    /// What a person is asked before the call goes on, in the order in which it was asked.
    pub pending: Vec<Pending>,
    /// The session that the call started, where that is certain and the session is here.
    pub started: Option<Arc<str>>,
    /// The result, once it is there.
    pub result: Option<ToolResult>,
    /// The view derived from stored `meta` where the host sent none, or why it could not be derived.
    pub derived: Option<Result<ToolResultView, Reason>>,
    /// How its turn (or the recording) ended while it had no result.
    pub closed: Option<Closed>,
}

/// How a call without a result came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// It was stopped with its turn.
    Stopped,
    /// Its turn ended, or the recording did, and no result was there.
    Unanswered,
}

/// Where a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Announced by the model, not started.
    Pending,
    /// Started, no result yet.
    Running,
    /// The result is there and nothing about it says failure.
    Done,
    /// The result says failure: its flag, its exit code or signal, or its HTTP status.
    Failed,
    /// Stopped before there was a result.
    Stopped,
    /// The turn or the recording ended without a result.
    NoResult,
}

/// Something about the stream rather than the conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// Events are missing and nobody can be asked for them: `from..=to` are their `seq`s.
    Gap {
        /// The first missing.
        from: u64,
        /// The last missing.
        to: u64,
    },
    /// A step is tried again.
    Retry {
        /// The number of this retry, from 1, and how many there may be.
        attempt: Option<(u64, u64)>,
        /// How long until it starts, in milliseconds.
        delay_ms: Option<u64>,
        /// What went wrong.
        failure: Failure,
    },
    /// An event that could not be read.
    Unreadable {
        /// Why.
        problem: Trouble,
        /// The event as it came, cut where it is very long.
        raw: String,
        /// How often the very same came. (One with a `seq` is known by that, and came once.)
        times: u64,
    },
    /// The recording ends while a turn is under way.
    Unfinished,
    /// The host said that something is wrong.
    HostFailed(Failure),
    /// The conversation has a beginning that is not here.
    Earlier,
}

impl Notice {
    /// What it tells of came once more.
    pub(super) fn came_again(&mut self) {
        if let Self::Unreadable { times, .. } = self {
            *times = times.saturating_add(1);
        }
    }
}

impl Call {
    pub(super) fn new(call_id: &str, step: Step) -> Self {
        Self {
            call_id: call_id.to_owned(),
            step,
            name: None,
            arguments: String::new(),
            known: None,
            start: None,
            pending: Vec::new(),
            started: None,
            result: None,
            derived: None,
            closed: None,
        }
    }

    /// Where the call stands. What the result itself says of failure speaks louder than its flag.
    #[must_use]
    pub fn status(&self) -> Status {
        match (&self.result, self.closed) {
            (Some(result), _) if result.is_error || self.view().is_some_and(reports_failure) => Status::Failed,
            (Some(_), _) => Status::Done,
            (None, Some(Closed::Stopped)) => Status::Stopped,
            (None, Some(Closed::Unanswered)) => Status::NoResult,
            (None, None) if self.start.is_some() => Status::Running,
            (None, None) => Status::Pending,
        }
    }

    /// The host's view of the call.
    #[must_use]
    pub fn call_view(&self) -> Option<&CallView> {
        self.start.as_ref()?.view.as_ref()
    }

    /// The result's card, host's or derived; `None` where there is none or the result is a failure, which always shows
    /// its content.
    #[must_use]
    pub fn view(&self) -> Option<&ToolResultView> {
        let result = self.result.as_ref().filter(|result| !result.is_error)?;
        match &result.view {
            Some(view) => Some(&view.body),
            None => self.derived.as_ref()?.as_ref().ok(),
        }
    }

    /// What the result says: the view's own content where it brings it along, else what the model saw.
    #[must_use]
    pub fn content(&self) -> &[ContentBlock] {
        let Some(result) = &self.result else { return &[] };
        result.view.as_ref().and_then(|view| view.content.as_ref()).unwrap_or(&result.content)
    }

    /// What the call is about: the result view's title, else the call view's.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        let of_result = || self.result.as_ref().filter(|result| !result.is_error)?.view.as_ref()?.title.as_deref();
        let of_call = || self.call_view()?.title.as_deref();
        of_result().or_else(of_call)
    }

    /// Why the view that came with the result, or should follow from its `meta`, is not shown.
    #[must_use]
    pub fn rejected(&self) -> Option<Reason> {
        let result = self.result.as_ref()?;
        match (result.view.as_ref().map(|view| &view.body), &self.derived) {
            (Some(ToolResultView::Unknown(unknown)), _) => Some(unknown.reason.clone()),
            (None, Some(Err(reason))) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Why the call's own view is not shown.
    #[must_use]
    pub fn call_rejected(&self) -> Option<&Reason> {
        match &self.call_view()?.body {
            ToolCallView::Unknown(unknown) => Some(&unknown.reason),
            ToolCallView::Generic(_) | ToolCallView::Terminal(_) | ToolCallView::Diff(_) => None,
        }
    }

    /// Derives the view from `meta` where that is called for; to be called when the name or the result has changed.
    pub(super) fn derive(&mut self) {
        self.derived = self.derivation();
    }

    fn derivation(&self) -> Option<Result<ToolResultView, Reason>> {
        let result = self.result.as_ref().filter(|result| !result.is_error && result.view.is_none())?;
        meta::derive(self.name.as_deref()?, &self.arguments, result.meta.as_ref()?)
    }

    /// Reads the arguments; to be called when they are complete.
    pub(super) fn understand(&mut self) {
        self.known = self.name.as_deref().and_then(|name| arguments::read(name, &self.arguments));
    }

    /// The answers to the questions that the call has put to a person, as the model was told them.
    ///
    /// # Errors
    /// When the result is not as the asking tool writes it: the first field at fault.
    #[must_use]
    pub fn answers(&self) -> Option<Result<Vec<Answer>, Malformed>> {
        let Some(Arguments::Questions(_)) = &self.known else { return None };
        match self.result.as_ref().filter(|result| !result.is_error)?.content.as_slice() {
            [ContentBlock::Text(text)] => Some(question::answers(text)),
            _ => None,
        }
    }

    /// Whether nothing more will be said of what is still open of this call.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.result.is_some() || self.closed.is_some()
    }
}

/// Whether a view's own numbers say that the tool did not succeed.
fn reports_failure(view: &ToolResultView) -> bool {
    use crate::view::result::Web;
    match view {
        ToolResultView::Terminal(terminal) => {
            terminal.signal.is_some() || terminal.exit_code.is_some_and(|code| code != 0)
        }
        // What is no status at all is no success either.
        ToolResultView::Web(Web::Fetch(fetch)) => !(100..400).contains(&fetch.status_code),
        ToolResultView::Web(Web::Search(_))
        | ToolResultView::Generic
        | ToolResultView::Diff(_)
        | ToolResultView::Search(_)
        | ToolResultView::Read(_)
        | ToolResultView::Unknown(_) => false,
    }
}

/// What the card of a call draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shown<'a> {
    /// No result yet, or none will come.
    Waiting,
    /// The card of a view.
    View(&'a ToolResultView),
    /// The plain content: no view, one that cannot be named, or a failure.
    Content,
}

impl Call {
    /// What the card of this call draws below its header.
    #[must_use]
    pub fn shown(&self) -> Shown<'_> {
        match (&self.result, self.view()) {
            (None, _) => Shown::Waiting,
            (Some(_), None | Some(ToolResultView::Unknown(_))) => Shown::Content,
            (Some(_), Some(view)) => Shown::View(view),
        }
    }
}

/// A conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its id.
    pub id: Arc<str>,
    /// Its title, where it has one.
    pub title: Option<String>,
    /// The session it was started from, where that was told or is certain from what was said in both.
    pub parent: Option<Arc<str>>,
    /// What was said and done, in the order of the places.
    pub items: Vec<Arc<Item>>,
}

impl Session {
    /// The item at a place.
    #[must_use]
    pub fn item(&self, place: Place) -> Option<&Arc<Item>> {
        let index = self.items.binary_search_by_key(&place, |item| item.place).ok()?;
        self.items.get(index)
    }
}
