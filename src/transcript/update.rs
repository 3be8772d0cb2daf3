//! The one vocabulary between the dialects and the state: what happened, whoever said it.

use crate::view::{CallView, ContentBlock, Malformed, PlanStep, Question, ResultView};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// One event of a stream, translated.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The session it belongs to; `None` for what concerns the stream as a whole.
    pub session: Option<Arc<str>>,
    /// The event's place in its session's log, the key that makes applying it twice harmless. Contiguous from 0.
    /// `None` where the event has no place of its own.
    pub seq: Option<u64>,
    /// When it happened, in milliseconds since 1970.
    pub time_ms: Option<i64>,
    /// What it means; may be nothing, in which case only its place counts.
    pub updates: Vec<Update>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// A session exists.
    SessionSeen {
        /// The session it was started from.
        parent: Option<Arc<str>>,
    },
    /// A session has a (new) title.
    SessionTitled {
        /// The title.
        title: String,
        /// The `seq` up to which this holds: an older title never replaces a newer one.
        as_of: Option<u64>,
    },
    /// A turn began.
    TurnStarted(Turn),
    /// A turn is over.
    TurnEnded {
        /// The turn.
        turn: Turn,
        /// How it ended.
        outcome: Outcome,
        /// The sender tries a failed step again in a new turn, so that a failure is not final where
        /// [`Update::StepRetried`] spoke of this turn.
        passing: bool,
    },
    /// A message that the agent was given.
    MessageGiven {
        /// Who gave it.
        author: Author,
        /// What it says.
        content: Vec<ContentBlock>,
        /// A client's request brought it. Where none did, it may be the task that another agent has set.
        requested: bool,
    },
    /// More of a block that is being written.
    PartGrew {
        /// Which block.
        part: Part,
        /// What kind of block it is, and the new text.
        growth: Growth,
    },
    /// A step's message in its final form, which replaces every part of that step.
    MessageWritten {
        /// The step.
        step: Step,
        /// Its blocks, in order; block `i` is the final form of the part with index `i`.
        content: Vec<ContentBlock>,
        /// The writing was stopped half-way.
        interrupted: bool,
    },
    /// The step is tried again: what it has written so far does not count.
    StepRetried {
        /// The step.
        step: Step,
        /// The number of this retry, from 1, and how many there may be.
        attempt: Option<(u64, u64)>,
        /// How long until it starts, in milliseconds.
        delay_ms: Option<u64>,
        /// What went wrong.
        failure: Failure,
    },
    /// A tool call is running.
    CallStarted(CallStart),
    /// A tool call's result is there.
    ResultArrived(ToolResult),
    /// The agent's plan is this now.
    PlanWritten {
        /// Its steps. None is a plan without steps.
        steps: Vec<PlanStep>,
        /// The `seq` up to which this holds: an older plan never replaces a newer one.
        as_of: u64,
    },
    /// A person is asked something, and the agent waits.
    PersonAsked {
        /// What tells it from all others; the same again says nothing new.
        id: InquiryId,
        /// What is asked.
        inquiry: Inquiry,
    },
    /// It was settled, whoever did it.
    InquirySettled {
        /// What was asked.
        id: InquiryId,
        /// How.
        settlement: Settlement,
    },
    /// The host said that something is wrong: the stream is about to end, or the agent is in trouble.
    HostFailed(Failure),
    /// There are events before the first of these, and they are not part of what is read.
    EarlierExists,
    /// An event that could not be read; what it held is kept.
    Unreadable {
        /// Which field was at fault, where it was JSON at all.
        problem: Trouble,
        /// The event as it came.
        raw: String,
    },
}

/// The identity of something that a person is asked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InquiryId {
    /// A batch of questions, by the id of the exchange in which it was sent.
    Questions(String),
    /// An approval, by its own id.
    Approval(String),
}

/// What a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inquiry {
    /// Questions, answered all at once.
    Questions(Vec<Question>),
    /// Whether a tool may do what it is about to.
    Approval {
        /// The tool's name.
        tool: String,
        /// The call that waits for it.
        call_id: Option<String>,
        /// Why it has to ask.
        reason: Option<String>,
    },
}

