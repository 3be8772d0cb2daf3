//! The terminal card: what was to be run, what it printed, how it ended.

mod end;
mod look;
mod output;
#[cfg(test)]
mod tests;

pub use end::ended_badly;
pub use look::{Ink, Look};
pub use output::{Amount, Gap, Output, Piece, Span, text_of};
