//! Text that is shown as it is: code, output, paths, addresses.

use super::bidi;

/// The text without what would turn it around on the page, and with control characters to be seen, so that none can hide
/// what stands beside it. Line feeds and tabs stay.
#[must_use]
pub fn visible(text: &str) -> String {
    let picture = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(PICTURES + u32::from(c)).unwrap_or(c),
        '\u{7f}' => '\u{2421}',
        _ => c,
    };
    bidi::strip(text).chars().map(picture).collect()
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
}
