//! The web card and the fallback, drawn in a real browser: typical, minimal and hostile.

use crate::frames::{call, result, result_with};
use crate::page::Page;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::lang::ZH;

fn search(sources: Value, more: Value) -> Value {
    let mut view = json!({"card": "web", "kind": "search", "sources": sources, "truncated": false});
    merge(&mut view, more);
    view
}

fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}

fn search_call() -> Value {
    call("web_search", json!({"card": "generic", "title": "rust wasm", "kind": "search", "rawInput": "rust wasm"}))
}

fn fetch_call() -> Value {
    call("web_fetch", json!({"card": "generic", "title": "https://example.org/a", "kind": "fetch"}))
}

async fn searched(sources: Value, more: Value) -> Page {
    Page::of(&[search_call(), result(search(sources, more), "plain content")]).await
}

#[wasm_bindgen_test]
async fn a_typical_search_shows_its_answer_above_numbered_sources() {
    let page = searched(
        json!([
            {"url": "https://leptos.dev/", "title": "Leptos", "snippet": "Fine-grained.", "publishedAt": "2026-07-01"},
            {"url": "http://example.org:8080/path?q=1#frag"},
        ]),
        json!({"answer": "Use **Leptos** [1], not [9]."}),
    )
    .await;
    assert_eq!(page.text(".verb"), "Searched");
    assert_eq!(page.text(".subject"), "rust wasm");
    assert_eq!(page.text(".chips"), "2 sources");
    assert_eq!(page.text(".answer strong"), "Leptos");
    assert_eq!(page.text(".answer .cite"), "1");
    assert!(page.text(".answer").contains("not [9]."), "a number without a source stays as written");
    assert_eq!(page.texts(".sources .number"), ["1", "2"]);
    assert_eq!(page.attributes(".sources li", "value"), ["1", "2"]);
    assert_eq!(page.texts(".sources .title"), ["Leptos", "example.org:8080"]);
    assert_eq!(page.texts(".sources .host"), ["leptos.dev", "example.org:8080"]);
    assert_eq!(page.attributes(".sources a", "href"), ["https://leptos.dev/", "http://example.org:8080/path?q=1#frag"]);
    assert_eq!(page.texts(".snippet"), ["Fine-grained."]);
    assert_eq!(page.attributes("time", "datetime"), ["2026-07-01"]);
    assert_eq!(page.attributes("time", "title"), ["2026-07-01"]);
    assert!(page.text("time").contains("2026"));
}

#[wasm_bindgen_test]
async fn every_link_opens_a_new_tab_that_knows_nothing_of_this_page() {
    let page = searched(
        json!([{"url": "https://leptos.dev/"}]),
        json!({"answer": "See [a](https://a.example/) and https://b.example/."}),
    )
    .await;
    let links = page.count("a");
    assert_eq!(links, 3);
    for (name, value) in [("target", "_blank"), ("rel", "noopener noreferrer"), ("referrerpolicy", "no-referrer")] {
        assert_eq!(page.attributes("a", name), vec![value; links]);
    }
}

#[wasm_bindgen_test]
async fn an_empty_list_says_so_and_a_cut_one_too() {
    let page = searched(json!([]), json!({})).await;
    assert_eq!(page.text(".chips"), "no results");
    assert_eq!(page.text(".body .note"), "No results.");
    assert_eq!(page.count(".sources, .answer, .cut"), 0);
    let page = searched(json!([{"url": "https://a.example/"}]), json!({"truncated": true})).await;
    assert_eq!(page.text(".cut"), "The list was cut.");
    let page = searched(json!([]), json!({"truncated": true})).await;
    assert_eq!((page.text(".chips"), page.text(".body .note")), ("list cut".into(), "Nothing is listed here.".into()));
}

