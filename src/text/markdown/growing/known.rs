//! What the settled part of a document has said that later (and, once it is said, earlier) parts depend on: where
//! reference links lead, which notes there are, and their numbers.

use std::collections::{BTreeSet, HashMap};

use unicase::UniCase;

use crate::text::markdown::notes::Numbers;

/// Something that one place of a document names and another defines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// The definitions of a document so far.
#[derive(Default)]
pub(super) struct Known {
    links: HashMap<String, Target>,
    longest: usize,
    /// By loose label: the labels as the parser read them.
    notes: HashMap<String, Vec<String>>,
    /// The numbers given out to notes.
    pub(super) numbers: Numbers,
    /// What reference links have added to the document.
    pub(super) expanded: usize,
}

/// Closes the definitions of notes that are put before a stretch, whatever it begins with.
const END_OF_NOTES: &str = "***\n";

impl Known {
    /// Where the reference link with this folded label leads.
    pub(super) fn link(&self, label: &str) -> Option<&Target> {
        self.links.get(label)
    }

    /// What is known of a name: the destination of a link, nothing but its presence of a note.
    pub(super) fn answer(&self, name: &Name) -> Option<&str> {
        match name {
            Name::Link(label) => self.links.get(label).map(|target| target.destination.as_str()),
            Name::Note(label) => self.notes.get(label).map(|_| ""),
        }
    }

    /// The most that one reference link can add to the document.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Takes a definition in; of several with one label the first counts. Says whether it is new.
    pub(super) fn define_link(&mut self, label: &str, target: Target) -> bool {
        let is_new = !self.links.contains_key(label);
        if is_new {
            self.longest = self.longest.max(target.size());
            self.links.insert(label.to_owned(), target);
        }
        is_new
    }

    /// Takes the label of a note's definition in. Says whether it is the first of its loose form.
    pub(super) fn define_note(&mut self, label: &str) -> bool {
        let labels = self.notes.entry(loose(label)).or_default();
        if !labels.iter().any(|known| known == label) {
            labels.push(label.to_owned());
        }
        labels.len() == 1
    }

    /// Empty definitions of the known notes that `text` may refer to. Put before it they make the parser, which sees
    /// nothing else of the document, read those references as such.
    pub(super) fn notes_for(&self, text: &str) -> String {
        if self.notes.is_empty() {
            return String::new();
        }
        let labels: BTreeSet<&String> =
            note_labels(text).iter().filter_map(|label| self.notes.get(label)).flatten().collect();
        if labels.is_empty() {
            return String::new();
        }
        labels.into_iter().map(|label| format!("[^{label}]:\n")).chain([END_OF_NOTES.to_owned()]).collect()
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

/// The loose labels of all that may be a reference to a note in `text`, or its definition.
pub(super) fn note_labels(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
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
            found.insert(loose(label));
        }
    }
    found
}
