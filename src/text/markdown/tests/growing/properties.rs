use proptest::prelude::*;

use super::*;

/// Pieces of markup of all kinds, in lines and blocks that have a chance to mean something together.
fn markup() -> impl Strategy<Value = String> {
    let inline = proptest::sample::select(vec![
        "word",
        "two words",
        " ",
        "*",
        "**",
        "_",
        "`",
        "``",
        "[",
        "](",
        ")",
        "](http://a.b/c)",
        "[a]",
        "[b]",
        "[1]",
        "[2]",
        "[^a]",
        "[^b]",
        "![",
        "[t][a]",
        "[a][]",
        "![x][b]",
        "http://a.b/",
        "<b>",
        "<!--",
        "-->",
        "&amp;",
        "\\",
        "|",
        "a|b",
        "~~",
        "好",
        "\u{202e}",
        "[x] ",
        "[ ] ",
        "\"t\"",
        "'",
        "(",
        ":",
        "]: ",
        "<",
        ">",
        "=",
        "-",
        "é",
        "İ",
        "ß",
        "[ẞ]",
    ]);
    let start = proptest::sample::select(vec![
        "",
        "",
        "",
        "",
        "> ",
        ">",
        "> > ",
        "- ",
        "* ",
        "+ ",
        "-",
        "1. ",
        "2. ",
        "10) ",
        "# ",
        "## ",
        "#",
        "  ",
        "    ",
        "\t",
        "   ",
        "  - ",
        "    - ",
        "   1. ",
        "> - ",
        "- > ",
        "```",
        "~~~",
        "```rs",
        "    ```",
        "  ```",
        "|",
        "|-|",
        "|-|-|",
        "| a | b |",
        "---",
        "===",
        "***",
        "[a]: ",
        "[b]: http://b.c/ ",
        "[A]: <x y> \"t\"",
        "[a]:",
        "[^a]: ",
        "[^b]: ",
        "[^c]:",
        "    [^a]: ",
        "> [a]: /q",
        "- [b]: /l",
        "<div>",
        "</div>",
        "<!-- ",
        "-->",
        "<pre>",
        "</pre>",
        "<b>",
        "\"title\"",
        "'t",
        "t'",
        "- [ ] ",
        "- [x] ",
        "[ß]: /s",
        "[^ß]: s",
    ]);
    let end = proptest::sample::select(vec![
        "\n", "\n", "\n", "\n", "\n\n", "\n\n", "\n\n\n", "\r\n", "\r\n\r\n", "  \n", "\\\n", "\n  \n", "\r", "",
    ]);
    let line = (start, proptest::collection::vec(inline, 0..5), end)
        .prop_map(|(start, inline, end)| [start, &inline.concat(), end].concat());
    // With a last paragraph that defines nothing, all before it has to be right without a look at the whole.
    let last = proptest::sample::select(vec!["", "\n\n---\n\nlast"]);
    (proptest::collection::vec(line, 0..14), last).prop_map(|(lines, last)| lines.concat() + last)
}

/// Where a text is cut, as random numbers to be taken modulo what is left.
fn steps() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![
        Just(vec![1]),
        Just(vec![3]),
        Just(vec![7]),
        Just(vec![16]),
        proptest::collection::vec(1..40_usize, 1..12),
        proptest::collection::vec(1..6_usize, 1..12),
    ]
}

/// The prefixes of `text`, ending with the whole, each longer than the one before by one of the `steps`.
fn prefixes<'a>(text: &'a str, steps: &'a [usize]) -> impl Iterator<Item = &'a str> {
    let mut end = 0;
    let mut steps = steps.iter().cycle();
    std::iter::from_fn(move || {
        if end == text.len() {
            return None;
        }
        end = (end + steps.next()?).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Some(&text[..end])
    })
}

fn keys(document: &Growing) -> Vec<u64> {
    document.pieces().map(|piece| piece.key).collect()
}

proptest! {
    #[test]
    fn a_document_ends_as_if_it_had_been_parsed_at_once(text in markup(), steps in steps(), pauses in 0..4_usize) {
        let mut document = Growing::new(2);
        let mut paused = 0;
        for (index, prefix) in prefixes(&text, &steps).enumerate() {
            document.grow(prefix);
            if pauses > 0 && index % (pauses * 3) == 0 {
                let before = document.parsed();
                document.pause();
                paused += document.parsed() - before;
            }
            let _ = document.blocks();
        }
        prop_assert!(document.parsed() - paused <= 2 * text.len() as u64);
        document.finish();
        prop_assert_eq!(document.blocks(), parse_with_citations(&text, 2));
        prop_assert!(document.parsed() - paused <= 3 * text.len() as u64, "{} of {}", document.parsed(), text.len());
        let keys = keys(&document);
        let unique: std::collections::BTreeSet<_> = keys.iter().collect();
        prop_assert_eq!(unique.len(), keys.len());
    }
}
