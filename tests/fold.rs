//! Events into a session: whatever the order, however often, whenever it breaks off.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

mod support;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::wire::{self, Event, call, log, message, result, said, text, turn_end, turn_start};
use support::{Era, fold, only_outline, replay, stream, streams};
use webcard::replay::Replay;
use webcard::transcript::model::{Body, Call, Item, Notice, Place, Session, Shown, Status, Writing};
use webcard::transcript::update::{Entry, InquiryId, Outcome, Settlement, Update};
use webcard::transcript::{SessionChanges, Transcript, outline};
use webcard::view::ToolResultView;

// --- Cut, doubled, out of order -----------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn bytes_cut_anywhere_give_the_same_transcript(file in any::<Index>(), cuts in prop::collection::vec(any::<Index>(), 0..40)) {
        let files = [stream(Era::Sse, "search-basic"), stream(Era::Ws, "ask"), support::history(Era::Sse, "subagent")];
        let recording = file.get(&files);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(recording.bytes.len())).collect();
        cuts.sort_unstable();
        let mut replay = Replay::default();
        let mut start = 0;
        for cut in cuts.into_iter().chain([recording.bytes.len()]) {
            replay.push(&recording.bytes[start..cut]);
            start = cut;
        }
        replay.finish().unwrap();
        prop_assert!(replay.transcript().sessions().eq(recording.transcript().sessions()));
    }

    #[test]
    fn events_sent_again_at_any_time_change_nothing(
        file in any::<Index>(),
        again in prop::collection::vec((any::<Index>(), any::<Index>()), 0..40),
    ) {
        let files = [
            stream(Era::Sse, "search-basic"), stream(Era::Ws, "files"), stream(Era::Ws, "subagent"),
            stream(Era::Ws, "todo"), stream(Era::Ws, "ask"), stream(Era::Sse, "approve-allowed-once"),
        ];
        let recording = file.get(&files);
        let mut entries = recording.entries();
        for (at, of) in again {
            let at = at.index(entries.len());
            // Frames without a `seq` of their own carry the newest value: only events may come late.
            if let Some(known) = entries[..at].iter().rev().cycle().skip(of.index(at + 1)).take(at).find(|entry| entry.seq.is_some()) {
                entries.insert(at, known.clone());
            }
        }
        prop_assert!(fold(entries).sessions().eq(recording.transcript().sessions()));
    }

    #[test]
    fn events_in_any_order_give_the_same_outline(seed in any::<u64>()) {
        for recording in [
            stream(Era::Sse, "search-basic"), stream(Era::Ws, "search-basic"), stream(Era::Sse, "bash"),
            stream(Era::Ws, "jobs"), stream(Era::Ws, "turn-search-multi"), stream(Era::Sse, "model-error"),
            stream(Era::Sse, "todo"), stream(Era::Ws, "approve-rejected"),
        ] {
            let mut entries = recording.entries();
            entries.retain(|entry| entry.seq.is_some());
            let in_order = only_outline(&fold(entries.clone()));
            shuffle(&mut entries, seed);
            prop_assert_eq!(&only_outline(&fold(entries.clone())), &in_order, "{}", &recording.path);
            // The same where nothing was streamed before the final messages.
            entries.retain(|entry| !is_delta(entry));
            let outline = only_outline(&fold(entries));
            let silent: String = outline.split_inclusive('\n').filter(|line| !line.starts_with("  missing: ")).collect();
            prop_assert_eq!(&silent, &in_order, "{}", &recording.path);
        }
    }
}

#[test]
fn each_event_applied_twice_in_a_row_changes_nothing() {
    for recording in Era::STREAMED.into_iter().flat_map(streams) {
        let doubled = recording.entries().into_iter().flat_map(|entry| [entry.clone(), entry]);
        assert!(fold(doubled).sessions().eq(recording.transcript().sessions()), "{}", recording.path);
    }
}

#[test]
fn a_reconnect_that_replays_from_the_start_adds_only_what_is_new() {
    let entries = log(&searching());
    let (first, all) = (entries[..5].to_vec(), entries.clone());
    let reconnected = fold(first.into_iter().chain(all));
    assert!(reconnected.sessions().eq(fold(entries).sessions()));
}

#[test]
fn what_cannot_be_read_is_one_row_with_its_text_however_often_it_comes_and_the_next_event_is_applied() {
    let said = frame_text(&log_json(&[turn_start(1)])[0]);
    let bytes = format!(
        "data: not json\n\n{said}data: {{\"a\"\n\ndata: {{\"a\"\n\n{}",
        frame_text(&log_json(&[turn_start(1), text(1, 1, 0, "Hi")])[1])
    );
    let once = replay(bytes.as_bytes(), 7);
    let twice = replay(format!("{bytes}{bytes}").as_bytes(), 7);
    assert_eq!(once.loose().len(), 1);
    assert!(matches!(&once.loose()[0], Notice::Unreadable { raw, .. } if raw == "not json"));
    let session = once.sessions().next().unwrap();
    let unreadable =
        |item: &&Arc<Item>| matches!(&item.body, Body::Notice(Notice::Unreadable { raw, .. }) if raw == "{\"a\"");
    assert_eq!(session.items.iter().filter(unreadable).count(), 1);
    assert!(outline::session(session).contains("\"Hi\""));
    // All the same except how often it came.
    assert!(matches!(
        (once.loose(), twice.loose()),
        ([Notice::Unreadable { times: 1, .. }], [Notice::Unreadable { times: 2, .. }])
    ));
    let counted = |times: u64| only_outline(&once).replace("times 2", &format!("times {times}"));
    assert_eq!([counted(2), counted(4)], [only_outline(&once), only_outline(&twice)]);
    assert_ne!(counted(2), counted(4));
}

#[test]
fn an_event_without_its_blank_line_at_the_end_is_shown_as_cut_off_and_not_applied() {
    let events = log_json(&[turn_start(1), text(1, 1, 0, "Hi")]);
    let bytes = format!("{}{}", frame_text(&events[0]), frame_text(&events[1]).trim_end());
    let outline = only_outline(&replay(bytes.as_bytes(), 64));
    assert!(outline.contains("unreadable: cut off at the end of the recording"), "{outline}");
    assert!(!outline.contains("\n  text"), "{outline}");
}

#[test]
fn a_gap_is_a_visible_notice_reading_goes_on_and_the_late_events_close_it() {
    let events = log(&[turn_start(1), said("one"), said("two"), said("three"), turn_end(1, &completed())]);
    let mut transcript = Transcript::default();
    let mut outline_after = |place: usize| {
        transcript.apply(events[place].clone());
        only_outline(&transcript)
    };
    outline_after(0);
    let holed = outline_after(3);
    assert!(holed.contains("missing: events 1 to 2") && holed.contains("\"three\""), "{holed}");
    let split = outline_after(2);
    assert!(split.contains("missing: events 1 to 1") && !split.contains("1 to 2"), "{split}");
    let ended = outline_after(4);
    assert!(ended.contains("missing: events 1 to 1") && ended.contains("end: completed"), "{ended}");
    outline_after(1);
    assert!(transcript.sessions().eq(fold(events).sessions()));
}

#[test]
fn the_first_event_sets_the_tail_wherever_it_is() {
    let events = log(&[turn_start(1), said("one"), said("two"), said("three")]);
    let outline = only_outline(&fold(events[2..].to_vec()));
    assert!(!outline.contains("missing") && outline.contains("\"two\""), "{outline}");
}

#[test]
fn an_older_title_does_not_replace_a_newer_one() {
    let projection = |title: &str, seq: u64| json!({"payload": {"type": "session/projection", "sessionId": wire::SESSION, "key": "title", "value": title, "seq": seq}});
    let event = |title: &str| Event::new("session/title", json!({"title": title}));
    let events = log(&[event("first"), event("second"), event("third")]);
    let title = |entries: Vec<Entry>| fold(entries).session(wire::SESSION).unwrap().title.clone();
    assert_eq!(title(events.clone()).as_deref(), Some("third"));
    assert_eq!(title(events.iter().rev().cloned().collect()).as_deref(), Some("third"));
    let mut transcript = Transcript::default();
    transcript.apply(events[2].clone());
    assert!(transcript.take_changes().sessions);
    transcript.apply(events[1].clone());
    assert!(!transcript.take_changes().sessions);
    let projected: Vec<Entry> = wire::read([projection("third", 2), projection("second", 1)]);
    assert_eq!(title(projected.into_iter().chain(events[..2].to_vec()).collect()).as_deref(), Some("third"));
}

// --- Calls and results --------------------------------------------------------------------------------------------------

