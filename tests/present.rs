//! What cards say: headlines, subjects, marks, source rows and page bodies.
#![cfg(not(target_arch = "wasm32"))]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "support/frames.rs"]
mod frames;

use frames::{call, item, result, result_with};
use serde_json::{Value, json};
use webcard::lang::{ALL, EN, ZH};
use webcard::present::chip::{Tone, chips};
use webcard::present::face::{Face, headline};
use webcard::present::inquiry::questions;
use webcard::present::plan::progress;
use webcard::present::problem::{rejection, trouble};
use webcard::present::search::{by_file, open_at_first, sought};
use webcard::present::web::{body, rows};
use webcard::present::{json, subject, unhandled};
use webcard::transcript::model::{Body, Call};
use webcard::transcript::update::{Large, Trouble};
use webcard::view::ContentBlock;
use webcard::view::result::{FileMatches, LineMatch, Source, WebFetch};

fn with(payloads: &[Value], check: impl FnOnce(&Call)) {
    let item = item(payloads);
    let Body::Call(call) = &item.body else { panic!("no call") };
    check(call);
}

fn marks(payloads: &[Value]) -> Vec<(Tone, String)> {
    let mut found = Vec::new();
    with(payloads, |call| found = chips(call, &EN).into_iter().map(|chip| (chip.tone, chip.text)).collect());
    found
}

fn one(tone: Tone, text: &str) -> Vec<(Tone, String)> {
    vec![(tone, text.to_owned())]
}

fn generic(kind: &str) -> Value {
    json!({"card": "generic", "title": "subject", "kind": kind})
}

#[test]
fn a_face_is_the_results_and_until_then_the_calls() {
    let rows = [
        ("web_search", generic("search"), Face::WebSearch),
        ("web_fetch", Value::Null, Face::WebFetch),
        ("crawl", generic("fetch"), Face::WebFetch),
        ("grep", generic("search"), Face::FileSearch),
        ("read", generic("read"), Face::Read),
        ("rm", generic("delete"), Face::Edit),
        ("mv", generic("move"), Face::Edit),
        ("edit", generic("edit"), Face::Edit),
        ("bash", generic("execute"), Face::Terminal),
        ("think", generic("other"), Face::Tool),
        ("bash", json!({"card": "terminal", "title": "ls"}), Face::Terminal),
        ("write", json!({"card": "diff", "title": "Write a", "diffs": []}), Face::Edit),
        ("odd", json!({"card": "hologram", "title": "x"}), Face::Tool),
        ("odd", Value::Null, Face::Tool),
        ("todo_write", generic("other"), Face::Plan),
        ("ask_user_question", Value::Null, Face::Question),
        ("subagent", Value::Null, Face::Agent),
        // Without a view the tool's name is enough; with one, the view knows better, except of these.
        ("read", Value::Null, Face::Read),
        ("grep", Value::Null, Face::FileSearch),
        ("glob", Value::Null, Face::FileSearch),
        ("write", Value::Null, Face::Edit),
        ("edit", Value::Null, Face::Edit),
        ("bash", Value::Null, Face::Terminal),
        ("read", generic("fetch"), Face::WebFetch),
        ("web_search", generic("other"), Face::WebSearch),
    ];
    for (tool, view, face) in rows {
        with(&[call(tool, view.clone())], |call| assert_eq!(Face::of(call), face, "{tool} {view}"));
    }
    let rows = [
        (json!({"card": "web", "kind": "search", "sources": [], "truncated": false}), Face::WebSearch),
        (json!({"card": "web", "kind": "fetch", "url": "x", "statusCode": 200, "truncated": false}), Face::WebFetch),
        (json!({"card": "search", "shape": "paths", "paths": [], "truncated": false, "total": 0}), Face::FileSearch),
        (json!({"card": "read", "path": "a", "offset": 1, "lines": [], "totalLines": 0}), Face::Read),
        (json!({"card": "diff", "diffs": []}), Face::Edit),
        (json!({"card": "terminal"}), Face::Terminal),
        (json!({"card": "generic"}), Face::Tool),
        (json!({"card": "hologram"}), Face::Tool),
    ];
    for (view, face) in rows {
        with(&[call("any", Value::Null), result(view.clone(), "")], |call| assert_eq!(Face::of(call), face, "{view}"));
    }
}

