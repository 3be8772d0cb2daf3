//! Everything a recording may be, and what is said about what cannot be read.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

mod support;

use serde_json::{Value, json};
use support::wire::{self, Event, call, log, message, result, said, text, turn_start};
use support::{Era, fold, history, only_outline, outlines, replay, stream};
use webcard::replay::whole;
use webcard::stream::recording::{Reader, Record};
use webcard::transcript::model::Notice;
use webcard::transcript::update::{Author, Entry, Trouble, Update};
use webcard::transcript::{Transcript, outline};
use webcard::{dialect, replay as recordings};

#[test]
fn a_history_is_the_same_in_every_wrapping_and_layout() {
    for era in Era::STREAMED {
        let recording = history(era, "search-variants");
        let value: Value = serde_json::from_slice(&recording.bytes).unwrap();
        let response = json!({"type": "server-response", "rpcId": "1", "result": {"ok": true, "value": value}});
        let capture = json!({"request": {"body": {"payload": {}}}, "response": {"status": 200, "body": response}});
        let expected = outlines(&recording.transcript());
        for document in [&value, &response, &capture] {
            for bytes in [document.to_string(), format!("{document:#}"), format!("\u{feff}\n{document:#}\n")] {
                assert_eq!(outlines(&replay(bytes.as_bytes(), 999)), expected);
            }
        }
        // Only the list: the title is an event of its own in this history.
        let list = &value["events"];
        for bytes in [list.to_string(), format!("{list:#}")] {
            assert_eq!(outlines(&replay(bytes.as_bytes(), 999)), expected);
        }
    }
}

#[test]
fn frames_are_the_same_in_an_event_stream_and_in_lines_with_or_without_their_time_of_arrival() {
    let records = stream(Era::Sse, "fetch").records();
    let texts = || {
        records.iter().map(|record| if let Record::Json { text, .. } = record { text } else { panic!("{record:?}") })
    };
    let expected = outlines(&stream(Era::Sse, "fetch").transcript());
    let sse: String = texts().map(|text| format!("data:{text}\r\n\r\n")).collect();
    let bare: String = texts().map(|text| format!("{text}\n")).collect();
    let timed: String = texts().map(|text| format!("{{\"at\":1,\"frame\":{text}}}\n")).collect();
    for bytes in [sse, bare, timed] {
        assert_eq!(outlines(&replay(bytes.as_bytes(), 777)), expected);
    }
}

#[test]
fn packed_rows_of_a_log_are_the_deltas_they_stand_for() {
    let rows = [
        json!({"type": "session", "id": wire::SESSION, "createdAt": 1}),
        json!({"type": "text-chunks", "seq0": 3, "time0": 100, "data": {"turn": 1, "step": 2, "index": 1, "dt": [10, 20], "texts": ["a", "b", "c"]}}),
        json!({"type": "reasoning-chunks", "seq0": 6, "time0": 200, "data": {"turn": 1, "step": 2, "index": 0, "dt": [], "texts": ["r"]}}),
        json!({"type": "tool-call-chunks", "seq0": 7, "time0": 300, "data": {"turn": 1, "step": 2, "index": 2, "dt": [1], "id": "x", "name": "grep", "args": ["{", "}"]}}),
    ];
    let entries = wire::read(rows);
    let seqs: Vec<_> = entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [None, Some(3), Some(4), Some(5), Some(6), Some(7), Some(8)]);
    let times: Vec<_> = entries.iter().filter_map(|entry| entry.time_ms).collect();
    assert_eq!(times, [1, 100, 110, 130, 200, 300, 301]);
    let outline = only_outline(&fold(entries));
    for line in ["text (interrupted) \"abc\"", "reasoning (interrupted) \"r\"", "tool \"grep\"", "arguments \"{}\""] {
        assert!(outline.contains(line), "{line}: {outline}");
    }
}

