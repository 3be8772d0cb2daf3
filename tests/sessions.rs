//! The sessions of a recording as the page lists them.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

use std::sync::Arc;
use webcard::present::sessions::{Branch, choose, tree};
use webcard::transcript::Transcript;
use webcard::transcript::model::{Body, Notice};
use webcard::transcript::update::{Entry, Failure, Update};

/// Sessions by id and parent, in the order in which a stream speaks of them.
fn listed(sessions: &[(&str, Option<&str>)]) -> Vec<Branch> {
    let mut transcript = Transcript::default();
    for (id, parent) in sessions {
        let updates = vec![Update::SessionSeen { parent: parent.map(Arc::from) }];
        transcript.apply(Entry { session: Some(Arc::from(*id)), seq: None, time_ms: None, updates });
    }
    tree(&transcript)
}

/// As in `a(b c(d))`.
fn shape(branches: &[Branch]) -> String {
    let one = |branch: &Branch| match branch.children.as_slice() {
        [] => branch.id.to_string(),
        children => format!("{}({})", branch.id, shape(children)),
    };
    branches.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_session_stands_under_the_one_that_has_started_it() {
    assert_eq!(shape(&listed(&[("a", None), ("b", Some("a")), ("c", Some("b")), ("d", None)])), "a(b(c)) d");
    assert_eq!(shape(&listed(&[("child", Some("a")), ("a", None), ("late", Some("a"))])), "a(child late)");
    assert_eq!(shape(&listed(&[("a", Some("elsewhere")), ("b", Some("a"))])), "a(b)");
    assert_eq!(shape(&[]), "");
}

#[test]
fn each_session_is_listed_once_whatever_their_parents_claim() {
    assert_eq!(shape(&listed(&[("a", Some("b")), ("b", Some("a"))])), "a(b)");
    assert_eq!(shape(&listed(&[("a", Some("a"))])), "a");
    assert_eq!(shape(&listed(&[("x", None), ("a", Some("c")), ("b", Some("a")), ("c", Some("b"))])), "x a(b(c))");
}

#[test]
fn what_is_nested_deeper_than_the_page_shows_stands_on_its_last_level() {
    let ids: Vec<String> = (0..2_000).map(|place| place.to_string()).collect();
    let chain: Vec<_> = (0..ids.len())
        .map(|place| (ids[place].as_str(), place.checked_sub(1).map(|before| ids[before].as_str())))
        .collect();
    let shown = shape(&listed(&chain));
    assert!(shown.starts_with("0(1(2(3(4 5 6"), "{shown}");
    assert_eq!(shown.split([' ', '(']).count(), ids.len());
}

/// Which session a recording of these lines opens at.
fn shown(lines: &str) -> (String, Transcript) {
    let transcript = webcard::replay::whole(lines.as_bytes()).unwrap();
    let id = choose(&transcript, None, None).map_or_else(String::new, |session| session.id.to_string());
    (id, transcript)
}

#[test]
fn lines_of_something_else_at_the_head_of_a_file_do_not_hide_the_conversation() {
    let event =
        r#"{"type":"user/message","seq":0,"data":{"content":[{"type":"text","text":"hi"}],"source":{"kind":"user"}}}"#;
    let framed = format!(r#"{{"payload":{{"type":"session/event","sessionId":"real","event":{event}}}}}"#);
    let stored = format!("{{\"type\":\"session\",\"id\":\"real\"}}\n{event}");
    let foreign = [
        r#"{"comment":"exported by tool"}"#,
        r#"{"type":"session"}"#,
        r#"{"type":"text-chunks"}"#,
        r#"{"type":"log","seq":"1"}"#,
        r#"{"events":[]}"#,
        r#"{"events":[{"event":{"x":1}},7]}"#,
        r#"[{"event":null}]"#,
        "[1]",
        "7",
        "not json",
    ];
    for (line, body) in foreign.iter().flat_map(|line| [(line, &framed), (line, &stored)]) {
        let (id, transcript) = shown(&format!("{{\"x\":1}}\n{line}\n{body}\n"));
        assert_eq!((id.as_str(), transcript.sessions().count()), ("real", 1), "{line}");
        assert!(!transcript.loose().is_empty(), "{line}");
        let session = transcript.session("real").unwrap();
        assert!(
            session.items.iter().all(|item| !matches!(item.body, Body::Notice(Notice::Unreadable { .. }))),
            "{line}"
        );
    }
    // What stands behind the header, or among the frames, belongs to the session that is spoken of.
    for body in [framed, stored] {
        let (_, transcript) = shown(&format!("{body}\n{{\"x\":1}}\n{{\"x\":1}}\n"));
        assert!(transcript.loose().is_empty());
        let told = transcript.session("real").unwrap().items.iter().filter_map(|item| match &item.body {
            Body::Notice(Notice::Unreadable { times, .. }) => Some(*times),
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), [2]);
    }
    // A log without its header is a session all the same.
    assert_eq!(shown(event).0, "session");
}

#[test]
fn the_same_line_many_times_is_one_notice_that_counts() {
    let (_, transcript) = shown(&"{\"x\":1}\n".repeat(10));
    assert!(matches!(transcript.loose(), [Notice::Unreadable { times: 10, .. }]), "{:?}", transcript.loose());
    let (_, transcript) = shown("{\"x\":1}\n{\"x\":2}\n");
    assert_eq!(transcript.loose().len(), 2);
}

#[test]
fn a_session_with_something_in_it_is_shown_before_one_that_holds_only_notices() {
    let mut transcript = Transcript::default();
    let mut apply = |id: &str, update: Update| {
        transcript.apply(Entry { session: Some(Arc::from(id)), seq: None, time_ms: None, updates: vec![update] });
        let pick = |shown| choose(&transcript, None, shown).map(|session| session.id.to_string());
        [pick(None), pick(Some("noted"))].map(Option::unwrap_or_default)
    };
    let failed = |text: &str| Update::HostFailed(Failure { message: Some(text.to_owned()), ..Failure::default() });
    assert_eq!(apply("empty", Update::SessionSeen { parent: None }), ["empty"; 2]);
    assert_eq!(apply("noted", failed("one")), ["noted"; 2]);
    assert_eq!(apply("other", failed("two")), ["noted"; 2]);
    let turn = Update::TurnStarted(Some(1));
    assert_eq!(apply("child", Update::SessionSeen { parent: Some(Arc::from("other")) }), ["noted"; 2]);
    assert_eq!(apply("child", turn.clone()), ["noted"; 2]);
    assert_eq!(apply("speaks", turn.clone()), ["speaks"; 2]);
    assert_eq!(apply("noted", turn), ["noted"; 2]);
    assert_eq!(choose(&transcript, Some("gone"), Some("noted")), None);
}
