//! What the settled part of a document has said that later (and, once it is said, earlier) parts depend on: where
//! reference links lead, which notes there are, and their numbers.

use std::collections::HashMap;

use unicase::UniCase;

use crate::text::markdown::notes::Numbers;

/// Something that one place of a document names and another defines.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// The label of a reference link, folded.
    Link(String),
    /// The label of a footnote, made [`loose`].
    Note(String),
}

/// Where a reference link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) destination: String,
    pub(super) title: String,
}

impl Target {
    /// What a link to it adds to the document, as the parser counts it.
    pub(super) fn size(&self) -> usize {
        self.destination.len() + self.title.len()
    }
}

/// A name that was defined, or asked for.
#[derive(Default)]
struct Entry {
    /// Where it leads; nowhere if it is a note.
    target: Option<Target>,
    /// Of a note: its labels as the parser read them.
    labels: Vec<String>,
    /// The settled sections that have asked for it in vain.
    waiting: Vec<usize>,
}

/// The definitions of a document so far.
#[derive(Default)]
pub(super) struct Known {
    entries: HashMap<Name, Entry>,
    /// Whether any notes are defined.
    has_notes: bool,
    /// Whether any section waits for anything.
    pub(super) is_awaited: bool,
    /// The most that one reference link can add to the document.
    pub(super) longest: usize,
    /// The numbers given out to notes.
    pub(super) numbers: Numbers,
    /// What reference links have added to the document.
    pub(super) expanded: usize,
}

/// Closes the definitions of notes that are put before a stretch, whatever it begins with.
const END_OF_NOTES: &str = "***\n";

impl Known {
    /// Where a reference link leads.
    pub(super) fn target(&self, name: &Name) -> Option<&Target> {
        self.entries.get(name)?.target.as_ref()
    }

    /// What is known of a name: the destination of a link, nothing but its presence of a note.
    pub(super) fn answer(&self, name: &Name) -> Option<&str> {
        let entry = self.entries.get(name)?;
        match &entry.target {
            Some(target) => Some(&target.destination),
            None if entry.labels.is_empty() => None,
            None => Some(""),
        }
    }

    /// Takes a definition in; of several with one label the first counts. Gives the sections that have waited for it.
    pub(super) fn define_link(&mut self, name: Name, target: Target) -> Vec<usize> {
        self.longest = self.longest.max(target.size());
        let entry = self.entries.entry(name).or_default();
        entry.target.get_or_insert(target);
        std::mem::take(&mut entry.waiting)
    }

    /// Takes the label of a note's definition in. Gives the sections that have waited for it.
    pub(super) fn define_note(&mut self, label: &str) -> Vec<usize> {
        self.has_notes = true;
        let entry = self.entries.entry(Name::Note(loose(label))).or_default();
        if !entry.labels.iter().any(|known| known == label) {
            entry.labels.push(label.to_owned());
        }
        std::mem::take(&mut entry.waiting)
    }

    /// Notes that a section has asked for something in vain.
    pub(super) fn wait(&mut self, name: Name, section: usize) {
        self.is_awaited = true;
        let entry = self.entries.entry(name).or_default();
        if entry.waiting.last() != Some(&section) {
            entry.waiting.push(section);
        }
    }

    /// Empty definitions of the known notes that `text` may refer to. Put before it they make the parser, which sees
    /// nothing else of the document, read those references as such.
    pub(super) fn notes_for(&self, text: &str) -> String {
        let mut notes = String::new();
        if !self.has_notes {
            return notes;
        }
        let known = note_labels(text).into_keys().filter_map(|label| self.entries.get(&Name::Note(label)));
        for label in known.flat_map(|entry| &entry.labels) {
            for part in ["[^", label, "]:\n"] {
                notes.push_str(part);
            }
        }
        if !notes.is_empty() {
            notes.push_str(END_OF_NOTES);
        }
        notes
    }
}

/// What all spellings of a label have in common for the parser.
pub(super) fn fold(label: &str) -> String {
    UniCase::new(label).to_folded_case()
}

/// A form of a note's label that can be told without parsing: labels that are the same note have the same one.
pub(super) fn loose(label: &str) -> String {
    fold(&label.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect::<String>())
}

/// The loose labels of all that may be a reference to a note in `text`, or its definition, as the keys of a map.
pub(super) fn note_labels(text: &str) -> Numbers {
    let mut found = Numbers::new();
    let mut free_from = 0;
    for (open, _) in text.match_indices("[^") {
        if open < free_from {
            continue;
        }
        let label = text.get(open + 2..).unwrap_or_default();
        let mut escaped = false;
        let end = label.find(|c| {
            let ends = !escaped && matches!(c, '[' | ']') || matches!(c, '\n' | '\r');
            escaped = c == '\\' && !escaped;
            ends
        });
        let Some(end) = end else { break };
        free_from = open + 2 + end;
        if let Some((label, rest)) = label.split_at_checked(end)
            && rest.starts_with(']')
        {
            found.insert(loose(label), 0);
        }
    }
    found
}