#[test]
fn announced_calls_and_their_results_in_any_order_of_the_log_give_the_same_items() {
    let expected = announced(&parallel());
    assert_eq!(expected.matches(" done").count(), 2);
    assert_eq!(expected.matches(" failed").count(), 1);
    permutations(&parallel(), |order| assert_eq!(announced(order), expected));
}

#[test]
fn announced_calls_and_their_results_arriving_in_any_order_give_the_same_session() {
    let entries = log(&announcement().into_iter().chain(parallel()).collect::<Vec<_>>());
    let (head, tail) = entries.split_at(2);
    let expected = fold(entries.clone());
    permutations(tail, |order| {
        assert!(fold(head.iter().chain(order).cloned()).sessions().eq(expected.sessions()));
    });
}

#[test]
fn calls_and_results_that_nobody_announced_are_paired_by_id_in_any_order() {
    let expected = by_id(&fold(log(&parallel())));
    assert_eq!(expected.len(), 3);
    assert_eq!(expected["b"].title(), Some("query b"));
    permutations(&parallel(), |order| assert_eq!(by_id(&fold(log(order))), expected));
}

#[test]
fn a_call_shows_the_arguments_it_was_started_with_whenever_the_message_comes() {
    let block = json!([{"type": "tool-call", "id": "a", "name": "grep", "arguments": "{\"announced\":1}"}]);
    let entries = log(&[turn_start(1), message(1, 1, block), call(1, 1, "a", "grep", "{\"started\":1}")]);
    for order in [[0, 1, 2], [0, 2, 1]] {
        let calls = by_id(&fold(order.map(|place: usize| entries[place].clone())));
        assert_eq!(calls["a"].arguments, "{\"started\":1}", "{order:?}");
    }
}

#[test]
fn results_of_interleaved_batches_go_to_their_own_calls() {
    let [call_a, call_b, _, result_a, result_b, _] = parallel();
    let crossed = fold(log(&[call_a, call_b, result_b, result_a]));
    let calls = by_id(&crossed);
    assert!(outline_of_content(&calls["a"]).contains("text of a"));
    assert!(outline_of_content(&calls["b"]).contains("text of b"));
}

#[test]
fn a_result_without_a_call_has_its_own_card_which_a_later_call_completes() {
    let early = fold(log(&[result(1, 1, "a", "found")]));
    let outline = only_outline(&early);
    assert!(outline.contains("call \"a\" done") && outline.contains("result without call"), "{outline}");
    assert!(outline.contains("\"found\""), "{outline}");
    let failed =
        only_outline(&fold(log(&[result(1, 1, "a", "found").with("/message/content/0/isError", json!(true))])));
    assert!(failed.contains("call \"a\" failed"), "{failed}");

    let completed = only_outline(&fold(log(&[result(1, 1, "a", "found"), call(1, 1, "a", "grep", "{}")])));
    assert_eq!(completed, only_outline(&fold(log(&[call(1, 1, "a", "grep", "{}"), result(1, 1, "a", "found")]))));
}

#[test]
fn an_early_result_is_derived_once_the_call_tells_the_tool() {
    let found = result(1, 1, "a", "found")
        .with("/meta", json!({"sources": [{"url": "https://a.example/"}], "truncated": false}));
    let early = fold(log(std::slice::from_ref(&found)));
    assert_eq!(by_id(&early)["a"].shown(), Shown::Content);
    let both = fold(log(&[found, call(1, 1, "a", "web_search", "{}")]));
    assert!(matches!(by_id(&both)["a"].shown(), Shown::View(ToolResultView::Web(_))));
}

#[test]
fn a_result_goes_to_the_nearest_earlier_unanswered_call_of_its_id() {
    let again = |answers: &[&str]| {
        let mut events = vec![call(1, 1, "x", "bash", "1"), call(1, 1, "x", "bash", "2"), call(1, 1, "x", "bash", "3")];
        events.extend(answers.iter().map(|answer| result(1, 1, "x", answer)));
        let transcript = fold(log(&events));
        let contents = calls(&transcript).map(|call| call.result.as_ref().map(|_| outline_of_content(call)));
        contents.map(|content| content.map(|text| text.trim().to_owned())).collect::<Vec<_>>()
    };
    let shown = |text: &str| Some(format!("text \"{text}\""));
    assert_eq!(again(&["one"]), [None, None, shown("one")]);
    assert_eq!(again(&["one", "two"]), [None, shown("two"), shown("one")]);

    let used_again = log(&[
        call(1, 1, "x", "bash", "1"),
        result(1, 1, "x", "one"),
        call(1, 2, "x", "bash", "2"),
        result(1, 2, "x", "two"),
    ]);
    let in_order = fold(used_again.clone());
    // The second result of the four is the one that comes late: it may not go to the call that came after it.
    for order in [[0, 2, 1, 3], [2, 0, 3, 1], [2, 3, 0, 1]] {
        let late = fold(order.map(|place: usize| used_again[place].clone()));
        assert!(late.sessions().eq(in_order.sessions()), "{order:?}");
    }
    let answers: Vec<_> = calls(&in_order).map(outline_of_content).collect();
    assert!(answers[0].contains("one") && answers[1].contains("two"), "{answers:?}");
}

/// The ids are the same and so is the step: only the event that a result names tells them apart.
#[test]
fn results_that_name_the_start_of_their_call_are_never_crossed() {
    let starts = [call(1, 1, "x", "bash", "1"), call(1, 1, "x", "bash", "2"), call(1, 1, "x", "bash", "3")];
    let entries = |answered: [u64; 3]| {
        let results = answered.map(|seq| result(1, 1, "x", &format!("of {seq}")));
        let mut frames = wire::frames(&[&starts[..], &results[..]].concat());
        for (frame, seq) in frames[3..].iter_mut().zip(answered) {
            frame["payload"]["event"]["sourceEventSeqs"] = json!([seq]);
        }
        wire::read(frames)
    };
    for answered in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let entries = entries(answered);
        let in_order = fold(entries.clone());
        for (place, call) in calls(&in_order).enumerate() {
            assert!(outline_of_content(call).contains(&format!("of {place}")), "{answered:?}");
        }
        permutations(&entries, |order| {
            let shuffled = fold(order.iter().cloned());
            assert!(shuffled.sessions().eq(in_order.sessions()), "{answered:?}");
        });
    }
}

#[test]
fn results_of_other_steps_are_never_taken_for_those_of_a_call_whose_id_is_used_again() {
    let entries = log(&[
        call(1, 1, "x", "bash", "1"),
        result(1, 1, "x", "one"),
        call(1, 2, "x", "bash", "2"),
        result(1, 2, "x", "two"),
        call(2, 1, "x", "bash", "3"),
    ]);
    let in_order = fold(entries.clone());
    let answers: Vec<_> = calls(&in_order).map(outline_of_content).collect();
    assert!(answers[0].contains("one") && answers[1].contains("two") && answers[2].is_empty(), "{answers:?}");
    permutations(&entries, |order| {
        assert!(fold(order.iter().cloned()).sessions().eq(in_order.sessions()));
    });
}

#[test]
fn a_call_without_a_result_is_never_done() {
    let events = [turn_start(1), call(1, 1, "a", "grep", "{}")];
    let mut transcript = Transcript::default();
    log(&events).into_iter().for_each(|entry| transcript.apply(entry));
    assert_eq!(by_id(&transcript)["a"].status(), Status::Running);
    transcript.finish();
    assert_eq!(by_id(&transcript)["a"].status(), Status::NoResult);
    assert!(only_outline(&transcript).ends_with("ends while a turn is under way\n"));
    // Asking twice does not say it twice.
    let outline = only_outline(&transcript);
    transcript.finish();
    assert_eq!(only_outline(&transcript), outline);

    let status_after = |event: Event| by_id(&fold(log(&[events[0].clone(), events[1].clone(), event])))["a"].status();
    assert_eq!(status_after(turn_end(1, &completed())), Status::NoResult);
    assert_eq!(status_after(turn_end(1, &json!({"kind": "error", "error": {"message": "no"}}))), Status::NoResult);
    assert_eq!(status_after(turn_end(1, &json!({"kind": "something new"}))), Status::NoResult);
    assert_eq!(status_after(turn_end(1, &json!({"kind": "aborted"}))), Status::Stopped);
    assert_eq!(status_after(turn_start(2)), Status::NoResult);
    assert_eq!(status_after(result(1, 1, "a", "late")), Status::Done);
}

