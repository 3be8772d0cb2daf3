use super::*;

#[test]
fn only_web_addresses_are_links() {
    for destination in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "/relative",
        "#fragment",
        "mailto:a@example.com",
    ] {
        let expected = Inline::Link { link: None, destination: destination.to_owned(), children: vec![text("x")] };
        assert_eq!(inlines(&format!("[x]({destination})"), 0), vec![expected]);
    }
}

#[test]
fn a_written_link_an_angle_link_and_a_reference() {
    let expected = vec![
        link("https://example.com/a", "x"),
        text(" "),
        link("https://example.com/b", "https://example.com/b"),
        text(" "),
        link("https://example.com/c", "y"),
        text(" "),
        Inline::Link { link: None, destination: "a@example.com".to_owned(), children: vec![text("a@example.com")] },
    ];
    let source = "[x](https://example.com/a) <https://example.com/b> [y] <a@example.com>\n\n\
                  [y]: https://example.com/c";
    assert_eq!(inlines(source, 0), expected);
}

#[test]
fn an_entity_cannot_hide_a_scheme() {
    let found = inlines("[x](java&#115;cript:alert(1))", 0);
    assert!(matches!(found.as_slice(), [Inline::Link { link: None, .. }]));
}

#[test]
fn a_link_without_a_label_shows_its_destination() {
    let url = "https://example.com/a";
    for label in ["", " ", "&nbsp;"] {
        assert_eq!(inlines(&format!("[{label}]({url})"), 0), vec![link(url, url)]);
    }
}

#[test]
fn an_image_is_its_description_and_a_link() {
    let image = |alt: &str, judged: bool| Inline::Image {
        alt: alt.to_owned(),
        link: link::judge("https://example.com/i.png").filter(|_| judged).map(Box::new),
        destination: "https://example.com/i.png".to_owned(),
    };
    assert_eq!(inlines("![a *b* `c` [1]](https://example.com/i.png)", 3), vec![image("a b c [1]", true)]);
    assert_eq!(inlines("![](https://example.com/i.png)", 0), vec![image("https://example.com/i.png", true)]);
    let badge = inlines("[![b](https://example.com/i.png)](https://example.com/)", 0);
    let expected = Inline::Link {
        link: link::judge("https://example.com/").map(Box::new),
        destination: "https://example.com/".to_owned(),
        children: vec![image("b", false)],
    };
    assert_eq!(badge, vec![expected]);
    let handle = inlines("![x](local://1/a.png)", 0);
    assert!(matches!(handle.as_slice(), [Inline::Image { link: None, .. }]));
}

#[test]
fn a_half_written_link_shows_its_label_and_is_no_anchor_yet() {
    for source in [
        "see [a long label](https://exa",
        "see [a long label](<https://exa",
        "see [a long label](https://exa \"tit",
        "see [2](https://exa",
    ] {
        assert_eq!(inlines(source, 3), vec![text(source)]);
    }
}
