//! A stretch of the document that was read together.

use std::ops::Range;
use std::sync::Arc;

use super::known::Name;
use super::piece::{Content, Draft, Frame, Keys, Piece, join};
use super::read::{Kind, Unit};
use super::references::{in_block_mut, in_content, in_content_mut};
use super::seen::Seen;
use crate::text::markdown::notes::{Definition, Numbers};
use crate::text::markdown::tree::{Block, Inline};

/// A stretch of the document with what it is drawn from and what it depends on.
#[derive(Default)]
pub(super) struct Section {
    pub(super) range: Range<usize>,
    pub(super) pieces: Vec<Piece>,
    /// The notes that it refers to, in order, with the numbers that its trees have for them.
    pub(super) labels: Vec<(String, u32)>,
    /// The texts of notes in it, and the labels that it defines with them.
    pub(super) notes: Vec<Definition>,
    pub(super) defines: Vec<String>,
    /// What it asked for that was not defined before it, and the answers that it got.
    pub(super) asks: Vec<(Name, Option<String>)>,
    /// What reference links have added to it.
    pub(super) expanded: usize,
}

impl Section {
    /// Takes in all of a unit but what is drawn of it.
    pub(super) fn take(&mut self, unit: &mut Unit) {
        let mut known = Seen::default();
        for (_, number) in &self.labels {
            known.insert(*number);
        }
        self.labels.extend(unit.labels.drain(..).filter(|(_, number)| known.insert(*number)));
        self.notes.append(&mut unit.notes);
        self.defines.append(&mut unit.defines);
        self.asks.append(&mut unit.asks);
        self.expanded += unit.expanded;
    }

    /// Gives numbers to the notes that have none yet, and says which of its own have to change to agree: what each becomes,
    /// by its old number; nothing if none does.
    pub(super) fn changed(&self, numbers: &mut Numbers) -> Vec<u32> {
        let mut changed = Vec::new();
        for (label, old) in &self.labels {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
            let new = *numbers.entry(label.clone()).or_insert(next);
            let place = usize::try_from(*old).unwrap_or_default();
            if new != *old && changed.len() <= place {
                changed.extend((u32::try_from(changed.len()).unwrap_or_default()..).take(place + 1 - changed.len()));
            }
            if let Some(place) = changed.get_mut(place) {
                *place = new;
            }
        }
        changed
    }

    /// Gives its notes, also in the `drafts` that its pieces are made of, other numbers.
    pub(super) fn renumber(&mut self, drafts: &mut [Draft], changed: &[u32], keys: &mut Keys) {
        if changed.is_empty() {
            return;
        }
        let change = |number: &mut u32| {
            let place = usize::try_from(*number).unwrap_or_default();
            *number = changed.get(place).copied().unwrap_or(*number);
        };
        for piece in &mut self.pieces {
            if let Frame::Table { head, .. } = &mut piece.frame
                && renumber(&mut head.content, change)
            {
                piece.key = keys.next();
            }
            for part in &mut piece.parts {
                if renumber(&mut part.content, change) {
                    part.key = keys.next();
                }
            }
        }
        for draft in drafts {
            if let Frame::Table { head, .. } = &mut draft.frame {
                renumber(&mut head.content, change);
            }
            for content in &mut draft.contents {
                renumber(content, change);
            }
        }
        for (_, blocks) in &mut self.notes {
            blocks.iter_mut().for_each(|block| in_block_mut(block, &mut { change }));
        }
        for (_, number) in &mut self.labels {
            change(number);
        }
    }

    /// Notes in each part which notes are referred to there first, and takes them into `noted`.
    pub(super) fn mark(&mut self, keys: &mut Keys, noted: &mut Seen) {
        if self.labels.is_empty() {
            return;
        }
        for piece in &mut self.pieces {
            if let Frame::Table { head, .. } = &mut piece.frame {
                let first = first_in(&head.content, noted);
                if first != head.noted {
                    head.noted = first;
                    piece.key = keys.next();
                }
            }
            for part in &mut piece.parts {
                let first = first_in(&part.content, noted);
                if first != part.noted {
                    part.noted = first;
                    part.key = keys.next();
                }
            }
        }
    }
}