#[test]
fn a_packed_row_that_is_not_as_it_should_be_is_unreadable_as_a_whole() {
    let row = json!({"type": "text-chunks", "seq0": 3, "time0": 100, "data": {"turn": 1, "step": 2, "index": 1, "dt": [], "texts": ["a"]}});
    for (pointer, wrong) in [
        ("/seq0", json!("3")),
        ("/time0", json!(null)),
        ("/data", json!([])),
        ("/data/texts", json!("a")),
        ("/data/dt", json!([null])),
        ("/data/texts", json!([1])),
    ] {
        let mut row = row.clone();
        *row.pointer_mut(pointer).unwrap() = wrong;
        assert!(matches!(&wire::read([row])[..], [entry] if is_unreadable(entry)), "{pointer}");
    }
}

#[test]
fn only_a_message_whose_source_is_a_user_is_a_persons() {
    let author = |source: Value| {
        let data = json!({"content": [], "source": source});
        match log(&[Event::new("user/message", data)]).remove(0).updates.remove(0) {
            Update::MessageGiven { author, .. } => author,
            other => panic!("{other:?}"),
        }
    };
    let software = |name: Option<&str>, summary: Option<&str>| Author::Software {
        name: name.map(str::to_owned),
        summary: summary.map(str::to_owned),
    };
    assert_eq!(author(json!({"kind": "user", "rpcId": "r"})), Author::Person);
    assert_eq!(
        author(json!({"kind": "plugin", "plugin": "jobs", "summary": "done"})),
        software(Some("jobs"), Some("done"))
    );
    assert_eq!(author(json!({"kind": "cron"})), software(Some("cron"), None));
    for odd in [json!(null), json!("user"), json!(["user"]), json!({"kind": ["user"]}), json!({"kind": "User "})] {
        assert!(matches!(author(odd.clone()), Author::Software { .. }), "{odd}");
    }
}

#[test]
fn compaction_and_events_of_other_types_show_nothing_and_keep_their_place() {
    let mut frames =
        wire::frames(&[said("one"), said("summary of one"), Event::new("request/header", json!(null)), said("two")]);
    frames[1]["payload"]["event"]["surfaceOp"] = json!({"op": "replace", "start": 0, "end": 0});
    let outline = only_outline(&fold(wire::read(frames)));
    assert!(outline.contains("\"one\"") && outline.contains("\"two\""), "{outline}");
    assert!(!outline.contains("summary of one") && !outline.contains("missing"), "{outline}");
}

#[test]
fn frames_that_say_nothing_of_the_conversation_leave_nothing_behind() {
    for payload in [
        json!({"type": "session/queue", "sessionId": wire::SESSION, "items": [{}]}),
        json!({"type": "session/jobs", "sessionId": wire::SESSION, "jobs": null}),
        json!({"type": "session/projection", "sessionId": wire::SESSION, "key": "todos", "value": null, "seq": 3}),
        json!({"type": "session/projection", "sessionId": wire::SESSION, "key": "todos", "value": []}),
        json!({"type": "session/projection", "sessionId": wire::SESSION, "key": "goal", "value": [], "seq": 3}),
        json!({"type": "session/projection", "sessionId": wire::SESSION, "seq": 3}),
        json!({"type": "session/projection", "sessionId": wire::SESSION, "key": "title", "value": null, "seq": 3}),
        json!({"type": "host/commands-changed"}),
        json!({"type": "something/new", "sessionId": wire::SESSION, "event": 7}),
    ] {
        let entries = wire::read([json!({"payload": payload})]);
        assert!(entries.iter().all(|entry| entry.updates.is_empty() && entry.seq.is_none()), "{entries:?}");
        assert_eq!(entries.len(), 1);
    }
}

