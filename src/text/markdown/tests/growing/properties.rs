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

fn keys(document: &Growing) -> Vec<u64> {
    document.pieces().map(|piece| piece.key).collect()
}

/// Lines of numbered words, each word once, in blocks of several kinds.
fn words() -> impl Strategy<Value = String> {
    let starts = vec!["", "", "- ", "* ", "1. ", "> ", "# ", "  - ", "```\n", "~~~ x\n", "[^a]: ", "    "];
    let ends = vec!["\n", "\n", "\n\n", "\n\n", "\n```\n", "\r\n"];
    let mark = vec!["", "", "", "*", "**", "`", "_"];
    let select = proptest::sample::select::<&str>;
    let line = (select(starts), 1..9_usize, select(mark), select(ends));
    proptest::collection::vec(line, 1..12).prop_map(|lines| {
        let mut words = (1..).map(|word| format!("w{word:03}w"));
        let mut text = String::new();
        for (start, count, mark, end) in lines {
            let words: Vec<_> = words.by_ref().take(count).map(|word| format!("{mark}{word}{mark}")).collect();
            text += &[start, &words.join(" "), end].concat();
        }
        text
    })
}

proptest! {
    #[test]
    fn each_prefix_shows_its_words_once_and_in_order(text in words(), steps in steps(), pauses in any::<bool>()) {
        let mut document = Growing::new(0);
        for prefix in prefixes(&text, &steps) {
            document.grow(prefix);
            if pauses {
                document.pause();
            }
            let shown = text_of(&document.blocks());
            let mut numbers: Vec<usize> = shown.split('w').filter(|word| word.len() == 3).filter_map(|word| word.parse().ok()).collect();
            // The last line may be held back; a note moves to the end.
            let there = prefix.rsplit_once('\n').map_or(0, |(lines, _)| lines.matches('w').count() / 2);
            if text.contains("[^a]") {
                numbers.sort_unstable();
            }
            let expected: Vec<usize> = (1..=numbers.len()).collect();
            prop_assert_eq!(&numbers, &expected, "{} of {:?}", shown, prefix);
            prop_assert!(numbers.len() >= there, "{} of {:?}", shown, prefix);
        }
    }

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
