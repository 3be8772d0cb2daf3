//! What the recordings of real hosts become.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

mod support;

use std::collections::{BTreeMap, HashMap};
use support::{Era, Recording, fold, histories, history, logs, only_outline, outlines, pages, replay, stream, streams};
use webcard::present::{self, Face};
use webcard::transcript::model::{Body, Call, Notice, Session};
use webcard::transcript::outline;
use webcard::transcript::update::{Author, CallStart, Entry, ToolResult, Update};
use webcard::transcript::{Transcript, model};
use webcard::view::result::Web;
use webcard::view::{ToolResultView, meta};

/// What there is of one session both as a stream and as a history answer.
const TWICE: [&str; 5] = ["search-basic", "search-variants", "bash", "files", "subagent"];

#[test]
fn nothing_in_a_recording_is_unreadable_and_nothing_is_missing() {
    for recording in support::all() {
        let transcript = recording.transcript();
        assert!(transcript.loose().is_empty(), "{}", recording.path);
        assert!(transcript.sessions().count() > 0, "{}", recording.path);
        for notice in transcript.sessions().flat_map(notices) {
            let is_page = recording.path.contains("/rpc/");
            let expected = matches!(notice, Notice::Unfinished) || is_page && matches!(notice, Notice::Earlier);
            assert!(expected, "{}: {notice:?}", recording.path);
        }
    }
}

#[test]
fn a_recording_that_starts_in_mid_session_reports_no_gap_and_goes_on_from_its_first_event() {
    let mut found = 0;
    for recording in Era::STREAMED.into_iter().flat_map(streams) {
        let first = recording.entries().iter().filter(|entry| entry.session.is_some()).find_map(|entry| entry.seq);
        if first.is_none_or(|seq| seq == 0) {
            continue;
        }
        found += 1;
        let transcript = recording.transcript();
        let session = transcript.sessions().next().unwrap();
        assert!(session.items.first().is_some_and(|item| item.place.seq >= first.unwrap()), "{}", recording.path);
        assert!(matches!(session.items[0].body, Body::TurnStart(Some(2..))), "{}", recording.path);
        assert_eq!(notices(session).count(), 0, "{}", recording.path);
    }
    assert_eq!(found, 6, "hello, markdown and two queries, in both eras");
}

#[test]
fn the_derived_view_is_the_hosts_own_wherever_a_recording_has_both() {
    let mut compared = BTreeMap::new();
    for recording in support::all() {
        for (start, result) in results(&recording.entries()) {
            let (Some(view), Some(meta)) = (&result.view, &result.meta) else { continue };
            let derived = meta::derive(&start.name, &start.arguments, meta);
            assert_eq!(derived, Some(Ok(view.body.clone())), "{}: {}", recording.path, result.call_id);
            *compared.entry((recording.era, start.name)).or_insert(0) += 1;
        }
    }
    for era in [Era::Sse, Era::Ws, Era::WsDeepseek] {
        assert!(compared.get(&(era, "web_search".to_owned())).is_some_and(|count| *count >= 6), "{compared:?}");
    }
    for era in Era::STREAMED {
        assert!(compared.get(&(era, "web_fetch".to_owned())).is_some_and(|count| *count >= 5), "{compared:?}");
        // Two writes of a recording: a new file, and one that was there.
        assert!(compared.get(&(era, "write".to_owned())).is_some_and(|count| *count >= 2), "{compared:?}");
        assert!(compared.contains_key(&(era, "edit".to_owned())), "{compared:?}");
    }
    // The older era keeps nothing beside what these tools tell the model.
    for tool in ["read", "grep", "glob"] {
        assert!(compared.get(&(Era::Ws, tool.to_owned())).is_some_and(|count| *count >= 2), "{compared:?}");
        assert!(!compared.contains_key(&(Era::Sse, tool.to_owned())), "{compared:?}");
    }
}

