//! The contract: what tool calls and tool results look like, read from JSON.
//!
//! Reading is strict: a view is either wholly well-formed or it is [`Unknown`], which keeps the JSON it could not name
//! and says why. Nothing here can panic, whatever the wire holds.

pub mod arguments;
pub mod call;
pub mod content;
pub mod fields;
pub mod meta;
pub mod plan;
pub mod question;
pub mod result;

pub use arguments::Arguments;
pub use call::{CallKind, CallView, ToolCallView};
pub use content::ContentBlock;
pub use fields::Malformed;
pub use plan::{PlanStep, Progress};
pub use question::{Answer, Question};
pub use result::{ResultView, ToolResultView};

use serde_json::Value;

/// A view this app cannot name, or one it can name whose fields are not what the contract says.
///
/// The card shows the result's plain content instead, and the reason beside the raw JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// Why the view was not taken.
    pub reason: Reason,
    /// The view as it came.
    pub raw: Value,
}

/// Why a view became [`Unknown`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// `card` has a value that this app has no card for.
    #[error("unknown card {0:?}")]
    Card(String),
    /// The card is known, its `kind` is not.
    #[error("unknown kind {kind:?} of card {card:?}")]
    Kind {
        /// The card's name.
        card: &'static str,
        /// The kind as sent.
        kind: String,
    },
    /// The card is known, its `shape` is not.
    #[error("unknown shape {shape:?} of card {card:?}")]
    Shape {
        /// The card's name.
        card: &'static str,
        /// The shape as sent.
        shape: String,
    },
    /// A field is missing or of the wrong type.
    #[error("{0}")]
    Malformed(#[from] Malformed),
}

impl Reason {
    /// The name under which an unhandled `card`, `kind` or `shape` is logged; `None` for a malformed view, which is the
    /// sender's fault and not a card this app lacks.
    #[must_use]
    pub fn unhandled(&self) -> Option<String> {
        match self {
            Self::Card(name) => Some(format!("card {name:?}")),
            Self::Kind { card, kind } => Some(format!("card {card:?}, kind {kind:?}")),
            Self::Shape { card, shape } => Some(format!("card {card:?}, shape {shape:?}")),
            Self::Malformed(_) => None,
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