/// Says whether anything has changed.
fn renumber(content: &mut Arc<Content>, mut change: impl FnMut(&mut u32)) -> bool {
    let mut refers = false;
    in_content(content, &mut |_| refers = true);
    if refers {
        in_content_mut(Arc::make_mut(content), &mut change);
    }
    refers
}

/// The notes that `content` is the first to refer to; from now on it is.
pub(super) fn first_in(content: &Content, noted: &mut Seen) -> Vec<u32> {
    let mut first = Vec::new();
    in_content(content, &mut |number| {
        if noted.insert(*number) {
            first.push(*number);
        }
    });
    first
}

/// What is drawn of a unit that is complete.
pub(super) fn closed(unit: &mut Unit) -> Vec<Draft> {
    let mut blocks = std::mem::take(&mut unit.blocks);
    if let Some((mut text, _)) = unit.before.take() {
        if let Some(Block::Paragraph(rest)) = blocks.pop() {
            join(&mut text, &rest);
        }
        blocks.push(Block::Paragraph(text));
    }
    blocks.into_iter().map(Draft::of).collect()
}

/// What is drawn of a unit that can go on, so that its end can be read again by itself.
pub(super) fn open(unit: &mut Unit, in_fence: bool) -> Vec<Draft> {
    let mut blocks = std::mem::take(&mut unit.blocks);
    if unit.kind == Kind::Code
        && in_fence
        && let Some(Block::Code { lang, text }) = blocks.pop_if(|block| matches!(block, Block::Code { .. }))
    {
        return vec![Draft::open_code(lang, &text)];
    }
    if let Some((text, _)) = &unit.before {
        let rest = if let Some(Block::Paragraph(rest)) = blocks.pop() { rest } else { Vec::new() };
        return vec![Draft::new(Frame::Paragraph, [Content::Text(text.clone()), Content::Text(rest)])];
    }
    blocks.into_iter().map(Draft::of).collect()
}

/// Appends running text to the last leaf of `content`. In code it is `raw`, elsewhere `plain`. Says whether there was one.
pub(super) fn append(content: &mut Content, plain: &str, raw: &str) -> bool {
    match content {
        Content::Text(text) => {
            join(text, &[Inline::Text(plain.to_owned())]);
            true
        }
        Content::Block(block) => append_to_block(block, plain, raw),
        Content::Item(item) => append_to_blocks(&mut item.blocks, plain, raw),
        Content::Row(_) | Content::Code(_) => false,
    }
}

/// Appends running text to the last leaf of `blocks`, or as a paragraph of its own.
pub(super) fn append_to_blocks(blocks: &mut Vec<Block>, plain: &str, raw: &str) -> bool {
    let has_leaf = blocks.last_mut().is_some_and(|block| append_to_block(block, plain, raw));
    if !has_leaf {
        blocks.push(Block::Paragraph(vec![Inline::Text(plain.trim_start().to_owned())]));
    }
    true
}

fn append_to_block(block: &mut Block, plain: &str, raw: &str) -> bool {
    match block {
        Block::Paragraph(text) | Block::Heading { children: text, .. } => {
            join(text, &[Inline::Text(plain.to_owned())]);
            true
        }
        Block::Quote(blocks) | Block::FootnoteDefinition { blocks, .. } => append_to_blocks(blocks, plain, raw),
        Block::List { items, .. } => match items.last_mut() {
            Some(item) => append_to_blocks(&mut item.blocks, plain, raw),
            None => false,
        },
        Block::Code { text, .. } | Block::Html(text) => {
            text.push_str(raw);
            true
        }
        Block::Table { .. } | Block::Rule => false,
    }
}