#[wasm_bindgen_test]
async fn hostile_sources_stay_text() {
    let page = searched(
        json!([
            {"url": "javascript:alert(1)", "title": "click me"},
            {"url": " java\tscript:alert(1)"},
            {"url": "https://example.com/<img src=x onerror=alert(1)>", "title": "<img src=x onerror=alert(1)>",
             "snippet": "<b>bold?</b> &amp; \"quotes\" &lt;script&gt;", "publishedAt": "not a date"},
            {"url": "https://www.xn--80ak6aa92e.com/", "title": "right\u{202e}to-left"},
            {"url": "//host/x"},
            {"url": ""},
        ]),
        json!({"answer": "<script>alert(1)</script> [link](javascript:alert(2)) ![x](https://evil.example/x.png)"}),
    )
    .await;
    assert_eq!(page.count("img, script, iframe, object, embed, form, [onerror], [onclick]"), 0);
    let hrefs = page.attributes("a", "href");
    assert!(hrefs.iter().all(|href| href.starts_with("https://")), "{hrefs:?}");
    assert_eq!(page.count(".sources a"), 2);
    assert_eq!(page.count(".sources li"), 6);
    let titles = page.texts(".sources .title");
    assert_eq!(titles[0], "click me");
    assert_eq!(titles[2], "<img src=x onerror=alert(1)>");
    assert_eq!(titles[3], "rightto-left");
    assert_eq!(titles[4], "//host/x");
    assert_eq!(page.text(".snippet"), "bold? & \"quotes\" <script>");
    assert_eq!(page.text(".date"), "not a date");
    assert_eq!(page.texts(".sources .host"), ["example.com", "www.xn--80ak6aa92e.com"]);
    assert!(page.text(".sources li:nth-child(4) .where").contains("look-alike letters"));
    assert!(page.text(".answer").contains("<script>alert(1)</script>"));
    assert!(page.text(".answer").contains("link"));
}

#[wasm_bindgen_test]
async fn a_citation_marks_its_own_source() {
    let page =
        searched(json!([{"url": "https://a.example/"}, {"url": "https://b.example/"}]), json!({"answer": "See [2]."}))
            .await;
    assert_eq!(page.count(".flash"), 0);
    page.click(".answer .cite").await;
    assert_eq!(page.attributes(".flash", "value"), ["2"]);
    assert_eq!(page.focused().as_deref(), Some("card-source-2"));
}

#[wasm_bindgen_test]
async fn a_typical_fetch_shows_url_status_and_page() {
    let content =
        "Fetched https://example.org/final (HTTP 200)\n\n# Ferris\n\n- orange\n\n| k | v |\n| - | - |\n| a | 1 |";
    let view = json!({"card": "web", "kind": "fetch", "url": "https://example.org/final", "statusCode": 200, "truncated": true});
    let page = Page::of(&[fetch_call(), result(view, content)]).await;
    assert_eq!(page.text(".verb"), "Fetched");
    assert_eq!(page.attributes(".fetched a", "href"), ["https://example.org/final"]);
    assert_eq!(page.texts(".fetched .host"), ["example.org"]);
    assert_eq!(page.text(".fetched a"), "https://example.org/final");
    assert_eq!(page.texts(".fetched .chip"), ["content cut"]);
    assert_eq!(page.texts(".chips .chip.good"), ["200 OK"]);
    assert_eq!(page.text(".page-text h2"), "Ferris");
    assert_eq!(page.count(".page-text td"), 2);
    assert!(!page.text(".page-text").contains("Fetched https"), "the first line only repeats the header");
    page.click_text("button", "Source text").await;
    assert!(page.text(".page-text pre").starts_with("# Ferris"));
    page.click_text("button", "Formatted").await;
    assert_eq!(page.text(".page-text h2"), "Ferris");
}

#[wasm_bindgen_test]
async fn a_status_is_coloured_by_its_class_and_a_failure_is_none_of_success() {
    for (code, shown, tone) in
        [(404, "404 Not Found", "bad"), (500, "500 Internal Server Error", "bad"), (204, "204 No Content", "good")]
    {
        let view = json!({"card": "web", "kind": "fetch", "url": "https://a.example/", "statusCode": code, "truncated": false});
        let page = Page::of(&[fetch_call(), result(view, "")]).await;
        assert_eq!(page.text(&format!(".chips .chip.{tone}")), shown);
        assert_eq!(page.text(".verb"), if code == 204 { "Fetched" } else { "Web page" });
    }
}

#[wasm_bindgen_test]
async fn a_long_page_is_folded_and_opens() {
    let long = "A paragraph of some length, to be read.\n\n".repeat(200);
    let view =
        json!({"card": "web", "kind": "fetch", "url": "https://a.example/", "statusCode": 200, "truncated": false});
    let page = Page::of(&[fetch_call(), result(view, &long)]).await;
    let folded = page.count(".page-text p");
    assert!(folded < 60, "{folded} paragraphs stand open");
    page.click_text("button", "Show all").await;
    assert_eq!(page.count(".page-text p"), 200);
}

#[wasm_bindgen_test]
async fn a_hostile_fetch_has_no_link() {
    let view =
        json!({"card": "web", "kind": "fetch", "url": "javascript:alert(1)", "statusCode": 200, "truncated": false});
    let page = Page::of(&[fetch_call(), result(view, "<img src=x onerror=alert(1)>\n\n[x](data:text/html,x)")]).await;
    assert_eq!(page.count("a, img"), 0);
    assert!(page.text(".fetched").contains("javascript:alert(1)"));
    assert!(page.text(".page-text").contains("<img src=x onerror=alert(1)>"));
}

