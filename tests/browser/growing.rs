//! Text that arrives bit by bit: nothing that is settled is drawn again, and what is drawn in the end is what a fresh
//! drawing of the same text is.

use crate::flow::{event, frame, mounted, push, stream};
use crate::page::Page;
use leptos::prelude::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};
use webcard::replay::Replay;
use webcard::transcript::model::Body;
use webcard::ui::draws;
use webcard::ui::growing::{Document, GrowingMarkdown};
use webcard::ui::markdown::{Context, markdown};

const NASTY: &str = "Text[^a] with a [link][later], `arr[0]`, [1] and <b>.\n\n- one\n- **two** [^b]\n\n  more\n\n| a | b |\n\
    |:-:|--:|\n| [x](https://example.com/) | `1|2` |\n| only |\n\n```rust\nlet a = b[0];\n\n```\n\n> quoted\nlazily\n\n\
    1. x\n2. y\n   - z\n\nSetext\n===\n\n<div>\n**no**\n</div>\n\n[later]: https://later.example/ \"t\"\n\n[^b]: Bee.\n\n\
    [^a]: Ay, see[^b].\n    More of it.\n\n![image](https://example.com/i.png) and https://example.com/bare, *open **emphasis\n\n\
    ```\nunclosed [2]\nfence";

async fn grown(text: &str) -> (Page, Document) {
    let document = Document::new(2);
    let page =
        Page::mount(move || view! { <GrowingMarkdown document context=Context::new("doc", None) /> }.into_any()).await;
    document.take(text, false);
    leptos::task::tick().await;
    (page, document)
}

async fn drawn_at_once(text: &str) -> String {
    let text = text.to_owned();
    Page::mount(move || markdown(&text, &Context::new("doc", None)).into_any()).await.markup()
}

/// Prefixes of `text` that grow by about `step` bytes.
fn prefixes(text: &str, step: usize) -> impl Iterator<Item = &str> {
    (0..=text.len()).step_by(step).chain([text.len()]).filter_map(|end| text.get(..end))
}

/// The answers in the recordings that come with the app.
fn answers() -> Vec<String> {
    let recordings: [&[u8]; 6] = [
        include_bytes!("../../public/recordings/turn-markdown.sse"),
        include_bytes!("../../public/recordings/search-basic.sse"),
        include_bytes!("../../public/recordings/search-variants.sse"),
        include_bytes!("../../public/recordings/fetch.sse"),
        include_bytes!("../../public/recordings/turn-search-multi.jsonl"),
        include_bytes!("../../public/recordings/files.jsonl"),
    ];
    let mut answers = Vec::new();
    for recording in recordings {
        let mut replay = Replay::default();
        replay.push(recording);
        replay.finish().expect("a recording");
        for session in replay.transcript().sessions() {
            for item in &session.items {
                if let Body::Text(prose) = &item.body {
                    answers.push(prose.text.clone());
                }
            }
        }
    }
    answers
}

#[wasm_bindgen_test]
async fn a_grown_document_is_drawn_like_one_that_is_drawn_at_once() {
    let mut texts = answers();
    assert!(texts.len() > 5, "{} answers", texts.len());
    texts.push(NASTY.to_owned());
    texts.push(NASTY.replace('\n', "\r\n"));
    for text in texts {
        let document = Document::new(0);
        let context = Context::new("doc", None);
        let page = Page::mount(move || view! { <GrowingMarkdown document context /> }.into_any()).await;
        for (index, prefix) in prefixes(&text, 7).enumerate() {
            document.take(prefix, false);
            if index.is_multiple_of(5) {
                leptos::task::tick().await;
            }
        }
        document.take(&text, true);
        leptos::task::tick().await;
        assert_eq!(page.markup(), drawn_at_once(&text).await, "{text}");
    }
}

#[wasm_bindgen_test]
async fn what_is_settled_is_never_drawn_again() {
    let block =
        |n: usize| format!("## Part {n}\n\nWords and **more** of `them`.\n\n- one\n- two\n\n```\ncode {n}\n```\n\n");
    let text: String = (0..30).map(block).collect();
    let (page, document) = grown(text.split_at(text.len() / 3).0).await;
    let count = page.count(".markdown > *");
    assert!(count > 30, "{count} blocks");
    let settled = count - 8;
    page.mark(".markdown > *", settled);
    for prefix in prefixes(&text, 3).filter(|prefix| prefix.len() > text.len() / 3) {
        document.take(prefix, false);
        leptos::task::tick().await;
    }
    document.take(&text, true);
    leptos::task::tick().await;
    assert_eq!(page.count("[data-marked]"), settled);
    assert_eq!(page.markup().replace(" data-marked=\"\"", ""), drawn_at_once(&text).await);
}

