//! The references to notes in a tree: which there are, and giving them other numbers.

use super::piece::Content;
use crate::text::markdown::tree::{Block, Inline};

/// Two walks over the same tree, one to look and one to change.
macro_rules! walk {
    ($content:ident, $block:ident, $inline:ident, $iter:ident $(, $mutable:tt)?) => {
        /// Visits the number of each reference in the order in which it is drawn.
        pub(super) fn $content(content: &$($mutable)? Content, visit: &mut impl FnMut(&$($mutable)? u32)) {
            match content {
                Content::Block(block) => $block(block, visit),
                Content::Text(text) => text.$iter().for_each(|inline| $inline(inline, visit)),
                Content::Item(item) => item.blocks.$iter().for_each(|block| $block(block, visit)),
                Content::Row(cells) => cells.$iter().flatten().for_each(|inline| $inline(inline, visit)),
                Content::Code(_) => {}
            }
        }

        /// The same in a block.
        pub(in crate::text::markdown) fn $block(block: &$($mutable)? Block, visit: &mut impl FnMut(&$($mutable)? u32)) {
            match block {
                Block::Paragraph(children) | Block::Heading { children, .. } => {
                    children.$iter().for_each(|inline| $inline(inline, visit));
                }
                Block::Quote(blocks) | Block::FootnoteDefinition { blocks, .. } => {
                    blocks.$iter().for_each(|block| $block(block, visit));
                }
                Block::List { items, .. } => {
                    items.$iter().for_each(|item| item.blocks.$iter().for_each(|block| $block(block, visit)));
                }
                Block::Table { head, rows, .. } => {
                    head.$iter().flatten().for_each(|inline| $inline(inline, visit));
                    rows.$iter().flatten().flatten().for_each(|inline| $inline(inline, visit));
                }
                Block::Code { .. } | Block::Rule | Block::Html(_) => {}
            }
        }

        fn $inline(inline: &$($mutable)? Inline, visit: &mut impl FnMut(&$($mutable)? u32)) {
            match inline {
                Inline::FootnoteReference { number } => visit(number),
                Inline::Emphasis(children)
                | Inline::Strong(children)
                | Inline::Strikethrough(children)
                | Inline::Link { children, .. } => children.$iter().for_each(|inline| $inline(inline, visit)),
                Inline::Text(_)
                | Inline::Code(_)
                | Inline::Image { .. }
                | Inline::SoftBreak
                | Inline::HardBreak
                | Inline::Html(_)
                | Inline::Citation { .. } => {}
            }
        }
    };
}

walk!(in_content, in_block, in_inline, iter);
walk!(in_content_mut, in_block_mut, in_inline_mut, iter_mut, mut);
