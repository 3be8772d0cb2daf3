//! What is not text is removed whole.

use super::text;

const ST: &str = "\u{1b}\\";

#[test]
fn links_and_titles_are_removed_and_the_text_of_a_link_stays() {
    assert_eq!(text(&format!("\u{1b}]8;;https://a.example/{ST}here{}", "\u{1b}]8;;\u{7}")), "here");
    assert_eq!(text("\u{1b}]0;a title\u{7}text"), "text");
    assert_eq!(text("\u{1b}]2;标题 é\u{7}text"), "text");
    assert_eq!(text(&format!("\u{1b}]52;c;aGVsbG8={ST}text")), "text");
}

#[test]
fn strings_of_every_sort_are_removed_however_they_end() {
    for opener in
        ["\u{1b}]", "\u{1b}P", "\u{1b}_", "\u{1b}^", "\u{1b}X", "\u{9d}", "\u{90}", "\u{9f}", "\u{9e}", "\u{98}"]
    {
        for end in [ST, "\u{9c}"] {
            // "本" has the byte 9C within.
            assert_eq!(text(&format!("a{opener}1;x本{end}b")), "ab", "{opener:?} {end:?}");
        }
        assert_eq!(text(&format!("a{opener}1;x never ends")), "a", "{opener:?}");
    }
    assert_eq!(text("a\u{1b}]0;x\u{18}b"), "ab");
    assert_eq!(text(&format!("a\u{1b}]0;{}{ST}b", "x".repeat(100_000))), "ab");
}

#[test]
fn what_may_be_a_quotation_mark_gone_wrong_hides_no_more_than_its_line() {
    assert_eq!(text("said â\u{80}\u{9d} and went\nnext line"), "said â\nnext line");
}

#[test]
fn an_unfinished_escape_shows_nothing() {
    for tail in
        ["\u{1b}", "\u{1b}[", "\u{1b}[3", "\u{1b}[38;2;1", "\u{1b}]8;;https://", "\u{1b}P", "\u{1b}(", "\u{9b}1"]
    {
        assert_eq!(text(&format!("text{tail}")), "text", "{tail:?}");
    }
}

#[test]
fn sequences_that_mean_nothing_here_are_removed_whole() {
    for sequence in [
        "\u{1b}[?25l",
        "\u{1b}[?1049h",
        "\u{1b}[>4;2m",
        "\u{1b}[6n",
        "\u{1b}[1;24r",
        "\u{1b}[s",
        "\u{1b}[u",
        "\u{1b}7",
        "\u{1b}8",
        "\u{1b}(B",
        "\u{1b}=",
        "\u{1b}[0 q",
        "\u{1b}[!p",
        "\u{1b}[12;?3q",
        "\u{1b}[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;m",
        "\u{1b}[99999999999999999999m",
        "\u{1b}[12$p",
        "\u{1b}[?2026h",
    ] {
        assert_eq!(text(&format!("a{sequence}b")), "ab", "{sequence:?}");
    }
    assert_eq!(text("\u{1b}[31\u{1b}[32mx"), "x");
}

#[test]
fn eight_bit_controls_are_their_escapes() {
    assert_eq!(text("a\u{9b}31mb\u{9b}2Dc"), "cb");
    assert_eq!(text("a\u{85}b\u{84}c"), "a\nb\n c");
    assert_eq!(text("a\u{80}\u{99}b"), "ab");
}

#[test]
fn control_characters_are_not_seen() {
    assert_eq!(text("a\0b\u{7}c\u{e}\u{f}d\u{7f}e\u{1c}\u{1f}f"), "abcdef");
    assert_eq!(text("a\u{b}b\u{c}c"), "a\nb\nc");
}

#[test]
fn nothing_turns_the_text_around() {
    assert_eq!(text("invoice\u{202e}fdp.exe\u{2066}x\u{2069}"), "invoicefdp.exex");
}
