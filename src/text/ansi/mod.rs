//! The output of a command, as a terminal shows it.
//!
//! [`Screen`] is a terminal of [`COLUMNS`] by [`ROWS`]: text goes in, and rows come out at its top as they can no longer
//! change. Colours and marks are applied; a carriage return, a backspace, a move of the cursor or an erasure changes what
//! stands there already; links, titles and every other sequence are removed whole, also when the output ends before they
//! do. Nothing that turns text around on the page survives.
//!
//! A screen keeps no more than its own rows, however much is printed, and every byte costs it a bounded amount of work
//! (see [`Screen::work`]).

mod row;
mod screen;
mod sgr;
mod style;
#[cfg(test)]
mod tests;

pub use row::{Row, Run};
pub use screen::{COLUMNS, ROWS, Screen};
pub use style::{Colour, Rgb, Style};
