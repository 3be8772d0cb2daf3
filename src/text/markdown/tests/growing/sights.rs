//! What a reader sees while a text arrives.

use super::*;
use crate::text::markdown::growing::Piece;

/// A document that was grown byte by byte and has paused.
fn open(text: &str) -> Growing {
    let mut document = Growing::new(2);
    for prefix in prefixes(text, &[1]) {
        document.grow(prefix);
    }
    document.pause();
    document
}

/// A link without a destination, as one that is half written is shown.
fn half(label: &str) -> Inline {
    Inline::Link { link: None, destination: String::new(), children: vec![text(label)] }
}

#[test]
fn a_half_written_link_is_its_label() {
    for end in ["](", "](h", "](https://exa", "](https://example.com/a_(b", "](<https://exa", "](/a \"ti"] {
        let source = format!("see [a long label{end}");
        assert_eq!(open(&source).blocks(), [paragraph([text("see "), half("a long label")])], "{source}");
    }
    assert_eq!(open("see [a long").blocks(), [paragraph([text("see [a long")])]);
    assert_eq!(open("`[a](https`: ![").blocks().len(), 1);
    let image = Inline::Image { alt: "sea".to_owned(), link: None, destination: String::new() };
    assert_eq!(open("at ![sea](https://exa").blocks(), [paragraph([text("at "), image])]);
}

#[test]
fn half_an_address_leads_nowhere() {
    let address = |source: &str| format!("{:?}", open(source).blocks()).contains("Link");
    assert!(!address("*see* https://exa"));
    assert!(!address("见https://exa"));
    assert!(address("*see* https://example.com/ "));
}

#[test]
fn a_table_comes_with_its_delimiters_and_its_rows_one_by_one() {
    let source = "| a | b |\n|---|---|\n| 1 | [x](https://example.com/) |\n| 2 | 3 |\n";
    let mut document = Growing::new(0);
    let mut seen = Vec::new();
    for prefix in prefixes(source, &[1]) {
        document.grow(prefix);
        document.pause();
        match document.blocks().as_slice() {
            [] => seen.push((0, 0)),
            [Block::Table { head, rows, .. }] => seen.push((head.len(), rows.len())),
            other => panic!("{other:?}"),
        }
    }
    seen.dedup();
    assert_eq!(seen, [(0, 0), (2, 0), (2, 1), (2, 2)]);
}

#[test]
fn marks_that_may_begin_a_block_are_not_shown_as_text_or_as_a_heading() {
    for marks in [
        "-", "--", "=", "#", "##", "1", "12", "1.", "- [", "- [x", "*", "**", ">", "`", "``", "```", "```ru", "|",
        "| a",
    ] {
        assert_eq!(open(&format!("Words\n{marks}")).blocks(), [paragraph([text("Words")])], "{marks}");
    }
}

#[test]
fn a_definition_is_not_shown_while_it_is_written() {
    for line in ["[a]: ", "[a]: https://exa", "[a]: https://example.com/ ", "[a]: <x> \"titl"] {
        assert_eq!(open(&format!("Words\n\n{line}")).blocks(), [paragraph([text("Words")])], "{line}");
    }
    assert_eq!(open("[a]: b c").blocks(), [paragraph([text("[a]: b c")])]);
}

#[test]
fn open_code_is_code_and_its_brackets_cite_nothing() {
    let code = |source: &str| open(source).blocks();
    let expected =
        |lang: Option<&str>, text: &str| [Block::Code { lang: lang.map(str::to_owned), text: text.to_owned() }];
    assert_eq!(code("```rust\nlet a = arr[0];\n\n# b[1] *c*"), expected(Some("rust"), "let a = arr[0];\n\n# b[1] *c*"));
    assert_eq!(code("~~~\na\n``"), expected(None, "a\n``"));
    assert_eq!(code("```\n\u{202e}a"), expected(None, "a"));
    assert_eq!(code("```\na\n``"), expected(None, "a"), "which may become the fence that closes it");
}

#[test]
fn a_reference_is_a_link_once_it_is_defined() {
    let source = "See [it][a] and[^n].\n\nMore.\n\n";
    let mut document = open(source);
    let links = |document: &Growing| {
        let shown = format!("{:?}", document.blocks());
        (shown.contains("Link"), shown.contains("FootnoteReference"))
    };
    assert_eq!(links(&document), (false, false));
    let defined =
        format!("{source}[a]: https://example.com/\n\n[^n]: Note.\n\nAnd so on.\n\n{}", "More words. ".repeat(9));
    let keys = |document: &Growing| document.pieces().map(|piece| piece.key).collect::<Vec<_>>();
    let before = keys(&document);
    for prefix in prefixes(&defined, &[1]).skip(source.len()) {
        document.grow(prefix);
    }
    assert_eq!(links(&document), (true, true), "without waiting for the end");
    assert!(keys(&document).starts_with(&before), "the pieces stay, their parts change");
}

#[test]
fn the_first_reference_to_a_note_is_the_one_to_come_back_to() {
    let source = "One[^b] two[^a].\n\n- three[^a]\n- four[^c]\n\n[^a]: A[^c].\n[^b]: B.\n[^c]: C.\n";
    for document in [open(source), Growing::whole(source, 0)] {
        let parts = document.pieces().flat_map(|piece| &piece.parts).chain(document.notes());
        let noted: Vec<_> = parts.map(|part| part.noted.clone()).filter(|noted| !noted.is_empty()).collect();
        assert_eq!(noted.concat(), [1, 2, 3]);
    }
}

#[test]
fn what_is_settled_stays_as_it_is() {
    let block = |n: usize| format!("# Part {n}\n\nSome *words* of it.\n\n- a\n- b\n\n```\n{n}\n```\n\n");
    let source: String = (0..20).map(block).collect();
    let mut document = Growing::new(0);
    let mut settled: Vec<(u64, Vec<u64>)> = Vec::new();
    let keys = |piece: &Piece| (piece.key, piece.parts.iter().map(|part| part.key).collect());
    for prefix in prefixes(&source, &[3]) {
        document.grow(prefix);
        let now: Vec<_> = document.pieces().map(keys).collect();
        assert!(now.starts_with(&settled), "{prefix}");
        settled = now.into_iter().rev().skip(8).collect();
        settled.reverse();
    }
    assert!(settled.len() > 60);
    document.finish();
    assert!(document.pieces().map(keys).collect::<Vec<_>>().starts_with(&settled));
}

#[test]
fn a_text_that_is_not_a_continuation_starts_anew() {
    let mut document = open("One *two*.\n\nThree");
    for source in ["Other", "One", "One *two* three.\n\nFour"] {
        document.grow(source);
        document.finish();
        assert_eq!(document.blocks(), parse(source));
    }
}
