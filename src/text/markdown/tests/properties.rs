use proptest::prelude::*;

use super::*;

pub(super) fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z]{1,6}",
        "[ \n\t]{1,3}",
        proptest::sample::select(vec![
            "> ",
            "- ",
            "1. ",
            "# ",
            "*",
            "**",
            "_",
            "`",
            "```\n",
            "[",
            "](",
            ")",
            "[1]",
            "[^a]",
            "[^a]: ",
            "http://a.b/",
            "![",
            "<b>",
            "&amp;",
            "\\",
            "|",
            "|-|\n",
            "~~",
            "好",
            "\u{202e}",
            "---",
            "[x] ",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_string_makes_it_panic(source in "\\PC{0,200}|(?s).{0,200}") {
        let _ = text_of(&parse_with_citations(&source, 3));
    }

    #[test]
    fn every_prefix_of_a_document_is_read(source in markup()) {
        for (end, _) in source.char_indices() {
            let (prefix, _) = source.split_at(end);
            let _ = text_of(&parse_with_citations(prefix, 2));
        }
    }

    #[test]
    fn no_word_of_plain_paragraphs_is_lost(
        paragraphs in proptest::collection::vec(proptest::collection::vec("[\\p{L}\\p{N}]{1,8}", 1..8), 1..5)
    ) {
        let source = paragraphs.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join("\n\n");
        let shown = text_of(&parse_with_citations(&source, 3));
        for word in paragraphs.iter().flatten() {
            prop_assert!(shown.contains(word.as_str()), "{word} is not in {shown}");
        }
    }

    #[test]
    fn neighbouring_texts_are_one(source in markup()) {
        let shown = format!("{:#?}", parse_with_citations(&source, 2));
        let lines: Vec<&str> = shown.lines().map(str::trim).collect();
        let neighbours = lines.windows(4).any(|w| w[0] == "Text(" && w[2] == ")," && w[3] == "Text(");
        prop_assert!(!neighbours, "{shown}");
    }
}