#[test]
fn a_headline_follows_the_status() {
    let start = call("write", json!({"card": "diff", "title": "Write a.txt", "diffs": []}));
    let said = |payloads: &[Value]| {
        let mut said = String::new();
        with(payloads, |call| said = headline(call, Face::of(call), &EN));
        said
    };
    assert_eq!(said(std::slice::from_ref(&start)), "Changing");
    assert_eq!(said(&[start.clone(), result(json!({"card": "diff", "diffs": []}), "")]), "Changed");
    assert_eq!(said(&[start.clone(), result_with(json!({"isError": true, "text": "refused"}))]), "Change");
    let end = json!({"event": {"type": "turn/end", "data": {"turn": 1, "reason": {"kind": "aborted"}}}});
    assert_eq!(said(&[start, end]), "Change");
    assert_eq!(said(&[call("thi\u{202e}nk", Value::Null)]), "think");
    assert_eq!(said(&[call("subagent", Value::Null)]), "Delegating");
}

#[test]
fn a_subject_is_the_title_on_one_line_or_else_the_arguments() {
    let said = |tool: &str, view: Value| {
        let mut said = String::new();
        with(&[call(tool, view)], |call| said = subject(call));
        said
    };
    assert_eq!(said("t", json!({"card": "generic", "title": "a\n b\t\u{1b}c \u{202e}d"})), "a b c d");
    assert_eq!(said("t", json!({"card": "generic", "title": ""})), "{\"q\":\"x\"}");
    assert_eq!(said("t", Value::Null), "{\"q\":\"x\"}");
    let read = |title: &str| json!({"card": "generic", "title": title, "kind": "read"});
    assert_eq!(said("read", read("Read src/main.rs")), "src/main.rs");
    assert_eq!(said("read", read("Reading list.txt")), "Reading list.txt");
    assert_eq!(said("grep", json!({"card": "generic", "title": "Grep fn", "kind": "search"})), "Grep fn");
    let long = said("t", json!({"card": "generic", "title": "é".repeat(1000)}));
    assert_eq!(long.chars().count(), 301);
    assert!(long.ends_with('…'));
}

/// A call with these arguments and without a view.
fn bare(tool: &str, arguments: &Value) -> Value {
    let mut start = call(tool, Value::Null);
    start["event"]["data"]["arguments"] = arguments.to_string().into();
    start
}

#[test]
fn without_a_title_the_subject_is_what_the_arguments_of_a_known_tool_say() {
    let said = |tool: &str, arguments: Value| {
        let mut said = String::new();
        with(&[bare(tool, &arguments)], |call| said = subject(call));
        said
    };
    let plan =
        json!({"todos": [{"content": "a", "status": "completed"}, {"content": "b\nc", "status": "in_progress"}]});
    let questions = json!({"questions": [{"id": "1", "question": "Which?"}, {"id": "2", "question": "Why?"}]});
    for (tool, arguments, expected) in [
        ("read", json!({"file_path": "src/\u{202e}a.rs"}), "src/a.rs"),
        ("grep", json!({"pattern": "fn  x"}), "fn x"),
        ("bash", json!({"command": "ls\n-l", "description": "List"}), "ls -l"),
        ("web_fetch", json!({"url": "https://a.example/"}), "https://a.example/"),
        ("web_search", json!({"queries": ["a", "b"]}), "a, b"),
        ("todo_write", plan, "b c"),
        ("todo_write", json!({"todos": []}), ""),
        ("ask_user_question", questions, "Which? · Why?"),
        ("subagent", json!({"prompt": "Do it.", "description": "Work"}), "Work"),
        ("subagent", json!({"prompt": "Do it."}), "Do it."),
        ("read", json!({"file_path": "\u{7}"}), "{\"file_path\":\"\\u0007\"}"),
        ("read", json!({"path": "a"}), "{\"path\":\"a\"}"),
    ] {
        assert_eq!(said(tool, arguments.clone()), expected, "{tool} {arguments}");
    }
    let mut titled = bare("todo_write", &json!({"todos": [{"content": "now", "status": "in_progress"}]}));
    titled["view"] = json!({"for": "call", "view": {"card": "generic", "title": "Update todo list", "kind": "other"}});
    with(&[titled], |call| assert_eq!(subject(call), "now"));
}

