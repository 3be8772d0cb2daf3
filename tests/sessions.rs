//! The sessions of a recording as the page lists them.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::indexing_slicing)]

use std::sync::Arc;
use webcard::present::sessions::{Branch, tree};
use webcard::transcript::Transcript;
use webcard::transcript::update::{Entry, Update};

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
