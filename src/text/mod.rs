//! Untrusted text made safe to show.

pub mod link;