#[test]
fn how_a_turn_ended_counts_in_whatever_order_it_is_told() {
    let events = log(&[
        turn_start(1),
        text(1, 1, 0, "partial"),
        call(1, 1, "a", "grep", "{}"),
        turn_end(1, &json!({"kind": "aborted"})),
        turn_start(2),
        turn_end(2, &completed()),
    ]);
    let in_order = only_outline(&fold(events.clone()));
    assert!(
        in_order.contains("call \"a\" stopped") && in_order.contains("text (interrupted) \"partial\""),
        "{in_order}"
    );
    permutations(&events, |order| assert_eq!(only_outline(&fold(order.iter().cloned())), in_order));

    // A turn that was never said to have ended is over when the next one starts.
    let before_the_end = |entries: &[Entry]| {
        let mut transcript = Transcript::default();
        entries.iter().for_each(|entry| transcript.apply(entry.clone()));
        only_outline(&transcript)
    };
    let overtaken = [&events[..3], &events[4..5]].concat();
    permutations(&overtaken, |order| {
        let outline = before_the_end(order);
        assert!(outline.contains("call \"a\" no result received"), "{outline}");
        assert!(outline.contains("text (interrupted) \"partial\""), "{outline}");
    });
    assert!(before_the_end(&events[..3]).contains("call \"a\" running"));
}

#[test]
fn only_an_unfinished_last_turn_is_reported_at_the_end() {
    let unfinished = |events: &[Event]| only_outline(&fold(log(events))).contains("ends while a turn is under way");
    assert!(unfinished(&[turn_start(1)]));
    assert!(!unfinished(&[turn_start(1), turn_end(1, &completed())]));
    assert!(!unfinished(&[turn_start(1), turn_start(2), turn_end(2, &completed())]));
    assert!(unfinished(&[turn_start(1), turn_end(1, &completed()), turn_start(2)]));
}

// --- Success and failure ------------------------------------------------------------------------------------------------

#[test]
fn a_failed_result_shows_its_content_even_where_its_view_or_meta_is_well_formed() {
    let facts = json!({"sources": [{"url": "https://a.example/"}], "truncated": false});
    let view = json!({"card": "web", "kind": "search", "sources": [{"url": "https://a.example/"}], "truncated": false});
    for found in [
        result(1, 1, "a", "403").with("/meta", facts),
        result(1, 1, "a", "403").viewed(view),
        result(1, 1, "a", "403").viewed(json!({"card": "terminal", "exitCode": 0})),
    ] {
        let status_with = |flag: Value| {
            let found = found.clone().with("/message/content/0/isError", flag);
            let transcript = fold(log(&[call(1, 1, "a", "web_search", "{}"), found]));
            let call = by_id(&transcript)["a"].clone();
            (call.status(), call.shown() == Shown::Content, call.derived.is_some(), outline_of_content(&call))
        };
        assert_eq!(status_with(json!(true)), (Status::Failed, true, false, "      text \"403\"\n".to_owned()));
        assert_eq!(status_with(json!(false)).0, Status::Done);
        assert!(!status_with(json!(false)).1);
        // A flag that is no boolean is no success either.
        for odd in [json!(null), json!("false"), json!(0), json!([]), json!({})] {
            assert_eq!(status_with(odd).0, Status::Failed);
        }
    }
}

#[test]
fn the_failed_results_sources_stay_in_its_raw_event() {
    let facts = json!({"sources": [{"url": "https://a.example/"}], "truncated": false});
    let found = result(1, 1, "a", "403").with("/meta", facts).with("/message/content/0/isError", json!(true));
    let transcript = fold(log(&[call(1, 1, "a", "web_search", "{}"), found]));
    let raw = by_id_with_raw(&transcript)["a"].result.clone().unwrap().raw;
    assert_eq!(raw.pointer("/event/data/meta/sources/0/url"), Some(&json!("https://a.example/")));
}

#[test]
fn a_result_that_does_not_say_whether_it_failed_is_no_success() {
    for block in [json!(null), json!([]), json!("text"), json!([null]), json!(["text"]), json!({})] {
        let transcript = fold(log(&[
            turn_start(1),
            call(1, 1, "a", "grep", "{}"),
            result(1, 1, "a", "found").with("/message/content", block.clone()),
            said("next"),
        ]));
        assert_eq!(by_id(&transcript)["a"].status(), Status::NoResult, "{block}");
        let outline = only_outline(&transcript);
        assert!(outline.contains("unreadable: ") && outline.contains("\"next\""), "{block}: {outline}");
    }
}

#[test]
fn an_exit_code_a_signal_and_an_http_status_speak_louder_than_the_flag() {
    let status_of = |tool: &str, view: Value| {
        let found = result(1, 1, "a", "text").viewed(view);
        by_id(&fold(log(&[call(1, 1, "a", tool, "{}"), found])))["a"].status()
    };
    let terminal = |fields: Value| {
        let mut view = json!({"card": "terminal", "output": "text"});
        view.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        status_of("bash", view)
    };
    assert_eq!(terminal(json!({})), Status::Done);
    assert_eq!(terminal(json!({"exitCode": 0})), Status::Done);
    assert_eq!(terminal(json!({"exitCode": 1})), Status::Failed);
    assert_eq!(terminal(json!({"exitCode": -1})), Status::Failed);
    assert_eq!(terminal(json!({"signal": "SIGTERM"})), Status::Failed);
    assert_eq!(terminal(json!({"exitCode": 0, "signal": "SIGKILL"})), Status::Failed);

    for (status, expected) in [
        (200, Status::Done),
        (302, Status::Done),
        (399, Status::Done),
        (400, Status::Failed),
        (404, Status::Failed),
        (503, Status::Failed),
    ] {
        let facts = json!({"url": "https://a.example/", "statusCode": status, "truncated": false});
        let mut view = facts.clone();
        view["card"] = json!("web");
        view["kind"] = json!("fetch");
        assert_eq!(status_of("web_fetch", view), expected, "{status}");
        let stored = result(1, 1, "a", "text").with("/meta", facts);
        let derived = fold(log(&[call(1, 1, "a", "web_fetch", "{}"), stored]));
        assert_eq!(by_id(&derived)["a"].status(), expected, "{status}");
    }
}

#[test]
fn an_unknown_or_malformed_view_leaves_the_content_and_the_calls_title() {
    for (view, reason) in [
        (json!({"card": "hologram", "title": "no"}), "unknown card \"hologram\""),
        (json!({"card": "web", "kind": "dream", "title": "no"}), "unknown kind \"dream\" of card \"web\""),
        (json!({"card": "search", "shape": "tree", "title": "no"}), "unknown shape \"tree\" of card \"search\""),
        (
            json!({"card": "web", "kind": "search", "title": "no", "truncated": false}),
            "sources: expected a list, found nothing",
        ),
        (json!([]), "$: expected an object, found a list"),
    ] {
        let transcript = fold(log(&[parallel()[0].clone(), result(1, 1, "a", "found").viewed(view)]));
        let call = by_id(&transcript)["a"].clone();
        assert_eq!(call.shown(), Shown::Content);
        assert_eq!(call.title(), Some("query a"));
        assert_eq!(call.status(), Status::Done);
        assert_eq!(call.rejected().unwrap().to_string(), reason);
        assert!(outline_of_content(&call).contains("\"found\""));
    }
    let brought = json!({"card": "hologram", "content": [{"type": "text", "text": "the view's own"}]});
    let transcript = fold(log(&[parallel()[0].clone(), result(1, 1, "a", "found").viewed(brought)]));
    assert!(outline_of_content(&by_id(&transcript)["a"]).contains("the view's own"));
}

#[test]
fn malformed_meta_of_a_web_tool_leaves_the_content_with_the_reason() {
    for facts in [
        json!({"kind": "fetch"}),
        json!({"sources": null, "truncated": false}),
        json!({"sources": [null], "truncated": false}),
        json!(null),
    ] {
        let found = result(1, 1, "a", "found").with("/meta", facts.clone());
        let transcript = fold(log(&[call(1, 1, "a", "web_search", "{}"), found.clone()]));
        let call = by_id(&transcript)["a"].clone();
        assert_eq!((call.shown(), call.status()), (Shown::Content, Status::Done), "{facts}");
        assert!(call.rejected().is_some(), "{facts}");
        // The same under another tool's name is that tool's own affair.
        let other = fold(log(&[parallel()[0].clone().with("/name", json!("think")), found]));
        assert_eq!(by_id(&other)["a"].rejected(), None, "{facts}");
    }
}

