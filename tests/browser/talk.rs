//! Plans, questions, approvals and the way to an agent's session: typical, minimal, hostile and huge.

use crate::frames::{call, frames, item, result_with};
use crate::page::Page;
use leptos::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use wasm_bindgen_test::wasm_bindgen_test;
use webcard::card::{CallCard, SessionHref};
use webcard::lang::ZH;
use webcard::page::{Feed, Flow};
use webcard::transcript::model::{Body, Item};

const HOSTILE: &str = "<img src=x onerror=alert(1)>\u{202e}[a](javascript:alert(1))\u{7}";

fn bare(tool: &str, arguments: &Value) -> Value {
    let mut start = call(tool, Value::Null);
    start["event"]["data"]["arguments"] = arguments.to_string().into();
    start
}

fn event(kind: &str, data: Value) -> Value {
    json!({"event": {"type": kind, "time": 1, "data": data}})
}

fn steps(steps: &[(&str, &str)]) -> Value {
    steps.iter().map(|(content, status)| json!({"content": content, "status": status})).collect()
}

/// A frame of the session that has no place in its log.
fn loose(kind: &str, rpc_id: &str, fields: Value) -> String {
    let mut payload = json!({"type": kind, "sessionId": "s"});
    if let (Value::Object(payload), Value::Object(fields)) = (&mut payload, fields) {
        payload.extend(fields);
    }
    json!({"type": "server-request", "rpcId": rpc_id, "method": kind, "payload": payload}).to_string()
}

async fn shown(feed: Feed, lines: &[String]) {
    for line in lines {
        let _ = feed.push(format!("data: {line}\n\n").as_bytes());
    }
    feed.show(None);
    leptos::task::tick().await;
}

/// A conversation of these frames.
async fn conversation(lines: &[String]) -> (Page, Feed) {
    let owner = Owner::new();
    let feed = owner.with(|| Feed::new(None));
    let page = Page::mount(move || {
        on_cleanup(move || drop(owner));
        view! { <Flow feed /> }.into_any()
    })
    .await;
    shown(feed, lines).await;
    (page, feed)
}

#[wasm_bindgen_test]
async fn a_plan_is_one_card_that_is_updated_where_it_stands() {
    let lines = frames(&[
        event("todo/write", json!({"todos": steps(&[("Read", "in_progress"), ("Write", "pending")])})),
        event("user/message", json!({"content": "go on", "source": {"kind": "user"}})),
        event(
            "todo/write",
            json!({"todos": steps(&[("Read", "completed"), ("Write", "in_progress"), ("Rest", "odd")])}),
        ),
    ]);
    let (page, feed) = conversation(&lines[..2]).await;
    let id = page.attributes(".card", "id");
    assert_eq!(page.texts(".card .verb"), ["Plan"]);
    assert_eq!(page.texts(".card .subject"), ["Read"]);
    assert_eq!(page.text(".card .chips"), "0 of 2 done");
    shown(feed, &lines[2..]).await;
    assert_eq!(page.attributes(".card", "id"), id);
    assert_eq!(page.text(".card .chips"), "1 of 3 done");
    assert_eq!(page.texts(".steps bdi"), ["Read", "Write", "Rest"]);
    assert_eq!(page.attributes(".steps li", "class"), ["done", "active", "other"]);
    assert_eq!(page.attributes(".steps .state", "aria-label"), ["Done", "", ""]);
    assert_eq!(page.texts(".steps .chip"), ["under way", "odd"]);
}

#[wasm_bindgen_test]
async fn a_plan_without_steps_a_hostile_and_a_huge_one_are_plans() {
    let plan = |todos: Value| frames(&[event("todo/write", json!({"todos": todos}))]);
    let (page, _) = conversation(&plan(json!([]))).await;
    assert_eq!(page.text(".card .body"), "No steps.");
    let (page, _) = conversation(&plan(steps(&[(HOSTILE, HOSTILE)]))).await;
    assert_eq!(page.count(".card img, .card a"), 0);
    assert!(page.text(".steps bdi").starts_with("<img src=x") && !page.text(".steps").contains('\u{202e}'));
    let (page, _) = conversation(&plan(vec![json!({"content": "x", "status": "pending"}); 2_000].into())).await;
    assert_eq!(page.count(".steps li"), 2_000);
    assert_eq!(page.attributes(".scrolls", "tabindex"), ["0"]);
    let (page, _) = conversation(&plan(vec![json!({"content": "x", "status": "pending"}); 20_001].into())).await;
    assert_eq!((page.count(".steps li"), page.count(".card .note")), (0, 1));
}

