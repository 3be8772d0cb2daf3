//! An element that is open while a document is read, and what becomes of it when it is closed.

use super::measure::{add_inline, add_inlines};
use super::tree::{Align, Block, Inline, Item};
use crate::text::{bidi, link};

/// What is open, with what only that kind of element has or collects.
pub(super) enum Kind {
    Document,
    Quote,
    List { start: Option<u64>, items: Vec<Item> },
    Item { task: Option<bool> },
    FootnoteDefinition { label: String },
    Table { align: Vec<Align>, head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Row { is_head: bool, cells: Vec<Vec<Inline>> },
    Cell,
    Paragraph,
    Heading { level: u8 },
    Emphasis,
    Strong,
    Strikethrough,
    Link { destination: String },
    Image { destination: String, in_link: bool },
    Code { lang: Option<String> },
    Html,
}

/// What an element turns into when it ends.
pub(super) enum Closed {
    Nothing,
    Block(Block),
    Inline(Inline),
    Item(Item),
    Row { is_head: bool, cells: Vec<Vec<Inline>> },
    Cell(Vec<Inline>),
    FootnoteDefinition { label: String, blocks: Vec<Block> },
}

/// An open element.
pub(super) struct Frame {
    pub(super) kind: Kind,
    blocks: Vec<Block>,
    /// Running text. In an element that holds blocks it is a paragraph that is still growing, as in a tight list.
    inlines: Vec<Inline>,
    /// Plain text, in the elements that hold nothing else.
    text: String,
}

impl Frame {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, blocks: Vec::new(), inlines: Vec::new(), text: String::new() }
    }

    /// Whether the element holds plain text only.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.kind, Kind::Image { .. } | Kind::Code { .. } | Kind::Html)
    }

    fn holds_blocks(&self) -> bool {
        matches!(self.kind, Kind::Document | Kind::Quote | Kind::Item { .. } | Kind::FootnoteDefinition { .. })
    }

    /// Appends plain text to an element that [`is_plain`](Self::is_plain).
    pub(super) fn push_plain(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push_inline(&mut self, inline: Inline) {
        if self.is_plain() {
            add_inline(&mut self.text, &inline);
        } else if let (Some(Inline::Text(text)), Inline::Text(more)) = (self.inlines.last_mut(), &inline) {
            text.push_str(more);
        } else {
            self.inlines.push(inline);
        }
    }

    pub(super) fn push_block(&mut self, block: Block) {
        self.end_paragraph();
        self.blocks.push(block);
    }

    /// Ends the paragraph that grows in an element that holds blocks.
    pub(super) fn end_paragraph(&mut self) {
        if self.holds_blocks() && !self.inlines.is_empty() {
            let inlines = std::mem::take(&mut self.inlines);
            self.blocks.push(Block::Paragraph(inlines));
        }
    }

    pub(super) fn push_item(&mut self, item: Item) {
        if let Kind::List { items, .. } = &mut self.kind {
            items.push(item);
        }
    }

    pub(super) fn push_row(&mut self, is_head: bool, cells: Vec<Vec<Inline>>) {
        if let Kind::Table { head, rows, .. } = &mut self.kind {
            if is_head {
                *head = cells;
            } else {
                rows.push(cells);
            }
        }
    }

    pub(super) fn push_cell(&mut self, cell: Vec<Inline>) {
        if let Kind::Row { cells, .. } = &mut self.kind {
            cells.push(cell);
        }
    }

    /// The blocks so far, a paragraph that was still growing included.
    pub(super) fn take_blocks(&mut self) -> Vec<Block> {
        self.end_paragraph();
        std::mem::take(&mut self.blocks)
    }

    /// The running text so far.
    pub(super) fn take_inlines(&mut self) -> Vec<Inline> {
        std::mem::take(&mut self.inlines)
    }

    pub(super) fn close(mut self) -> Closed {
        let blocks = self.take_blocks();
        let Self { kind, inlines, text, .. } = self;
        match kind {
            Kind::Document => Closed::Nothing,
            Kind::Quote => Closed::Block(Block::Quote(blocks)),
            Kind::List { start, items } => Closed::Block(Block::List { start, items }),
            Kind::Item { task } => Closed::Item(Item { task, blocks }),
            Kind::FootnoteDefinition { label } => Closed::FootnoteDefinition { label, blocks },
            Kind::Table { align, head, rows } => Closed::Block(Block::Table { align, head, rows }),
            Kind::Row { is_head, cells } => Closed::Row { is_head, cells },
            Kind::Cell => Closed::Cell(inlines),
            Kind::Paragraph if inlines.is_empty() => Closed::Nothing,
            Kind::Paragraph => Closed::Block(Block::Paragraph(inlines)),
            Kind::Heading { level } => Closed::Block(Block::Heading { level, children: inlines }),
            Kind::Emphasis => Closed::Inline(Inline::Emphasis(inlines)),
            Kind::Strong => Closed::Inline(Inline::Strong(inlines)),
            Kind::Strikethrough => Closed::Inline(Inline::Strikethrough(inlines)),
            Kind::Link { destination } => Closed::Inline(closed_link(&destination, inlines)),
            Kind::Image { destination, in_link } => Closed::Inline(closed_image(&destination, in_link, text)),
            Kind::Code { lang } => Closed::Block(Block::Code { lang, text: without_last_line_end(text) }),
            Kind::Html => Closed::Block(Block::Html(without_last_line_end(text))),
        }
    }
}

fn closed_link(destination: &str, mut children: Vec<Inline>) -> Inline {
    let mut label = String::new();
    add_inlines(&mut label, &children);
    let shown = bidi::strip(destination);
    if label.trim().is_empty() {
        children = vec![Inline::Text(shown.to_string())];
    }
    Inline::Link { link: link::judge(destination).map(Box::new), destination: shown.into_owned(), children }
}

fn closed_image(destination: &str, in_link: bool, alt: String) -> Inline {
    let link = if in_link { None } else { link::judge(destination).map(Box::new) };
    let destination = bidi::strip(destination).into_owned();
    let alt = if alt.trim().is_empty() { destination.clone() } else { alt };
    Inline::Image { alt, link, destination }
}

fn without_last_line_end(mut text: String) -> String {
    if text.ends_with('\n') {
        text.pop();
    }
    text
}
