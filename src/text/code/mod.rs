//! Code: which language it is, its lines, and where its colours go.
//!
//! The colours come later than the text and from elsewhere (`ui::highlighter`), as [`Run`]s of the very text that is
//! shown. They name places in it and never bring text along, so nothing that is shown can be lost to them.

mod language;
mod lines;
mod runs;

pub use language::{of_name, of_path};
pub use lines::Lines;
pub use runs::{Kind, Mark, Node, Run, marks, read};

/// The longest text that is coloured, in bytes; a longer one stays plain.
pub const LONGEST: usize = 2 << 20;
/// The longest line of a text that is coloured, in bytes: what has longer ones was not written by hand, and patterns are
/// slowest on them.
pub const LONGEST_LINE: usize = 20_000;

/// Whether a text is worth colouring.
#[must_use]
pub fn colourable(lines: &Lines) -> bool {
    let text = lines.text();
    !text.is_empty() && text.len() <= LONGEST && (0..lines.len()).all(|line| lines.line(line).len() <= LONGEST_LINE)
}

#[cfg(test)]
mod tests;