/// A stored log is a stream's events without their views.
#[test]
fn without_the_hosts_views_every_card_that_meta_holds_is_the_same_and_every_other_result_shows_its_content() {
    let mut derived = BTreeMap::new();
    for recording in Era::STREAMED.into_iter().flat_map(streams) {
        let with = recording.transcript();
        let without = fold(recording.entries().into_iter().map(without_views));
        for (with, without) in calls(&with).zip(calls(&without)) {
            let has_meta = with.result.as_ref().is_some_and(|result| result.meta.is_some());
            assert_eq!(without.view(), with.view().filter(|_| has_meta), "{}: {}", recording.path, with.call_id);
            assert_eq!(without.content(), with.result.as_ref().map_or(&[][..], |result| &result.content));
            assert_eq!(Face::of(without), Face::of(with), "{}: {}", recording.path, with.call_id);
            if has_meta {
                assert_eq!(with.status(), without.status());
                *derived.entry(recording.era).or_insert(0) += 1;
            }
        }
    }
    assert!(Era::STREAMED.iter().all(|era| derived.get(era).is_some_and(|count| *count >= 13)), "{derived:?}");
}

/// What a title of the host's begins with, the headline says already.
#[test]
fn without_the_hosts_views_every_card_still_says_what_it_is_about() {
    let mut known = BTreeMap::new();
    for recording in Era::STREAMED.into_iter().flat_map(streams) {
        let with = recording.transcript();
        let without = fold(recording.entries().into_iter().map(without_views));
        for (with, without) in calls(&with).zip(calls(&without)) {
            let subject = present::subject(without);
            let raw = subject.contains("{\"");
            assert!(!raw || present::subject(with) == subject, "{}: {subject}", recording.path);
            assert!(present::subject(with).contains(&subject), "{}: {subject}", recording.path);
            *known.entry(with.name.clone().unwrap()).or_insert(0) += usize::from(without.known.is_some());
        }
    }
    let named: Vec<_> = known.iter().filter(|(_, count)| **count > 0).map(|(name, _)| name.as_str()).collect();
    let expected = [
        "ask_user_question",
        "bash",
        "edit",
        "glob",
        "grep",
        "read",
        "subagent",
        "todo_write",
        "web_fetch",
        "web_search",
        "write",
    ];
    assert_eq!(named, expected);
}

#[test]
fn content_is_the_views_where_the_era_sends_it_along_and_the_results_own_where_it_does_not() {
    let mut seen = BTreeMap::new();
    for recording in Era::STREAMED.into_iter().flat_map(streams) {
        let transcript = recording.transcript();
        for call in calls(&transcript) {
            let Some(result) = &call.result else { continue };
            let brought = result.view.as_ref().and_then(|view| view.content.as_ref());
            assert_eq!(call.content(), brought.unwrap_or(&result.content), "{}: {}", recording.path, call.call_id);
            assert!(!call.content().is_empty(), "{}: {}", recording.path, call.call_id);
            if let Some(ToolResultView::Web(_)) = call.view() {
                *seen.entry((recording.era, brought.is_some())).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), [(Era::Sse, true), (Era::Ws, false)], "{seen:?}");
    // The two do differ where the model sees more than a person is shown.
    let files = stream(Era::Sse, "files").transcript();
    let differs = |call: &Call| call.result.as_ref().is_some_and(|result| call.content() != result.content);
    assert!(calls(&files).any(differs));
}

#[test]
fn a_replayed_stream_equals_the_history_of_its_session() {
    for era in Era::STREAMED {
        for name in TWICE {
            let replayed = outlines(&stream(era, name).transcript());
            // That it has started another session can be seen only where both are.
            let lines =
                replayed[0].split_inclusive('\n').filter(|line| !line.trim_start().starts_with("started session"));
            let history = only_outline(&history(era, name).transcript());
            assert_eq!(lines.collect::<String>(), history, "{era:?} {name}");
        }
    }
}

/// The newest page and the two older ones hold the session of four recordings, each of one turn.
#[test]
fn history_pages_in_any_order_equal_the_streams_of_their_session() {
    for era in Era::STREAMED {
        let turns = ["search-basic", "turn-hello", "turn-markdown", "turn-search-multi"];
        let streamed = fold(turns.iter().flat_map(|name| stream(era, name).entries()));
        let pages: Vec<Vec<Entry>> = pages(era).iter().map(Recording::entries).collect();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let paged = fold(order.iter().chain(&order[..1]).flat_map(|page| pages[*page].clone()));
            assert_eq!(only_outline(&paged), only_outline(&streamed), "{era:?} {order:?}");
        }
        // The newest page names the session's title, which was given in an older one.
        assert_eq!(fold(pages[0].clone()).sessions().next().unwrap().title.as_deref(), Some("Mock search basic"));
        // A missing page is a visible gap, and only that.
        let holed = fold([2, 0].iter().flat_map(|page| pages[*page].clone()));
        let session = holed.sessions().next().unwrap();
        let gaps: Vec<_> = notices(session).filter(|notice| matches!(notice, Notice::Gap { .. })).collect();
        let missing: Vec<_> = pages[1].iter().filter_map(|entry| entry.seq).collect();
        let (from, to) = (missing[0], *missing.last().unwrap());
        assert_eq!(gaps, [&Notice::Gap { from, to }], "{era:?}");
    }
}

