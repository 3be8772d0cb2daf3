//! A document as plain text, and how long it is.

use super::tree::{Block, Inline, Item};

/// The text of a document without its markup: a line for each paragraph, item, row and line of code; a tab between
/// cells. Markers of notes and citations stay as `[n]`.
pub fn text_of(blocks: &[Block]) -> String {
    let mut text = String::new();
    add_blocks(&mut text, blocks);
    text.truncate(text.trim_end().len());
    text
}

/// The number of words in a document's [`text_of`]. Each Chinese, Japanese or Korean character counts as a word, since
/// no blanks divide them.
pub fn words(blocks: &[Block]) -> usize {
    let mut count = 0;
    let mut in_word = false;
    for c in text_of(blocks).chars() {
        if is_cjk(c) {
            count += 1;
            in_word = false;
        } else if c.is_whitespace() {
            in_word = false;
        } else if c.is_alphanumeric() && !in_word {
            count += 1;
            in_word = true;
        }
    }
    count
}

/// Whether `c` is a letter of Chinese, Japanese or Korean.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{312f}')
        || matches!(c, '\u{3131}'..='\u{318e}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}')
        || matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
        || matches!(c, '\u{20000}'..='\u{3ffff}')
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

/// Appends the text of `inlines` to `text`.
pub(super) fn add_inlines(text: &mut String, inlines: &[Inline]) {
    for inline in inlines {
        add_inline(text, inline);
    }
}

/// Appends the text of one piece to `text`.
pub(super) fn add_inline(text: &mut String, inline: &Inline) {
    match inline {
        Inline::Text(piece) | Inline::Code(piece) | Inline::Html(piece) => text.push_str(piece),
        Inline::Emphasis(children)
        | Inline::Strong(children)
        | Inline::Strikethrough(children)
        | Inline::Link { children, .. } => add_inlines(text, children),
        Inline::Image { alt, .. } => text.push_str(alt),
        Inline::SoftBreak => text.push(' '),
        Inline::HardBreak => text.push('\n'),
        Inline::FootnoteReference { number } | Inline::Citation { number } => {
            text.push('[');
            text.push_str(&number.to_string());
            text.push(']');
        }
    }
}