#[wasm_bindgen_test]
async fn a_call_that_writes_the_plan_is_a_line_that_opens_to_the_plan_of_then() {
    let start = bare("todo_write", &json!({"todos": steps(&[("Read", "completed"), ("Write", "in_progress")])}));
    let page = Page::of(&[start, result_with(json!({"text": "ok"}))]).await;
    assert_eq!(page.text(".verb"), "Updated the plan");
    assert_eq!(page.text(".subject"), "Write");
    assert_eq!(page.text(".chips"), "1 of 2 done");
    assert_eq!(page.count(".steps"), 0);
    page.open().await;
    assert_eq!(page.texts(".steps bdi"), ["Read", "Write"]);
    let start = bare("todo_write", &json!({"todos": steps(&[("Read", "pending")])}));
    let page = Page::of(&[start, result_with(json!({"text": "too long", "isError": true}))]).await;
    assert_eq!(page.text(".body pre.plain"), "too long");
    let page = Page::of(&[bare("todo_write", &json!({"todos": "x"})), result_with(json!({"text": "ok"}))]).await;
    page.open().await;
    assert_eq!(page.text(".body pre.plain"), "ok");
}

fn questions() -> Value {
    json!([
        {
            "id": "colour",
            "header": "Colour",
            "question": "Which colour?",
            "options": [{"label": "Orange", "description": "Like a crab"}, {"label": "Blue"}],
        },
        {"id": "extras", "question": "Which extras?", "multi_select": true, "options": [{"label": "Tests"}, {"label": "Docs"}]},
    ])
}

fn ask() -> Value {
    bare("ask_user_question", &json!({"questions": questions()}))
}

#[wasm_bindgen_test]
async fn a_question_shows_what_was_asked_and_what_was_answered() {
    let answers = json!({"answers": [
        {"id": "colour", "selected": ["Blue"]},
        {"id": "extras", "selected": ["Tests"], "custom": "and a bench"},
    ]});
    let page = Page::of(&[ask(), result_with(json!({"text": answers.to_string()}))]).await;
    assert_eq!(page.text(".verb"), "Asked");
    assert_eq!(page.text(".subject"), "Which colour? · Which extras?");
    assert_eq!(page.text(".chips"), "answered");
    assert_eq!(page.texts(".asked"), ["Which colour?", "Which extras?"]);
    assert_eq!(page.attributes(".choices", "aria-label"), ["Choose one", "Choose any"]);
    assert_eq!(page.attributes(".choices li", "class"), ["open", "chosen", "chosen", "open"]);
    assert_eq!(page.attributes(".choices .state", "aria-label"), ["", "Chosen", "Chosen", ""]);
    assert_eq!(page.texts(".choices .about"), ["Like a crab"]);
    assert_eq!(page.texts(".own"), ["In their own words and a bench"]);
    assert_eq!(page.count(".body pre"), 0);
}

#[wasm_bindgen_test]
async fn a_question_that_is_open_or_whose_answer_cannot_be_read_says_so() {
    let page = Page::of(&[ask()]).await;
    assert_eq!((page.count(".asked"), page.text(".body .note")), (2, "No result yet.".to_owned()));
    let page = Page::of(&[ask(), result_with(json!({"text": "Blue, please"}))]).await;
    assert_eq!((page.count(".choices .chosen"), page.text(".body pre.plain")), (0, "Blue, please".to_owned()));
    let page = Page::of(&[ask(), result_with(json!({"text": "cancelled", "isError": true}))]).await;
    assert_eq!((page.text(".chips"), page.text(".body pre.plain")), ("failed".to_owned(), "cancelled".to_owned()));
    let blank = json!({"answers": [{"id": "colour", "selected": []}]});
    let page = Page::in_language(&ZH, &[ask(), result_with(json!({"text": blank.to_string()}))]).await;
    assert_eq!(page.texts(".own"), ["没有选择任何选项。"]);
}

#[wasm_bindgen_test]
async fn a_question_whose_call_is_not_there_has_a_card_of_its_own() {
    let asked = || loose("question/requested", "r", json!({"questions": questions()}));
    let (page, feed) = conversation(&[asked(), asked()]).await;
    assert_eq!(page.texts(".card .verb"), ["Question"]);
    assert_eq!(page.text(".card .chips"), "waiting for an answer");
    assert_eq!(page.texts(".asked"), ["Which colour?", "Which extras?"]);
    shown(feed, &[loose("question/resolved", "x", json!({"questionRpcId": "r", "outcome": "cancelled"}))]).await;
    assert_eq!(page.text(".card .chips"), "cancelled");
    // Its call takes it in.
    shown(feed, &frames(&[ask()])).await;
    assert_eq!(page.texts(".card .verb"), ["Asking"]);
    assert_eq!(page.text(".card .chips"), "cancelledrunning");
}

