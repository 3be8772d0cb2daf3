//! Text cut to a length, where a reader would cut it.

use std::borrow::Cow;

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

/// `name` with its middle replaced by `…` if it has more than `graphemes` graphemes (or too many bytes for them, as in
/// [`cut`]); the end, with the extension of a file name, stays.
pub fn middle(name: &str, graphemes: usize) -> Cow<'_, str> {
    if cut(name, graphemes).is_none() {
        return Cow::Borrowed(name);
    }
    let kept = graphemes.saturating_sub(1);
    let at_end = tail_length(name, kept);
    let start = cut(name, kept - at_end).unwrap_or(name);
    let end = end_of(name, at_end);
    Cow::Owned(format!("{start}…{end}"))
}

/// How many of `kept` graphemes are shown at the end: a third, or more where the extension is longer.
fn tail_length(name: &str, kept: usize) -> usize {
    let end = end_of(name, kept / 2);
    let extension = end.rfind('.').and_then(|dot| end.get(dot..));
    let length = extension.map_or(0, |extension| extension.graphemes(true).count());
    length.max(kept / 3)
}

/// The last `graphemes` graphemes, fewer if they have too many bytes.
fn end_of(text: &str, graphemes: usize) -> &str {
    let bytes = graphemes.saturating_mul(BYTES_EACH);
    let mut from = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = text.get(from..).unwrap_or_default();
    let mut clusters: Vec<&str> = window.graphemes(true).rev().take(graphemes).collect();
    let shown: usize = clusters.iter().map(|cluster| cluster.len()).sum();
    // The first cluster of the window may have begun outside.
    if from > 0 && shown == window.len() {
        clusters.pop();
    }
    let shown: usize = clusters.iter().map(|cluster| cluster.len()).sum();
    text.get(text.len() - shown..).unwrap_or_default()
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
            assert_eq!(middle(&tower, 2), "…");
        }
    }

    #[test]
    fn a_long_name_keeps_its_extension() {
        assert_eq!(middle("short.txt", 9), "short.txt");
        assert_eq!(middle("a-very-long-file-name.tar.gz", 16), "a-very-lon…ar.gz");
        let name = "报".repeat(116) + ".pdf";
        let shown = middle(&name, 20);
        assert_eq!(shown, "报".repeat(13) + "…" + "报报.pdf");
        assert_eq!(middle("no extension at all here", 10), "no ext…ere");
        assert_eq!(middle("x.averylongextension.thatgoeson", 10), "x.aver…son");
    }

    #[test]
    fn a_tiny_limit_leaves_little() {
        assert_eq!(middle("abcdef", 0), "…");
        assert_eq!(middle("abcdef", 1), "…");
        assert_eq!(middle("abcdef", 2), "a…");
        assert_eq!(middle("abcdef", 4), "ab…f");
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

        #[test]
        fn a_middle_is_short_and_made_of_both_ends(name in "\\PC{0,60}(\\.[a-z]{1,4})?", limit in 1usize..40) {
            let shown = middle(&name, limit);
            if let Cow::Owned(shown) = shown {
                prop_assert!(shown.len() <= limit * BYTES_EACH + "…".len());
                let (start, end) = shown
                    .match_indices('…')
                    .map(|(at, _)| shown.split_at(at))
                    .map(|(start, rest)| (start, rest.strip_prefix('…').unwrap()))
                    .find(|(start, end)| name.starts_with(start) && name.ends_with(end))
                    .unwrap();
                prop_assert!(start.graphemes(true).count() + end.graphemes(true).count() < limit.max(2));
            }
        }
    }
}
