//! Titles and snippets as search providers send them, made plain text.

use super::{bidi, marks};

/// The tags with which providers mark the words that were searched for.
const MARKS: [&str; 5] = ["b", "i", "em", "strong", "mark"];

/// No reference that is understood is longer: `&#x10FFFF;` with some leading zeros.
const LONGEST_REFERENCE: usize = 16;

/// Plain text from a provider's title or snippet.
///
/// References (`&amp;`, `&#x27;`) are decoded once, so that `&amp;lt;` becomes `&lt;` and `&lt;b&gt;` the text `<b>`.
/// Tags of highlighting without attributes are dropped; whatever else looks like markup (`Vec<T>`, `<img …>`) is text
/// and stays. Runs of white space become one blank, none at the ends. Control characters and controls of writing
/// direction are removed, whether written out or by reference, and towers of marks are [cut](marks::bounded).
pub fn plain(raw: &str) -> String {
    let mut shown = Shown::default();
    let mut rest = raw;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, markup) = rest.split_at(at);
        shown.push_str(before);
        rest = if let Some(after) = after_mark(markup) {
            after
        } else if let Some((c, after)) = reference(markup) {
            shown.push(c);
            after
        } else {
            let mut chars = markup.chars();
            chars.next().into_iter().for_each(|c| shown.push(c));
            chars.as_str()
        };
    }
    shown.push_str(rest);
    marks::bounded(&shown.text).into_owned()
}

/// The text so far.
#[derive(Default)]
struct Shown {
    text: String,
    /// White space was seen since the last character.
    gap: bool,
}

impl Shown {
    fn push_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(c));
    }

    fn push(&mut self, c: char) {
        if c.is_whitespace() {
            self.gap = true;
        } else if !c.is_control() && !bidi::is_control(c) {
            if self.gap && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.gap = false;
            self.text.push(c);
        }
    }
}

/// What follows a tag of highlighting at the start of `markup`.
fn after_mark(markup: &str) -> Option<&str> {
    let inner = markup.strip_prefix('<')?;
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let length = inner.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = inner.split_at_checked(length)?;
    let after = rest.strip_prefix('>')?;
    let is_mark = MARKS.iter().any(|mark| name.eq_ignore_ascii_case(mark));
    is_mark.then_some(after)
}

/// The character that a reference at the start of `markup` stands for, and what follows it.
fn reference(markup: &str) -> Option<(char, &str)> {
    let inner = markup.strip_prefix('&')?;
    let length = inner.bytes().take(LONGEST_REFERENCE).position(|b| b == b';')?;
    let (name, rest) = inner.split_at_checked(length)?;
    let after = rest.strip_prefix(';')?;
    let c = match name.strip_prefix('#') {
        Some(number) => numbered(number)?,
        None => named(name)?,
    };
    Some((c, after))
}

/// The character of that number; `None` for what is no number, no character, or a control.
fn numbered(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    let can_be_shown = c.is_whitespace() || !c.is_control();
    can_be_shown.then_some(c)
}

fn named(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "hellip" => '…',
        "mdash" => '—',
        "ndash" => '–',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "middot" => '·',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_snippet_reads_as_its_author_meant_it() {
        assert_eq!(plain("<b>Rust</b> &amp; WASM &#x27;24 &lt;script&gt;"), "Rust & WASM '24 <script>");
    }

    #[test]
    fn references_are_decoded_once() {
        assert_eq!(plain("&amp;lt;b&amp;gt;"), "&lt;b&gt;");
        assert_eq!(plain("&amp;amp;"), "&amp;");
        assert_eq!(plain("&#38;lt;"), "&lt;");
    }

    #[test]
    fn a_tag_written_by_reference_is_text() {
        assert_eq!(plain("the &lt;b&gt; tag"), "the <b> tag");
        assert_eq!(plain("&lt;b>x"), "<b>x");
    }

    #[test]
    fn tags_of_highlighting_go_in_any_case() {
        assert_eq!(plain("<EM>a</Em><strong>b</strong><mark>c</mark><i>d</i></b>"), "abcd");
    }

    #[test]
    fn whatever_else_looks_like_markup_stays() {
        for text in [
            "Vec<T>",
            "<img src=x onerror=alert(1)>",
            "<b class=x>",
            "<b",
            "<b >",
            "a < b > c",
            "<br>",
            "<body>",
            "<bi>",
            "</ b>",
            "<>",
            "\"><img src=x>",
            "<<b",
            "AT&T",
            "a && b",
            "&;",
            "&",
        ] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn each_named_reference() {
        assert_eq!(
            plain(
                "&amp;&lt;&gt;&quot;&apos;&hellip;&mdash;&ndash;&lsquo;&rsquo;&ldquo;&rdquo;&middot;&copy;&reg;&trade;"
            ),
            "&<>\"'…—–‘’“”·©®™"
        );
        assert_eq!(plain("a&nbsp;b"), "a b");
    }

    #[test]
    fn numbered_references() {
        assert_eq!(plain("&#65;&#x41;&#X1F98A;&#0065;"), "AA🦊A");
    }

    #[test]
    fn references_that_mean_nothing_stay() {
        for text in [
            "&#0;",
            "&#1;",
            "&#x7f;",
            "&#x9b;",
            "&#xD800;",
            "&#x110000;",
            "&#99999999999;",
            "&#;",
            "&#x;",
            "&#xg;",
            "&#+65;",
            "&#-1;",
            "&unknown;",
            "&AMP;",
            "&amp",
            "&#65",
            "&aaaaaaaaaaaaaaaaaaaaa;",
        ] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn white_space_becomes_one_blank() {
        assert_eq!(plain(" \n a\r\n\t b\u{a0}\u{3000}c&#10;&nbsp; "), "a b c");
        assert_eq!(plain("<b> a </b> b"), "a b");
    }

    #[test]
    fn controls_are_removed_however_they_are_written() {
        assert_eq!(plain("invoice\u{202e}fdp.exe"), "invoicefdp.exe");
        assert_eq!(plain("a&#x202E;b&#8294;c"), "abc");
        assert_eq!(plain("a\u{0}b\u{1b}[31mc\u{9b}d\u{7f}"), "ab[31mcd");
    }

    proptest! {
        #[test]
        fn the_result_is_one_clean_line(raw in "(?s).{0,200}|([<>&;#xb/ \n]|amp|lt|&#x2066;){0,40}") {
            let text = plain(&raw);
            prop_assert_eq!(text.trim(), &text);
            let is_clean = !text.contains("  ")
                && !text.chars().any(|c| c.is_control() || bidi::is_control(c));
            prop_assert!(is_clean);
        }

        #[test]
        fn text_without_markup_keeps_its_words(raw in "[\\p{L}\\p{N} .,!]{0,80}") {
            let words: Vec<&str> = raw.split_whitespace().collect();
            prop_assert_eq!(plain(&raw), words.join(" "));
        }
    }
}
