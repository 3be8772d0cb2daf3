//! The terminal card in a real browser: typical, minimal, hostile and huge.

use crate::frames::{call, result, result_with};
use crate::page::Page;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::lang::ZH;

fn command(title: &str) -> Value {
    call("bash", json!({"card": "terminal", "title": title, "description": "Try it", "cwd": "/home/user/project"}))
}

async fn ran(output: &str, end: Value) -> Page {
    let mut view = json!({"card": "terminal", "output": output});
    if let (Value::Object(view), Value::Object(end)) = (&mut view, end) {
        view.extend(end);
    }
    Page::of(&[command("cargo test"), result(view, "what the model saw")]).await
}

#[wasm_bindgen_test]
async fn a_typical_command_stands_at_its_prompt_above_its_output() {
    let page =
        ran("\u{1b}[32mok\u{1b}[0m 1\n\u{1b}[1;31mFAILED\u{1b}[0m 2\n[stderr]\nwhy\n", json!({"exitCode": 101})).await;
    assert_eq!((page.text(".verb"), page.text(".chips .bad")), ("Command".into(), "exit 101".into()));
    assert_eq!(page.count(".chips .good"), 0);
    assert_eq!(page.text(".purpose"), "Try it");
    assert_eq!(page.text(".command"), "/home/user/project $ cargo test");
    assert_eq!(page.text(".term"), "ok 1\nFAILED 2\n[stderr]\nwhy");
    assert_eq!(page.texts(".term .c2"), ["ok"]);
    assert_eq!(page.texts(".term .c1.bold"), ["FAILED"]);
    assert_eq!(page.texts(".term .host"), ["[stderr]"]);
    assert_eq!(page.count(".gap"), 0);
}

#[wasm_bindgen_test]
async fn a_success_and_nothing_else_looks_like_one() {
    let rows = [
        (json!({"exitCode": 0}), "Ran", "exit 0", "good"),
        (json!({"exitCode": 1}), "Command", "exit 1", "bad"),
        (json!({"exitCode": -1}), "Command", "exit -1", "bad"),
        (json!({"signal": "SIGTERM"}), "Command", "SIGTERM", "bad"),
        (json!({"exitCode": 0, "signal": "SIGKILL"}), "Command", "SIGKILL", "bad"),
    ];
    for (end, verb, chip, tone) in rows {
        let page = ran("x", end).await;
        assert_eq!((page.text(".verb"), page.text(&format!(".chips .{tone}"))), (verb.into(), chip.into()));
        assert_eq!(page.count(".chips .good"), usize::from(tone == "good"));
    }
    let page = ran("x", json!({})).await;
    assert_eq!((page.text(".chips"), page.count(".good")), ("exit code unknown".into(), 0));
}

#[wasm_bindgen_test]
async fn a_minimal_command_has_neither_purpose_nor_folder_nor_output() {
    let start = call("bash", json!({"card": "terminal", "title": "true"}));
    let page = Page::of(&[start, result(json!({"card": "terminal", "exitCode": 0}), "")]).await;
    assert_eq!(page.text(".command"), "$ true");
    assert_eq!(page.count(".purpose, .term"), 0);
    assert_eq!(page.text(".body > .note"), "No output.");
}

#[wasm_bindgen_test]
async fn a_command_is_there_before_its_result_with_all_its_lines() {
    let page = Page::of(&[command("cat <<EOF\n  \u{1b}[31mtext\nEOF")]).await;
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Running".into(), "running".into()));
    assert_eq!(page.text(".command"), "/home/user/project $ cat <<EOF\n  ␛[31mtext\nEOF");
    let failed = result_with(json!({"isError": true, "text": "Error: \u{1b}[31mrefused"}));
    let page = Page::of(&[command("ls"), failed]).await;
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Command".into(), "failed".into()));
    assert_eq!(page.texts(".command, pre.plain"), ["/home/user/project $ ls", "Error: ␛[31mrefused"]);
}

#[wasm_bindgen_test]
async fn terminals_interpret_escapes_and_files_show_them() {
    let text = "\u{1b}[31mred\u{1b}[0m";
    let page = ran(text, json!({"exitCode": 0})).await;
    assert_eq!((page.text(".term"), page.text(".term .c1")), ("red".into(), "red".into()));
    let shown = "␛[31mred␛[0m";
    let read =
        json!({"card": "read", "path": "a", "offset": 1, "lines": [{"number": 1, "text": text}], "totalLines": 1});
    let diff = json!({"card": "diff", "diffs": [{"path": "a", "oldText": null, "newText": text}]});
    let files = json!([{"path": "a", "matches": [{"lineNumber": 1, "line": text}]}]);
    let found = json!({"card": "search", "shape": "matches", "files": files, "truncated": false, "total": 1});
    for view in [read, diff, found] {
        let page = Page::of(&[call("any", Value::Null), result(view.clone(), "")]).await;
        page.open().await;
        assert!(page.text(".body").contains(shown), "{view}: {}", page.text(".body"));
    }
}