#[test]
fn a_plan_says_how_much_of_it_is_done() {
    let marks_of = |statuses: &[&str]| {
        let steps: Vec<_> = statuses.iter().map(|status| json!({"content": "x", "status": status})).collect();
        marks(&[bare("todo_write", &json!({"todos": steps})), result_with(json!({"text": "ok"}))])
    };
    assert_eq!(marks_of(&["completed", "in_progress", "pending", "odd"]), one(Tone::Plain, "1 of 4 done"));
    assert_eq!(marks_of(&["completed"]), one(Tone::Good, "1 of 1 done"));
    assert_eq!(marks_of(&[]), one(Tone::Plain, "no steps"));
    let step = |status: &str| {
        let value = json!({"content": "x", "status": status});
        <webcard::view::PlanStep as webcard::view::fields::Strict>::read(&value).expect("a step")
    };
    let words = ["pending", "in_progress", "completed", "on\u{202e} hold", "\u{202e}"]
        .map(|status| progress(&step(status), &EN));
    assert_eq!(words, ["To do", "under way", "Done", "on hold", "unknown status"]);
}

fn ask(choices: &[&str]) -> Value {
    let options: Vec<_> = choices.iter().map(|label| json!({"label": label})).collect();
    bare("ask_user_question", &json!({"questions": [{"id": "q", "question": "Which?", "options": options}]}))
}

fn asked_approval() -> Value {
    json!({"event": {"type": "approval/asked", "data": {"id": "p", "toolName": "bash", "callId": "c"}}})
}

fn decided(outcome: &str) -> Value {
    json!({"event": {"type": "approval/decided", "data": {"id": "p", "outcome": outcome}}})
}

