//! Texts that would freeze the page if all of them were drawn at once: towers of marks, long lines, paragraphs and documents.
//! What is asserted is how much stands on the page.

use crate::flow::{event, frame, mounted, push, stream};
use crate::frames::{call, result, result_with};
use crate::page::Page;
use leptos::prelude::*;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::ui::markdown::{Context, markdown};

/// A letter under 60,000 marks, and what is shown of it.
fn tower() -> String {
    format!("a{}", "\u{301}".repeat(60_000))
}

fn cut_tower() -> String {
    format!("a{}…", "\u{301}".repeat(31))
}

fn marks(text: &str) -> usize {
    text.matches('\u{301}').count()
}

async fn document(text: &str) -> Page {
    let text = text.to_owned();
    Page::mount(move || markdown(&text, &Context::new("doc", None)).into_any()).await
}

async fn plain(text: &str) -> Page {
    let page = Page::of(&[call("other", Value::Null), result_with(json!({"text": text}))]).await;
    page.open().await;
    page
}

fn person(text: &str) -> Value {
    event("user/message", json!({"content": [{"type": "text", "text": text}], "source": {"kind": "user"}}))
}

fn delta(kind: &str, text: &str) -> Value {
    event("assistant/chunk", json!({"turn": 1, "step": 1, "chunk": {"type": kind, "index": 0, "text": text}}))
}

fn complete(text: &str) -> Value {
    let message = json!({"role": "assistant", "content": [{"type": "text", "text": text}]});
    event("assistant/message", json!({"turn": 1, "step": 1, "message": message}))
}

async fn conversation(payloads: &[Value]) -> Page {
    let (page, feed) = mounted().await;
    push(feed, &stream(payloads));
    frame().await;
    page
}

#[wasm_bindgen_test]
async fn towers_of_marks_are_cut_on_every_card() {
    let tower = tower();
    let source = json!({"url": "https://a.example/", "title": tower, "snippet": tower});
    let web = json!({"card": "web", "kind": "search", "answer": tower, "sources": [source], "truncated": false});
    let read =
        json!({"card": "read", "path": tower, "offset": 1, "totalLines": 1, "lines": [{"number": 1, "text": tower}]});
    let change = json!({"card": "diff", "diffs": [{"path": tower, "oldText": tower, "newText": "b"}]});
    let found = json!([{"path": tower, "matches": [{"lineNumber": 1, "line": tower}]}]);
    let found = json!({"card": "search", "shape": "matches", "truncated": false, "total": 1, "files": found});
    let ran = json!({"card": "terminal", "output": tower, "exitCode": 0});
    for view in [web, read, change, found, ran, json!({"card": "generic"}), json!({"card": tower})] {
        let start = call("other", json!({"card": "generic", "title": tower, "kind": "search", "rawInput": tower}));
        let page = Page::of(&[start, result(view.clone(), &tower)]).await;
        page.open().await;
        while page.count(".fold[aria-expanded=false]") > 0 {
            page.click(".fold[aria-expanded=false]").await;
        }
        assert!(page.text(".card").contains(&cut_tower()), "{view}");
        assert!(marks(&page.text(".card")) <= 31 * 10, "{view}");
        page.click(".json-switch").await;
        assert!(marks(&page.text(".card")) <= 32 * 10, "{view}");
    }
}

#[wasm_bindgen_test]
async fn towers_of_marks_are_cut_in_a_conversation() {
    let tower = tower();
    let page = conversation(&[person(&tower), delta("reasoning-delta", &tower)]).await;
    page.click(".thought .fold").await;
    assert_eq!((page.text(".person"), marks(&page.text(".reasoning")) < 5_000), (cut_tower(), true));
    let text =
        format!("{tower} *{tower}* `{tower}` <{tower}> ![{tower}](x)\n\n```\n{tower}\n```\n\n<div>{tower}\n</div>\n");
    for page in [document(&text).await, conversation(&[delta("text-delta", &text)]).await] {
        let shown = page.text(".markdown");
        assert!(shown.contains(&cut_tower()) && marks(&shown) <= 32 * 7, "{}", marks(&shown));
    }
}

#[wasm_bindgen_test]
async fn of_a_line_of_control_pictures_the_head_is_shown_and_the_rest_on_demand() {
    let text: String = (0..40_000).map(|n| format!("\r\u{1b}[K[{n}/40000]")).collect();
    let page = plain(&text).await;
    assert!(page.text("pre.plain").starts_with("␍␛[K[0/40000]␍"));
    assert_eq!((page.text("pre.plain code").chars().count(), page.count(".stretch")), (10_000, 0));
    let left = text.chars().count() - 10_000;
    assert_eq!(page.text("pre.plain button").replace(',', ""), format!("Show more ({left} characters left)"));
    page.click("pre.plain button").await;
    page.until(|page| page.count(".stretch") == 64).await;
    assert!(page.texts(".stretch").iter().all(|stretch| stretch.len() <= 4_096));
    while page.text("pre.plain button") != "Show less" {
        let before = page.count(".stretch");
        page.click("pre.plain button").await;
        page.until(|page| page.count(".stretch") >= before + 16 || page.text("pre.plain button") == "Show less").await;
    }
    page.until(|page| page.text("pre.plain").chars().count() > text.chars().count()).await;
    let shown = page.raw_texts("pre.plain code").concat() + &page.raw_texts(".stretch").concat();
    assert_eq!(shown, text.replace('\r', "␍").replace('\u{1b}', "␛"));
    page.click("pre.plain button").await;
    assert_eq!(page.count(".stretch"), 0);
}

