use super::*;

#[test]
fn headings_quotes_rules_and_breaks() {
    let found = parse("## Two\n\n> said\n> on  \n> off\n\n---");
    let expected = vec![
        Block::Heading { level: 2, children: vec![text("Two")] },
        Block::Quote(vec![paragraph([text("said"), Inline::SoftBreak, text("on"), Inline::HardBreak, text("off")])]),
        Block::Rule,
    ];
    assert_eq!(found, expected);
}

#[test]
fn lists_keep_their_first_number_and_tasks_their_mark() {
    let item = |task, label| Item { task, blocks: vec![paragraph([text(label)])] };
    assert_eq!(
        parse("3. a\n4. b"),
        vec![Block::List { start: Some(3), items: vec![item(None, "a"), item(None, "b")] }]
    );
    let tasks =
        vec![Block::List { start: None, items: vec![item(Some(true), "a"), item(Some(false), "b"), item(None, "c")] }];
    assert_eq!(parse("- [x] a\n- [ ] b\n- c"), tasks);
    assert_eq!(parse("- [x] a\n\n- [ ] b\n\n- c"), tasks);
}

#[test]
fn text_around_a_nested_list_keeps_its_order() {
    let found = parse("- a\n  - b\n\n  c");
    assert_eq!(text_of(&found), "a\nb\nc");
}

#[test]
fn a_rule_in_a_tight_item_keeps_its_place() {
    let blocks = vec![paragraph([text("a")]), Block::Rule, paragraph([text("b")])];
    let items = vec![Item { task: None, blocks }];
    assert_eq!(parse("- a\n  ***\n  b"), vec![Block::List { start: None, items }]);
}

#[test]
fn code_keeps_its_text_and_its_language() {
    let code =
        |lang: Option<&str>, text: &str| vec![Block::Code { lang: lang.map(str::to_owned), text: text.to_owned() }];
    assert_eq!(parse("```rust,ignore x\nlet a = b[0];\n\n```"), code(Some("rust"), "let a = b[0];\n"));
    assert_eq!(parse("    a\n    b"), code(None, "a\nb"));
    assert_eq!(parse("```\n<b>"), code(None, "<b>"));
}

#[test]
fn tables_have_a_head_rows_and_alignment() {
    let found = parse("|a|b|\n|:-|-:|\n|`x\\|y`|[1]|\n|only|");
    let cell = |label| vec![text(label)];
    let expected = vec![Block::Table {
        align: vec![Align::Left, Align::Right],
        head: vec![cell("a"), cell("b")],
        rows: vec![vec![vec![Inline::Code("x|y".to_owned())], cell("[1]")], vec![cell("only"), vec![]]],
    }];
    assert_eq!(found, expected);
}

#[test]
fn html_blocks_show_their_source() {
    let source = "<div>\n<img src=x onerror=alert(1)>\n**a**";
    assert_eq!(parse(source), vec![Block::Html(source.to_owned())]);
    let script = "<script>\n\nalert(1)</script>";
    assert_eq!(parse(script), vec![Block::Html(script.to_owned())]);
}