#[wasm_bindgen_test]
async fn a_pending_search_and_a_pending_fetch_wear_the_web_card_already() {
    let page = Page::of(&[search_call()]).await;
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Searching".into(), "running".into()));
    let web = page.attributes("header .icon path", "d");
    let page = Page::of(&[fetch_call()]).await;
    assert_eq!(page.text(".verb"), "Fetching");
    let finished = searched(json!([]), json!({})).await;
    assert_eq!(finished.attributes("header .icon path", "d"), web);
}

#[wasm_bindgen_test]
async fn what_cannot_be_named_shows_its_content_and_says_why_beside_the_json() {
    let rows = [
        (json!({"card": "hologram", "title": "x"}), "there is no card for “hologram”"),
        (json!({"card": "web", "kind": "dream"}), "does not know the kind “dream”"),
        (json!({"card": "search", "shape": "tree"}), "does not know the shape “tree”"),
        (json!({"card": "web", "kind": "search", "truncated": false}), "sources should be a list and is missing"),
        (
            json!({"card": "web", "kind": "search", "sources": null, "truncated": false}),
            "sources should be a list and is null",
        ),
        (
            json!({"card": "web", "kind": "search", "sources": [null], "truncated": false}),
            "sources[0] should be an object and is null",
        ),
        (
            json!({"card": "web", "kind": "fetch", "url": null, "statusCode": 200, "truncated": false}),
            "url should be a string and is null",
        ),
        (json!({"card": "web", "kind": "search", "sources": []}), "truncated should be a boolean and is missing"),
    ];
    for (view, why) in rows {
        let page = Page::of(&[search_call(), result(view.clone(), "the plain content")]).await;
        page.open().await;
        assert_eq!(page.text(".subject"), "rust wasm", "the title is the call's: {view}");
        assert_eq!(page.text(".body pre.plain"), "the plain content", "{view}");
        assert!(!page.text(".body").contains("No results"), "{view}");
        page.click(".json-switch").await;
        assert!(page.text(".body .note").contains(why), "{} for {view}", page.text(".body .note"));
        assert!(page.text("pre.json").contains("\"card\""), "{view}");
    }
}

#[wasm_bindgen_test]
async fn content_is_the_views_own_where_it_has_some() {
    let mut view = json!({"card": "hologram"});
    merge(&mut view, json!({"content": [{"type": "text", "text": "from the view"}]}));
    let page = Page::of(&[search_call(), result(view, "from the result")]).await;
    page.open().await;
    assert_eq!(page.text(".body pre.plain"), "from the view");
}

#[wasm_bindgen_test]
async fn a_failed_result_shows_its_content_even_with_a_view_or_meta() {
    let failed = result_with(json!({
        "isError": true,
        "text": "Error: overloaded",
        "view": search(json!([{"url": "https://a.example/"}]), json!({})),
        "meta": {"sources": [{"url": "https://a.example/"}], "truncated": false},
        "error": {"name": "WebError", "code": "WEB_PROVIDER_ERROR"},
    }));
    let page = Page::of(&[search_call(), failed]).await;
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Web search".into(), "failed".into()));
    assert_eq!(page.count(".sources"), 0);
    assert_eq!(page.text(".body pre.plain"), "Error: overloaded");
    assert!(page.text(".body .bad").contains("WEB_PROVIDER_ERROR"));
    page.click(".json-switch").await;
    assert!(page.text("pre.json").contains("https://a.example/"), "its sources stay within reach");
}

#[wasm_bindgen_test]
async fn without_a_view_the_web_tools_get_theirs_from_meta_and_no_other_tool_does() {
    let meta = json!({"sources": [{"url": "https://a.example/", "title": "A"}], "truncated": false});
    let stored = result_with(json!({"text": "content", "meta": meta}));
    let page = Page::of(&[call("web_search", Value::Null), stored.clone()]).await;
    assert_eq!(page.texts(".sources .title"), ["A"]);
    let page = Page::of(&[call("other_search", Value::Null), stored]).await;
    page.open().await;
    assert_eq!(page.count(".sources"), 0);
    assert_eq!(page.text(".body pre.plain"), "content");
}

#[wasm_bindgen_test]
async fn a_body_is_made_when_the_card_is_opened() {
    let page = Page::of(&[call("other", Value::Null), result_with(json!({"text": "content"}))]).await;
    assert_eq!(page.count(".body pre"), 0);
    page.open().await;
    assert_eq!(page.count(".body pre.plain"), 1);
}