#[wasm_bindgen_test]
async fn the_items_of_a_long_list_are_drawn_once() {
    let text: String = (0..300).map(|n| format!("- Item **{n}** with `code`\n")).collect();
    let (page, document) = grown(text.split_at(text.len() / 2).0).await;
    let shown = page.count("li");
    assert!(shown > 130, "{shown} items");
    page.mark("li", shown - 10);
    document.take(&text, true);
    leptos::task::tick().await;
    assert_eq!(page.count("[data-marked]"), shown - 10);
    assert_eq!(page.count("li"), 300);
    assert_eq!(page.count("ul"), 1);
}

#[wasm_bindgen_test]
async fn a_link_that_is_half_written_shows_its_label_and_leads_nowhere() {
    let (page, document) = grown("See [a long label](https://exa").await;
    assert_eq!(page.text(".markdown"), "See a long label");
    assert_eq!(page.count("a"), 0);
    document.take("See [a long label](https://example.com/) now", false);
    document.pause();
    leptos::task::tick().await;
    assert_eq!(page.attributes("a", "href"), ["https://example.com/"]);
}

#[wasm_bindgen_test]
async fn a_row_of_a_table_appears_when_it_is_complete() {
    let table = "| name | page |\n|---|---|\n| one | [x](https://example.com/) |\n";
    let (page, document) = grown(table).await;
    document.pause();
    leptos::task::tick().await;
    assert_eq!((page.count("th"), page.count("tbody tr")), (2, 1));
    for more in ["|", "| two", "| two | [x](https://very-long", "| two | [x](https://very-long.example/) |"] {
        document.take(&format!("{table}{more}"), false);
        leptos::task::tick().await;
        assert_eq!((page.count("th"), page.count("tbody tr"), page.count("p")), (2, 1, 0), "{more}");
    }
    document.take(&format!("{table}| two | [x](https://very-long.example/) |\n"), true);
    leptos::task::tick().await;
    assert_eq!(page.count("tbody tr"), 2);
}

#[wasm_bindgen_test]
async fn code_that_is_not_closed_yet_is_code_and_cites_nothing() {
    let (page, document) = grown("As `arr[0]` and `b[1]` say:\n\n```rust\nlet a = arr[0] + b[1];\n").await;
    assert_eq!(page.text("pre"), "let a = arr[0] + b[1];");
    let text = "As `arr[0]` and `b[1]` say:\n\n```rust\nlet a = arr[0] + b[1];\n// *more* [2]\nfn";
    document.take(text, false);
    leptos::task::tick().await;
    assert_eq!(page.text("pre"), "let a = arr[0] + b[1];\n// *more* [2]\nfn");
    assert_eq!((page.count(".cite"), page.count("em"), page.text("figcaption")), (0, 0, "rust".to_owned()));
}

#[wasm_bindgen_test]
async fn a_pause_shows_what_the_budget_has_held_back() {
    let text = "- a\n- *b*\n- `c` *d* **e** `f`\n  *g*";
    let (page, document) = grown(text).await;
    document.pause();
    leptos::task::tick().await;
    assert_eq!((page.count("li"), page.count("em"), page.count("code")), (3, 3, 2));
    let parsed = document.parsed();
    document.pause();
    assert_eq!(document.parsed(), parsed, "a pause without anything new costs nothing");
}

#[wasm_bindgen_test]
async fn another_text_in_the_same_place_starts_anew() {
    let (page, document) = grown("One *text*.\n\nAnd more.").await;
    for (text, is_complete) in [("Another **text**.", true), ("One *te", false), ("One *text*.\n\nAnd more.", true)] {
        document.take(text, is_complete);
        document.pause();
        leptos::task::tick().await;
        if is_complete {
            assert_eq!(page.markup(), drawn_at_once(text).await);
        } else {
            assert_eq!(page.text(".markdown"), text);
        }
    }
}

fn delta(kind: &str, text: &str) -> Value {
    event("assistant/chunk", json!({"turn": 1, "step": 1, "chunk": {"type": kind, "index": 0, "text": text}}))
}

