//! Questions to a person, and the answers.

use super::fields::{Fields, Kind, Malformed, Strict};
use serde_json::Value;

/// One question of a batch: `{id, question, header?, detail?, options?, multiSelect?}`, as frames and as the arguments of
/// the asking tool have it (which spell the last one `multi_select`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// What its answer will name.
    pub id: String,
    /// The question itself.
    pub text: String,
    /// A word or two above it.
    pub header: Option<String>,
    /// More about it.
    pub detail: Option<String>,
    /// What there is to choose from; may be nothing, where any answer will do.
    pub choices: Vec<Choice>,
    /// Whether more than one may be chosen.
    pub several: bool,
}

/// One of a question's options: `{label, description?}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Its name, by which it is chosen.
    pub label: String,
    /// What it means.
    pub description: Option<String>,
}

/// The answer to one question: `{id, selected, custom?}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The question's id.
    pub id: String,
    /// The labels that were chosen. May be none.
    pub selected: Vec<String>,
    /// The person's own words.
    pub custom: Option<String>,
}

/// Reads what the asking tool tells the model: `{"answers": […]}` as text.
///
/// # Errors
/// The first field at fault; for what is no JSON, that there is no object.
pub fn answers(text: &str) -> Result<Vec<Answer>, Malformed> {
    let told: Value = serde_json::from_str(text).unwrap_or_else(|_| text.into());
    Fields::of(&told)?.required("answers")
}

impl Strict for Question {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let fields = Fields::of(value)?;
        let several = fields.optional("multiSelect")?.or(fields.optional("multi_select")?);
        Ok(Self {
            id: fields.required("id")?,
            text: fields.required("question")?,
            header: fields.optional("header")?,
            detail: fields.optional("detail")?,
            choices: fields.optional("options")?.unwrap_or_default(),
            several: several.unwrap_or(false),
        })
    }
}

impl Strict for Choice {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let fields = Fields::of(value)?;
        Ok(Self { label: fields.required("label")?, description: fields.optional("description")? })
    }
}

impl Strict for Answer {
    const EXPECTED: Kind = Kind::Object;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let fields = Fields::of(value)?;
        Ok(Self {
            id: fields.required("id")?,
            selected: fields.required("selected")?,
            custom: fields.optional("custom")?,
        })
    }
}
