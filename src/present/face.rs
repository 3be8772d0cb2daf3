//! Which card a call wears: its icon and its words.

use super::chip::reports_error;
use crate::lang::{Faces, Strings, Verbs};
use crate::text::visible::{is_visible, visible};
use crate::transcript::model::{Call, Shown, Status};
use crate::view::result::{Search, Web};
use crate::view::{CallKind, ToolCallView, ToolResultView};

/// The looks there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// A search of the web.
    WebSearch,
    /// A page of the web.
    WebFetch,
    /// A search in files.
    FileSearch,
    /// Lines of a file.
    Read,
    /// A change to files.
    Edit,
    /// A command.
    Terminal,
    /// A plan that is written anew.
    Plan,
    /// A question to a person.
    Question,
    /// Work that another agent does.
    Agent,
    /// Any other tool.
    Tool,
}

impl Face {
    /// The face of a call. The result's card decides where there is one; until then, and where the result has none, the
    /// call does, so that a pending search already looks like one.
    #[must_use]
    pub fn of(call: &Call) -> Self {
        match call.shown() {
            Shown::View(view) => Self::of_result(view).unwrap_or_else(|| Self::of_call(call)),
            Shown::Waiting | Shown::Content => Self::of_call(call),
        }
    }

    fn of_result(view: &ToolResultView) -> Option<Self> {
        match view {
            ToolResultView::Web(Web::Search(_)) => Some(Self::WebSearch),
            ToolResultView::Web(Web::Fetch(_)) => Some(Self::WebFetch),
            ToolResultView::Search(Search::Matches(_) | Search::Paths(_)) => Some(Self::FileSearch),
            ToolResultView::Read(_) => Some(Self::Read),
            ToolResultView::Diff(_) => Some(Self::Edit),
            ToolResultView::Terminal(_) => Some(Self::Terminal),
            ToolResultView::Generic | ToolResultView::Unknown(_) => None,
        }
    }

    /// The call's own view decides, except where it knows less than the tool's name; without a view, that name does.
    fn of_call(call: &Call) -> Self {
        let named = call.name.as_deref().and_then(Self::of_tool);
        if let Some(face @ (Self::WebSearch | Self::WebFetch | Self::Plan | Self::Question | Self::Agent)) = named {
            return face;
        }
        match call.call_view().map(|view| &view.body) {
            Some(ToolCallView::Terminal(_)) => Self::Terminal,
            Some(ToolCallView::Diff(_)) => Self::Edit,
            Some(ToolCallView::Generic(generic)) => generic.kind.map_or(Self::Tool, Self::of_kind),
            Some(ToolCallView::Unknown(_)) | None => named.unwrap_or(Self::Tool),
        }
    }

    fn of_tool(name: &str) -> Option<Self> {
        Some(match name {
            "web_search" => Self::WebSearch,
            "web_fetch" => Self::WebFetch,
            "grep" | "glob" => Self::FileSearch,
            "read" => Self::Read,
            "write" | "edit" => Self::Edit,
            "bash" => Self::Terminal,
            "todo_write" => Self::Plan,
            "ask_user_question" => Self::Question,
            "subagent" => Self::Agent,
            _ => return None,
        })
    }

    fn of_kind(kind: CallKind) -> Self {
        match kind {
            CallKind::Read => Self::Read,
            CallKind::Edit | CallKind::Delete | CallKind::Move => Self::Edit,
            CallKind::Search => Self::FileSearch,
            CallKind::Execute => Self::Terminal,
            CallKind::Fetch => Self::WebFetch,
            CallKind::Other => Self::Tool,
        }
    }

    /// Whether all that is known of the tool is what sort of work it does. Who searches or reads need not do so in files.
    fn is_guessed(self, call: &Call, name: &str) -> bool {
        let is_told = || matches!(call.shown(), Shown::View(view) if Self::of_result(view).is_some());
        match self {
            Self::Tool => true,
            Self::FileSearch | Self::Read => Self::of_tool(name).is_none() && !is_told(),
            Self::WebSearch
            | Self::WebFetch
            | Self::Edit
            | Self::Terminal
            | Self::Plan
            | Self::Question
            | Self::Agent => false,
        }
    }

    fn verbs(self, faces: &Faces) -> &Verbs {
        match self {
            Self::WebSearch => &faces.web_search,
            Self::WebFetch => &faces.web_fetch,
            Self::FileSearch => &faces.file_search,
            Self::Read => &faces.read,
            Self::Edit => &faces.edit,
            Self::Terminal => &faces.terminal,
            Self::Plan => &faces.plan,
            Self::Question => &faces.question,
            Self::Agent => &faces.agent,
            Self::Tool => &faces.tool,
        }
    }
}

/// A card's headline. It follows the status, so that a refused write never reads as if something had been written; a tool
/// without a card of its own goes by its name.
#[must_use]
pub fn headline(call: &Call, face: Face, strings: &Strings) -> String {
    if let Some(name) = &call.name
        && face.is_guessed(call, name)
        && is_visible(name)
    {
        return visible(name);
    }
    let verbs = face.verbs(&strings.faces);
    match call.status() {
        Status::Pending | Status::Running => verbs.doing,
        // A view that was not taken may have said that it failed, and the text may say so.
        Status::Done if call.rejected().is_none() && !reports_error(call) => verbs.done,
        Status::Done | Status::Failed | Status::Stopped | Status::NoResult => verbs.name,
    }
    .to_owned()
}
