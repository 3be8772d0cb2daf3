//! The diff card, drawn in a real browser: typical, minimal, hostile and huge.

use crate::frames::{call, result};
use crate::page::Page;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::lang::ZH;

fn diffs(diffs: Value) -> Value {
    json!({"card": "diff", "diffs": diffs})
}

fn one(old: impl Into<Option<&'static str>>, new: &str) -> Value {
    json!([{"path": "src/main.rs", "oldText": old.into(), "newText": new}])
}

async fn edited(changes: Value) -> Page {
    Page::of(&[call("edit", Value::Null), result(diffs(changes), "updated")]).await
}

const OLD: &str = "fn main() {\n    println!(\"hello\");\n}";
const NEW: &str = "fn main() {\n    println!(\"hello, {name}\");\n    Ok(())\n}";

#[wasm_bindgen_test]
async fn a_typical_edit_shows_its_lines_with_numbers_and_the_words_that_changed() {
    let page = edited(one(OLD, NEW)).await;
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Changed".into(), "+2 −1".into()));
    assert_eq!(page.texts(".diffs .file bdi"), ["src/main.rs"]);
    assert_eq!(
        page.raw_texts(".row:not(.twin) .line"),
        ["fn main() {", "    println!(\"hello\");", "    println!(\"hello, {name}\");", "    Ok(())", "}",]
    );
    assert_eq!(page.attributes(".row:not(.twin)", "data-old"), ["1", "2", "", "", "3"]);
    assert_eq!(page.attributes(".row:not(.twin)", "data-new"), ["1", "", "2", "3", "4"]);
    assert_eq!((page.texts("del mark"), page.texts("ins mark")), (vec![], vec![", {name}".to_owned()]));
    assert_eq!((page.count("del"), page.count("ins")), (1, 2), "what is read out says what became of a line");
    assert!(page.text(".excerpt").contains("not known"), "the numbers are not those of the file");
}

#[wasm_bindgen_test]
async fn the_two_layouts_are_one_choice_for_all_cards() {
    let page = edited(one(OLD, NEW)).await;
    let other = edited(one(OLD, NEW)).await;
    assert_eq!(page.attributes(".layout button", "aria-pressed"), ["true", "false"]);
    page.click_text(".layout button", "Split").await;
    for page in [&page, &other, &edited(one(OLD, NEW)).await] {
        assert_eq!(page.count(".diffs.split"), 1);
        assert_eq!(page.attributes(".layout button", "aria-pressed"), ["false", "true"]);
    }
    assert_eq!(page.attributes(".twin", "data-new"), ["1", "4"]);
    assert_eq!(page.attributes(".twin", "aria-hidden"), ["true", "true"], "nothing is read out twice");
    page.click_text(".layout button", "Unified").await;
    assert_eq!(other.count(".diffs.split"), 0);
}

#[wasm_bindgen_test]
async fn a_new_file_an_overwritten_one_and_a_proposal_are_told_apart() {
    let write = |old: Option<&'static str>| result(diffs(one(old, "alpha\n")), "");
    let start = || call("write", json!({"card": "diff", "title": "Write a", "diffs": one(None, "alpha\n")}));
    let page = Page::of(&[start(), write(None)]).await;
    assert_eq!(page.texts(".headline .chip"), ["new file", "+1"]);
    assert_eq!(page.count(".layout, .excerpt, .file .chip"), 0);
    let page = Page::of(&[start(), write(Some("beta"))]).await;
    assert_eq!(page.texts(".headline .chip"), ["overwritten", "+1 −1"]);
    let page = Page::of(&[start()]).await;
    assert_eq!(page.texts(".file .chip"), ["to be written", "+1"]);
    assert_eq!(page.texts(".row .line"), ["alpha"]);
    let proposed = call("edit", json!({"card": "diff", "title": "Edit a", "diffs": one("beta", "alpha")}));
    let page = Page::in_language(&ZH, &[proposed]).await;
    assert_eq!(page.texts(".file .chip"), ["拟议的更改", "+1 −1"]);
}

#[wasm_bindgen_test]
async fn no_places_equal_texts_and_empty_ones_say_so() {
    assert_eq!(edited(json!([])).await.text(".body > .note"), "No changes.");
    assert_eq!(edited(one("same", "same")).await.text(".diffs .note"), "No changes.");
    assert_eq!(edited(one(None, "")).await.text(".diffs .note"), "The file is empty.");
    let page = edited(one("a\r\nb\r\n", "a\nb\n")).await;
    assert_eq!(page.text(".diffs .note"), "Only the line ends changed.");
    assert_eq!(page.texts(".file .chip.warn"), ["line ends CRLF → LF"]);
    let page = edited(one("a\n", "a")).await;
    assert_eq!(page.texts(".added .open-end"), ["No line feed at the end"]);
    assert_eq!(page.count(".removed .open-end"), 0);
}

