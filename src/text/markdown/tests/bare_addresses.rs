use super::*;

/// The addresses found in running text.
fn found(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for inline in inlines(source, 0) {
        if let Inline::Link { destination, children, .. } = inline {
            assert_eq!(children, vec![text(&destination)]);
            found.push(destination);
        }
    }
    assert_eq!(text_of(&parse(source)), source);
    found
}

#[test]
fn an_address_is_a_link_and_the_text_around_it_stays() {
    let url = "http://example.com/a?b=c#d";
    let expected = vec![text("see "), link(url, url), text(", or not")];
    assert_eq!(inlines(&format!("see {url}, or not"), 0), expected);
}

#[test]
fn punctuation_after_it_is_not_part_of_it() {
    for after in
        [".", ",", "!", "?", ":", ";", "'", ")", "]", ")).", "…", "。", "，然后", "）。", "」", " x", "[1][2]."]
    {
        let source = format!("at https://example.com/a{after}");
        assert_eq!(found(&source), ["https://example.com/a"], "{after}");
    }
}

#[test]
fn brackets_and_other_letters_in_it_are_part_of_it() {
    for url in [
        "https://en.wikipedia.org/wiki/Rust_(programming_language)",
        "https://example.com/?filter[name]=1",
        "https://zh.wikipedia.org/wiki/中国",
        "https://例え.jp/x",
        "HTTPS://example.com",
        "http://localhost:3000/a",
        "http://[::1]:8080/",
        "https://example.com/a_b~c*d",
    ] {
        assert_eq!(found(&format!("({url})")), [url]);
    }
}

#[test]
fn letters_without_blanks_do_not_run_into_the_host() {
    assert_eq!(found("官网https://www.python.org查看"), ["https://www.python.org"]);
}

#[test]
fn what_is_no_address_stays_text() {
    for source in [
        "http://",
        "https://[::1",
        "xhttp://example.com",
        "blob:https://example.com/1",
        "javascript://example.com",
        "ftp://example.com",
        "://example.com",
        "example.com/a",
    ] {
        assert_eq!(found(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn code_and_labels_are_left_alone() {
    let url = "https://example.com/a";
    assert_eq!(inlines(&format!("`{url}`"), 0), vec![Inline::Code(url.to_owned())]);
    let labelled = inlines(&format!("[*{url}*](https://other.example/)"), 0);
    let expected = Inline::Link {
        link: link::judge("https://other.example/").map(Box::new),
        destination: "https://other.example/".to_owned(),
        children: vec![Inline::Emphasis(vec![text(url)])],
    };
    assert_eq!(labelled, vec![expected]);
}

#[test]
fn escapes_and_entities_in_it_are_resolved() {
    let url = "https://example.com/a_b?c&d";
    assert_eq!(inlines("https://example.com/a\\_b?c&amp;d", 0), vec![link(url, url)]);
}
