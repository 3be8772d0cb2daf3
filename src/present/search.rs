//! The search card: what of it stands open, and what was searched for.

use crate::transcript::model::Call;
use crate::view::result::FileMatches;
use serde_json::Value;

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
