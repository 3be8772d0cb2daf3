//! The search card: what of it stands open, and what was searched for.

use crate::transcript::model::Call;
use crate::view::result::{FileMatches, Search};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// How much of what was found is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// How many paths or lines are listed.
    pub listed: usize,
    /// How many there are. `None` where that contradicts the list: there are more in it than that, or it was cut and is none
    /// the shorter.
    pub total: Option<u64>,
    /// The list is not all there is.
    pub is_cut: bool,
}

impl Extent {
    /// What a search says of itself, as far as it can be believed.
    #[must_use]
    pub fn of(search: &Search) -> Self {
        let (listed, total, truncated) = match search {
            Search::Matches(found) => {
                (found.files.iter().map(|file| file.matches.len()).sum(), found.total, found.truncated)
            }
            Search::Paths(found) => (found.paths.len(), found.total, found.truncated),
        };
        let more = total.checked_sub(listed as u64);
        let is_credible = more.is_some_and(|more| more > 0 || !truncated);
        Self { listed, total: is_credible.then_some(total), is_cut: truncated || more.is_some_and(|more| more > 0) }
    }
}

/// The files with their matches, each once: where it was named first, with the lines of all its entries.
#[must_use]
pub fn by_file(files: &[FileMatches]) -> Vec<FileMatches> {
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    let mut grouped: Vec<FileMatches> = Vec::new();
    for file in files {
        let place = *places.entry(file.path.as_str().into()).or_insert(grouped.len());
        match grouped.get_mut(place) {
            Some(group) => group.matches.extend_from_slice(&file.matches),
            None => grouped.push(file.clone()),
        }
    }
    grouped
}

/// How many matching lines stand open at first.
const OPEN_LINES: usize = 200;

/// How many files, from the first one on, stand open at first: at least one, and no more than a reader looks through.
#[must_use]
pub fn open_at_first(files: &[FileMatches]) -> usize {
    let mut lines = 0;
    let fits = |file: &&FileMatches| {
        let first = lines == 0;
        lines += file.matches.len();
        first || lines <= OPEN_LINES
    };
    files.iter().take_while(fits).count()
}

/// The words that a search was for, where its arguments give them as a plain string. A pattern in which a character may mean
/// more than itself is none: what it found can only be guessed.
#[must_use]
pub fn sought(call: &Call) -> Option<String> {
    const MEANS_MORE: &str = r"\^$.|?*+()[]{}";
    let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
    let pattern = arguments.get("pattern")?.as_str()?;
    let plain = !pattern.is_empty() && !pattern.contains(|c: char| MEANS_MORE.contains(c) || c.is_control());
    plain.then(|| pattern.to_owned())
}
