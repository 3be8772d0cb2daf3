//! Text that is shown as it is: code, output, paths, addresses.

use super::{bidi, marks};
use std::borrow::Cow;
use std::fmt::Write;

/// The text without what would turn it around on the page, and with control characters to be seen, so that none can hide
/// what stands beside it. Line feeds and tabs stay; towers of marks are [cut](marks::bounded).
#[must_use]
pub fn visible(text: &str) -> String {
    let pictured = if text.bytes().any(may_change) {
        Cow::Owned(bidi::strip(text).chars().map(picture).collect())
    } else {
        Cow::Borrowed(text)
    };
    match marks::bounded(&pictured) {
        Cow::Owned(bounded) => bounded,
        Cow::Borrowed(_) => pictured.into_owned(),
    }
}

fn picture(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(PICTURES + u32::from(c)).unwrap_or(c),
        '\u{7f}' => '\u{2421}',
        _ => c,
    }
}

/// The text with all that is in it to be seen, for somebody who is to check it: like [`visible`], but characters that take
/// no ink and those that turn text around are spelled out, as in `<U+202E>`. Joiners and selectors stay: they shape letters
/// and emoji, which is to be seen.
#[must_use]
pub fn revealed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hides(c) {
            // Writing to a string cannot fail.
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(picture(c));
        }
    }
    marks::bounded(&out).into_owned()
}

/// A name or a path to be seen on one line, whatever it is: one without ink is put between quotes, with what hides in it
/// spelled out.
#[must_use]
pub fn named(name: &str) -> String {
    let on_one_line = |c| match c {
        '\n' => '␊',
        '\t' => '␉',
        c => c,
    };
    let shown: String = visible(name).chars().map(on_one_line).collect();
    if is_visible(&shown) { shown } else { format!("“{}”", revealed(&shown)) }
}

fn hides(c: char) -> bool {
    let shapes = matches!(c,
        '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let breaks = matches!(c, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}');
    breaks || (is_invisible(c) && !shapes)
}

/// Whether a character that begins with this byte may look different: a control, or one of those of direction, all of which
/// begin with the last one. Most texts have neither, and are copied as a whole.
fn may_change(byte: u8) -> bool {
    matches!(byte, 0..=0x08 | 0x0b..=0x1f | 0x7f | 0xe2)
}

/// Whether there is anything to see in a text: a label of blanks and invisible characters names nothing.
#[must_use]
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !is_invisible(c))
}

/// Characters that take no ink: joiners, marks of direction, fillers, the empty braille pattern, tags and selectors.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Where Unicode has a picture for each control character, in their order.
const PICTURES: u32 = 0x2400;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_to_be_seen_and_none_turns_the_text_around() {
        assert_eq!(visible("\u{1b}[31mred\0\r\u{7f}"), "␛[31mred␀␍␡");
        assert_eq!(visible("a\n\tb"), "a\n\tb");
        assert_eq!(visible("a\u{202e}b"), "ab");
    }

    #[test]
    fn what_hides_in_a_text_is_spelled_out_and_what_shapes_it_stays() {
        assert_eq!(revealed("\u{1b}[31m\ta\u{202e}b\u{200b}"), "␛[31m\ta<U+202E>b<U+200B>");
        assert_eq!(revealed("\u{feff}x\u{9b}1m\u{2028}\u{e0041}"), "<U+FEFF>x<U+009B>1m<U+2028><U+E0041>");
        for text in ["👩\u{200d}👧", "❤\u{fe0f}", "नमस्ते", "plain\n", "می\u{200c}خواهم"] {
            assert_eq!(revealed(text), text);
        }
    }

    #[test]
    fn every_name_can_be_seen() {
        for (name, shown) in [
            ("src/main.rs", "src/main.rs"),
            ("目录/a b", "目录/a b"),
            ("a\nb\tc\u{202e}d\r", "a␊b␉cd␍"),
            ("\n", "␊"),
            ("", "“”"),
            ("  ", "“  ”"),
            ("\u{200b}", "“<U+200B>”"),
        ] {
            assert_eq!(named(name), shown);
            assert!(is_visible(&named(name)) && !named(name).contains('\n'));
        }
    }

    #[test]
    fn every_character_that_looks_different_begins_as_it_should() {
        for c in (0..0x3000).filter_map(char::from_u32) {
            let text = c.to_string();
            assert!(visible(&format!("{c}\0")).starts_with(&visible(&text)), "{c:?}");
        }
    }

    #[test]
    fn a_text_without_ink_is_not_visible() {
        for text in ["", " \n", "\u{200b}", "\u{3164}\u{2800}", "\u{202e}\u{feff}"] {
            assert!(!is_visible(text), "{text:?}");
        }
        for text in ["a", " \u{200b}中", "👩\u{200d}👧"] {
            assert!(is_visible(text), "{text:?}");
        }
    }
}
