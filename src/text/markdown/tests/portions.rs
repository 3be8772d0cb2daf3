//! Long documents in portions.

use proptest::prelude::*;

use super::super::portions::{PORTION, Portion, portions};
use super::*;

fn of(source: &str) -> Vec<Portion> {
    portions(parse(source))
}

fn words(blocks: &[Block]) -> String {
    text_of(blocks).chars().filter(|c| !c.is_whitespace()).collect()
}

/// How many elements and bytes are drawn for it, roughly: what a portion is to bound.
fn nodes(portion: &Portion) -> usize {
    let shown = format!("{:?}", portion.blocks);
    ["Paragraph", "Text(", "Break", "Emphasis", "Strong", "Item ", "Reference", "Definition"]
        .iter()
        .map(|name| shown.matches(name).count())
        .sum()
}

#[test]
fn a_short_document_is_one_portion() {
    let source = "# A\n\nText[^1] and more.\n\n- one\n- two\n";
    assert_eq!(of(source), [Portion { blocks: parse(source), is_notes: false, noted: vec![] }]);
    assert_eq!(of(""), []);
}

#[test]
fn what_is_long_becomes_many_portions_of_few_nodes() {
    let notes: String = (0..5_000).map(|n| format!("[^{n}]: n\n")).collect();
    let noted: String = (0..5_000).map(|n| format!("x[^{n}] ")).collect();
    for source in [
        "x\n\n".repeat(10_000),
        "x\n".repeat(20_000),
        "*a* ".repeat(20_000),
        "- x\n".repeat(10_000),
        format!("> {}", "y\n> \n> ".repeat(10_000)),
        format!("- {}", "z *a* ".repeat(10_000)),
        "|a|b|\n|-|-|\n".to_owned() + &"|x|*y*|\n".repeat(5_000),
        format!("|{}\n|{}\n|{}", "a|".repeat(2_000), "-|".repeat(2_000), "b|".repeat(2_000)),
        format!("|a|\n|-|\n|{}|", "*x* ".repeat(10_000)),
        format!("**{}**", "*x* y ".repeat(10_000)),
        format!("# {}", "*x* y ".repeat(10_000)),
        format!("{noted}\n\n{notes}"),
    ] {
        let portions = of(&source);
        let most = portions.iter().map(nodes).max().unwrap_or_default();
        let head: String = source.chars().take(20).collect();
        assert!(most <= PORTION / 7, "{most} nodes in one of {} portions of {head:?}", portions.len());
        assert!(portions.len() > 2 || most < 20, "{head:?}");
        let drawn: String = portions.iter().map(|portion| words(&portion.blocks)).collect();
        if !source.starts_with(['|', 'x']) {
            assert_eq!(drawn, words(&parse(&source)), "{head:?}");
        }
    }
}

#[test]
fn the_parts_of_a_list_go_on_counting_and_those_of_a_table_have_its_head() {
    let list = of(&(1..=2_000).map(|n| format!("{n}. item\n")).collect::<String>());
    let mut next = 1;
    for portion in &list {
        let [Block::List { start, items }] = portion.blocks.as_slice() else { panic!("{portion:?}") };
        assert_eq!(*start, Some(next));
        next += items.len() as u64;
    }
    assert_eq!(next, 2_001);
    let table = of(&format!("|a|b|\n|:-|-:|\n{}", "|x|y|\n".repeat(2_000)));
    let mut count = 0;
    for portion in &table {
        let [Block::Table { align, head, rows }] = portion.blocks.as_slice() else { panic!("{portion:?}") };
        assert_eq!((align.as_slice(), head.len()), ([Align::Left, Align::Right].as_slice(), 2));
        count += rows.len();
    }
    assert_eq!(count, 2_000);
}

#[test]
fn the_notes_of_a_portion_come_right_behind_it() {
    let filler = "word ".repeat(2_000);
    let portions =
        of(&format!("one[^a] {filler}\n\ntwo[^b] and again[^a] {filler}\n\n[^b]: Bee\n\n[^a]: Ay\n\n[^c]: Sea\n"));
    let shapes: Vec<_> = portions.iter().map(|portion| (portion.is_notes, portion.noted.clone())).collect();
    assert_eq!(shapes, [(false, vec![1]), (true, vec![]), (false, vec![2]), (true, vec![]), (true, vec![])]);
    assert_eq!([1, 3, 4].map(|place: usize| words(&portions[place].blocks)), ["Ay", "Bee", "Sea"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_word_is_lost(sources in proptest::collection::vec(super::properties::markup(), 1..6), times in 1usize..300) {
        let source = sources.concat().repeat(times);
        let document = parse_with_citations(&source, 2);
        let drawn: String = portions(document.clone()).iter().map(|portion| words(&portion.blocks)).collect();
        // What is in a table's head stands there more than once, and notes have moved.
        let letters = |text: &str| text.chars().collect::<std::collections::BTreeSet<_>>();
        prop_assert!(drawn.len() >= words(&document).len());
        prop_assert_eq!(letters(&drawn), letters(&words(&document)));
    }
}
