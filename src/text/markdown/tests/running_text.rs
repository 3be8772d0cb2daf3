use super::*;

#[test]
fn emphasis_code_and_tags() {
    let expected = vec![
        Inline::Emphasis(vec![text("a")]),
        text(" "),
        Inline::Strong(vec![text("b")]),
        text(" "),
        Inline::Strikethrough(vec![text("c")]),
        text(" "),
        Inline::Code("d".to_owned()),
        text(" "),
        Inline::Html("<b onclick=x>".to_owned()),
        text("e & f"),
    ];
    assert_eq!(inlines("*a* **b** ~~c~~ `d` <b onclick=x>e &amp; f", 0), expected);
}

#[test]
fn nothing_else_is_changed() {
    let source = "\"a\" -- 'b' ... $x^2$ [[wiki]] :smile: @user #1 www.example.com H~2~O";
    assert_eq!(inlines(source, 0), vec![text(source)]);
}

#[test]
fn controls_of_direction_are_removed_everywhere() {
    let source = "a\u{202e}b `c\u{2066}d` <x\u{202d}> [e\u{202a}](f\u{202e}g) ![h\u{2067}](i) \
                  &#x202e;j\n\n```k\u{202e}\nl\u{202e}m\n```\n\n<div>\u{202e}";
    let shown = format!("{:?}", parse(source));
    assert!(!shown.contains("202") && !shown.contains("206"), "{shown}");
}
