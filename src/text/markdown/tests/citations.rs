use super::*;

#[test]
fn markers_of_sources_that_exist_become_citations() {
    let expected =
        vec![text("a "), cite(1), cite(2), text(", b "), Inline::Strong(vec![text("c"), cite(2)]), text(".")];
    assert_eq!(inlines("a [1][2], b **c[2]**.", 2), expected);
}

#[test]
fn a_number_without_a_source_stays_as_written() {
    for marker in ["[7]", "[0]", "[3]", "[01]", "[-1]", "[ 1 ]", "[1", "[99999999999]", "[a]", "[]", "[1, 2]"] {
        let source = format!("see {marker}");
        assert_eq!(inlines(&source, 2), vec![text(&source)]);
    }
    assert_eq!(inlines("see [1]", 0), vec![text("see [1]")]);
}

#[test]
fn the_last_of_many_sources_can_be_cited() {
    assert_eq!(inlines("x [499]", 500), vec![text("x "), cite(499)]);
}

#[test]
fn an_index_in_code_is_not_a_citation() {
    assert_eq!(
        inlines("`arr[0]` `arr[1]`", 3),
        vec![Inline::Code("arr[0]".to_owned()), text(" "), Inline::Code("arr[1]".to_owned())]
    );
    for fence in ["```\narr[1]\n```", "```\narr[1]", "    arr[1]"] {
        let found = format!("{:?}", parse_with_citations(fence, 3));
        assert!(!found.contains("Citation"), "{found}");
    }
}

#[test]
fn a_link_whose_label_is_a_number_stays_a_link() {
    assert_eq!(inlines("[2](http://example.com/)", 3), vec![link("http://example.com/", "2")]);
    assert_eq!(inlines("[see [1]](http://example.com/)", 3), vec![link("http://example.com/", "see [1]")]);
    let by_reference = inlines("x [1]\n\n[1]: http://example.com/", 3);
    assert_eq!(by_reference, vec![text("x "), link("http://example.com/", "1")]);
}

#[test]
fn an_escaped_marker_stays_as_written() {
    for source in ["\\[1]", "a \\[1\\]", "[1\\]", "&#91;1]", "[&#49;]"] {
        let plain = text_of(&parse(source));
        assert_eq!(inlines(source, 3), vec![text(&plain)], "{source}");
    }
    assert_eq!(inlines("a\\* &amp;[1]", 3), vec![text("a* &"), cite(1)]);
    assert_eq!(inlines("a\\\\[1]", 3), vec![text("a\\"), cite(1)]);
    assert_eq!(inlines("*\\[1]*[2]", 3), vec![Inline::Emphasis(vec![text("[1]")]), cite(2)]);
}

#[test]
fn a_marker_after_an_address_is_not_part_of_it() {
    let url = "https://example.com/a";
    assert_eq!(inlines(&format!("{url}[1] b"), 2), vec![link(url, url), cite(1), text(" b")]);
}