#[test]
fn what_a_person_is_asked_that_cannot_be_read_is_kept_and_told() {
    let questions = json!([{"id": "q", "question": "Which?"}]);
    let asked = json!({"type": "question/requested", "sessionId": wire::SESSION, "questions": questions});
    let approval =
        json!({"type": "approval/requested", "sessionId": wire::SESSION, "approvalId": "a", "toolName": "t"});
    let ends = [
        json!({"type": "question/resolved", "sessionId": wire::SESSION, "questionRpcId": "r", "outcome": "answered"}),
        json!({"type": "approval/resolved", "sessionId": wire::SESSION, "approvalId": "a", "outcome": "rejected"}),
    ];
    let read = |payload: &Value, rpc_id: Value| wire::read([json!({"rpcId": rpc_id, "payload": payload})]);
    let fields = ["questions", "approvalId", "toolName", "questionRpcId", "outcome"];
    let mut broken = 0;
    for payload in [&asked, &approval].into_iter().chain(&ends) {
        assert!(!is_unreadable(&read(payload, json!("r"))[0]), "{payload}");
        for field in fields.iter().filter(|field| payload.get(**field).is_some()) {
            let mut payload = payload.clone();
            payload[*field] = json!([null]);
            let [entry] = &read(&payload, json!("r"))[..] else { panic!("{payload}") };
            assert!(is_unreadable(entry) && entry.session.is_some(), "{payload}");
            broken += 1;
        }
    }
    assert_eq!(broken, 7);
    // Without its own id a question could not be told from the same one sent again.
    assert!(is_unreadable(&read(&asked, json!(null))[0]) && !is_unreadable(&read(&approval, json!(null))[0]));
    for (kind, data) in [
        ("todo/write", json!({"todos": null})),
        ("approval/asked", json!({"id": "a"})),
        ("approval/decided", json!({"id": "a"})),
    ] {
        assert!(is_unreadable(&log(&[Event::new(kind, data)])[0]), "{kind}");
    }
}

#[test]
fn a_row_of_a_list_of_sessions_that_names_none_is_told() {
    let list = json!({"items": [{"title": "x"}, {"sessionId": "b"}]});
    let entries = wire::read([list]);
    assert_eq!(entries.len(), 2);
    assert!(is_unreadable(&entries[0]) && entries[1].session.as_deref() == Some("b"));
}

#[test]
fn a_view_made_for_the_other_side_is_no_view() {
    let shown = |side: Value| {
        let mut frames =
            wire::frames(&[call(1, 1, "a", "bash", "{}").viewed(json!({"card": "terminal", "title": "ls"}))]);
        frames[0]["payload"]["view"]["for"] = side;
        only_outline(&fold(wire::read(frames))).contains("title \"ls\"")
    };
    assert!(shown(json!("call")) && shown(json!(null)));
    assert!(!shown(json!("result")));
}