/// How something that a person was asked came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// The questions were answered.
    Answered,
    /// Nobody answered: it was taken back.
    Cancelled,
    /// The tool may do it this time.
    AllowedOnce,
    /// The tool may not.
    Rejected,
    /// In a way this app has no word for: the sender's own.
    Other(String),
}

/// A turn's number within its session, from 1. `None` where the event did not say.
pub type Turn = Option<u64>;

/// A step: a turn's number and the step's number within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The turn.
    pub turn: Turn,
    /// From 1.
    pub step: Option<u64>,
}

/// A block within a step's message, while it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// The step.
    pub step: Step,
    /// The block's place in the message, from 0.
    pub index: u64,
}

/// How a part grew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Growth {
    /// Answer text, as markdown.
    Text(String),
    /// Reasoning.
    Reasoning(String),
    /// The arguments of a call.
    Arguments {
        /// The call's id.
        call_id: String,
        /// The tool's name, where it is known yet.
        name: Option<String>,
        /// More of the arguments' JSON text.
        delta: String,
    },
}

/// Who gave a message to the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Author {
    /// The person.
    Person,
    /// The software around the agent: context, notices.
    Software {
        /// What calls itself the author.
        name: Option<String>,
        /// What it is about, in the software's words.
        summary: Option<String>,
    },
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As it should.
    Completed,
    /// With an error.
    Failed(Failure),
    /// A person or the host stopped it.
    Stopped,
    /// The model's limit on its answer was reached.
    MaxTokens,
    /// It was not allowed to go on.
    Blocked,
    /// In a way this app has no word for: the sender's own.
    Other(String),
}

/// What went wrong, in the sender's words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Failure {
    /// For people. May be absent (an aborted run does not always say why).
    pub message: Option<String>,
    /// For programs, as in `rate_limited`.
    pub code: Option<String>,
    /// An HTTP status.
    pub status: Option<i64>,
}

/// The start of a tool call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallStart {
    /// What its result will name. A provider may use an id again within a session.
    pub call_id: String,
    /// The place of its event, which tells it from a call of the same id.
    pub seq: u64,
    /// The step it belongs to.
    pub step: Step,
    /// The tool's name.
    pub name: String,
    /// The model's own JSON text, which may be invalid.
    pub arguments: String,
    /// How the host presents it.
    pub view: Option<CallView>,
    /// The event as it came.
    pub raw: Arc<Value>,
}

/// A tool's result.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// The call it answers.
    pub call_id: String,
    /// The [`CallStart::seq`] of that call, where the event says it.
    pub answers: Option<u64>,
    /// The step it belongs to.
    pub step: Step,
    /// The failure flag.
    pub is_error: bool,
    /// The failure's name and code, where the host gives them.
    pub error: Option<ToolError>,
    /// What the model saw.
    pub content: Vec<ContentBlock>,
    /// How the host presents it.
    pub view: Option<ResultView>,
    /// What the tool keeps beside its text; see [`crate::view::meta`].
    pub meta: Option<Value>,
    /// The event as it came.
    pub raw: Arc<Value>,
}

/// The name of a tool's failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    /// As in `WebError`.
    pub name: Option<String>,
    /// As in `WEB_PROVIDER_ERROR`.
    pub code: Option<String>,
}

/// Why an event could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It is no JSON; the parser's words.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// A field is missing or of the wrong type.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// The recording ends in the middle of it.
    #[error("cut off at the end of the recording")]
    CutOff,
    /// It is larger than this app holds at once.
    #[error("left out: {0} bytes is more than one event may have")]
    TooLarge(u64),
    /// The same, and how large it is nobody has looked: more than so many bytes.
    #[error("left out: {0} larger than {1} bytes")]
    LargerThan(Large, u64),
}

/// What may be too large to be read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Large {
    /// One event of a stream.
    Event,
    /// A file that is one JSON document, or one line of a file.
    Document,
}

impl fmt::Display for Large {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Event => "an event",
            Self::Document => "one JSON document",
        })
    }
}
