//! The read, search and generic cards, drawn in a real browser: typical, minimal, hostile and huge.

use crate::frames::{call, result, result_with};
use crate::page::Page;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

const HOSTILE: &str = "<img src=x onerror=alert(1)>\u{202e}\u{1b}[31m\0";
const SHOWN: &str = "<img src=x onerror=alert(1)>␛[31m␀";

async fn shown(tool: &str, view: Value) -> Page {
    let page = Page::of(&[call(tool, Value::Null), result(view, "plain content")]).await;
    page.open().await;
    page
}

fn read(lines: Value, more: Value) -> Value {
    let mut view = json!({"card": "read", "path": "/work/src/main.rs", "offset": 1, "lines": lines, "totalLines": 40});
    if let (Value::Object(view), Value::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    view
}

fn numbered(from: u64, to: u64) -> Vec<Value> {
    (from..=to).map(|number| json!({"number": number, "text": format!("let a{number} = {number};")})).collect()
}

#[wasm_bindgen_test]
async fn a_typical_read_shows_the_files_own_numbers() {
    let lines =
        json!([{"number": 9, "text": "fn main() {"}, {"number": 10, "text": ""}, {"number": 11, "text": "\t}"}]);
    let page = shown("read", read(lines, json!({"lang": "rs"}))).await;
    assert_eq!(page.text(".chips"), "lines 9–11 of 40");
    assert_eq!(page.text(".file-head .file"), "/work/src/main.rs");
    assert_eq!(page.text(".file-head .chip"), "rs");
    assert_eq!(page.texts(".lines .number"), ["9", "10", "11"]);
    assert_eq!(page.texts(".lines code"), ["fn main() {", "", "}"]);
    assert_eq!(page.texts(".file-head button"), ["Copy"]);
    assert_eq!(page.count(".more"), 0);
}

#[wasm_bindgen_test]
async fn a_minimal_read_has_no_language_and_an_empty_one_nothing_to_copy() {
    let page = shown("read", read(json!([{"number": 1, "text": "a"}]), json!({}))).await;
    assert_eq!(page.count(".file-head .chip"), 0);
    let page = shown("read", read(json!([]), json!({"totalLines": 0}))).await;
    assert_eq!(page.text(".body > .note"), "The file is empty.");
    assert_eq!(page.count(".file-head button, .lines"), 0);
}

#[wasm_bindgen_test]
async fn a_hostile_read_is_text_that_shows_its_escapes() {
    let lines =
        json!([{"number": 1_000_000, "text": HOSTILE}, {"number": 9_007_199_254_740_991_u64, "text": "a\nb\r"}]);
    let page = shown("read", read(lines, json!({"path": HOSTILE, "lang": HOSTILE}))).await;
    assert_eq!(page.texts(".lines .number"), ["1000000", "9007199254740991"]);
    assert_eq!(page.texts(".lines code"), [SHOWN, "a\nb␍"]);
    assert_eq!(page.texts(".file-head :is(.file, .chip)"), [SHOWN, SHOWN]);
    assert_eq!(page.count("img"), 0);
}

#[wasm_bindgen_test]
async fn a_place_where_lines_are_left_out_is_marked() {
    let lines: Vec<_> = [1, 2, 5, 4].map(|number| json!({"number": number, "text": "x"})).into();
    let page = shown("read", read(json!(lines), json!({}))).await;
    assert_eq!(page.text(".chips"), "4 lines");
    let cells = page.texts(".lines .piece > :not(code)");
    assert_eq!(cells, ["1", "2", "⋮", "5", "⋮", "4"]);
    assert_eq!(page.attributes(".lines .jump", "aria-label"), ["The line numbers jump here"; 2]);
    let page = shown("read", read(json!(numbered(99, 101)), json!({}))).await;
    assert_eq!(page.count(".jump"), 0);
    let page = shown("grep", matches(json!([file("a.rs", 2)]), json!({}))).await;
    assert_eq!(page.count(".jump"), 0, "matches are no lines in a row");
}

#[wasm_bindgen_test]
async fn a_file_that_is_named_fifty_times_is_one_section() {
    let page = shown("grep", matches(json!(vec![file("same", 1); 50]), json!({"total": 50}))).await;
    assert_eq!(page.texts(".group .file"), ["same"]);
    assert_eq!(page.texts(".group .chip"), ["50 matches"]);
}

#[wasm_bindgen_test]
async fn a_number_is_never_cut() {
    let page = shown("read", read(json!(numbered(999_999, 1_000_000)), json!({}))).await;
    for number in page.all(".lines .number") {
        assert!(number.scroll_width() <= number.client_width(), "{}", number.text_content().expect("a number"));
    }
}

#[wasm_bindgen_test]
async fn a_huge_read_shows_its_head_at_once_and_all_of_it_in_steps() {
    let page = shown("read", read(json!(numbered(1, 30_000)), json!({"totalLines": 30_000, "lang": "rs"}))).await;
    let nodes = page.count("*");
    assert!(nodes < 1_000, "{nodes} elements");
    assert_eq!(page.count(".lines .number"), 400);
    assert_eq!(page.texts(".more button"), ["Show 20000 more of 30000"]);
    for (rows, button) in
        [(20_400, "Show 9600 more of 30000"), (30_000, "Show less"), (400, "Show 20000 more of 30000")]
    {
        page.click(".more button").await;
        page.until(|page| page.count(".lines .number") == rows).await;
        assert_eq!(page.texts(".more button"), [button]);
    }
}

#[wasm_bindgen_test]
async fn a_very_long_line_shows_its_head() {
    let line = "0123456789".repeat(100_000);
    let page = shown("read", read(json!([{"number": 1, "text": line}]), json!({"path": "/a.min.js"}))).await;
    assert_eq!(page.text(".lines code").len(), 2_000);
    page.click_text(".lines button", "Show more (998,000 characters left)").await;
    page.until(|page| page.texts(".lines .stretch").concat().len() == 64 * 4_096).await;
    assert!(page.texts(".lines button")[0].starts_with("Show more ("));
}

fn matches(files: Value, more: Value) -> Value {
    let mut view = json!({"card": "search", "shape": "matches", "files": files, "truncated": false, "total": 2});
    if let (Value::Object(view), Value::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    view
}

fn file(path: &str, lines: u64) -> Value {
    let matches: Vec<_> =
        (1..=lines).map(|line| json!({"lineNumber": line * 10, "line": format!("a{line}")})).collect();
    json!({"path": path, "matches": matches})
}

#[wasm_bindgen_test]
async fn matches_stand_under_their_files() {
    let page = shown("grep", matches(json!([file("a.rs", 2), file("b.rs", 1)]), json!({"total": 3}))).await;
    assert_eq!(page.text(".chips"), "3 of 3");
    assert_eq!(page.texts(".group .file"), ["a.rs", "b.rs"]);
    assert_eq!(page.texts(".group .chip"), ["2 matches", "1 match"]);
    assert_eq!(page.texts(".group .number"), ["10", "20", "10"]);
    assert_eq!(page.count(".cut"), 0);
    page.click(".group .fold").await;
    assert_eq!(page.texts(".group .number"), ["10"]);
}

#[wasm_bindgen_test]
async fn a_list_that_was_cut_says_so_at_its_end() {
    let page = shown("grep", matches(json!([file("a.rs", 2)]), json!({"truncated": true, "total": 734}))).await;
    assert_eq!(page.text(".chips"), "2 of 734list cut");
    assert_eq!(page.text(".cut"), "The list was cut: 2 of 734.");
    let paths = json!({"card": "search", "shape": "paths", "paths": ["a", "b"], "truncated": false, "total": 9});
    let page = shown("glob", paths).await;
    assert_eq!(page.texts(".paths li"), ["a", "b"]);
    assert_eq!(page.text(".cut"), "The list was cut: 2 of 9.");
    let paths = json!({"card": "search", "shape": "paths", "paths": ["a", "b"], "truncated": true, "total": 1});
    assert_eq!(shown("glob", paths).await.text(".cut"), "The list was cut.");
}

#[wasm_bindgen_test]
async fn hostile_matches_and_paths_are_text() {
    let found =
        json!([{"path": HOSTILE, "matches": [{"lineNumber": 0, "line": HOSTILE}]}, {"path": "", "matches": []}]);
    let page = shown("grep", matches(found, json!({}))).await;
    assert_eq!(page.texts(".group .file"), [SHOWN, "“”"]);
    assert_eq!(page.texts(".lines code"), [SHOWN]);
    let page = shown(
        "glob",
        json!({"card": "search", "shape": "paths", "paths": [HOSTILE, "", "\n"], "truncated": false, "total": 3}),
    )
    .await;
    assert_eq!(page.texts(".paths li"), [SHOWN, "“”", "␊"]);
    assert_eq!(page.count("img"), 0);
}

#[wasm_bindgen_test]
async fn thousands_of_matches_open_a_part_at_a_time() {
    let files: Vec<_> = (0..1_000).map(|place| file(&format!("{place}.rs"), 90)).collect();
    let page = shown("grep", matches(json!(files), json!({"total": 90_000}))).await;
    assert_eq!(page.count(".group"), 400);
    assert_eq!(page.count(".number"), 180, "the first two files stand open");
    assert_eq!(page.texts(".more button"), ["Show 600 more of 1000"]);
    let paths: Vec<_> = (0..30_000).map(|place| format!("{place}.rs")).collect();
    let page =
        shown("glob", json!({"card": "search", "shape": "paths", "paths": paths, "truncated": false, "total": 30_000}))
            .await;
    assert_eq!(page.count(".paths li"), 400);
}

#[wasm_bindgen_test]
async fn what_was_searched_for_is_marked_where_it_is_certain() {
    for (pattern, marked) in [("a1", 1), ("a.", 0), ("", 0)] {
        let mut start = call("grep", Value::Null);
        start["event"]["data"]["arguments"] = json!(json!({"pattern": pattern}).to_string());
        let page = Page::of(&[start, result(matches(json!([file("a.rs", 2)]), json!({})), "")]).await;
        page.open().await;
        assert_eq!(page.count("mark"), marked, "{pattern}");
        assert_eq!(page.texts(".lines code"), ["a1", "a2"]);
    }
}

#[wasm_bindgen_test]
async fn a_tool_without_a_card_shows_its_content_its_input_and_its_places() {
    let start = json!({"card": "generic", "title": "t", "kind": "other", "rawInput": {"a": [1]}, "locations": [{"path": HOSTILE, "line": 3}, {"path": "b"}]});
    let page = Page::of(&[call("deploy", start), result(json!({"card": "generic"}), "done")]).await;
    page.open().await;
    assert_eq!(page.text(".content pre.plain"), "done");
    assert_eq!(page.text(".content pre.json"), "{\n  \"a\": [\n    1\n  ]\n}");
    assert_eq!(page.texts(".content .paths li"), [format!("{SHOWN}:3"), "b".to_owned()]);
    let page = Page::of(&[call("deploy", Value::Null), result_with(json!({"text": HOSTILE}))]).await;
    page.open().await;
    assert_eq!(page.text(".content pre.plain"), SHOWN);
}

#[wasm_bindgen_test]
async fn an_image_is_named_and_never_loaded() {
    let content = json!([{"type": "image", "mediaType": "image/png", "data": "AAAA"}, {"type": "odd", "x": 1}]);
    let page = shown("draw", json!({"card": "generic", "content": content})).await;
    assert!(page.text(".content .note").contains("image/png"));
    let json = page.texts(".content pre.json");
    assert!(json.len() == 2 && json[1].contains("\"odd\""), "below the arguments: {json:?}");
    assert_eq!(page.count("img"), 0);
}

#[wasm_bindgen_test]
async fn a_huge_content_shows_its_head_at_once() {
    let text = "some words of a log\n".repeat(50_000);
    let page = Page::of(&[call("log", Value::Null), result_with(json!({"text": text}))]).await;
    page.open().await;
    assert_eq!(page.text("pre.plain").lines().count(), 400);
    assert_eq!(page.texts(".more button").first().map(String::as_str), Some("Show 20000 more of 50001"));
}
