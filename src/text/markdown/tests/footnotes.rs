use super::*;

fn reference(number: u32) -> Inline {
    Inline::FootnoteReference { number }
}

fn definition(number: u32, label: &str) -> Block {
    Block::FootnoteDefinition { number, blocks: vec![paragraph([text(label)])] }
}

#[test]
fn they_are_numbered_by_first_reference_and_listed_at_the_end() {
    let found = parse("[^b]: two\n\n[^a]: one\n\na[^a] b[^b] a[^A]\n\n> [^c]: lost\n\nend");
    let expected = vec![
        paragraph([text("a"), reference(1), text(" b"), reference(2), text(" a"), reference(1)]),
        Block::Quote(vec![]),
        paragraph([text("end")]),
        definition(1, "one"),
        definition(2, "two"),
        definition(3, "lost"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_reference_without_a_definition_stays_as_written() {
    assert_eq!(inlines("a [^1] b", 3), vec![text("a [^1] b")]);
}
