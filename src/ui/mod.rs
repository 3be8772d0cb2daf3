//! Small components that several cards and pages share.

pub mod anchor;
pub mod clamp;
pub mod code;
pub mod colour;
pub mod copy;
pub mod crash;
pub mod date;
pub mod disclosure;
pub mod draws;
pub mod filename;
pub mod growing;
pub mod growing_text;
mod highlighter;
pub mod icon;
pub mod keyed;
pub mod log;
pub mod long;
pub mod mark;
pub mod markdown;
pub mod more;
pub mod react;
pub mod rows;
pub mod scroll;
pub mod second;
pub mod sentinel;
pub mod theme;

use crate::lang::{EN, Strings};
use leptos::prelude::use_context;

/// The reader's language, as provided by the app at its root.
#[must_use]
pub fn strings() -> &'static Strings {
    use_context().unwrap_or(&EN)
}