// --- Writing: deltas, retries, stops ------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn interleaved_deltas_are_put_together_by_their_block(deltas in prop::collection::vec((0_u64..4, "[a-z ]{0,6}"), 1..40)) {
        let event = |(index, more): &(u64, String)| match index {
            0 => wire::reasoning(1, 1, 0, more),
            3 => wire::arguments(1, 1, 3, "a", more),
            index => text(1, 1, *index, more),
        };
        let mut expected: BTreeMap<u64, String> = BTreeMap::new();
        for (index, more) in &deltas {
            expected.entry(*index).or_default().push_str(more);
        }
        let mut events: Vec<Event> = vec![turn_start(1)];
        events.extend(deltas.iter().map(event));

        let partial = fold(log(&events));
        for item in &partial.sessions().next().unwrap().items {
            let index = match &item.body {
                Body::Reasoning(_) => 0,
                Body::Call(_) => 3,
                Body::Text(_) => deltas[usize::try_from(item.place.seq).unwrap() - 1].0,
                _ => continue,
            };
            let written = match &item.body {
                Body::Text(prose) | Body::Reasoning(prose) => &prose.text,
                Body::Call(call) => &call.arguments,
                _ => continue,
            };
            prop_assert_eq!(Some(written.clone()), expected.remove(&index));
        }
        prop_assert!(expected.is_empty());

        // The final message replaces all of it, whatever was streamed.
        let last = message(1, 1, json!([
            {"type": "reasoning", "text": "thought"},
            {"type": "text", "text": "first"},
            {"type": "text", "text": "second"},
            {"type": "tool-call", "id": "a", "name": "grep", "arguments": "{}"},
        ]));
        let silent = fold(log(&[turn_start(1), last.clone()]));
        events.push(last);
        prop_assert_eq!(only_outline(&fold(log(&events))), only_outline(&silent));
    }
}

#[test]
fn a_final_message_replaces_what_was_streamed_even_where_the_two_differ() {
    let streamed = [
        wire::reasoning(1, 1, 0, "thinking"),
        text(1, 1, 1, "some"),
        wire::arguments(1, 1, 2, "a", "{\"q\":"),
        text(1, 1, 7, "more"),
        wire::arguments(1, 1, 8, "z", "never mentioned again"),
    ];
    for content in [
        json!([]),
        json!([{"type": "text", "text": "final"}]),
        json!([{"type": "text", "text": ""}, {"type": "text", "text": "final"}]),
        json!([{"type": "tool-call", "id": "a", "name": "grep", "arguments": "{}"}, {"type": "text", "text": "final"}]),
        json!([{"type": "text", "text": "a"}, {"type": "image", "mediaType": "image/png"}, {"type": "reasoning", "text": "b"}]),
        json!([{"type": "reasoning", "text": "a"}, {"type": "text", "text": "b"}, {"type": "strange"}]),
        json!("only a string"),
    ] {
        let mut events = vec![turn_start(1)];
        let silent = fold(log(&[turn_start(1), message(1, 1, content.clone()), turn_end(1, &completed())]));
        events.extend(streamed.clone());
        events.push(message(1, 1, content.clone()));
        events.push(turn_end(1, &completed()));
        let entries = log(&events);
        assert_eq!(only_outline(&fold(entries.clone())), only_outline(&silent), "{content}");
        // A delta that arrives after the message says nothing new.
        let late = [0, 6, 1, 2, 3, 4, 5, 7].map(|place: usize| entries[place].clone());
        assert_eq!(only_outline(&fold(late)), only_outline(&silent), "{content}");
    }
}

#[test]
fn calls_and_text_may_overlap_and_nothing_already_shown_goes_away() {
    let transcript = fold(log(&[
        turn_start(1),
        wire::arguments(1, 1, 0, "a", "{"),
        wire::arguments(1, 1, 1, "b", "["),
        wire::arguments(1, 1, 0, "a", "}"),
        text(1, 1, 2, "meanwhile"),
        wire::arguments(1, 1, 1, "b", "]"),
        call(1, 1, "b", "grep", "[]"),
        call(1, 1, "a", "glob", "{}"),
    ]));
    let calls = by_id(&transcript);
    assert_eq!((calls["a"].arguments.as_str(), calls["b"].arguments.as_str()), ("{}", "[]"));
    assert_eq!((calls["a"].name.as_deref(), calls["b"].name.as_deref()), (Some("glob"), Some("grep")));
    assert!(only_outline(&transcript).contains("\"meanwhile\""));
}

#[test]
fn a_delta_that_arrives_after_its_call_has_started_does_not_make_a_second_call() {
    let entries = log(&[turn_start(1), wire::arguments(1, 1, 0, "a", "{}"), call(1, 1, "a", "grep", "{}")]);
    let late = fold([0, 2, 1].map(|place: usize| entries[place].clone()));
    assert_eq!(only_outline(&late), only_outline(&fold(entries)));
}

#[test]
fn what_a_retried_step_had_streamed_vanishes_and_the_retry_stays_visible() {
    let first_try = [
        turn_start(1),
        wire::reasoning(1, 1, 0, "never mind"),
        text(1, 1, 1, "half an ans"),
        wire::arguments(1, 1, 2, "a", "{\"q"),
    ];
    let retry = wire::retry(1, 1);

    // Newer era: the step starts again, its blocks count from 0 again.
    let within = [
        Event::new("llm/retry-started", json!({"turn": 1, "step": 1})),
        text(1, 1, 0, "whole "),
        text(1, 1, 0, "answer"),
    ];
    let ending = [message(1, 1, json!([{"type": "text", "text": "whole answer"}])), turn_end(1, &completed())];
    let events = [&first_try[..], std::slice::from_ref(&retry), &within, &ending].concat();
    let outline = only_outline(&fold(log(&events)));
    assert!(
        outline.contains("tried again") && outline.contains("overloaded") && outline.contains("attempt 1 of 3"),
        "{outline}"
    );
    assert!(
        !outline.contains("half an ans") && !outline.contains("never mind") && !outline.contains("call "),
        "{outline}"
    );
    assert_eq!(outline.matches("whole answer").count(), 1);
    assert!(only_outline(&fold(log(&events[..7]))).contains("\"whole \""));

    // A retry that is heard of late takes back only what came before it.
    let entries = log(&events);
    let late = [0, 1, 2, 3, 5, 6, 7, 4, 8, 9].map(|place: usize| entries[place].clone());
    assert_eq!(only_outline(&fold(late)), outline);
    let entries = log(&[&first_try[..1], std::slice::from_ref(&retry), &within].concat());
    let late = [0, 2, 3, 4, 1].map(|place: usize| entries[place].clone());
    assert!(only_outline(&fold(late)).contains("\"whole answer\""));
    // Nor does anything of the first try come back when it is heard of late.
    let entries = log(&events[..7]);
    let late = [0, 4, 1, 2, 3, 5, 6].map(|place: usize| entries[place].clone());
    assert_eq!(only_outline(&fold(late)), only_outline(&fold(entries)));

    // Newer era, and the retry fails too: this failure is final.
    let fault = json!({"message": "gone", "code": "GONE"});
    let failed = turn_end(1, &json!({"kind": "error", "error": fault}));
    let events = [&first_try[..], std::slice::from_ref(&retry), &within[..1], std::slice::from_ref(&failed)].concat();
    let outline = only_outline(&fold(log(&events)));
    assert!(outline.contains("turn 1 end: failed\n"), "{outline}");

    // Older era: the turn ends with the failure, and the retry is a turn of its own.
    let failed = turn_end(1, &json!({"kind": "error", "step": 1, "failure": fault}));
    let again = [
        Event::new("turn/start", json!({"turn": 2, "trigger": {"kind": "retry"}})),
        message(2, 1, json!([{"type": "text", "text": "whole answer"}])),
        turn_end(2, &completed()),
    ];
    let step_end = Event::new("step/end", json!({"turn": 1, "step": 1}));
    let events = [&first_try[..], &[step_end.clone(), retry.clone(), failed.clone()], &again].concat();
    let outline = only_outline(&fold(log(&events)));
    assert!(outline.contains("turn 1 end: failed, tried again"), "{outline}");
    assert!(!outline.contains("half an ans") && outline.contains("whole answer"), "{outline}");
    let entries = log(&events);
    let swapped = [0, 1, 2, 3, 4, 6, 5, 7, 8, 9].map(|place: usize| entries[place].clone());
    assert_eq!(only_outline(&fold(swapped)), outline);
    // Without a retry the same failure is final, and the partial stays.
    let events = [&first_try[..], &[step_end, failed]].concat();
    let outline = only_outline(&fold(log(&events)));
    assert!(
        outline.contains("turn 1 end: failed\n") && outline.contains("text (interrupted) \"half an ans\""),
        "{outline}"
    );
}

#[test]
fn a_call_that_has_started_stays_when_its_step_is_retried_or_its_message_does_not_mention_it() {
    let started = [turn_start(1), wire::arguments(1, 1, 0, "a", "{}"), call(1, 1, "a", "grep", "{}")];
    for next in [wire::retry(1, 1), message(1, 1, json!([]))] {
        let transcript = fold(log(&[&started[..], &[next]].concat()));
        assert_eq!(by_id(&transcript)["a"].arguments, "{}");
    }
}

