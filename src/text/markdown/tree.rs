//! What a markdown document consists of.

use crate::text::link::WebLink;

/// A block of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Running text.
    Paragraph(Vec<Inline>),
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        children: Vec<Inline>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// A list.
    List {
        /// The first number of a numbered list; `None` for bullets.
        start: Option<u64>,
        /// Its items in order.
        items: Vec<Item>,
    },
    /// A code block, fenced or indented.
    Code {
        /// The first word after the fence, as written.
        lang: Option<String>,
        /// The code without its last line end.
        text: String,
    },
    /// A table.
    Table {
        /// One for each column.
        align: Vec<Align>,
        /// The cells of the head.
        head: Vec<Vec<Inline>>,
        /// The cells of each row.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A thematic break.
    Rule,
    /// The source of an HTML block, to be shown as text. Without its last line end.
    Html(String),
    /// The text of a footnote. These stand at the end of the document, by number; those that nothing refers to come
    /// last.
    FootnoteDefinition {
        /// 1-based, in order of first reference.
        number: u32,
        /// The note.
        blocks: Vec<Block>,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// For a task: whether it is done.
    pub task: Option<bool>,
    /// Its content. The text of a tight list is a paragraph too.
    pub blocks: Vec<Block>,
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Not said.
    None,
    /// `:--`
    Left,
    /// `:-:`
    Center,
    /// `--:`
    Right,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text as written, with escapes and entities resolved. Two texts are never neighbours where one would do.
    Text(String),
    /// A code span.
    Code(String),
    /// `*text*`
    Emphasis(Vec<Inline>),
    /// `**text**`
    Strong(Vec<Inline>),
    /// `~~text~~`
    Strikethrough(Vec<Inline>),
    /// A link, or what was written as one.
    Link {
        /// Where it leads; `None` if it must not be an anchor: the label is shown as text, the destination as its title.
        link: Option<Box<WebLink>>,
        /// The destination as written.
        destination: String,
        /// The label. Where it would be empty it is the destination, so that no source is invisible. Contains no link.
        children: Vec<Inline>,
    },
    /// An image, never loaded: shown as its description and a link to it.
    Image {
        /// The description as plain text; the destination where there is none.
        alt: String,
        /// Where it is; `None` if that must not be an anchor, and inside of a link, which cannot hold another one.
        link: Option<Box<WebLink>>,
        /// The address as written.
        destination: String,
    },
    /// A line end in the source: a blank when shown.
    SoftBreak,
    /// A line break that the author wants.
    HardBreak,
    /// A reference to the [`Block::FootnoteDefinition`] of that number.
    FootnoteReference {
        /// 1-based, in order of first reference.
        number: u32,
    },
    /// The source of an HTML tag, to be shown as text.
    Html(String),
    /// `[n]` in an answer that cites numbered sources.
    Citation {
        /// The 1-based place in the list of sources; there is a source of that number.
        number: u32,
    },
}