#[wasm_bindgen_test]
async fn hostile_text_is_shown_and_does_nothing() {
    let old = "<img src=x onerror=alert(1)>\nuser = \"a\"\nend  ";
    let new = "\u{1b}[31mred\u{1b}[0m\0\nuser = \"\u{202e}a\"\nend";
    let page = edited(json!([{"path": "a\u{202e}cod.exe\u{7}", "oldText": old, "newText": new}])).await;
    assert_eq!(page.count("img, script, a"), 0);
    assert_eq!(page.texts(".file bdi"), ["acod.exe␇"]);
    assert_eq!(page.raw_texts("ins"), ["␛[31mred␛[0m␀", "user = \"<U+202E>a\"", "end"]);
    assert_eq!(page.raw_texts("del"), ["<img src=x onerror=alert(1)>", "user = \"a\"", "end  "]);
    assert_eq!(page.raw_texts("del .blanks"), ["  "]);
    assert_eq!(page.texts("ins mark"), ["<U+202E>"], "a change that nobody could see is marked");
}

#[wasm_bindgen_test]
async fn what_is_far_from_a_change_unfolds_and_folds_again() {
    let lines = |changed: &str| -> String {
        (1..=40).map(|n| if n == 20 { format!("{changed}\n") } else { format!("line {n}\n") }).collect()
    };
    let (old, new) = (lines("before"), lines("after"));
    let page = edited(json!([{"path": "a", "oldText": old, "newText": new}])).await;
    let numbers = |page: &Page| page.attributes(".row:not(.twin)", "data-old");
    assert_eq!(numbers(&page), ["17", "18", "19", "20", "", "21", "22", "23"]);
    assert_eq!(page.texts(".more"), ["16 unchanged lines", "17 unchanged lines"]);
    page.click(".more").await;
    assert_eq!(numbers(&page)[..3], ["1", "2", "3"]);
    assert_eq!(page.texts(".more"), ["Show less", "17 unchanged lines"]);
    page.click(".more").await;
    assert_eq!(numbers(&page).len(), 8);
}

#[wasm_bindgen_test]
async fn the_places_of_one_file_stand_under_one_head() {
    let place = |path: &str, old: &str| json!({"path": path, "oldText": old, "newText": "new"});
    let page = edited(json!([place("a", "x"), place("b", "y"), place("a", "z")])).await;
    assert_eq!(page.text(".chips"), "+3 −3");
    assert_eq!(page.texts(".file bdi"), ["a", "b"]);
    assert_eq!(page.texts(".file .chip"), ["+2 −2", "+1 −1"]);
    assert_eq!((page.texts("del"), page.count(".gap")), (vec!["x".into(), "z".into(), "y".into()], 1));
}

/// A card that has just been mounted is this large at most, whatever it is about.
const NODES: usize = 1_500;

#[wasm_bindgen_test]
async fn a_huge_difference_costs_no_more_than_its_first_page() {
    let many = |word: &str| (0..100_000).map(|n| format!("{word} {n}\n")).collect::<String>();
    let page = edited(json!([{"path": "a", "oldText": many("old"), "newText": many("new")}])).await;
    assert_eq!(page.text(".chips"), "+100000 −100000");
    assert!(page.count("*") < NODES, "{} nodes", page.count("*"));
    assert_eq!((page.count("del"), page.count("ins")), (60, 60), "both sides can be seen");
    assert_eq!(page.texts(".more"), ["99940 more removed lines", "99940 more added lines"]);
    page.click(".more.added").await;
    assert_eq!((page.count("del"), page.count("ins")), (60, 560));
    let every_second = |word: &str| -> String {
        (0..100_000).map(|n| format!("{} {n}\n", if n % 2 == 0 { "same" } else { word })).collect()
    };
    let (old, new) = (every_second("old"), every_second("new"));
    let page = edited(json!([{"path": "a", "oldText": old, "newText": new}])).await;
    assert!(page.count("*") < NODES, "{} nodes", page.count("*"));
    let before = page.count("del");
    page.click_text(".diffs > .more", "Show more changes").await;
    assert!(page.count("del") > before && page.count("del") < 1_000);
}

#[wasm_bindgen_test]
async fn ten_thousand_files_and_a_huge_line_are_drawn_bit_by_bit() {
    let files: Vec<_> = (0..10_000).map(|n| json!({"path": n.to_string(), "oldText": "x", "newText": "y"})).collect();
    let page = edited(json!(files)).await;
    assert!(page.count("*") < NODES, "{} nodes", page.count("*"));
    let huge = format!("{}\u{1b}", "x".repeat(5_000_000));
    let page = edited(json!([{"path": "a", "oldText": "y", "newText": huge}])).await;
    assert!(page.text("ins").len() < 10_000);
    assert_eq!(page.texts("ins .link"), ["4998001 more bytes in this line"]);
    page.click("ins .link").await;
    assert_eq!(page.texts("ins .stretch").concat().len(), 16 * 4_096);
    assert_eq!(page.texts("ins .link"), ["Show more (4,932,465 characters left)", "Show less"]);
    page.click_text("ins .link", "Show less").await;
    assert!(page.text("ins").len() < 10_000);
}