/// Compared: turns, messages, text, reasoning, and of each call its id, step, tool, arguments, state, card, what the model
/// saw and what a person was asked. Not compared: titles of calls, which only the host can make; and the sessions' ties,
/// for which both must be in one recording.
#[test]
fn a_stored_log_equals_the_live_stream_of_its_session_in_all_but_what_only_a_host_can_add() {
    let live = stream(Era::Ws, "subagent").transcript();
    let stored: Vec<Transcript> = logs().iter().map(Recording::transcript).collect();
    let stored: Vec<&Session> = stored.iter().flat_map(Transcript::sessions).collect();
    let live: Vec<&Session> = live.sessions().collect();
    assert_eq!((live.len(), stored.len()), (2, 2));
    for (live, stored) in live.iter().zip(&stored) {
        assert_eq!((&live.id, &live.title), (&stored.id, &stored.title));
        assert_eq!(said(live), said(stored));
        assert!(said(live).iter().any(|line| line.starts_with("call")));
    }
    assert_eq!(stored[0].parent, None);
    assert_eq!(stored[1].parent.as_ref(), Some(&live[0].id));
}

#[test]
fn a_recording_is_the_same_in_chunks_of_any_size() {
    for recording in
        [stream(Era::Sse, "search-basic"), stream(Era::Ws, "turn-search-multi"), history(Era::Ws, "cancel")]
    {
        let whole = recording.transcript();
        for chunk in [1, 2, 3, 5, 7, 16, 61, 255, 1460, 8192] {
            let cut = replay(&recording.bytes, chunk);
            assert!(cut.sessions().eq(whole.sessions()), "{} in chunks of {chunk}", recording.path);
        }
    }
}

#[test]
fn a_recording_played_twice_is_the_recording_played_once() {
    for recording in Era::STREAMED.into_iter().flat_map(|era| streams(era).into_iter().chain(pages(era))) {
        let once = recording.transcript();
        let twice = fold(recording.entries().into_iter().chain(recording.entries()));
        assert!(once.sessions().eq(twice.sessions()), "{}", recording.path);
    }
}

#[test]
fn outlines_are_as_they_were() {
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
        for recording in support::shown() {
            let era = if recording.era == Era::Sse { "sse" } else { "ws" };
            let name = format!("{era}-{}", recording.name());
            insta::assert_snapshot!(name, outline::transcript(&recording.transcript()));
        }
        for (era, short) in [(Era::Sse, "sse"), (Era::Ws, "ws")] {
            for name in ["cancel", "in-flight"] {
                let outline = outline::transcript(&history(era, name).transcript());
                insta::assert_snapshot!(format!("{short}-history-{name}"), outline);
            }
        }
    });
}

