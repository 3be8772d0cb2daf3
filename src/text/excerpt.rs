//! Text cut to a length, where a reader would cut it.

use unicode_segmentation::UnicodeSegmentation;

/// The bytes that each grapheme of a limit may take at most, on average: `cut(text, n)` never yields more than
/// `n * BYTES_EACH` bytes. The largest emoji in use (families, flags of regions) have 25 to 35, everything else is far
/// below; a letter under hundreds of marks has more, and so cannot fill the screen.
pub const BYTES_EACH: usize = 36;

/// The head of `text` with at most `graphemes` graphemes and [`BYTES_EACH`] times as many bytes; `None` if all of it
/// fits.
///
/// The head ends where a grapheme ends. It is empty if not even the first one fits the bytes. Looks at no more of the
/// text than that many bytes, however long it is.
pub fn cut(text: &str, graphemes: usize) -> Option<&str> {
    let window = head(text, graphemes.saturating_mul(BYTES_EACH));
    let mut clusters = window.grapheme_indices(true);
    let end = match clusters.nth(graphemes) {
        Some((next, _)) => next,
        None if window.len() == text.len() => return None,
        // The last cluster of the window may go on outside.
        None => last_start(window),
    };
    text.get(..end)
}

/// At most `bytes` bytes of `text`, whole characters.
fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

fn last_start(window: &str) -> usize {
    window.grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FAMILY: &str = "👨‍👩‍👧‍👦";

    #[test]
    fn text_that_fits_is_not_cut() {
        for (text, limit) in [("", 0), ("", 5), ("abc", 3), ("好", 1), (FAMILY, 1), ("e\u{301}", 1)] {
            assert_eq!(cut(text, limit), None, "{text}");
        }
    }

    #[test]
    fn an_emoji_at_the_limit_is_kept_or_dropped_whole() {
        let text = "a".repeat(159) + "🦊";
        assert_eq!(cut(&text, 160), None);
        assert_eq!(cut(&text, 159), Some("a".repeat(159).as_str()));
        let families = FAMILY.repeat(3);
        assert_eq!(cut(&families, 2), Some(FAMILY.repeat(2).as_str()));
        assert_eq!(cut("🇩🇪🇯🇵🇨🇳", 2), Some("🇩🇪🇯🇵"));
        assert_eq!(cut("हिन्दी", 1), Some("हि"));
        assert_eq!(cut("a\r\nb", 2), Some("a\r\n"));
        assert_eq!(cut("abc", 0), Some(""));
    }

    #[test]
    fn the_largest_emoji_in_use_fit_as_often_as_letters() {
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        let kiss = "👩🏿‍❤️‍💋‍👩🏿";
        for emoji in [FAMILY, scotland, kiss] {
            assert_eq!(cut(&emoji.repeat(10), 10), None);
            assert_eq!(cut(&emoji.repeat(11), 10), Some(emoji.repeat(10).as_str()));
        }
    }

    #[test]
    fn a_letter_under_two_hundred_marks_counts_by_its_bytes() {
        let tower = "e".to_owned() + &"\u{301}".repeat(200);
        let text = "ab".to_owned() + &tower + "cd";
        assert_eq!(cut(&text, 4), Some("ab"));
        assert_eq!(cut(&text, 100), None);
        assert_eq!(cut(&tower, 1), Some(""));
        let towers = tower.repeat(100);
        assert!(cut(&towers, 100).unwrap().len() <= 100 * BYTES_EACH);
    }

    #[test]
    fn a_megabyte_is_not_walked_to_cut_a_little() {
        // In one cluster of a megabyte, walking it even once for each of these would take minutes.
        let tower = "e".to_owned() + &"\u{301}".repeat(1 << 19);
        for _ in 0..20_000 {
            assert_eq!(cut(&tower, 2), Some(""));
        }
    }

    proptest! {
        #[test]
        fn a_cut_is_a_prefix_that_ends_between_graphemes(text in "(\\PC|[a\u{301}\u{200d}🦊👩🇩\r\n]){0,60}", limit in 0usize..40) {
            match cut(&text, limit) {
                None => prop_assert!(text.graphemes(true).count() <= limit),
                Some(head) => {
                    prop_assert!(text.starts_with(head) && head.len() < text.len());
                    prop_assert!(head.len() <= limit * BYTES_EACH);
                    let whole: Vec<&str> = text.graphemes(true).take(head.graphemes(true).count()).collect();
                    prop_assert_eq!(whole.concat(), head);
                    prop_assert!(whole.len() <= limit);
                }
            }
        }
    }
}