#[test]
fn arguments_that_are_not_text_are_shown_as_the_json_they_are() {
    let outline = only_outline(&fold(log(&[call(1, 1, "a", "bash", "").with("/arguments", json!({"command": "ls"}))])));
    assert!(outline.contains(r#"arguments "{\"command\":\"ls\"}""#), "{outline}");
}

#[test]
fn a_result_is_paired_by_its_block_where_its_source_names_no_call() {
    let found = result(1, 1, "a", "found").with("/message/source", json!(null));
    let outline = only_outline(&fold(log(&[call(1, 1, "a", "grep", "{}"), found.clone()])));
    assert!(outline.contains("call \"a\" done"), "{outline}");
    let nameless = found.with("/message/content/0/toolCallId", json!(null));
    assert!(is_unreadable(&log(&[nameless])[0]));
}

#[test]
fn what_cannot_be_read_says_why_and_keeps_its_text() {
    let frame = |payload: Value| json!({"payload": payload});
    let event = |event: Value| frame(json!({"type": "session/event", "sessionId": "s", "event": event}));
    for (document, reason) in [
        (json!(null), "payload: expected an object, found nothing"),
        (json!("text"), "payload: expected an object, found nothing"),
        (frame(json!(null)), "payload: expected an object, found null"),
        (frame(json!({"sessionId": "s"})), "payload.type: expected a string, found nothing"),
        (frame(json!({"type": "session/event", "event": {}})), "sessionId: expected a string, found nothing"),
        (
            frame(json!({"type": "session/event", "sessionId": 7})),
            "payload.sessionId: expected a string, found a number",
        ),
        (frame(json!({"type": "session/event", "sessionId": "s"})), "event: expected an object, found nothing"),
        (event(json!([])), "event: expected an object, found a list"),
        (event(json!({"type": "turn/start"})), "event.seq: expected a whole number from 0, found nothing"),
        (event(json!({"type": "turn/start", "seq": -1})), "event.seq: expected a whole number from 0, found a number"),
        (event(json!({"seq": 1})), "event.type: expected a string, found nothing"),
        (event(json!({"type": "assistant/chunk", "seq": 1})), "data: expected an object, found null"),
        (
            event(json!({"type": "assistant/chunk", "seq": 1, "data": {}})),
            "data.chunk: expected a value, found nothing",
        ),
        (
            event(json!({"type": "assistant/message", "seq": 1, "data": {"message": {}}})),
            "data.message.content: expected a value, found nothing",
        ),
        (
            event(json!({"type": "tool/call", "seq": 1, "data": {"name": "n"}})),
            "data.callId: expected a string, found nothing",
        ),
        (
            event(json!({"type": "session/title", "seq": 1, "data": {"title": 7}})),
            "data.title: expected a string, found a number",
        ),
        (json!([{"view": {}}]), "event: expected an object, found nothing"),
        (json!({"hello": "world"}), "event.type: expected a string, found nothing"),
        (json!({"events": {}}), "event.type: expected a string, found nothing"),
    ] {
        let entries = wire::read([document.clone()]);
        let [entry] = &entries[..] else { panic!("{document}") };
        let [Update::Unreadable { problem, raw }] = &entry.updates[..] else { panic!("{document}: {entry:?}") };
        assert_eq!(problem.to_string(), reason, "{document}");
        let kept: Value = serde_json::from_str(raw).unwrap();
        assert!(document.to_string().contains(&kept.to_string()), "{document}: {raw}");
    }
}

#[test]
fn an_unreadable_event_with_a_place_leaves_no_gap() {
    let events = [said("one"), call(1, 1, "a", "grep", "{}").with("/callId", json!(null)), said("two")];
    let outline = only_outline(&fold(log(&events)));
    assert_eq!(outline.matches("unreadable: data.callId: expected a string, found null").count(), 1, "{outline}");
    assert!(!outline.contains("missing") && outline.contains("\"two\""), "{outline}");
}

#[test]
fn what_is_kept_of_an_unreadable_text_is_cut_between_characters() {
    let read = |text: String| match dialect::Reader::default()
        .read(Record::Json { text, line: 1 })
        .remove(0)
        .updates
        .remove(0)
    {
        Update::Unreadable { problem: Trouble::NotJson(_), raw } => raw,
        other => panic!("{other:?}"),
    };
    assert_eq!(read("🦊".repeat(5_000)), format!("{}…", "🦊".repeat(4_000)));
    assert_eq!(read("🦊".repeat(4_000)), "🦊".repeat(4_000));
}

#[test]
fn an_event_that_is_too_large_is_left_out_visibly_and_the_next_one_is_read() {
    let frames = wire::frames(&[said("one"), said(&"x".repeat(5_000)), said("three")]);
    let (mut reader, mut records) = (Reader::with_cap(1_000), Vec::new());
    frames.iter().for_each(|frame| reader.push(format!("data: {frame}\n\n").as_bytes(), &mut records));
    reader.finish(&mut records).unwrap();
    let mut reader = dialect::Reader::default();
    let outline = only_outline(&fold(records.into_iter().flat_map(|record| reader.read(record))));
    assert!(outline.contains("unreadable: left out: "), "{outline}");
    assert!(outline.contains("bytes is more than one event may have"), "{outline}");
    assert!(outline.contains("missing: events 1 to 1") && outline.contains("\"three\""), "{outline}");
}

#[test]
fn bytes_that_are_no_recording_are_refused_and_a_recording_is_read_whole() {
    assert!(whole(b"").is_err());
    assert!(whole(b"hello there\n").is_err());
    let bash = stream(Era::Sse, "bash");
    assert_eq!(outlines(&recordings::whole(&bash.bytes).unwrap()), outlines(&bash.transcript()));
}

#[test]
fn the_outline_names_every_state_before_the_end() {
    let transcript = unfinished(&[
        turn_start(1),
        wire::reasoning(1, 1, 0, "hm"),
        wire::arguments(1, 1, 1, "a", "{"),
        call(1, 1, "b", "grep", "{}"),
    ]);
    let outline = only_outline(&transcript);
    for line in ["reasoning (being written) \"hm\"", "call \"a\" pending", "call \"b\" running"] {
        assert!(outline.contains(line), "{line}: {outline}");
    }
}

#[test]
fn the_outline_shows_what_a_message_holds_besides_text() {
    let content = json!([
        {"type": "reasoning", "text": "r"},
        {"type": "tool-call", "id": "i", "name": "n", "arguments": "{}"},
        {"type": "image", "mediaType": "image/png", "name": "a.png"},
        {"type": "audio", "data": "AA"},
    ]);
    let given = Event::new("user/message", json!({"content": content, "source": {"kind": "user"}}));
    let outline = only_outline(&fold(log(&[given, message(1, 1, json!([{"type": "audio", "data": "AA"}]))])));
    for line in [
        "    reasoning \"r\"\n",
        "    announces \"n\" \"i\" \"{}\"\n",
        "    image \"image/png\" \"a.png\"\n",
        "    block {\"type\":\"audio\",\"data\":\"AA\"}\n",
        "  block {\"type\":\"audio\",\"data\":\"AA\"}\n",
    ] {
        assert!(outline.contains(line), "{line}: {outline}");
    }
}

#[test]
fn the_outline_is_one_line_an_item_and_hides_no_character() {
    let hostile = "a\nb\u{202e}c\u{2028}d\u{0}e\u{7f}\u{200f}";
    let view = |card: &str| json!({"card": card, "title": hostile, "kind": hostile, "rawInput": hostile});
    let events = [
        turn_start(1),
        said(hostile),
        text(1, 1, 0, hostile),
        call(1, 2, hostile, hostile, hostile).viewed(view("generic")),
        call(1, 2, "b", hostile, hostile).viewed(view(hostile)),
        result(1, 2, hostile, hostile).viewed(json!({"card": hostile, "title": hostile})),
        Event::new("session/title", json!({"title": hostile})),
        Event::new("turn/end", json!({"turn": 1, "reason": {"kind": hostile}})),
    ];
    let plain: Vec<Event> = events.iter().map(|event| event.replacing(hostile, "plain")).collect();
    let lines = |events: &[Event]| outline::transcript(&fold(log(events))).lines().count();
    assert_eq!(lines(&events), lines(&plain));
    let outline = outline::transcript(&fold(log(&events)));
    for hidden in ['\u{202e}', '\u{2028}', '\0', '\u{7f}', '\u{200f}'] {
        assert!(!outline.contains(hidden), "{hidden:?}: {outline}");
    }
    assert!(outline.contains(r"a\nb\u202ec\u2028d\u0000e\u007f\u200f"), "{outline}");
}

#[test]
fn the_outline_gives_the_reason_why_a_view_was_not_taken() {
    let events = [
        call(1, 1, "a", "grep", "{}").viewed(json!({"card": "generic", "title": "t", "kind": "ponder"})),
        result(1, 1, "a", "found").viewed(json!({"card": "web", "kind": "fetch", "url": "u", "truncated": false})),
    ];
    let outline = only_outline(&fold(log(&events)));
    assert!(outline.contains("call card not taken: unknown kind \"ponder\" of card \"generic\""), "{outline}");
    assert!(outline.contains("view {\"card\":\"generic\",\"title\":\"t\",\"kind\":\"ponder\"}"), "{outline}");
    assert!(outline.contains("card content"), "{outline}");
    assert!(outline.contains("view not taken: statusCode: expected a whole number, found nothing"), "{outline}");
}

#[test]
fn notices_about_the_stream_as_a_whole_come_first() {
    let frame = &wire::frames(&[said("one")])[0];
    let transcript = replay(format!("data: nonsense\n\ndata: {frame}\n\n").as_bytes(), 5);
    assert!(matches!(transcript.loose(), [Notice::Unreadable { raw, .. }] if raw == "nonsense"));
    let outline = outline::transcript(&transcript);
    assert!(
        outline.starts_with("unreadable: not JSON: ") && outline.contains("\"nonsense\"\nsession \"s\"\n"),
        "{outline}"
    );
}

fn is_unreadable(entry: &Entry) -> bool {
    matches!(&entry.updates[..], [Update::Unreadable { .. }])
}

fn unfinished(events: &[Event]) -> Transcript {
    let mut transcript = Transcript::default();
    log(events).into_iter().for_each(|entry| transcript.apply(entry));
    transcript
}