#[wasm_bindgen_test]
async fn an_answer_on_the_page_keeps_its_nodes_when_its_final_message_comes() {
    let text = "First **words**.\n\nThen a list:\n\n- one\n- two\n\nLast.";
    let message = json!({"role": "assistant", "content": [{"type": "text", "text": text}]});
    let mut payloads: Vec<Value> = prefixes(text, 3)
        .zip(prefixes(text, 3).skip(1))
        .map(|(a, b)| delta("text-delta", b.split_at(a.len()).1))
        .collect();
    payloads.push(event("assistant/message", json!({"turn": 1, "step": 1, "message": message})));
    let pieces = stream(&payloads);
    let (page, feed) = mounted().await;
    push(feed, &pieces[..pieces.len() - 1]);
    frame().await;
    assert_eq!(page.attributes(".answer-text", "aria-busy"), ["true"]);
    page.mark(".answer-text, .answer-text > *, .markdown > :not(:last-child)", usize::MAX);
    let marked = page.count("[data-marked]");
    let before = draws::total();
    push(feed, &pieces[pieces.len() - 1..]);
    frame().await;
    assert_eq!(draws::total() - before, 1);
    assert_eq!(page.attributes(".answer-text", "aria-busy"), ["false"]);
    assert_eq!(page.count("[data-marked]"), marked);
    assert_eq!(page.texts("li"), ["one", "two"]);
}

/// Pushes 100,000 pieces of reasoning, 1,000 a frame. Prints the longest time that the browser could do nothing else.
async fn reasoned(name: &str, is_open: bool) -> (Page, u64) {
    let text = |n: u64| format!("{n} reasons{}", if n.is_multiple_of(9) { ".\n" } else { ", " });
    let pieces = stream(&(0..100_001).map(|n| delta("reasoning-delta", &text(n))).collect::<Vec<_>>());
    let (page, feed) = mounted().await;
    push(feed, &pieces[..1]);
    frame().await;
    if is_open {
        page.click(".thought .fold").await;
    }
    let before = draws::total();
    let longest = Rc::new(Cell::new(0.0_f64));
    for pieces in pieces[1..].chunks(1_000) {
        push(feed, pieces);
        let start = js_sys::Date::now();
        frame().await;
        longest.set(longest.get().max(js_sys::Date::now() - start));
    }
    console_log!("{name}: the longest frame took {} ms", longest.get());
    (page, draws::total() - before)
}

#[wasm_bindgen_test]
async fn a_hundred_thousand_pieces_of_reasoning_are_appended_and_never_drawn_again() {
    let (page, drawn) = reasoned("unfolded", true).await;
    assert_eq!(drawn, 100, "once a frame");
    let chunks = page.count(".reasoning > p");
    assert!((350..600).contains(&chunks), "{chunks} chunks");
    assert!(page.text(".reasoning > p:last-child").ends_with("100000 reasons,"));
    assert!(page.texts(".reasoning > p").iter().all(|chunk| chunk.len() <= 4_096));
}

#[wasm_bindgen_test]
async fn reasoning_that_is_folded_costs_no_drawing() {
    let (page, drawn) = reasoned("folded", false).await;
    assert_eq!((drawn, page.count(".reasoning")), (0, 0));
    let start = js_sys::Date::now();
    page.click(".thought .fold").await;
    console_log!("opening it took {} ms", js_sys::Date::now() - start);
    let at_once = page.count(".reasoning > p");
    assert!(at_once < 50, "{at_once} chunks in the first frame");
    for _ in 0..20 {
        frame().await;
    }
    assert!(page.count(".reasoning > p") > 350);
    assert!(page.text(".reasoning > p:last-child").ends_with("100000 reasons,"));
}

#[wasm_bindgen_test]
async fn chunks_of_reasoning_stay_while_more_comes() {
    let line = "A line of reasoning that is not long.\n";
    let pieces = stream(&(0..400).map(|_| delta("reasoning-delta", line)).collect::<Vec<_>>());
    let (page, feed) = mounted().await;
    push(feed, &pieces[..250]);
    frame().await;
    page.click(".thought .fold").await;
    let chunks = page.count(".reasoning > p");
    page.mark(".reasoning > p", usize::MAX);
    push(feed, &pieces[250..]);
    frame().await;
    assert_eq!(page.count("[data-marked]"), chunks);
    assert!(page.count(".reasoning > p") > chunks);
    assert_eq!(page.texts(".reasoning > p").join("\n"), line.repeat(400).trim_end());
}