#[test]
fn a_stopped_turn_keeps_what_was_written_and_marks_it_in_both_eras() {
    let streamed = [
        turn_start(1),
        wire::reasoning(1, 1, 0, "so far"),
        text(1, 1, 1, "half an ans"),
        wire::arguments(1, 1, 2, "a", "{\"q"),
        call(1, 1, "b", "bash", "{}"),
    ];
    let older = [&streamed[..], &[turn_end(1, &json!({"kind": "aborted"}))]].concat();
    let kept = message(
        1,
        1,
        json!([
            {"type": "reasoning", "text": "so far"},
            {"type": "text", "text": "half an ans"},
            {"type": "tool-call", "id": "a", "name": "grep", "arguments": "{\"q"},
            {"type": "tool-call", "id": "b", "name": "bash", "arguments": "{}"},
        ]),
    )
    .with("/interrupted", json!(true));
    let newer = [&streamed[..], &[kept, turn_end(1, &json!({"kind": "aborted", "reason": {"kind": "user"}}))]].concat();
    for events in [older, newer] {
        let transcript = fold(log(&events));
        let outline = only_outline(&transcript);
        assert!(outline.contains("reasoning (interrupted) \"so far\""), "{outline}");
        assert!(outline.contains("text (interrupted) \"half an ans\""), "{outline}");
        assert!(outline.contains("turn 1 end: stopped"), "{outline}");
        let calls = by_id(&transcript);
        assert_eq!((calls["a"].status(), calls["b"].status()), (Status::Stopped, Status::Stopped));
        assert_eq!(calls["a"].arguments, "{\"q");
    }
}

#[test]
fn a_failed_turn_says_why_and_leaves_nothing_open() {
    let fault = json!({"message": "mock invalid request", "code": "INVALID_REQUEST", "status": 400});
    for reason in [json!({"kind": "error", "error": fault}), json!({"kind": "error", "step": 1, "failure": fault})] {
        let transcript = fold(log(&[turn_start(1), text(1, 1, 0, "half"), turn_end(1, &reason)]));
        let session = transcript.sessions().next().unwrap();
        let Body::TurnEnd(Some(1), ending) = &session.items[2].body else { panic!("{:?}", session.items) };
        let Outcome::Failed(failure) = &ending.outcome else { panic!("{ending:?}") };
        assert!(!ending.retried);
        assert_eq!(failure.message.as_deref(), Some("mock invalid request"));
        assert_eq!((failure.code.as_deref(), failure.status), (Some("INVALID_REQUEST"), Some(400)));
        assert!(matches!(&session.items[1].body, Body::Text(prose) if prose.state == Writing::Interrupted));
    }
    for (reason, expected) in [
        (json!({"kind": "max-tokens"}), "reached the token limit"),
        (json!({"kind": "blocked"}), "blocked"),
        (json!({"kind": "interrupted"}), "stopped"),
        (json!({"kind": "exploded\n"}), "\"exploded\\n\""),
        (json!({"kind": "error"}), "failed"),
    ] {
        let outline = only_outline(&fold(log(&[turn_start(1), turn_end(1, &reason)])));
        assert!(outline.ends_with(&format!("turn 1 end: {expected}\n")), "{outline}");
    }
}

// --- Changes ------------------------------------------------------------------------------------------------------------

#[test]
fn a_delta_touches_one_item_and_asking_empties_the_list() {
    let entries = log(&[
        turn_start(1),
        text(1, 1, 0, "a"),
        wire::arguments(1, 1, 1, "x", "{"),
        text(1, 1, 0, "b"),
        wire::arguments(1, 1, 1, "x", "}"),
        call(1, 1, "x", "grep", "{}"),
        result(1, 1, "x", "found"),
        Event::new("step/end", json!({"turn": 1, "step": 1})),
    ]);
    let mut transcript = Transcript::default();
    let mut changes_after = |place: usize| {
        transcript.apply(entries[place].clone());
        let changes = transcript.take_changes();
        assert_eq!(transcript.take_changes(), webcard::transcript::Changes::default());
        (changes.sessions, changes.within.into_iter().next().map(|(_, within)| within))
    };
    let place = |seq| Place { seq, sub: 0 };
    let changed = |order, seq| Some(SessionChanges { order, items: vec![place(seq)] });
    assert_eq!(changes_after(0), (true, changed(true, 0)));
    assert_eq!(changes_after(1), (false, changed(true, 1)));
    assert_eq!(changes_after(2), (false, changed(true, 2)));
    assert_eq!(changes_after(3), (false, changed(false, 1)));
    assert_eq!(changes_after(4), (false, changed(false, 2)));
    assert_eq!(changes_after(5), (false, changed(false, 2)));
    assert_eq!(changes_after(6), (false, changed(false, 2)));
    assert_eq!(changes_after(7), (false, None));
    assert_eq!(changes_after(3), (false, None), "an event known already changes nothing");
}

#[test]
fn a_delta_of_a_long_recording_touches_one_item_and_leaves_the_others_as_they_are() {
    let mut transcript = Transcript::default();
    let mut deltas = 0;
    for entry in stream(Era::Sse, "turn-markdown").entries() {
        let grew = is_delta(&entry);
        let before: Vec<Arc<Item>> = transcript.sessions().flat_map(|session| session.items.clone()).collect();
        transcript.apply(entry);
        let changes = transcript.take_changes();
        if grew {
            deltas += 1;
            let touched: usize = changes.within.iter().map(|(_, within)| within.items.len()).sum();
            assert_eq!(touched, 1);
            let after = transcript.sessions().flat_map(|session| &session.items);
            let same = after.filter(|item| before.iter().any(|old| Arc::ptr_eq(old, item))).count();
            assert!(same + 1 >= before.len(), "{same} of {}", before.len());
        }
    }
    assert!(deltas > 50, "{deltas}");
}

#[test]
fn changes_name_the_session_they_are_in() {
    let mut transcript = Transcript::default();
    stream(Era::Ws, "subagent").entries().into_iter().for_each(|entry| transcript.apply(entry));
    let changes = transcript.take_changes();
    let ids: Vec<_> = changes.within.iter().map(|(id, _)| id.clone()).collect();
    assert_eq!(ids, transcript.sessions().map(|session| session.id.clone()).collect::<Vec<_>>());
    for (id, within) in changes.within {
        let places: Vec<_> = transcript.session(&id).unwrap().items.iter().map(|item| item.place).collect();
        assert_eq!(within, SessionChanges { order: true, items: places });
    }
}

// --- The plan -----------------------------------------------------------------------------------------------------------

fn plan_event(steps: &[(&str, &str)]) -> Event {
    let todos: Vec<_> = steps.iter().map(|(content, status)| json!({"content": content, "status": status})).collect();
    Event::new("todo/write", json!({"todos": todos}))
}

fn plan_projection(content: &str, seq: u64) -> Value {
    let value = json!([{"content": content, "status": "pending"}]);
    json!({"payload": {"type": "session/projection", "sessionId": wire::SESSION, "key": "todos", "value": value, "seq": seq}})
}

#[test]
fn there_is_one_plan_where_it_was_first_written_and_it_is_the_newest_in_any_order() {
    let mut entries = log(&[
        turn_start(1),
        plan_event(&[("a", "in_progress"), ("b", "pending")]),
        said("more"),
        plan_event(&[("a", "completed"), ("b", "in_progress"), ("c", "odd\u{202e}")]),
        turn_end(1, &completed()),
    ]);
    // What a host derives is told ahead of the event that it comes from.
    entries.insert(1, wire::read([plan_projection("a", 1)]).remove(0));
    let in_order = fold(entries.clone());
    let outline = only_outline(&in_order);
    assert_eq!(outline.matches("  plan\n").count(), 1);
    let steps = "  plan\n    step done: \"a\"\n    step under way: \"b\"\n    step \"odd\\u202e\": \"c\"\n";
    assert!(outline.starts_with(&format!("  turn 1 start\n{steps}")), "{outline}");
    permutations(&entries, |order| {
        let doubled = order.iter().flat_map(|entry| [entry.clone(), entry.clone()]);
        assert!(fold(doubled).sessions().eq(in_order.sessions()));
    });
    // Before its second event it is what the first one wrote.
    assert!(only_outline(&fold(entries[..3].to_vec())).contains("step under way: \"a\""));
}