#[wasm_bindgen_test]
async fn hostile_and_huge_questions_are_questions() {
    let hostile = json!([{
        "id": HOSTILE, "question": HOSTILE, "header": HOSTILE, "detail": HOSTILE,
        "options": [{"label": HOSTILE, "description": HOSTILE}],
    }]);
    let answers = json!({"answers": [{"id": HOSTILE, "selected": [HOSTILE, "other"], "custom": HOSTILE}]});
    let start = bare("ask_user_question", &json!({"questions": hostile}));
    let page = Page::of(&[start, result_with(json!({"text": answers.to_string()}))]).await;
    assert_eq!(page.count(".card img, .card a"), 0);
    assert_eq!((page.count(".chosen"), page.count(".own")), (1, 2));
    assert!(!page.text(".question").contains('\u{202e}'));
    let many = vec![json!({"label": "x"}); 20_001];
    let start = bare("ask_user_question", &json!({"questions": [{"id": "q", "question": "?", "options": many}]}));
    let page = Page::of(&[start]).await;
    assert_eq!((page.count(".choices li"), page.count(".body pre.json")), (0, 1));
}

fn approval(reason: &str) -> Value {
    event("approval/asked", json!({"id": "p", "toolName": "bash", "callId": "c", "reason": reason}))
}

fn decided(outcome: &str) -> Value {
    event("approval/decided", json!({"id": "p", "outcome": outcome}))
}

#[wasm_bindgen_test]
async fn an_approval_is_shown_with_its_call() {
    let start = call("bash", json!({"card": "terminal", "title": "ls"}));
    let page = Page::of(&[start.clone(), approval("leaves the workspace")]).await;
    assert_eq!(page.text(".chips"), "waiting for approval");
    assert_eq!(page.text(".approval"), "Approval waiting for approval leaves the workspace");
    let refused = result_with(json!({"text": "Error: refused", "isError": true}));
    let page = Page::of(&[start.clone(), approval("x"), decided("rejected"), refused]).await;
    assert_eq!(page.text(".chips"), "rejected");
    let page = Page::of(&[start.clone(), approval(HOSTILE), decided(HOSTILE)]).await;
    assert_eq!(page.count(".card img, .card a"), 0);
    assert!(!page.text(".approval").contains('\u{202e}'));
    let mut payloads = vec![start];
    payloads.extend(
        (0..300).map(|n| event("approval/asked", json!({"id": n.to_string(), "toolName": "t", "callId": "c"}))),
    );
    assert_eq!(Page::of(&payloads).await.count(".approval"), 300);
}

#[wasm_bindgen_test]
async fn an_approval_without_its_call_has_a_card_of_its_own() {
    let (page, feed) = conversation(&frames(&[approval("leaves the workspace")])).await;
    assert_eq!(page.text(".card .verb"), "Approval");
    assert_eq!(page.texts(".card .field"), ["Tool bash", "Reason leaves the workspace"]);
    feed.finish(Ok(()));
    shown(feed, &[]).await;
    assert_eq!(page.text(".card .chips"), "outcome not recorded");
}

#[wasm_bindgen_test]
async fn a_shell_result_without_a_view_shows_the_command_and_what_was_printed() {
    let start = bare("bash", &json!({"command": "ls -l", "description": "List", "cwd": "/tmp"}));
    let page = Page::of(&[start, result_with(json!({"text": "total 0\n[exit code: 3]"}))]).await;
    assert_eq!((page.text(".verb"), page.text(".subject")), ("Command".to_owned(), "ls -l".to_owned()));
    assert_eq!(page.text(".chips"), "reports an error", "how it ended is told by what it printed alone");
    assert_eq!((page.text(".purpose"), page.text(".command")), ("List".to_owned(), "/tmp $ ls -l".to_owned()));
    assert!(page.text(".term").contains("[exit code: 3]"));
}

/// A call that started a session, on a page that knows its address.
async fn delegated(session: &str, known: bool) -> Page {
    let start = bare("subagent", &json!({"description": "Say hello", "prompt": "Say **hello**."}));
    let mut item: Item = item(&[start, result_with(json!({"text": "Hello."}))]).as_ref().clone();
    if let Body::Call(call) = &mut item.body {
        call.started = Some(session.into());
    }
    let item = Arc::new(item);
    Page::mount(move || {
        if known {
            provide_context(SessionHref(Arc::new(|id| format!("?session={}", js_sys::encode_uri_component(id)))));
        }
        view! { <CallCard item=Signal::stored(item) id="card".to_owned() /> }.into_any()
    })
    .await
}

#[wasm_bindgen_test]
async fn a_call_that_started_a_session_leads_to_it() {
    let page = delegated("child", true).await;
    assert_eq!((page.text(".verb"), page.text(".subject")), ("Delegated".to_owned(), "Say hello".to_owned()));
    assert_eq!(page.attributes(".to-session a", "href"), ["?session=child"]);
    assert_eq!(page.text(".to-session a"), "Open its session");
    page.open().await;
    assert_eq!(page.texts(".body pre"), ["Say **hello**.", "Hello."]);
    let page = delegated("javascript:\"><img>", true).await;
    assert_eq!(page.attributes(".to-session a", "href"), ["?session=javascript%3A%22%3E%3Cimg%3E"]);
    assert_eq!(delegated("child", false).await.count(".to-session"), 0);
}