#[wasm_bindgen_test]
async fn many_long_lines_are_cut_shorter_and_short_ones_stand_in_one_node() {
    let page = plain(&"word ".repeat(1_000).trim_end().to_owned().repeat(2)).await;
    assert_eq!((page.count("pre.plain code"), page.count("pre.plain button")), (1, 0));
    let page = plain(&vec!["x".repeat(5_000); 300].join("\n")).await;
    assert_eq!((page.count("pre.plain code"), page.count("pre.plain button")), (300, 300));
    assert!(page.texts("pre.plain code").iter().all(|line| line.len() == 1_000));
    let page = plain(&"y\n".repeat(300)).await;
    assert_eq!(page.count("pre.plain code"), 4);
}

#[wasm_bindgen_test]
async fn the_json_of_a_huge_result_is_cut_too() {
    let page = plain(&"\t".repeat(1_000_000)).await;
    page.click(".json-switch").await;
    assert!(page.text("pre.json").len() < 12_000);
    assert_eq!(page.count("pre.json button"), 1);
}

#[wasm_bindgen_test]
async fn a_long_message_of_a_person_is_shown_by_stretches() {
    let page = conversation(&[person(&"word ".repeat(200_000))]).await;
    assert_eq!(page.count(".person .stretch"), 16);
    assert!(page.text(".person").len() < 66_000);
    page.click(".person button").await;
    page.until(|page| page.count(".person .stretch") == 80).await;
    let page = conversation(&[person(&"word ".repeat(3_000))]).await;
    assert_eq!(page.count(".person .stretch, .person button"), 0);
}

#[wasm_bindgen_test]
async fn a_long_document_is_drawn_in_portions() {
    let noted: String = (0..5_000).map(|n| format!("x[^{n}] ")).collect();
    let notes: String = (0..5_000).map(|n| format!("[^{n}]: n\n")).collect();
    for text in [
        "x\n\n".repeat(10_000),
        "x\n".repeat(50_000),
        "- x\n".repeat(10_000),
        "lorem ipsum ".repeat(42_000),
        "กำ".repeat(25_000),
        "*a* ".repeat(8_000),
        format!("<div>{}\n</div>", "lorem ipsum ".repeat(42_000)),
        format!("|a|\n|-|\n{}", "|x|\n".repeat(10_000)),
        format!("{noted}\n\n{notes}"),
    ] {
        let page = document(&text).await;
        let (nodes, bytes) = (page.count("*"), page.text(".markdown").len());
        let head: String = text.chars().take(10).collect();
        assert!(nodes < 6_000 && bytes < 110_000, "{nodes} elements and {bytes} bytes of {head:?}");
        let label = page.texts(".markdown button").into_iter().rfind(|label| label.starts_with("Show more"));
        page.click_text(".markdown button", &label.expect("a button")).await;
        page.until(|page| page.text(".markdown").len() > bytes).await;
    }
}

#[wasm_bindgen_test]
async fn a_note_of_a_long_document_is_near_what_refers_to_it() {
    let filler = format!("{}\n\n", "word ".repeat(2_000)).repeat(30);
    let page = document(&format!("One[^a].\n\n{filler}\n\nTwo[^b].\n\n[^a]: Ay\n\n[^b]: Bee\n")).await;
    assert_eq!(page.texts(".footnote > div"), ["Ay"]);
    page.click("p > .cite").await;
    assert_eq!(page.focused().as_deref(), Some("note-doc-1"));
    page.click(".footnote .cite").await;
    assert_eq!(page.focused().as_deref(), Some("noted-doc-1"));
}

#[wasm_bindgen_test]
async fn an_answer_that_grows_too_long_waits_to_be_complete() {
    let paragraph = "Some *words* of it.\n\n";
    let text = paragraph.repeat(20_000);
    let mut payloads: Vec<Value> = (0..20).map(|_| delta("text-delta", &paragraph.repeat(1_000))).collect();
    payloads.push(complete(&text));
    let pieces = stream(&payloads);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..1]);
    frame().await;
    let first = page.count(".markdown > p");
    page.mark(".markdown > p", first - 2);
    assert_eq!(page.count(".answer-text .note"), 0);
    for piece in &pieces[1..20] {
        push(feed, std::slice::from_ref(piece));
        frame().await;
    }
    assert_eq!(page.count("[data-marked]"), first - 2, "what is settled stays");
    let (drawn, note) = (page.count(".markdown > p"), page.text(".answer-text .note"));
    assert!((2_000..6_000).contains(&drawn), "{drawn} paragraphs");
    assert!(note.ends_with("more characters so far, shown when all is written"), "{note}");
    push(feed, &pieces[20..]);
    frame().await;
    let grown = page.markup();
    let grown = grown.split("<div class=\"markdown\">").nth(1).expect("a document");
    let fresh = Page::mount(move || markdown(&text, &Context::new("item-0-0", None)).into_any()).await.markup();
    let fresh = fresh.split("<div class=\"markdown\">").nth(1).expect("a document");
    assert!(grown.starts_with(fresh), "it is drawn as one that was there as a whole");
    assert_eq!(page.count(".answer-text .note"), 0);
}
