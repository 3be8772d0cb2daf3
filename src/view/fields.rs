//! Strict reading of JSON objects: a field is there and of its type, or the reading fails and names the field.

use serde_json::{Map, Value};
use std::fmt;

/// A field that is not what the contract says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {expected}, found {found}", self.place())]
pub struct Malformed {
    /// Where, as in `sources[2].url`; empty for the value itself.
    pub path: String,
    /// What the contract asks for.
    pub expected: Kind,
    /// What was there.
    pub found: Kind,
}

/// The kinds of value the contract tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The field is not there at all.
    Nothing,
    /// Any value.
    Anything,
    /// JSON `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Any number.
    Number,
    /// A number without a fraction, within 64 bits.
    Integer,
    /// As [`Kind::Integer`], and not below zero.
    Count,
    /// A string.
    String,
    /// A list.
    List,
    /// An object.
    Object,
}

impl Kind {
    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Anything => "a value",
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::Integer => "a whole number",
            Self::Count => "a whole number from 0",
            Self::String => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        })
    }
}

/// A type that can be read from JSON, all or nothing.
pub trait Strict: Sized {
    /// What [`Malformed`] says was expected.
    const EXPECTED: Kind;

    /// Reads the whole of `value`.
    ///
    /// # Errors
    /// The first field that is missing or of the wrong type.
    fn read(value: &Value) -> Result<Self, Malformed>;
}

/// The fields of one JSON object. Keys nobody asks for are ignored, so that a newer sender can add some.
pub struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// # Errors
    /// When `value` is no object.
    pub fn of(value: &'a Value) -> Result<Self, Malformed> {
        value.as_object().map(Self).ok_or_else(|| Malformed {
            path: String::new(),
            expected: Kind::Object,
            found: Kind::of(value),
        })
    }

    /// A field that must be there. `null` counts as there, and as a wrong type unless `T` reads it.
    ///
    /// # Errors
    /// When it is absent or not a `T`.
    pub fn required<T: Strict>(&self, name: &str) -> Result<T, Malformed> {
        let value = self.0.get(name).ok_or_else(|| Malformed {
            path: name.to_owned(),
            expected: T::EXPECTED,
            found: Kind::Nothing,
        })?;
        T::read(value).map_err(|fault| fault.within(name))
    }

    /// A field that may be absent, but must be a `T` where it is there: `null` is not absence.
    ///
    /// # Errors
    /// When it is there and not a `T`.
    pub fn optional<T: Strict>(&self, name: &str) -> Result<Option<T>, Malformed> {
        self.0.get(name).map(|value| T::read(value).map_err(|fault| fault.within(name))).transpose()
    }
}

impl Malformed {
    /// Where, for people; the value itself is `$`.
    #[must_use]
    pub fn place(&self) -> &str {
        if self.path.is_empty() { "$" } else { &self.path }
    }

    /// The same fault as seen from the object that holds the value in its field `name`.
    #[must_use]
    pub fn within(mut self, name: &str) -> Self {
        self.path = match self.path.as_str() {
            "" => name.to_owned(),
            inner if inner.starts_with('[') => format!("{name}{inner}"),
            inner => format!("{name}.{inner}"),
        };
        self
    }

    fn at(mut self, index: usize) -> Self {
        self.path = match self.path.as_str() {
            "" => format!("[{index}]"),
            inner if inner.starts_with('[') => format!("[{index}]{inner}"),
            inner => format!("[{index}].{inner}"),
        };
        self
    }
}

/// The fault "this very value should have been a `T`".
fn mismatch<T: Strict>(value: &Value) -> Malformed {
    Malformed { path: String::new(), expected: T::EXPECTED, found: Kind::of(value) }
}

impl Strict for String {
    const EXPECTED: Kind = Kind::String;

    fn read(value: &Value) -> Result<Self, Malformed> {
        value.as_str().map(str::to_owned).ok_or_else(|| mismatch::<Self>(value))
    }
}

impl Strict for bool {
    const EXPECTED: Kind = Kind::Boolean;

    fn read(value: &Value) -> Result<Self, Malformed> {
        value.as_bool().ok_or_else(|| mismatch::<Self>(value))
    }
}

impl Strict for i64 {
    const EXPECTED: Kind = Kind::Integer;

    fn read(value: &Value) -> Result<Self, Malformed> {
        integer(value).ok_or_else(|| mismatch::<Self>(value))
    }
}

impl Strict for u64 {
    const EXPECTED: Kind = Kind::Count;

    fn read(value: &Value) -> Result<Self, Malformed> {
        integer(value).and_then(|n| n.try_into().ok()).ok_or_else(|| mismatch::<Self>(value))
    }
}

impl<T: Strict> Strict for Vec<T> {
    const EXPECTED: Kind = Kind::List;

    fn read(value: &Value) -> Result<Self, Malformed> {
        let list = value.as_array().ok_or_else(|| mismatch::<Self>(value))?;
        list.iter().enumerate().map(|(index, entry)| T::read(entry).map_err(|fault| fault.at(index))).collect()
    }
}

/// Raw JSON, for fields whose shape is the tool's own affair.
impl Strict for Value {
    const EXPECTED: Kind = Kind::Anything;

    fn read(value: &Value) -> Result<Self, Malformed> {
        Ok(value.clone())
    }
}

/// JSON has one kind of number: `200`, `200.0` and `2e2` are the same.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() <= MAX_EXACT)?;
        // Within the bound just checked the conversion is exact.
        #[allow(clippy::cast_possible_truncation)]
        Some(number as i64)
    })
}

/// The largest magnitude up to which every whole number has a double of its own (2^53).
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