#[wasm_bindgen_test]
async fn a_card_speaks_the_readers_language() {
    let page = Page::in_language(&ZH, &[search_call(), result(search(json!([]), json!({})), "")]).await;
    assert_eq!(page.text(".verb"), "已搜索");
    assert_eq!(page.text(".chips"), "没有结果");
}

#[wasm_bindgen_test]
async fn a_card_with_more_rows_than_can_be_drawn_shows_its_data() {
    let sources: Vec<_> = (0..20_001).map(|n| json!({"url": format!("https://a.example/{n}")})).collect();
    let page = searched(json!(sources), json!({})).await;
    assert_eq!(page.count(".sources li"), 0);
    assert!(page.text(".body .note").contains("could not be drawn"));
    assert!(page.text("pre.json").contains("https://a.example/0"));
    assert!(page.text(".more button").starts_with("Show 20000 more"));
}

#[wasm_bindgen_test]
fn the_browser_judges_links_as_the_native_parser_does() {
    assert_eq!(webcard::text::link::cases::differences(), Vec::<String>::new());
}

#[wasm_bindgen_test]
async fn a_link_whose_label_names_another_host_shows_where_it_leads() {
    let answer = "[https://bank.example/](https://evil.example/) [bank](https://evil.example/)";
    let page = searched(json!([]), json!({"answer": answer})).await;
    assert_eq!(page.texts(".answer .opens .host"), ["evil.example"]);
}

#[wasm_bindgen_test]
async fn footnotes_lead_to_their_notes_and_back() {
    let answer = "One[^a], again[^a].\n\n[^a]: The note.";
    let page = searched(json!([]), json!({"answer": answer})).await;
    assert_eq!(page.texts(".footnotes .footnote p"), ["The note."]);
    assert_eq!(
        page.attributes("p > .cite", "id"),
        ["noted-card-1", ""],
        "only the first reference can be come back to"
    );
    page.click("p > .cite").await;
    assert_eq!(page.focused().as_deref(), Some("note-card-1"));
    page.click(".footnote .cite").await;
    assert_eq!(page.focused().as_deref(), Some("noted-card-1"));
}

#[wasm_bindgen_test]
async fn a_list_that_is_empty_because_it_was_cut_is_not_called_empty() {
    let rows = [
        (
            json!({"card": "read", "path": "a", "offset": 90, "lines": [], "totalLines": 40}),
            "no lines from 90 on, of 40",
        ),
        (json!({"card": "search", "shape": "paths", "paths": [], "truncated": true, "total": 9}), "0 of 9"),
        (json!({"card": "search", "shape": "paths", "paths": [], "truncated": true, "total": 0}), "list cut"),
        (json!({"card": "search", "shape": "matches", "files": [], "truncated": false, "total": 9}), "0 of 9"),
    ];
    for (view, chip) in rows {
        let page = Page::of(&[call("any", Value::Null), result(view, "")]).await;
        page.open().await;
        assert!(page.text(".chips").starts_with(chip), "{}", page.text(".chips"));
        assert_eq!(page.text(".body > .note"), "Nothing is listed here.");
    }
    let empty = json!({"card": "read", "path": "a", "offset": 1, "lines": [], "totalLines": 0});
    let page = Page::of(&[call("any", Value::Null), result(empty, "")]).await;
    page.open().await;
    assert_eq!(page.text(".body > .note"), "The file is empty.");
}

#[wasm_bindgen_test]
async fn a_view_that_was_not_taken_is_marked_even_while_the_card_is_closed() {
    let view = json!({"card": "terminal", "output": null, "exitCode": 1});
    let page = Page::of(&[call("bash", Value::Null), result(view, "text")]).await;
    assert_eq!(page.text(".chips .warn"), "shown as plain content");
}

#[wasm_bindgen_test]
async fn what_a_card_leaves_out_can_be_opened_beside_it() {
    let view = json!({"card": "search", "shape": "paths", "paths": ["a.rs"], "truncated": false, "total": 1});
    let start = json!({"card": "generic", "title": "t", "kind": "search", "rawInput": "*.rs", "locations": [{"path": "src", "line": 3}]});
    let page = Page::of(&[call("glob", start), result(view, "a.rs (seen by the model)")]).await;
    page.open().await;
    assert_eq!(page.texts(".besides .fold"), ["Request", "What the model saw"]);
    assert_eq!(page.count(".besides pre"), 0);
    page.click(".besides .fold").await;
    assert_eq!(page.text(".besides .field"), "Kind search");
    assert_eq!(page.text(".besides pre.json"), "*.rs");
    assert_eq!(page.text(".besides .paths"), "src:3");
    page.click_text(".besides .fold", "What the model saw").await;
    assert_eq!(page.text(".besides pre.plain"), "a.rs (seen by the model)");
}
