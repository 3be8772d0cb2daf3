//! How a command ended where no view tells it.

/// Whether a shell's result ends with the line in which its host tells the model that the command failed.
///
/// Such a result comes out of some logs without a view, or with one that does not tell the end; it must not look like a
/// success then.
#[must_use]
pub fn ended_badly(text: &str) -> bool {
    let last = text.trim_end().lines().next_back().unwrap_or_default();
    let Some(note) = last.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return false };
    match note.split_once(": ") {
        Some(("exit code", code)) => code != "0",
        Some(("killed by signal", _)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_ends_badly_where_its_last_line_says_so() {
        for text in ["failing\n[exit code: 3]", "[exit code: -1]\n", "x\n[killed by signal: SIGTERM]", "[exit code: ?]"]
        {
            assert!(ended_badly(text), "{text}");
        }
        for text in
            ["", "[exit code: 0]", "[exit code: 3]\nmore", "exit code: 3", "[stderr]", "[note: x]", "a [exit code: 3]"]
        {
            assert!(!ended_badly(text), "{text}");
        }
    }
}
