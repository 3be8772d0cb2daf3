//! Letters under towers of marks: a browser takes the square of a tower's height to draw it.

use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of one sign on the page. The longest emoji in use have 10, and no script stacks as many; a letter
/// under some twenty marks is somebody's joke, and stays.
pub const LONGEST: usize = 32;

/// What stands where the rest of a sign was left out.
pub const CUT: char = '…';

/// The text with its signs (a letter with its marks, an emoji and what is joined to it: grapheme clusters) cut to
/// [`LONGEST`] characters; a [`CUT`] says where. Borrows when there is no such sign.
///
/// In what it gives out, no more than twice as many characters hang together. To do it again changes nothing.
#[must_use]
pub fn bounded(text: &str) -> Cow<'_, str> {
    if may_tower(text) { cut(text) } else { Cow::Borrowed(text) }
}

/// Whether so many characters stand in a row that may hang together. Few texts have that, and only they are taken apart.
fn may_tower(text: &str) -> bool {
    text.as_bytes().split(|byte| stands_alone(*byte)).any(|stretch| stretch.len() >= 2 * LONGEST)
}

/// Whether a character that begins with this byte (or a byte itself that goes on with none) belongs to nothing before it:
/// ASCII, Latin from `À` on, Cyrillic, and Chinese and Japanese letters.
fn stands_alone(byte: u8) -> bool {
    matches!(byte, 0..=0x7f | 0xc3..=0xcb | 0xd0 | 0xd1 | 0xe4..=0xe9)
}

// A function of its own: few texts need it, and so it is in the second part of the app.
#[inline(never)]
fn cut(text: &str) -> Cow<'_, str> {
    let height = |sign: &str| sign.char_indices().nth(LONGEST).map(|(end, _)| end);
    if text.graphemes(true).all(|sign| height(sign).is_none()) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for sign in text.graphemes(true) {
        let end = height(sign);
        shown.push_str(end.and_then(|end| sign.get(..end)).unwrap_or(sign));
        shown.extend(end.map(|_| CUT));
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARK: &str = "\u{301}";

    #[test]
    fn a_tower_of_marks_is_cut_and_says_so() {
        let tower = |height: usize| format!("a{}", MARK.repeat(height));
        assert_eq!(bounded(&tower(20)), tower(20));
        assert_eq!(bounded(&tower(31)), tower(31));
        assert_eq!(bounded(&tower(60_000)), tower(31) + "…");
        assert_eq!(bounded(&format!("x{}y {}", tower(400), tower(2))), format!("x{}…y {}", tower(31), tower(2)));
        assert_eq!(bounded(&MARK.repeat(100)), MARK.repeat(32) + "…");
    }

    #[test]
    fn so_is_whatever_else_hangs_together() {
        let many = |text: &str| text.repeat(5_000);
        for text in [
            "👩".to_owned() + &many("\u{200d}"),
            many("👩\u{200d}"),
            many("©\u{200d}"),
            "❤".to_owned() + &many("\u{fe0f}"),
            "🏴".to_owned() + &many("\u{e0067}"),
            many("क्"),
            "ก".to_owned() + &many("ำ"),
            many("ᄀ"),
            many("\u{600}"),
        ] {
            let shown = bounded(&text);
            assert!(shown.chars().count() <= LONGEST + 1 && shown.ends_with('…'), "{shown}");
        }
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        let zalgo = "Z\u{330}\u{351}\u{342}\u{363}\u{30f}\u{345}\u{33c}\u{31c}\u{354}\u{353}\u{346}\u{368}\u{300}\u{321}\
            \u{321}\u{321}\u{321}\u{321}\u{321}\u{321}a\u{301}lgo ";
        for text in [
            "plain",
            "Größe",
            "Ελληνικά",
            "русский",
            "中文没有空格的一长段文字",
            "日本語のテキスト",
            "한국어문장입니다",
            "हिन्दी में लिखा हुआ",
            "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน",
            "བོད་ཡིག་བསྒྲུབས",
            "עִבְרִית",
            "العَرَبِيَّة",
            "👨‍👩‍👧‍👦",
            "👩🏿‍❤️‍💋‍👩🏿",
            "🇩🇪🇯🇵🇨🇳",
            scotland,
            zalgo,
            "e\u{301}",
            "\r\n",
        ] {
            let text = text.repeat(40);
            assert!(matches!(bounded(&text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn a_megabyte_of_marks_is_walked_and_not_more() {
        // To walk one of these for each of its characters would take minutes.
        for text in [MARK.repeat(1 << 19), "👩\u{200d}".repeat(1 << 17), "क्".repeat(1 << 17), "🇩".repeat(1 << 17)]
        {
            assert!(bounded(&text).len() <= text.len());
        }
    }

    proptest! {
        #[test]
        fn signs_are_short_afterwards_and_nothing_else_has_changed(
            text in "([ab ©\n\u{600}गक]|👩|🇩|ᄀ|กำ|[\u{301}\u{200d}\u{94d}\u{fe0f}\u{20e3}]{0,90}){0,30}",
        ) {
            let shown = bounded(&text).into_owned();
            prop_assert!(shown.graphemes(true).all(|sign| sign.chars().count() <= 2 * LONGEST + 2));
            prop_assert_eq!(&bounded(&shown), &shown);
            // What is left of each sign is its beginning.
            let mut rest = shown.as_str();
            for sign in text.graphemes(true) {
                rest = match rest.strip_prefix(sign) {
                    Some(rest) => rest,
                    None => {
                        let head: String = sign.chars().take(LONGEST).collect();
                        rest.strip_prefix(&head).and_then(|rest| rest.strip_prefix(CUT)).expect("a cut sign")
                    }
                };
            }
            prop_assert_eq!(rest, "");
        }

        #[test]
        fn any_text_of_short_signs_is_borrowed(text in "\\PC{0,200}") {
            if text.graphemes(true).all(|sign| sign.chars().count() <= LONGEST) {
                prop_assert!(matches!(bounded(&text), Cow::Borrowed(_)));
            }
        }
    }
}
