//! A plan: the steps of its work that an agent keeps a list of.

use super::fields::{Fields, Kind, Malformed, Strict};
use serde_json::Value;

/// One step of a plan: `{content, status}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    /// What is to be done.
    pub content: String,
    /// How far it is.
    pub progress: Progress,
}

/// How far a step of a plan is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// `pending`
    Pending,
    /// `in_progress`
    Active,
    /// `completed`
    Done,
    /// A status that this app has no word for: the sender's own.
    Other(String),
}

impl Strict for PlanStep {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let fields = Fields::of(value)?;
        let status: String = fields.required("status")?;
        let progress = match status.as_str() {
            "pending" => Progress::Pending,
            "in_progress" => Progress::Active,
            "completed" => Progress::Done,
            _ => Progress::Other(status),
        };
        Ok(Self { content: fields.required("content")?, progress })
    }
}
