//! Footnotes: their numbers, and their texts until the end of the document.

use std::collections::BTreeMap;

use super::tree::Block;

/// Numbers of notes by label, 1-based, in order of first reference.
pub(super) type Numbers = BTreeMap<String, u32>;

/// The text of a note with its label.
pub(super) type Definition = (String, Vec<Block>);

/// The footnotes of a document, or of a stretch of one.
#[derive(Default)]
pub(super) struct Notes<'a> {
    /// The numbers that the document around the stretch has given out.
    known: Option<&'a Numbers>,
    /// Those that the stretch adds.
    numbers: Numbers,
    definitions: Vec<Definition>,
}

impl<'a> Notes<'a> {
    /// The notes of a stretch whose document has given out `known` numbers.
    pub(super) fn after(known: &'a Numbers) -> Self {
        Self { known: Some(known), ..Self::default() }
    }

    /// The number of the note that `label` refers to.
    pub(super) fn number(&mut self, label: &str) -> u32 {
        let label = key(label);
        if let Some(number) = self.known.and_then(|known| known.get(&label)) {
            return *number;
        }
        let last = self.known.map_or(0, BTreeMap::len) + self.numbers.len();
        let next = u32::try_from(last).unwrap_or(u32::MAX).saturating_add(1);
        *self.numbers.entry(label).or_insert(next)
    }

    /// Keeps the text of a note.
    pub(super) fn define(&mut self, label: &str, blocks: Vec<Block>) {
        self.definitions.push((key(label), blocks));
    }

    /// The texts kept so far.
    pub(super) fn take_definitions(&mut self) -> Vec<Definition> {
        std::mem::take(&mut self.definitions)
    }

    /// The notes by number.
    pub(super) fn into_blocks(self) -> Vec<Block> {
        let numbered = number(self.definitions, &self.numbers);
        numbered.into_iter().map(|(number, blocks)| Block::FootnoteDefinition { number, blocks }).collect()
    }
}

/// What two labels of one note have in common.
pub(super) fn key(label: &str) -> String {
    label.to_lowercase()
}

/// The notes of a whole document by number. Those without a reference, and second ones of a label, get the numbers after
/// all others: nothing that was written is left out.
pub(super) fn number<T>(definitions: impl IntoIterator<Item = (String, T)>, numbers: &Numbers) -> Vec<(u32, T)> {
    let mut notes: Vec<Option<T>> = numbers.iter().map(|_| None).collect();
    let mut spare = Vec::new();
    for (label, note) in definitions {
        let place = numbers.get(&label).and_then(|number| usize::try_from(*number).ok()?.checked_sub(1));
        match place.and_then(|place| notes.get_mut(place)) {
            Some(place) if place.is_none() => *place = Some(note),
            _ => spare.push(Some(note)),
        }
    }
    (1..).zip(notes.into_iter().chain(spare)).filter_map(|(number, note)| Some((number, note?))).collect()
}