#[wasm_bindgen_test]
async fn hostile_output_stays_text_that_can_be_read() {
    let output = "<img src=x onerror=alert(1)>\n\
        \u{1b}]8;;javascript:alert(1)\u{7}link\u{1b}]8;;\u{7}\n\
        \u{1b}]0;title\u{7}\u{1b}[38;2;255;255;255;48;2;255;255;255mwhite\u{1b}[0m\n\
        \u{1b}[8mhidden\u{1b}[0m invoice\u{202e}fdp.exe\n\
        \u{1b}[999999999Cfar\r\u{1b}[999999A\u{1b}[999999999Bend\n\
        \u{1b}[38;5;196mred\u{1b}[7minverse\u{1b}[0m\u{1b}[";
    let page = ran(output, json!({"exitCode": 0})).await;
    assert_eq!(page.count(".body img, .body a, .body script, [onerror]"), 0);
    let shown = page.text(".term");
    for part in
        ["<img src=x onerror=alert(1)>", "link\n", "white\n", "hidden invoicefdp.exe", "far", "end", "redinverse"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(!shown.contains("title") && !shown.contains("alert(1)\u{7}") && !shown.contains('\u{1b}'), "{shown}");
    assert_eq!(page.text(".term .hidden-text"), "hidden");
    let styles = page.attributes(".term .inked", "style");
    assert!(styles[0].contains("background-color: rgb(255, 255, 255)"), "{styles:?}");
    assert!(!styles[0].contains("--on-light: rgb(255 255 255)"), "{styles:?}");
}

#[wasm_bindgen_test]
async fn a_huge_output_is_its_two_ends_until_more_is_asked_for() {
    let page = ran(&"a line of plain text, to be read by nobody\n".repeat(20_000), json!({"exitCode": 0})).await;
    let nodes = page.count(".body *");
    assert!(nodes < 40, "{nodes} elements");
    assert!(page.text(".term").len() < 25_000);
    let omitted = "19,600 lines (823,200 characters) not shown";
    assert_eq!(page.text(".omitted"), omitted);
    let mut presses = 0;
    while page.text(".gap .link") == "Show more" {
        page.click(".gap .link").await;
        presses += 1;
        let parts = page.count(".term .part") - 2;
        assert!((20 * presses..=21 * presses).contains(&parts), "{parts} parts");
        assert_eq!(page.count(".body *"), nodes + parts, "a part of plain lines is one element");
    }
    page.click_text(".gap .link", "Show all").await;
    assert_eq!((presses, page.count(".omitted")), (3, 0));
    let lines: usize = page.texts(".term .part").iter().map(|part| part.lines().count()).sum();
    assert_eq!(lines, 20_000);
    page.click_text(".gap .link", "Show less").await;
    assert_eq!(page.count(".body *"), nodes);
    assert_eq!(page.text(".omitted"), omitted);
}

#[wasm_bindgen_test]
async fn a_line_of_megabytes_and_one_of_many_colours_are_cut() {
    let page = ran(&"x".repeat(3_000_000), json!({"exitCode": 0})).await;
    assert!(page.text(".omitted").ends_with(" characters of a line not shown"));
    assert!(page.text(".term").len() < 25_000);
    let page = ran(&"\u{1b}[31ma\u{1b}[32mb".repeat(100_000), json!({"exitCode": 0})).await;
    let spans = page.count(".term span");
    assert!(spans < 16_000, "{spans} spans");
    page.click(".gap .link").await;
    assert!(page.count(".term span") < spans + 6_000);
    let page = ran(&format!("{}\r\u{1b}[Kdone", "x\r".repeat(1_000_000)), json!({"exitCode": 0})).await;
    assert_eq!((page.text(".term"), page.count(".gap")), ("done".into(), 0));
}

#[wasm_bindgen_test]
async fn a_timeout_says_so_and_is_no_success() {
    let page = ran("(no output)\n[timed out after 300ms]", json!({"signal": "SIGTERM"})).await;
    assert_eq!(page.text(".term .host"), "(no output)\n[timed out after 300ms]");
    assert_eq!((page.text(".verb"), page.text(".chips")), ("Command".into(), "SIGTERM".into()));
}

#[wasm_bindgen_test]
async fn what_is_left_out_is_told_in_the_readers_language() {
    let view = json!({"card": "terminal", "output": "line\n".repeat(1_000), "exitCode": 0});
    let page = Page::in_language(&ZH, &[command("yes"), result(view, "")]).await;
    assert_eq!(page.text(".omitted"), "600 行（2,400 个字符）未显示");
    assert_eq!(page.text(".gap .link"), "显示全部");
}
