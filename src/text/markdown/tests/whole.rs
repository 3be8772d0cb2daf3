//! A document as plain text, to see that nothing of it is lost.

use crate::text::markdown::measure::add_inlines;
use crate::text::markdown::{Block, Inline, Item};

/// The text of a document without its markup: a line for each paragraph, item, row and line of code; a tab between
/// cells. Markers of notes and citations stay as `[n]`.
pub fn text_of(blocks: &[Block]) -> String {
    let mut text = String::new();
    blocks.iter().for_each(|block| add_block(&mut text, block));
    text.truncate(text.trim_end().len());
    text
}

fn add_blocks(text: &mut String, blocks: &[Block]) {
    for block in blocks {
        add_block(text, block);
    }
}

fn add_block(text: &mut String, block: &Block) {
    match block {
        Block::Paragraph(children) | Block::Heading { children, .. } => add_line(text, children),
        Block::Quote(blocks) | Block::FootnoteDefinition { blocks, .. } => add_blocks(text, blocks),
        Block::List { items, .. } => {
            for Item { blocks, .. } in items {
                add_blocks(text, blocks);
            }
        }
        Block::Code { text: source, .. } | Block::Html(source) => {
            text.push_str(source);
            text.push('\n');
        }
        Block::Table { head, rows, .. } => {
            add_row(text, head);
            for row in rows {
                add_row(text, row);
            }
        }
        Block::Rule => {}
    }
}

fn add_row(text: &mut String, cells: &[Vec<Inline>]) {
    for (column, cell) in cells.iter().enumerate() {
        if column > 0 {
            text.push('\t');
        }
        add_inlines(text, cell);
    }
    text.push('\n');
}

fn add_line(text: &mut String, inlines: &[Inline]) {
    add_inlines(text, inlines);
    text.push('\n');
}
