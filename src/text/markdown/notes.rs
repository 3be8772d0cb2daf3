//! Footnotes: their numbers, and their texts until the end of the document.

use std::collections::BTreeMap;

use super::tree::Block;

/// The footnotes of one document.
#[derive(Default)]
pub(super) struct Notes {
    /// Numbers by label, in order of first reference.
    numbers: BTreeMap<String, u32>,
    definitions: Vec<(String, Vec<Block>)>,
    /// The highest number given out.
    last: u32,
}

impl Notes {
    /// The number of the note that `label` refers to.
    pub(super) fn number(&mut self, label: &str) -> u32 {
        let label = label.to_lowercase();
        *self.numbers.entry(label).or_insert_with(|| {
            self.last += 1;
            self.last
        })
    }

    /// Keeps the text of a note.
    pub(super) fn define(&mut self, label: &str, blocks: Vec<Block>) {
        self.definitions.push((label.to_lowercase(), blocks));
    }

    /// The notes by number. Those without a reference, and second ones of a label, get the numbers after all others:
    /// nothing that was written is left out.
    pub(super) fn into_blocks(mut self) -> Vec<Block> {
        let mut notes = BTreeMap::new();
        let mut spare = Vec::new();
        for (label, blocks) in self.definitions {
            match self.numbers.remove(&label) {
                Some(number) => {
                    notes.insert(number, blocks);
                }
                None => spare.push(blocks),
            }
        }
        notes.extend((self.last + 1..).zip(spare));
        notes.into_iter().map(|(number, blocks)| Block::FootnoteDefinition { number, blocks }).collect()
    }
}
