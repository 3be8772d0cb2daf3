//! Untrusted text made safe to show.

pub mod ansi;
pub mod bidi;
pub mod chunks;
pub mod code;
pub mod date;
pub mod diff;
pub mod excerpt;
pub mod json;
pub mod link;
pub mod markdown;
pub mod marks;
pub mod plain;
pub mod status;
pub mod visible;