#[test]
fn the_recordings_that_ship_are_many_and_each_holds_a_conversation() {
    let shown = support::shown();
    assert!(shown.len() >= 10, "{}", shown.len());
    for recording in shown {
        let transcript = recording.transcript();
        let bodies = || transcript.sessions().flat_map(|session| &session.items).map(|item| &item.body);
        let asked = bodies().any(|body| matches!(body, Body::Given { author: Author::Person, .. }));
        let ended = bodies().any(|body| matches!(body, Body::TurnEnd(..)));
        assert!(asked && ended, "{}", recording.path);
    }
}

#[test]
fn the_outline_shows_every_source_and_every_status() {
    let searches = outline::transcript(&stream(Era::Sse, "search-variants").transcript());
    let transcript = stream(Era::Sse, "search-variants").transcript();
    let mut sources = 0;
    for call in calls(&transcript) {
        if let Some(ToolResultView::Web(Web::Search(search))) = call.view() {
            for source in &search.sources {
                assert!(searches.contains(&format!("{:?}", source.url)), "{}", source.url);
                sources += 1;
            }
        }
    }
    assert!(sources >= 16, "{sources}");
    let fetches = outline::transcript(&stream(Era::Sse, "fetch").transcript());
    for status in ["status 200", "status 404", "status 500"] {
        assert!(fetches.contains(status), "{status}");
    }
}

#[test]
fn both_search_providers_histories_are_read() {
    assert_eq!(histories(Era::WsDeepseek).len(), 2);
    let transcript = history(Era::WsDeepseek, "search-basic").transcript();
    let web = calls(&transcript).filter(|call| matches!(call.shown(), model::Shown::View(ToolResultView::Web(_))));
    assert_eq!(web.count(), 1);
}

fn notices(session: &Session) -> impl Iterator<Item = &Notice> {
    session.items.iter().filter_map(|item| match &item.body {
        Body::Notice(notice) => Some(notice),
        _ => None,
    })
}

fn calls(transcript: &Transcript) -> impl Iterator<Item = &Call> {
    transcript.sessions().flat_map(|session| &session.items).filter_map(|item| match &item.body {
        Body::Call(call) => Some(call.as_ref()),
        _ => None,
    })
}

/// The results of a recording with the starts of their calls.
fn results(entries: &[Entry]) -> Vec<(CallStart, &ToolResult)> {
    let mut starts = HashMap::new();
    let mut results = Vec::new();
    for update in entries.iter().flat_map(|entry| &entry.updates) {
        match update {
            Update::CallStarted(start) => {
                starts.insert(&start.call_id, start.clone());
            }
            Update::ResultArrived(result) => {
                results.extend(starts.get(&result.call_id).map(|start| (start.clone(), result)));
            }
            _ => {}
        }
    }
    results
}

fn without_views(mut entry: Entry) -> Entry {
    for update in &mut entry.updates {
        match update {
            Update::CallStarted(start) => start.view = None,
            Update::ResultArrived(result) => result.view = None,
            _ => {}
        }
    }
    entry
}

/// A session's items without what a host adds, one line each.
fn said(session: &Session) -> Vec<String> {
    let line = |body: &Body| match body {
        Body::Call(call) => {
            let content = call.result.as_ref().map(|result| &result.content);
            let (id, step, status) = (&call.call_id, call.step, call.status());
            let (card, asked) = (call.view(), &call.pending);
            format!("call {id} {step:?} {:?} {} {status:?} {card:?} {content:?} {asked:?}", call.name, call.arguments)
        }
        other => format!("{other:?}"),
    };
    session.items.iter().map(|item| line(&item.body)).collect()
}
