//! A growing plain text in chunks, of which all but the last never change again.

use std::ops::Range;

/// How long a chunk may become, in bytes. A page that shows the text draws the last chunk with each piece that is added.
pub const LONGEST: usize = 4096;

/// A text that grows.
#[derive(Debug, Default)]
pub struct Chunks {
    text: String,
    /// Where the chunks that are complete end.
    ends: Vec<usize>,
}

impl Chunks {
    /// Takes all of the text there is so far. Says whether it goes on from what was there before; if not, no chunk is what
    /// it was.
    pub fn grow(&mut self, text: &str) -> bool {
        let goes_on = match text.strip_prefix(self.text.as_str()) {
            Some(more) => {
                self.text.push_str(more);
                true
            }
            None => {
                *self = Self { text: text.to_owned(), ends: Vec::new() };
                false
            }
        };
        while let Some(end) = self.next_end() {
            self.ends.push(end);
        }
        goes_on
    }

    /// How many chunks are complete.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.ends.len()
    }

    /// A chunk, without the line end that it ends with; the one after all that are complete is the last.
    #[must_use]
    pub fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let end = self.ends.get(index).copied();
        let range = |start| Range { start, end: end.unwrap_or(self.text.len()) };
        let chunk = start.and_then(|start| self.text.get(range(start))).unwrap_or_default();
        if end.is_some() { chunk.strip_suffix('\n').unwrap_or(chunk) } else { chunk }
    }

    /// Where the last chunk has to be cut, if it is too long: at a line end, else at a blank, else anywhere.
    fn next_end(&self) -> Option<usize> {
        let start = self.ends.last().copied().unwrap_or(0);
        let last = self.text.get(start..)?;
        if last.len() <= LONGEST {
            return None;
        }
        let longest = (0..=LONGEST).rev().find_map(|end| last.get(..end))?;
        let cut = longest.rfind('\n').or_else(|| longest.rfind(' ')).map_or(longest.len(), |at| at + 1);
        Some(start + cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(chunks: &Chunks) -> Vec<&str> {
        (0..=chunks.complete()).map(|index| chunks.get(index)).collect()
    }

    #[test]
    fn chunks_end_with_lines_and_what_is_complete_stays() {
        let line = "a line of reasoning\n";
        let text = line.repeat(1_000);
        let mut chunks = Chunks::default();
        let mut before: Vec<String> = Vec::new();
        for end in (0..=text.len()).step_by(7) {
            assert!(chunks.grow(text.split_at(end).0));
            let complete: Vec<_> = (0..chunks.complete()).map(|index| chunks.get(index).to_owned()).collect();
            assert!(complete.starts_with(&before), "a complete chunk has changed");
            before = complete;
        }
        chunks.grow(&text);
        assert_eq!(all(&chunks).join("\n"), text);
        assert!(before.iter().all(|chunk| chunk.len() > LONGEST - 2 * line.len() && chunk.ends_with("reasoning")));
    }

    #[test]
    fn a_long_line_is_cut_at_a_blank_or_between_characters() {
        let mut chunks = Chunks::default();
        chunks.grow(&"word ".repeat(2_000));
        assert_eq!(all(&chunks).concat(), "word ".repeat(2_000));
        assert!(all(&chunks).iter().all(|chunk| chunk.len() <= LONGEST && chunk.ends_with(' ')));
        assert!(!chunks.grow(&"好".repeat(5_000)), "it is another text");
        assert_eq!(all(&chunks).concat(), "好".repeat(5_000));
        assert!(all(&chunks).iter().all(|chunk| chunk.len() <= LONGEST));
    }

    #[test]
    fn a_text_that_shrinks_starts_anew() {
        let mut chunks = Chunks::default();
        chunks.grow(&"a\n".repeat(5_000));
        assert!(!chunks.grow("a\n"));
        assert_eq!(all(&chunks), ["a\n"]);
    }
}