#[test]
fn a_plan_that_only_a_history_tells_of_is_there_until_the_event_tells_more() {
    let page = |as_of: u64, todos: Value| {
        let event = json!({"event": {"type": "turn/start", "seq": as_of, "data": {"turn": 3}}});
        json!({"events": [event], "projections": {"asOfSeq": as_of, "values": {"title": "t", "todos": todos}}})
    };
    let outline = |frames: Vec<Value>| outline::transcript(&fold(wire::read(frames)));
    let newest = json!([{"content": "now", "status": "completed"}]);
    assert!(outline(vec![page(9, newest.clone())]).contains("step done: \"now\""));
    for none in [json!(null), json!("x"), json!([{"content": 1}])] {
        let outline = outline(vec![page(9, none.clone())]);
        assert!(!outline.contains("plan") && !outline.contains("unreadable"), "{none}: {outline}");
    }
    let event = json!({"type": "todo/write", "seq": 4, "data": {"todos": [{"content": "then", "status": "pending"}]}});
    let older = json!({"events": [{"event": event}]});
    for pages in [[page(9, newest.clone()), older.clone()], [older.clone(), page(9, newest.clone())]] {
        let outline = outline(pages.to_vec());
        assert!(outline.contains("step done: \"now\"") && !outline.contains("\"then\""), "{outline}");
        assert!(outline.find("  plan").unwrap() < outline.find("  missing").unwrap(), "{outline}");
    }
}

#[test]
fn a_plan_that_cannot_be_read_says_so_and_the_one_before_stays() {
    let events = [plan_event(&[("a", "pending")]), Event::new("todo/write", json!({"todos": [{"content": "b"}]}))];
    let outline = only_outline(&fold(log(&events)));
    assert!(outline.contains("step to do: \"a\"") && outline.contains("unreadable: data.todos[0].status"), "{outline}");
    assert!(only_outline(&fold(log(&[plan_event(&[])]))).contains("plan"));
}

#[test]
fn a_new_plan_touches_the_plan_alone() {
    let entries = log(&[turn_start(1), plan_event(&[("a", "pending")]), said("x"), plan_event(&[("a", "completed")])]);
    let mut transcript = Transcript::default();
    entries[..3].iter().for_each(|entry| transcript.apply(entry.clone()));
    transcript.take_changes();
    transcript.apply(entries[3].clone());
    let within = transcript.take_changes().within.remove(0).1;
    assert!(!within.order);
    assert_eq!(within.items.len(), 1);
    assert_eq!(within.items[0].seq, 1);
}

// --- What a person is asked ---------------------------------------------------------------------------------------------

const REASON: &str = "leaves the workspace";

fn asked(id: &str, call_id: &str) -> Event {
    Event::new("approval/asked", json!({"id": id, "toolName": "bash", "callId": call_id, "reason": REASON}))
}

fn decided(id: &str, outcome: &str) -> Event {
    Event::new("approval/decided", json!({"id": id, "outcome": outcome}))
}

/// A frame of the session that has no place in its log.
fn loose(kind: &str, rpc_id: &str, fields: Value) -> Value {
    let mut payload = json!({"type": kind, "sessionId": wire::SESSION});
    payload.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    json!({"type": "server-request", "rpcId": rpc_id, "method": kind, "payload": payload})
}

