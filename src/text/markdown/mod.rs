//! Markdown as a tree of our own, made from pulldown-cmark's events, to be drawn as nodes and never as HTML.
//!
//! CommonMark with GitHub's tables, task lists, strikethrough and footnotes, and with bare web addresses as links.
//! Raw HTML is not parsed: its source is text. Every destination is judged by [`link::judge`](super::link::judge).
//! The tree is never more than [`MAX_DEPTH`] nodes deep; what is nested deeper loses its structure and keeps its text.
//! Controls of writing direction are removed everywhere.

mod autolink;
mod builder;
mod frame;
pub mod growing;
mod measure;
mod notes;
pub mod portions;
mod run;
mod tree;
pub mod weight;

pub use measure::text_of_inlines;
pub use tree::{Align, Block, Inline, Item};

use pulldown_cmark::{Options, Parser};

/// How many nodes with children may stand inside each other; a page that draws them recurses as deep.
pub const MAX_DEPTH: usize = 64;

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES);

/// Reads markdown. Never fails: whatever is not markup is text, also half of a document that is still arriving.
pub fn parse(text: &str) -> Vec<Block> {
    parse_with_citations(text, 0)
}

/// Reads markdown in which `[1]` … `[count]` cite the sources of a list with `count` entries.
///
/// Such a marker becomes [`Inline::Citation`] in running text only: not in code, links or images, not if one of its
/// characters is escaped, and not right before a `(`, which begins the destination of a link that is still arriving.
/// A number without a source stays text.
pub fn parse_with_citations(text: &str, count: usize) -> Vec<Block> {
    let mut builder = builder::Builder::new(text, count);
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        builder.event(event, range);
    }
    builder.finish()
}

#[cfg(test)]
mod tests;