#[test]
fn a_call_that_waits_for_a_person_says_so_and_then_how_it_was_settled() {
    let start = || bare("bash", &json!({"command": "ls"}));
    let ended = || json!({"event": {"type": "turn/end", "data": {"turn": 1, "reason": {"kind": "completed"}}}});
    assert_eq!(marks(&[start(), asked_approval()]), one(Tone::Busy, "waiting for approval"));
    let running = (Tone::Busy, "running".to_owned());
    for (outcome, tone, words) in [
        ("allowed-once", Tone::Good, "allowed once"),
        ("rejected", Tone::Bad, "rejected"),
        ("cancelled", Tone::Warn, "cancelled"),
        ("expi\u{202e}red", Tone::Warn, "expired"),
        ("\u{202e}", Tone::Warn, "outcome not recorded"),
    ] {
        let settled = marks(&[start(), asked_approval(), decided(outcome)]);
        assert_eq!(settled, vec![(tone, words.to_owned()), running.clone()], "{outcome}");
    }
    // What was refused has failed: one mark says both.
    let refused = || result_with(json!({"isError": true, "text": "no"}));
    assert_eq!(marks(&[start(), asked_approval(), decided("rejected"), refused()]), one(Tone::Bad, "rejected"));
    let failed = vec![(Tone::Good, "allowed once".to_owned()), (Tone::Bad, "failed".to_owned())];
    assert_eq!(marks(&[start(), asked_approval(), decided("allowed-once"), refused()]), failed);
    let untold = (Tone::Warn, "outcome not recorded".to_owned());
    assert_eq!(marks(&[start(), asked_approval(), result_with(json!({"text": "x"}))]), vec![untold.clone()]);
    let lost = vec![untold, (Tone::Bad, "no result received".to_owned())];
    assert_eq!(marks(&[start(), asked_approval(), ended()]), lost);

    let answers = |text: &str| marks(&[ask(&["A"]), result_with(json!({"text": text}))]);
    assert_eq!(marks(&[ask(&["A"])]), one(Tone::Busy, "running"));
    assert_eq!(answers(r#"{"answers":[{"id":"q","selected":["A"]}]}"#), one(Tone::Good, "answered"));
    assert_eq!(answers("no"), vec![]);
}

#[test]
fn an_answer_is_told_apart_by_what_was_offered() {
    let rows = |answer: Value| {
        let mut found = Vec::new();
        let text = json!({"answers": [answer]}).to_string();
        with(&[ask(&["A", "B"]), result_with(json!({"text": text}))], |call| {
            found = questions(call).expect("a call that asks");
        });
        found.remove(0)
    };
    let row = rows(json!({"id": "q", "selected": ["B", "C"], "custom": "and more"}));
    assert!(row.is_chosen("B") && !row.is_chosen("A") && !row.is_blank());
    assert_eq!(row.beside_choices().collect::<Vec<_>>(), ["C", "and more"]);
    let blank = rows(json!({"id": "q", "selected": []}));
    assert!(blank.is_blank() && blank.beside_choices().next().is_none());
    let other = rows(json!({"id": "another", "selected": ["A"]}));
    assert!(other.answer.is_none() && !other.is_chosen("A") && !other.is_blank());
    with(&[call("t", Value::Null)], |call| assert!(questions(call).is_none()));
}

#[test]
fn marks_tell_counts_codes_and_states() {
    let search = |count: usize, truncated: bool| {
        let sources = vec![json!({"url": "https://a.example/"}); count];
        result(json!({"card": "web", "kind": "search", "sources": sources, "truncated": truncated}), "")
    };
    let start = || call("web_search", Value::Null);
    assert_eq!(marks(&[start()]), one(Tone::Busy, "running"));
    assert_eq!(marks(&[start(), search(0, false)]), one(Tone::Plain, "no results"));
    assert_eq!(marks(&[start(), search(0, true)]), one(Tone::Warn, "list cut"));
    assert_eq!(marks(&[start(), search(1, false)]), one(Tone::Plain, "1 source"));
    let cut = vec![(Tone::Plain, "2 sources".to_owned()), (Tone::Warn, "list cut".to_owned())];
    assert_eq!(marks(&[start(), search(2, true)]), cut);
    let rows = [
        (100, Tone::Plain, "100 Continue"),
        (200, Tone::Good, "200 OK"),
        (301, Tone::Plain, "301 Moved Permanently"),
        (404, Tone::Bad, "404 Not Found"),
        (503, Tone::Bad, "503 Service Unavailable"),
        (299, Tone::Good, "status 299"),
        (0, Tone::Warn, "status 0"),
        (-1, Tone::Warn, "status -1"),
        (999, Tone::Warn, "status 999"),
    ];
    for (code, tone, text) in rows {
        let view = json!({"card": "web", "kind": "fetch", "url": "x", "statusCode": code, "truncated": false});
        assert_eq!(marks(&[start(), result(view, "")]), one(tone, text));
    }
    let terminal = |view: Value| marks(&[call("bash", Value::Null), result(view, "")]);
    assert_eq!(terminal(json!({"card": "terminal", "exitCode": 0})), one(Tone::Good, "exit 0"));
    assert_eq!(terminal(json!({"card": "terminal", "exitCode": 101})), one(Tone::Bad, "exit 101"));
    assert_eq!(terminal(json!({"card": "terminal", "exitCode": -1})), one(Tone::Bad, "exit -1"));
    assert_eq!(terminal(json!({"card": "terminal", "signal": "SIGTERM"})), one(Tone::Bad, "SIGTERM"));
    let both = vec![(Tone::Plain, "exit 0".to_owned()), (Tone::Bad, "SIGKILL".to_owned())];
    assert_eq!(terminal(json!({"card": "terminal", "exitCode": 0, "signal": "SIGKILL"})), both);
    assert_eq!(terminal(json!({"card": "terminal"})), one(Tone::Plain, "exit code unknown"));
    let files = json!([{"path": "a", "matches": [{"lineNumber": 1, "line": "x"}, {"lineNumber": 2, "line": "y"}]}]);
    let view = json!({"card": "search", "shape": "matches", "files": files, "truncated": true, "total": 9});
    let cut = vec![(Tone::Plain, "2 of 9".to_owned()), (Tone::Warn, "list cut".to_owned())];
    assert_eq!(marks(&[start(), result(view, "")]), cut);
    let lines = json!([{"number": 10, "text": "a"}, {"number": 11, "text": "b"}]);
    let view = json!({"card": "read", "path": "a", "offset": 10, "lines": lines, "totalLines": 40});
    assert_eq!(marks(&[start(), result(view, "")]), one(Tone::Plain, "lines 10–11 of 40"));
}

#[test]
fn a_read_says_which_lines_it_holds_and_nothing_that_its_numbers_do_not_bear_out() {
    const LAST: u64 = 9_007_199_254_740_991;
    let extent = |numbers: &[u64], offset: u64, total: u64| {
        let lines: Vec<_> = numbers.iter().map(|number| json!({"number": number, "text": "x"})).collect();
        let view = json!({"card": "read", "path": "a", "offset": offset, "lines": lines, "totalLines": total});
        marks(&[call("read", Value::Null), result(view, "")]).remove(0).1
    };
    for (numbers, offset, total, words) in [
        (&[1, 2, 3][..], 1, 3, "lines 1–3 of 3"),
        (&[5], 5, 40, "line 5 of 40"),
        (&[1, 3, 10], 1, 10, "3 lines of 10"),
        (&[2, 3, 5], 2, 5, "3 lines of 5"),
        (&[LAST, 1, 1, 0], 1, 3, "4 lines"),
        (&[1, 1], 1, 3, "2 lines"),
        (&[3, 2, 1], 1, 3, "3 lines"),
        (&[1], 1, 0, "1 line"),
        (&[0, 1], 0, 2, "2 lines"),
        (&[1, 2, 3], 1, 2, "3 lines"),
        (&[LAST], LAST, LAST, "line 9007199254740991 of 9007199254740991"),
        (&[], 90, 40, "no lines from 90 on, of 40"),
        (&[], 1, 0, "no lines from 1 on, of 0"),
        (&[], 5, 40, "0 lines of 40"),
    ] {
        assert_eq!(extent(numbers, offset, total), words, "{numbers:?}");
    }
    assert_eq!((ZH.card.lines)(3, Some(10)), "3 行，共 10 行");
}

#[test]
fn a_list_of_what_was_found_repeats_no_total_that_it_contradicts() {
    let found = |listed: usize, total: u64, truncated: bool| {
        let rows = |view: Value| {
            let words = marks(&[call("grep", Value::Null), result(view, "")]).into_iter().map(|(_, words)| words);
            words.collect::<Vec<_>>().join(", ")
        };
        let matches = vec![json!({"lineNumber": 1, "line": "x"}); listed];
        let files = json!([{"path": "a", "matches": matches}]);
        let more = json!({"card": "search", "truncated": truncated, "total": total});
        let with = |shape: &str, key: &str, list: Value| {
            let mut view = more.clone();
            (view["shape"], view[key]) = (json!(shape), list);
            rows(view)
        };
        let said = with("paths", "paths", json!(vec!["a"; listed]));
        assert_eq!(said, with("matches", "files", files));
        said
    };
    for (listed, total, truncated, words) in [
        (0, 0, false, "no results"),
        (0, 0, true, "list cut"),
        (0, 9, false, "0 of 9, list cut"),
        (2, 2, false, "2 of 2"),
        (2, 9, true, "2 of 9, list cut"),
        (2, 2, true, "2 listed, list cut"),
        (2, 1, false, "2 listed"),
        (1, 0, false, "1 listed"),
        (5, 2, true, "5 listed, list cut"),
    ] {
        assert_eq!(found(listed, total, truncated), words, "{listed} of {total}, {truncated}");
    }
}

#[test]
fn a_tool_of_which_only_the_sort_of_work_is_known_goes_by_its_name() {
    let said = |tool: &str, kind: &str, end: Option<Value>| {
        let payloads: Vec<_> = [call(tool, generic(kind))].into_iter().chain(end).collect();
        let mut said = String::new();
        with(&payloads, |call| said = headline(call, Face::of(call), &EN));
        said
    };
    let done = || Some(result(json!({"card": "generic"}), "x"));
    let found = json!({"card": "search", "shape": "paths", "paths": [], "truncated": false, "total": 0});
    for (tool, kind, end, words) in [
        ("brave_search", "search", None, "brave_search"),
        ("brave_search", "search", done(), "brave_search"),
        ("brave_search", "search", Some(result_with(json!({"isError": true, "text": "no"}))), "brave_search"),
        ("read_mail", "read", done(), "read_mail"),
        ("grep", "search", done(), "Searched files"),
        ("read", "read", done(), "Read"),
        ("Grep", "search", Some(result(found, "")), "Searched files"),
        ("\u{200b}", "search", None, "Searching files"),
    ] {
        assert_eq!(said(tool, kind, end), words, "{tool}");
    }
}

#[test]
fn a_failure_a_stop_and_a_missing_result_are_marked() {
    let start = || call("write", Value::Null);
    assert_eq!(marks(&[start(), result_with(json!({"isError": true, "text": "no"}))]), one(Tone::Bad, "failed"));
    let end = |kind: &str| json!({"event": {"type": "turn/end", "data": {"turn": 1, "reason": {"kind": kind}}}});
    assert_eq!(marks(&[start(), end("aborted")]), one(Tone::Warn, "stopped"));
    assert_eq!(marks(&[start(), end("completed")]), one(Tone::Bad, "no result received"));
    assert_eq!(marks(&[result_with(json!({"text": "x"}))]), one(Tone::Warn, "result without call"));
}

#[test]
fn a_success_whose_text_reports_an_error_is_marked_as_that() {
    let says = |text: &str, is_error: bool| {
        marks(&[call("api", Value::Null), result_with(json!({"text": text, "isError": is_error}))])
    };
    assert_eq!(says("{\"error\":\"403 forbidden\"}", false), one(Tone::Warn, "reports an error"));
    for text in
        ["{\"error\":\"\"}", "{\"error\":null}", "[{\"error\":\"x\"}]", "error", "{\"error\":\"x\"", "{\"ok\":1}"]
    {
        assert_eq!(says(text, false), [], "{text}");
    }
    assert_eq!(says("{\"error\":\"403\"}", true), one(Tone::Bad, "failed"));
}

#[test]
fn a_shells_result_without_a_view_that_ended_badly_is_no_success() {
    let said = |start: Value, end: Value| {
        let mut said = (String::new(), Vec::new());
        with(&[start, end], |call| {
            let marks = chips(call, &EN).into_iter().map(|chip| (chip.tone, chip.text)).collect();
            said = (headline(call, Face::of(call), &EN), marks);
        });
        said
    };
    let start = || call("bash", json!({"card": "terminal", "title": "false"}));
    let bad = || one(Tone::Warn, "reports an error");
    for text in ["failing\n[exit code: 3]", "(no output)\n[killed by signal: SIGTERM]"] {
        let stored = || result_with(json!({"text": text}));
        assert_eq!(said(start(), stored()), ("Command".to_owned(), bad()), "{text}");
        assert_eq!(said(call("bash", Value::Null), stored()), ("Command".to_owned(), bad()), "{text}");
        assert_eq!(said(call("other", Value::Null), stored()).1, [], "{text}");
    }
    assert_eq!(said(start(), result_with(json!({"text": "fine\n"}))), ("Ran".to_owned(), vec![]));
    // The same where a view does not say how it ended.
    let silent = json!({"card": "terminal", "output": "bad"});
    assert_eq!(said(start(), result(silent.clone(), "bad\n[exit code: 3]")), ("Command".to_owned(), bad()));
    let brought = json!([{"type": "text", "text": "bad\n[exit code: 3]"}]);
    let view = json!({"card": "terminal", "output": "bad", "content": brought});
    assert_eq!(said(start(), result(view, "bad")), ("Command".to_owned(), bad()));
    let view = json!({"card": "terminal", "output": "bad\n[killed by signal: SIGTERM]"});
    assert_eq!(said(start(), result(view, "bad")), ("Command".to_owned(), bad()));
    let unknown = one(Tone::Plain, "exit code unknown");
    assert_eq!(said(start(), result(silent, "fine\n[exit code: 0]")), ("Ran".to_owned(), unknown));
    // A view knows better than what the command printed.
    let view = json!({"card": "terminal", "exitCode": 0, "output": "[exit code: 3]"});
    assert_eq!(said(start(), result(view, "[exit code: 3]")), ("Ran".to_owned(), one(Tone::Good, "exit 0")));
}

fn source(url: &str, title: Option<&str>) -> Source {
    Source { url: url.into(), title: title.map(Into::into), snippet: None, published_at: None }
}

#[test]
fn a_row_is_called_by_its_title_else_its_host_else_its_url() {
    let sources = [
        source("https://www.a.example/x", Some("<b>A</b> &amp; B")),
        source("https://www.a.example/x", Some("  ")),
        source("nothing at\u{202e} all\0", None),
        source("https://аррӏе.com/", None),
        source("", None),
    ];
    let rows = rows(&sources);
    let said: Vec<_> =
        rows.iter().map(|row| (row.number, row.label.as_str(), row.initial.as_str(), row.link.is_some())).collect();
    assert_eq!(
        said,
        [
            (1, "A & B", "a", true),
            (2, "www.a.example", "a", true),
            (3, "nothing at all\u{fffd}", "!", false),
            (4, "xn--80ak6aa92e.com", "!", true),
            (5, "", "!", false),
        ]
    );
}

#[test]
fn a_row_says_no_more_of_its_page_than_a_person_reads() {
    let text = "กำ".repeat(100_000);
    let mut long = source("https://a.example/", Some(&text));
    long.snippet = Some("word ".repeat(100_000));
    long.url = "x".repeat(100_000);
    let row = &rows(&[long])[0];
    assert!(row.label.ends_with('…') && row.label.chars().count() <= 1_001);
    assert!(row.snippet.as_ref().is_some_and(|text| text.ends_with('…') && text.len() <= 5_003));
    assert!(row.raw.len() <= 5_003);
}

#[test]
fn empty_snippets_and_dates_are_absent_and_others_are_text() {
    let mut full = source("https://a.example/", None);
    full.snippet = Some("<b>x</b>\n&lt;y&gt;".into());
    full.published_at = Some("3 days ago".into());
    let mut empty = source("https://a.example/", None);
    empty.snippet = Some(" ".into());
    empty.published_at = Some(" ".into());
    let rows = rows(&[full, empty]);
    assert_eq!((rows[0].snippet.as_deref(), rows[0].published.as_deref()), (Some("x <y>"), Some("3 days ago")));
    assert_eq!((rows[1].snippet.as_deref(), rows[1].published.as_deref()), (None, None));
}

#[test]
fn a_page_loses_its_first_line_only_where_that_repeats_the_header() {
    let fetch = WebFetch { url: "https://a.example/final".into(), status_code: 200, truncated: false };
    let text = |text: &str| {
        body(&fetch, Some("https://a.example/asked"), &[ContentBlock::Text(text.into())]).map(|page| page.text)
    };
    assert_eq!(text("Fetched https://a.example/final (HTTP 200)\n\npage").as_deref(), Some("page"));
    assert_eq!(text("Fetched https://a.example/asked (HTTP 200)\r\n\r\npage").as_deref(), Some("page"));
    for other in
        ["Fetched https://b.example/ (HTTP 200)\npage", "Fetched https://a.example/final (HTTP 404)\npage", "page"]
    {
        assert_eq!(text(other).as_deref(), Some(other));
    }
    assert_eq!(text("Fetched https://a.example/final (HTTP 200)"), None);
    assert_eq!(text(""), None);
}

#[test]
fn a_long_page_is_cut_at_a_line_end_and_a_short_one_is_not() {
    let fetch = WebFetch { url: "x".into(), status_code: 200, truncated: false };
    let page = |text: String| body(&fetch, None, &[ContentBlock::Text(text)]).expect("a page");
    assert_eq!(page("short".into()).head, None);
    let long = page("a line of text\n".repeat(500));
    let head = long.head.expect("a head");
    assert!(head.ends_with("a line of text") && head.len() < 1_300 && long.text.starts_with(&head));
    let one_line = page("é".repeat(5_000));
    assert_eq!(one_line.head.expect("a head").chars().count(), 1_200);
}

#[test]
fn the_files_that_stand_open_are_those_that_a_reader_looks_through() {
    let file = |lines: u64| FileMatches {
        path: "a".to_owned(),
        matches: (0..lines).map(|line_number| LineMatch { line_number, line: String::new() }).collect(),
    };
    let open = |lines: &[u64]| open_at_first(&lines.iter().map(|lines| file(*lines)).collect::<Vec<_>>());
    assert_eq!([open(&[]), open(&[1, 2, 3]), open(&[150, 50, 1]), open(&[5_000, 1]), open(&[0, 201])], [0, 3, 2, 1, 2]);
}

#[test]
fn a_file_that_is_named_several_times_is_one_file() {
    let file = |path: &str, number: u64| FileMatches {
        path: path.to_owned(),
        matches: vec![LineMatch { line_number: number, line: String::new() }],
    };
    let grouped = by_file(&[file("same", 1), file("other", 2), file("same", 3), file("", 4), file("same", 1)]);
    let numbers = |file: &FileMatches| file.matches.iter().map(|found| found.line_number).collect::<Vec<_>>();
    let found: Vec<_> = grouped.iter().map(|file| (file.path.as_str(), numbers(file))).collect();
    assert_eq!(found, [("same", vec![1, 3, 1]), ("other", vec![2]), ("", vec![4])]);
}

#[test]
fn what_was_sought_is_known_where_it_is_a_plain_string() {
    for (arguments, expected) in [
        (json!({"pattern": "fn main"}), Some("fn main")),
        (json!({"pattern": "目录"}), Some("目录")),
        (json!({"pattern": "fn .*"}), None),
        (json!({"pattern": "a\tb"}), None),
        (json!({"pattern": ""}), None),
        (json!({"pattern": 1}), None),
        (json!(["pattern"]), None),
    ] {
        let mut start = call("grep", Value::Null);
        start["event"]["data"]["arguments"] = json!(arguments.to_string());
        with(&[start], |call| assert_eq!(sought(call).as_deref(), expected, "{arguments}"));
    }
}

#[test]
fn the_json_of_a_call_holds_both_events_as_they_came() {
    with(&[call("t", generic("read")), result(json!({"card": "hologram"}), "text")], |call| {
        let known: Value = serde_json::from_str(&json(call)).expect("JSON");
        assert_eq!(known["call"]["event"]["data"]["callId"], "c");
        assert_eq!(known["result"]["view"]["view"]["card"], "hologram");
    });
    with(&[result_with(json!({"text": "x"}))], |call| {
        let known: Value = serde_json::from_str(&json(call)).expect("JSON");
        assert_eq!(known["callId"], "c");
    });
}

#[test]
fn views_that_cannot_be_named_are_named_for_the_log_and_malformed_ones_are_not() {
    let names = |call_view: Value, result_view: Value| {
        let mut names = Vec::new();
        with(&[call("t", call_view), result(result_view, "")], |call| names = unhandled(call).collect());
        names
    };
    let plain = || generic("read");
    assert_eq!(names(plain(), json!({"card": "hologram"})), ["card \"hologram\""]);
    assert_eq!(names(plain(), json!({"card": "web", "kind": "dream"})), ["card \"web\", kind \"dream\""]);
    assert_eq!(names(plain(), json!({"card": "search", "shape": "tree"})), ["card \"search\", shape \"tree\""]);
    assert_eq!(names(generic("teleport"), json!({"card": "generic"})), ["card \"generic\", kind \"teleport\""]);
    assert_eq!(names(plain(), json!({"card": "web", "kind": "search"})), Vec::<String>::new());
}

#[test]
fn problems_are_told_in_every_language() {
    with(&[call("t", Value::Null), result(json!({"card": "web", "kind": "fetch", "url": null}), "")], |call| {
        let reason = call.rejected().expect("a reason");
        assert_eq!(rejection(&reason, &EN), "Shown as plain content: url should be a string and is null.");
        assert!(rejection(&reason, &ZH).contains("url 应为字符串，实际为null"));
    });
    for strings in ALL {
        assert!(trouble(&Trouble::TooLarge(9), strings).contains('9'));
        for what in [Large::Event, Large::Document] {
            assert!(trouble(&Trouble::LargerThan(what, 16 << 20), strings).contains("16 MiB"));
        }
        assert!(trouble(&Trouble::LargerThan(Large::Document, 16 << 20), strings).contains("JSON"));
        assert!(!trouble(&Trouble::CutOff, strings).is_empty());
        assert!(trouble(&Trouble::NotJson("why".into()), strings).contains("why"));
    }
}