fn questions() -> Value {
    json!([{"id": "c", "question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}])
}

fn question_frames() -> [Value; 2] {
    [
        loose("question/requested", "r1", json!({"questions": questions()})),
        loose("question/resolved", "r2", json!({"questionRpcId": "r1", "outcome": "answered"})),
    ]
}

fn asking_call() -> [Event; 2] {
    [
        call(1, 1, "a", "ask_user_question", &json!({"questions": questions()}).to_string()),
        result(1, 1, "a", "{\"answers\":[{\"id\":\"c\",\"selected\":[\"B\"]}]}"),
    ]
}

#[test]
fn an_approval_belongs_to_its_call_in_any_order_and_is_said_once() {
    let events = log(&[
        turn_start(1),
        call(1, 1, "a", "bash", "{}"),
        asked("p", "a"),
        decided("p", "rejected"),
        result(1, 1, "a", "refused").with("/message/content/0/isError", json!(true)),
    ]);
    let in_order = fold(events.clone());
    let outline = only_outline(&in_order);
    assert_eq!(outline.matches("approval \"p\": rejected").count(), 1, "{outline}");
    assert!(outline.contains("    approval") && outline.contains(REASON), "with the call: {outline}");
    permutations(&events, |order| {
        assert!(fold(order.iter().cloned()).sessions().eq(in_order.sessions()));
    });

    // The frames say the same once more, before their events, and again after a reconnect.
    let fields = json!({"approvalId": "p", "toolName": "bash", "callId": "a", "reason": REASON});
    let frames = wire::read([
        loose("approval/requested", "r1", fields),
        loose("approval/resolved", "r2", json!({"approvalId": "p", "outcome": "rejected"})),
    ]);
    for at in 0..=events.len() {
        for again in at..=events.len() {
            let mut with = events.clone();
            frames.iter().rev().for_each(|frame| with.insert(again, frame.clone()));
            frames.iter().rev().for_each(|frame| with.insert(at, frame.clone()));
            assert!(fold(with).sessions().eq(in_order.sessions()), "{at} {again}");
        }
    }
}

#[test]
fn what_was_settled_stays_so_whatever_is_said_of_it_later() {
    let settled = |transcript: &Transcript| calls(transcript).next().unwrap().pending[0].settlement.clone().unwrap();
    let events = log(&[
        call(1, 1, "a", "bash", "{}"),
        asked("p", "a"),
        decided("p", "allowed-once"),
        decided("p", "rejected"),
        decided("p", "cancelled"),
    ]);
    let in_order = fold(events.clone());
    assert_eq!(settled(&in_order), Settlement::AllowedOnce);
    permutations(&events, |order| assert!(fold(order.iter().cloned()).sessions().eq(in_order.sessions())));

    // A frame that says otherwise does not count beside the event, before it or after it.
    let frame = |outcome: &str| {
        wire::read([loose("approval/resolved", "r", json!({"approvalId": "p", "outcome": outcome}))]).remove(0)
    };
    for at in 0..=events.len() {
        let mut with = events.clone();
        with.insert(at, frame("rejected"));
        assert_eq!(settled(&fold(with)), Settlement::AllowedOnce, "{at}");
    }
    // Where there are only frames, the first of them counts, also when all of them are sent again.
    let frames = [frame("rejected"), frame("allowed-once")];
    let twice = events[..2].iter().chain(&frames).chain(&frames).cloned();
    assert_eq!(settled(&fold(twice)), Settlement::Rejected);
}

#[test]
fn approvals_of_calls_that_share_an_id_go_each_to_its_own() {
    let events = log(&[
        call(1, 1, "a", "bash", "1"),
        asked("p", "a"),
        decided("p", "allowed-once"),
        call(1, 2, "a", "bash", "2"),
        asked("q", "a"),
        asked("o", "a"),
    ]);
    let in_order = fold(events.clone());
    let ids = |call: &Call| call.pending.iter().map(|pending| format!("{:?}", pending.id)).collect::<Vec<_>>();
    let found: Vec<_> = calls(&in_order).map(ids).collect();
    assert_eq!(found, [vec!["Approval(\"p\")"], vec!["Approval(\"q\")", "Approval(\"o\")"]]);
    permutations(&events, |order| {
        assert!(fold(order.iter().cloned()).sessions().eq(in_order.sessions()));
    });
}

#[test]
fn many_approvals_of_one_call_are_all_kept_in_their_order() {
    let mut events = vec![call(1, 1, "a", "bash", "{}")];
    let ids: Vec<String> = (0..5_000).map(|number| number.to_string()).collect();
    events.extend(ids.iter().map(|id| asked(id, "a")));
    events.extend(ids.iter().map(|id| decided(id, "rejected")));
    let transcript = fold(log(&events));
    let pending = &by_id_with_raw(&transcript)["a"].pending;
    let expected: Vec<_> = ids.into_iter().map(InquiryId::Approval).collect();
    assert_eq!(pending.iter().map(|pending| pending.id.clone()).collect::<Vec<_>>(), expected);
    assert!(pending.iter().all(|pending| pending.settlement == Some(Settlement::Rejected)));
}

#[test]
fn an_approval_without_its_call_stands_by_itself() {
    let alone = |events: &[Event]| only_outline(&fold(log(events)));
    for call_id in [json!("gone"), json!(null), json!(7)] {
        let outline = alone(&[turn_start(1), asked("p", "").with("/callId", call_id.clone()), said("x")]);
        assert!(outline.contains("\n  approval \"p\": not said how it was settled\n    of tool \"bash\""), "{outline}");
    }
    assert!(alone(&[decided("p", "allowed-once")]).contains("  approval \"p\": allowed once\n"));
    assert!(alone(&[asked("p", "x"), decided("p", "expired")]).contains("  approval \"p\": \"expired\"\n"));
    let mut open = Transcript::default();
    log(&[asked("p", "x")]).into_iter().for_each(|entry| open.apply(entry));
    assert!(only_outline(&open).contains("approval \"p\": open"));
}

#[test]
fn a_question_belongs_to_the_call_that_asks_it_in_any_order() {
    let entries: Vec<Entry> = log(&asking_call()).into_iter().chain(wire::read(question_frames())).collect();
    let expected = only_outline(&fold(entries.clone()));
    assert!(expected.contains("    questions \"r1\": answered") && expected.contains("chosen \"B\""), "{expected}");
    assert_eq!(expected.matches("Which?").count(), 2, "in the arguments and once more");
    permutations(&entries, |order| {
        let doubled = order.iter().flat_map(|entry| [entry.clone(), entry.clone()]);
        assert_eq!(only_outline(&fold(doubled)), expected);
    });
}

#[test]
fn a_question_whose_call_is_not_there_stands_by_itself_until_it_is() {
    let [request, resolution] = question_frames();
    let outline = |frames: Vec<Value>| only_outline(&fold(wire::read(frames)));
    let asked = outline(vec![request.clone(), request.clone()]);
    assert_eq!(asked.matches("questions \"r1\": not said how it was settled").count(), 1, "{asked}");
    assert!(asked.contains("choice \"A\""), "{asked}");
    assert!(outline(vec![request.clone(), resolution]).contains("\"r1\": answered"));
    let cancelled = loose("question/resolved", "r3", json!({"questionRpcId": "r1", "outcome": "cancelled"}));
    assert!(outline(vec![request.clone(), cancelled]).contains("\"r1\": cancelled"));

    // Another question of the same call's tool is another question.
    let other = call(1, 1, "b", "ask_user_question", r#"{"questions":[{"id":"c","question":"Why?"}]}"#);
    let entries = wire::read([request]).into_iter().chain(log(&[other, asking_call()[0].clone()]));
    let transcript = fold(entries);
    let found: Vec<_> = calls(&transcript).map(|call| call.pending.len()).collect();
    assert_eq!(found, [0, 1]);
    assert!(!only_outline(&transcript).contains("\n  questions"));
}

#[test]
fn what_was_asked_twice_is_two_questions() {
    let [first, _] = question_frames();
    let mut second = first.clone();
    second["rpcId"] = json!("r9");
    let [start, _] = asking_call();
    let again = call(1, 2, "b", "ask_user_question", &json!({"questions": questions()}).to_string());
    let events = log(&[start, again]);
    let [first, second] = [first, second].map(|frame| wire::read([frame]).remove(0));
    let transcript = fold([events[0].clone(), first, events[1].clone(), second]);
    let outline = only_outline(&transcript);
    let found: Vec<_> = calls(&transcript).map(|call| call.pending.len()).collect();
    assert_eq!(found, [1, 1], "{outline}");
    assert!(outline.find("\"r1\"").unwrap() < outline.find("\"r9\"").unwrap());
}

// --- Sessions that a call has started -----------------------------------------------------------------------------------

/// The entries of a session in which an agent sets tasks, or of one that begins with some.
fn session_log(id: &str, from_ms: u64, events: &[Event]) -> Vec<Entry> {
    let mut frames = wire::frames(events);
    for (frame, at) in frames.iter_mut().zip(0_u64..) {
        frame["payload"]["sessionId"] = json!(id);
        frame["payload"]["event"]["time"] = json!(from_ms + at);
    }
    wire::read(frames)
}

fn delegating(turn: u64, id: &str, prompt: &str) -> Event {
    call(1, turn, id, "subagent", &json!({"description": "d", "prompt": prompt}).to_string())
}

fn by_request(text: &str) -> Event {
    said(text).with("/source", json!({"kind": "user", "rpcId": "r"}))
}

/// Which session each call of the session `main` started.
fn started(transcript: &Transcript) -> Vec<Option<String>> {
    let items = &transcript.session("main").unwrap().items;
    let calls = items.iter().filter_map(|item| match &item.body {
        Body::Call(call) => Some(call.started.as_ref().map(|id| id.to_string())),
        _ => None,
    });
    calls.collect()
}

fn parent(transcript: &Transcript, id: &str) -> Option<String> {
    transcript.session(id).unwrap().parent.as_ref().map(|parent| parent.to_string())
}

fn link(id: &str) -> Option<String> {
    Some(id.to_owned())
}

#[test]
fn a_call_is_tied_to_the_session_that_begins_with_its_task_in_any_order() {
    let main = session_log("main", 100, &[turn_start(1), delegating(1, "a", "Do it."), said("x")]);
    let child = session_log("child", 103, &[turn_start(1), said("Do it."), said("Do it.")]);
    let all: Vec<Entry> = main.into_iter().chain(child).collect();
    permutations(&all, |order| {
        let transcript = fold(order.iter().flat_map(|entry| [entry.clone(), entry.clone()]));
        assert_eq!(started(&transcript), [link("child")]);
        assert_eq!(parent(&transcript, "child"), link("main"));
        assert_eq!(parent(&transcript, "main"), None);
    });
}

#[test]
fn there_is_no_tie_where_it_is_not_certain() {
    let main = |events: &[Event]| session_log("main", 100, events);
    let child = |id: &str, from: u64, events: &[Event]| session_log(id, from, events);
    let one = main(&[delegating(1, "a", "Do it.")]);
    for (why, other) in [
        ("another task", child("child", 103, &[said("Do it")])),
        ("a person asked the same", child("child", 103, &[by_request("Do it.")])),
        ("it did not begin so", child("child", 103, &[by_request("Hello"), said("Do it.")])),
        ("it began before", child("child", 50, &[said("Do it.")])),
        ("two begin so", [child("child", 103, &[said("Do it.")]), child("other", 103, &[said("Do it.")])].concat()),
        ("another parent", {
            let added = json!({"payload": {"type": "host/session-added", "sessionId": "child", "parentSessionId": "elsewhere"}});
            [wire::read([added]), child("child", 103, &[said("Do it.")])].concat()
        }),
    ] {
        let transcript = fold([one.clone(), other.clone()].concat());
        assert_eq!(started(&transcript), [None], "{why}");
        assert_ne!(parent(&transcript, "child"), link("main"), "{why}");
        let transcript = fold([other, one.clone()].concat());
        assert_eq!(started(&transcript), [None], "{why}");
    }
    // A session does not start itself.
    let own = fold(main(&[said("Do it."), delegating(1, "a", "Do it.")]));
    assert_eq!(started(&own), [None]);
    // Two at once with one task: either may be either's.
    let both = main(&[delegating(1, "a", "Do it."), delegating(1, "b", "Do it.")]);
    let twins = [child("child", 103, &[said("Do it.")]), child("other", 104, &[said("Do it.")])].concat();
    assert_eq!(started(&fold([both, twins].concat())), [None, None]);
}

#[test]
fn a_task_that_is_set_again_is_tied_by_what_the_times_rule_out() {
    let main =
        session_log("main", 100, &[delegating(1, "a", "Do it."), said("x"), said("y"), delegating(2, "b", "Do it.")]);
    let first = session_log("first", 101, &[said("Do it.")]);
    let second = session_log("second", 104, &[said("Do it.")]);
    let all: Vec<Entry> = [main, first, second].concat();
    permutations(&all, |order| {
        assert_eq!(started(&fold(order.iter().cloned())), [link("first"), link("second")]);
    });
}

#[test]
fn many_sessions_of_one_task_cost_no_more_than_each_its_own() {
    let mut transcript = Transcript::default();
    let one = session_log("main", 100, &[delegating(1, "a", "Do it.")]);
    one.into_iter().for_each(|entry| transcript.apply(entry));
    for number in 0..2_000 {
        let begun = session_log(&format!("s{number}"), 101, &[said("Do it.")]);
        begun.into_iter().for_each(|entry| transcript.apply(entry));
    }
    assert_eq!(started(&transcript), [None]);
}

#[test]
fn every_way_in_which_a_parent_is_told_is_heard() {
    let told = |frame: Value| fold(wire::read([frame])).session("child").unwrap().parent.clone();
    let fields = json!({"sessionId": "child", "parentSessionId": "main"});
    let frame = |kind: &str| {
        let mut payload = fields.clone();
        payload["type"] = json!(kind);
        json!({"payload": payload})
    };
    assert_eq!(told(frame("host/session-added")).as_deref(), Some("main"));
    assert_eq!(told(frame("session/subscribed")).as_deref(), Some("main"));
    assert_eq!(told(json!({"type": "session", "id": "child", "parentSession": "main"})).as_deref(), Some("main"));
    let mut row = fields.clone();
    row["projections"] =
        json!({"asOfSeq": 3, "values": {"title": "Child", "todos": [{"content": "a", "status": "pending"}]}});
    let list = json!({"result": {"ok": true, "value": {"items": [row, {"sessionId": "main"}]}}});
    let transcript = fold(wire::read([list]));
    let child = transcript.session("child").unwrap();
    assert_eq!((child.parent.as_deref(), child.title.as_deref()), (Some("main"), Some("Child")));
    assert!(outline::session(child).contains("step to do: \"a\""));
    assert!(transcript.session("main").is_some());
}

// --- Helpers ------------------------------------------------------------------------------------------------------------

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn completed() -> Value {
    json!({"kind": "completed"})
}

fn log_json(events: &[Event]) -> Vec<Value> {
    wire::frames(events)
}

fn frame_text(frame: &Value) -> String {
    format!("data: {frame}\n\n")
}

/// One turn with one search.
fn searching() -> Vec<Event> {
    let [first, .., answer, _, _] = parallel();
    vec![
        turn_start(1),
        said("look it up"),
        text(1, 1, 0, "I wi"),
        message(
            1,
            1,
            json!([{"type": "text", "text": "I will."}, {"type": "tool-call", "id": "a", "name": "web_search", "arguments": "{}"}]),
        ),
        first,
        answer,
        turn_end(1, &completed()),
    ]
}

/// Three calls at once and their results, one of them a failure.
fn parallel() -> [Event; 6] {
    let started = |id: &str| {
        let view = json!({"card": "generic", "title": format!("query {id}"), "kind": "search"});
        call(1, 1, id, "web_search", &format!("{{\"query\":\"{id}\"}}")).viewed(view)
    };
    let found = |id: &str| {
        let facts = json!({"sources": [{"url": format!("https://{id}.example/")}], "truncated": false});
        result(1, 1, id, &format!("text of {id}")).with("/meta", facts)
    };
    let failed = found("c").with("/message/content/0/isError", json!(true));
    [started("a"), started("b"), started("c"), found("a"), found("b"), failed]
}

fn announcement() -> [Event; 2] {
    let block = |id: &str| json!({"type": "tool-call", "id": id, "name": "web_search", "arguments": format!("{{\"query\":\"{id}\"}}")});
    [turn_start(1), message(1, 1, json!([{"type": "text", "text": "I look."}, block("a"), block("b"), block("c")]))]
}

fn announced(events: &[Event]) -> String {
    let events: Vec<Event> = announcement().into_iter().chain(events.to_vec()).collect();
    only_outline(&fold(log(&events)))
}

/// All orders of a few things.
fn permutations<T: Clone>(things: &[T], mut each: impl FnMut(&[T])) {
    fn visit<T>(things: &mut [T], fixed: usize, each: &mut impl FnMut(&[T])) {
        if fixed == things.len() {
            return each(things);
        }
        for next in fixed..things.len() {
            things.swap(fixed, next);
            visit(things, fixed + 1, each);
            things.swap(fixed, next);
        }
    }
    visit(&mut things.to_vec(), 0, &mut each);
}

fn is_delta(entry: &Entry) -> bool {
    entry.updates.iter().any(|update| matches!(update, Update::PartGrew { .. }))
}

fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut state = seed;
    for end in (1..things.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        things.swap(end, usize::try_from(state >> 33).unwrap() % (end + 1));
    }
}

fn session(transcript: &Transcript) -> &Session {
    transcript.session(wire::SESSION).unwrap()
}

fn calls(transcript: &Transcript) -> impl Iterator<Item = &Call> {
    session(transcript).items.iter().filter_map(|item| match &item.body {
        Body::Call(call) => Some(call.as_ref()),
        _ => None,
    })
}

/// The calls by their ids, which must differ, without the events' own `seq` and their raw form, which holds it.
fn by_id(transcript: &Transcript) -> BTreeMap<String, Call> {
    let mut calls = by_id_with_raw(transcript);
    for call in calls.values_mut() {
        if let Some(start) = &mut call.start {
            start.seq = 0;
            start.raw = Arc::default();
        }
        if let Some(result) = &mut call.result {
            result.raw = Arc::default();
        }
    }
    calls
}

fn by_id_with_raw(transcript: &Transcript) -> BTreeMap<String, Call> {
    let all: Vec<&Call> = calls(transcript).collect();
    let by_id: BTreeMap<String, Call> = all.iter().map(|call| (call.call_id.clone(), (*call).clone())).collect();
    assert_eq!(by_id.len(), all.len(), "an id twice");
    by_id
}

/// What a call's card shows as content, as lines of the outline.
fn outline_of_content(call: &Call) -> String {
    let item = Item { place: Place { seq: 0, sub: 0 }, time_ms: None, body: Body::Call(Box::new(call.clone())) };
    let session = Session { id: "s".into(), title: None, parent: None, items: vec![Arc::new(item)] };
    let outline = outline::session(&session);
    outline.lines().filter(|line| line.starts_with("      text ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn deltas_that_arrive_late_stand_where_they_belong() {
    let entries = log(&[
        turn_start(1),
        text(1, 1, 0, "Hé"),
        text(1, 1, 0, "llo "),
        text(1, 1, 0, "wor"),
        text(1, 1, 0, "ld"),
        wire::arguments(1, 1, 1, "a", "{\"q\":"),
        wire::arguments(1, 1, 1, "a", "\"x\"}"),
    ]);
    let late = fold([0, 1, 4, 3, 2, 6, 5].map(|place: usize| entries[place].clone()));
    let outline = only_outline(&late);
    assert!(outline.contains("\"Héllo world\""), "{outline}");
    assert!(outline.contains(r#"arguments "{\"q\":\"x\"}""#), "{outline}");
}

#[test]
fn what_the_host_says_of_itself_is_shown_once() {
    let failure = json!({"type": "stream/error", "error": {"message": "shutting down", "code": "bye"}});
    let frames = [json!({"payload": failure}), json!({"payload": failure})];
    let transcript = fold(wire::read(frames.clone()));
    assert_eq!(transcript.loose().len(), 1);
    let in_session = fold(log(&[turn_start(1)]).into_iter().chain(wire::read(frames)));
    assert_eq!(only_outline(&in_session).matches("shutting down").count(), 1);
    let trouble = json!({"payload": {"type": "host/agent-error", "sessionId": wire::SESSION, "message": "no key"}});
    assert!(only_outline(&fold(wire::read([trouble]))).contains("\"no key\""));
}

#[test]
fn a_history_that_has_more_says_so_until_its_beginning_is_there() {
    let page = |seqs: std::ops::Range<u64>, more: bool| {
        let event = |seq| json!({"event": {"type": "turn/start", "seq": seq, "data": {"turn": seq}}});
        json!({"events": seqs.map(event).collect::<Vec<_>>(), "hasMore": more})
    };
    let newest = fold(wire::read([page(5..8, true)]));
    assert!(outline::transcript(&newest).contains("begins before this"));
    for pages in [[page(5..8, true), page(0..5, false)], [page(0..5, false), page(5..8, true)]] {
        assert!(!outline::transcript(&fold(wire::read(pages))).contains("begins before this"));
    }
}

#[test]
fn a_stream_that_breaks_off_leaves_nothing_open_and_does_not_speak_of_an_end() {
    let mut transcript = Transcript::default();
    let events = [turn_start(1), text(1, 1, 0, "half"), call(1, 1, "a", "grep", "{}")];
    log(&events).into_iter().for_each(|entry| transcript.apply(entry));
    transcript.break_off();
    let outline = only_outline(&transcript);
    assert!(outline.contains("text (interrupted) \"half\""), "{outline}");
    assert!(outline.contains("call \"a\" no result received"), "{outline}");
    assert!(!outline.contains("ends while"), "{outline}");
}

#[test]
fn a_result_that_names_a_failure_or_lacks_its_flag_is_no_success() {
    let plain = || result(1, 1, "a", "text");
    let status_after = |event: Event| by_id(&fold(log(&[call(1, 1, "a", "grep", "{}"), event])))["a"].status();
    assert_eq!(status_after(plain()), Status::Done);
    assert_eq!(status_after(plain().with("/error", json!({"name": "WebError"}))), Status::Failed);
    let unflagged = json!([{"type": "tool-result", "toolCallId": "a", "content": []}]);
    assert_eq!(status_after(plain().with("/message/content", unflagged)), Status::Failed);
}
