//! Invisible controls of writing direction: one of them in a name turns the text after it around.

use std::borrow::Cow;

/// Whether `c` opens or closes a span of another direction (U+202A–202E, U+2066–2069).
pub fn is_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Removes the controls that embed, override or isolate ([`is_control`]); borrows when there are none.
///
/// What is left is still text of either direction: show each field in a `<bdi>`.
pub fn strip(text: &str) -> Cow<'_, str> {
    without(text, is_control)
}

fn without(text: &str, unwanted: fn(char) -> bool) -> Cow<'_, str> {
    if text.contains(unwanted) {
        Cow::Owned(text.chars().filter(|c| !unwanted(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_in_a_file_name_is_removed() {
        assert_eq!(strip("invoice\u{202e}fdp.exe"), "invoicefdp.exe");
    }

    #[test]
    fn an_isolate_that_is_never_closed_is_removed() {
        assert_eq!(strip("a \u{2066}b"), "a b");
    }

    #[test]
    fn each_control_is_removed_and_its_neighbours_are_not() {
        for c in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(strip(&format!("x{c}y")), "xy");
        }
        for c in ['\u{2029}', '\u{202f}', '\u{2065}', '\u{206a}', '\u{200e}'] {
            let text = format!("x{c}y");
            assert_eq!(strip(&text), text);
        }
    }

    #[test]
    fn clean_text_is_not_copied() {
        assert!(matches!(strip("clean עברית"), Cow::Borrowed(_)));
    }
}
