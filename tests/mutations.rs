//! No fault in a recording stops the reading: not a damaged line, not a value of the wrong type.
//!
//! Every recording is read to the place of the fault once; from there each mutant goes on with a copy of that state, reads
//! the fault, some of what follows, and one event more, which must be shown. What is covered:
//!
//! - **lines**: each line of each stream and stored log, and each frame of an event stream, is cut short at several places
//!   (with its line end and without), doubled, dropped, moved to the front, moved to the end, and swapped with its
//!   neighbour; each line of each history answer is cut, doubled, dropped and swapped, which mostly leaves no JSON (the
//!   pages, which are printed over many more lines, get one kind of damage a line, in turn);
//! - **values**: in each recording each JSON value of each distinct frame, that is each distinct combination of event type,
//!   path (all entries of a list alike) and type of value, becomes null, a number, a string and a list. The number, the
//!   string and the list are in turn ordinary and odd ones.
//!
//! Nothing may panic, the reading must end in a transcript, a line that was cut must be reported, and the outline of
//! whatever the fault has touched must be written.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::wildcard_enum_match_arm, clippy::print_stdout)]

mod support;

use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;
use support::Recording;
use webcard::dialect;
use webcard::replay::Replay;
use webcard::stream::recording::Record;
use webcard::transcript::model::{Body, Item, Notice, Session};
use webcard::transcript::update::Entry;
use webcard::transcript::{Transcript, outline};
use webcard::view::ContentBlock;

/// How many lines after a fault are read.
const LINES_AFTER: usize = 12;

/// How many records after a fault are applied.
const RECORDS_AFTER: usize = 6;

const LATER: &str = "the reading goes on";

#[test]
fn streams_with_damaged_lines_are_read_on() {
    let started = Instant::now();
    let mut mutants = 0;
    for recording in support::all().iter().filter(|recording| !recording.path.ends_with(".json")) {
        let lines: Vec<&[u8]> = recording.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        mutants += damage(recording, &lines);
        if recording.path.ends_with(".sse") {
            let frames: Vec<Vec<u8>> = lines.chunks(2).map(<[&[u8]]>::concat).collect();
            mutants += damage(recording, &frames.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }
    println!("{mutants} streams with damaged lines in {:.1} s", started.elapsed().as_secs_f64());
    assert!(mutants > 30_000, "{mutants}");
}

#[test]
fn history_answers_with_damaged_lines_end_in_a_transcript() {
    let started = Instant::now();
    let (mut mutants, mut read) = (0, 0);
    for recording in support::all().iter().filter(|recording| recording.path.ends_with(".json")) {
        let lines: Vec<&[u8]> = recording.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let is_page = recording.path.contains("/rpc/");
        for place in 0..lines.len() {
            let mut damages = damaged_line(lines[place], lines.get(place + 1).copied());
            if is_page {
                damages = vec![damages.swap_remove(place % damages.len())];
            }
            for mutant in damages {
                let mut bytes = lines[..place].concat();
                bytes.extend(&mutant.instead);
                lines.iter().skip(mutant.rest(place)).for_each(|line| bytes.extend(*line));
                let _told = Told(&recording.path, place, &mutant.instead);
                let mut replay = Replay::default();
                replay.push(&bytes);
                // Without its first line a document is not recognised as one, and refused.
                let ended = replay.finish();
                assert!(ended.is_ok() || place == 0);
                let transcript = std::mem::take(replay.transcript_mut());
                let shown = transcript.sessions().any(|session| !session.items.is_empty());
                assert!(shown || is_reported(&transcript) || ended.is_err());
                mutants += 1;
                read += usize::from(shown);
            }
        }
    }
    println!(
        "{mutants} damaged history answers, {read} of them read in part, in {:.1} s",
        started.elapsed().as_secs_f64()
    );
    assert!(mutants > 3_000 && read > 500, "{mutants}, {read}");
}

#[test]
fn recordings_with_values_of_a_wrong_type_are_read_on() {
    let started = Instant::now();
    let (mut positions, mut mutants) = (0, 0);
    for recording in &support::all() {
        let documents: Vec<Value> = recording.records().iter().map(value_of).collect();
        let (some, of_them) = match &documents[..] {
            [document] if recording.path.ends_with(".json") => mistype_history(recording, document),
            documents => mistype_frames(recording, documents),
        };
        positions += some;
        mutants += of_them;
    }
    println!(
        "{mutants} recordings with one of {positions} values replaced, in {:.1} s",
        started.elapsed().as_secs_f64()
    );
    assert!(positions > 5_000 && mutants > 3 * positions, "{positions}, {mutants}");
}

// --- Lines --------------------------------------------------------------------------------------------------------------

/// What stands in the place of a line, and of the one after it where that is concerned too.
struct Damage {
    instead: Vec<u8>,
    swallows_next: bool,
    /// The line was cut where that cannot go unnoticed.
    is_cut: bool,
}

impl Damage {
    /// Where reading goes on.
    fn rest(&self, place: usize) -> usize {
        place + if self.swallows_next { 2 } else { 1 }
    }
}

/// Cut, doubled, dropped and swapped.
fn damaged_line(line: &[u8], next: Option<&[u8]>) -> Vec<Damage> {
    let end = line.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
    let (text, line_end) = line.split_at(end);
    let damage = |instead: Vec<u8>| Damage { instead, swallows_next: false, is_cut: false };
    let mut all = vec![damage([line, line].concat()), damage(Vec::new())];
    let mut points = vec![1, end / 4, end / 2, end - end / 4, end.saturating_sub(1)];
    points.retain(|point| *point < end);
    points.dedup();
    for point in points {
        // An event stream's line that breaks off in its field's name is another field, which nobody asks for.
        let is_cut = point >= "data: {".len() && !text.starts_with(b":");
        all.push(Damage { instead: [&text[..point], line_end].concat(), swallows_next: false, is_cut });
    }
    all.push(damage(text[..end / 2].to_vec()));
    all.extend(next.map(|next| Damage { instead: [next, line].concat(), swallows_next: true, is_cut: false }));
    all
}

/// Damages each line of a stream and gives the number of mutants.
fn damage(recording: &Recording, lines: &[&[u8]]) -> usize {
    let later = later_line(recording);
    let mut mutants = 0;
    let mut before = Replay::default();
    for (place, line) in lines.iter().enumerate() {
        for mutant in damaged_line(line, lines.get(place + 1).copied()) {
            let _told = Told(&recording.path, place, &mutant.instead);
            let after = lines.iter().skip(mutant.rest(place)).take(LINES_AFTER).copied();
            let transcript = read_on(before.clone(), &mutant.instead, after, &later);
            assert!(shows_later(&transcript));
            assert!(!mutant.is_cut || is_reported(&transcript), "cut in silence");
            mutants += 1;
        }
        let _told = Told(&recording.path, place, line);
        let after = lines.iter().skip(place + 1).take(LINES_AFTER).copied();
        let to_the_end = read_on(before.clone(), &[], after.chain([*line]), &later);
        assert!(shows_later(&to_the_end));
        let others = lines.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| *other);
        let to_the_front = read_on(Replay::default(), line, others.take(LINES_AFTER), &later);
        assert!(shows_later(&to_the_front));
        mutants += 2;

        before.push(line);
        before.transcript_mut().take_changes();
    }
    mutants
}

fn read_on<'a>(mut replay: Replay, fault: &[u8], after: impl Iterator<Item = &'a [u8]>, later: &[u8]) -> Transcript {
    replay.push(fault);
    after.for_each(|line| replay.push(line));
    replay.push(later);
    replay.finish().unwrap();
    let mut transcript = std::mem::take(replay.transcript_mut());
    write_touched(&mut transcript);
    transcript
}

fn later_line(recording: &Recording) -> Vec<u8> {
    let (before, after) = if recording.path.ends_with(".sse") { ("\n\ndata: ", "\n\n") } else { ("\n", "\n") };
    format!("{before}{}{after}", later_document(recording)).into_bytes()
}

// --- Values -------------------------------------------------------------------------------------------------------------

/// Replaces values in frames or rows of a log. Gives the number of positions and of mutants.
fn mistype_frames(recording: &Recording, documents: &[Value]) -> (usize, usize) {
    let later = entries(&mut dialect::Reader::default(), &later_document(recording));
    let mut reader = dialect::Reader::default();
    let all: Vec<Vec<Entry>> = documents.iter().map(|document| entries(&mut reader, document)).collect();

    let mut known = HashSet::new();
    let (mut positions, mut mutants) = (0, 0);
    let (mut reader, mut before) = (dialect::Reader::default(), Transcript::default());
    for (place, document) in documents.iter().enumerate() {
        let kind = kind_of(document);
        for pointer in pointers(document) {
            if !known.insert((kind.clone(), position(document, &pointer))) {
                continue;
            }
            for wrong in wrong_values(document, &pointer, positions) {
                let _told = Told(&recording.path, place, pointer.as_bytes());
                let (mut reader, mut transcript) = (reader.clone(), before.clone());
                let fault = entries(&mut reader, &wrong);
                let after = all[place + 1..].iter().take(RECORDS_AFTER).flatten().chain(&later).cloned();
                fault.into_iter().chain(after).for_each(|entry| transcript.apply(entry));
                transcript.finish();
                assert!(shows_later(&transcript));
                write_touched(&mut transcript);
                mutants += 1;
            }
            positions += 1;
        }
        entries(&mut reader, document);
        all[place].iter().cloned().for_each(|entry| before.apply(entry));
        before.take_changes();
    }
    (positions, mutants)
}

/// Replaces values in a history answer: in each row, with those that follow it, and around the rows.
fn mistype_history(recording: &Recording, document: &Value) -> (usize, usize) {
    let list = ["/events", "/response/body/result/value/events"]
        .into_iter()
        .find(|at| document.pointer(at).is_some())
        .unwrap();
    let rows = document.pointer(list).and_then(Value::as_array).unwrap();
    let mut known = HashSet::new();
    let (mut positions, mut mutants) = (0, 0);
    for (place, row) in rows.iter().enumerate() {
        let end = rows.len().min(place + 1 + RECORDS_AFTER);
        let mut window = document.clone();
        let shown = [&rows[place..end], &[later_row()]].concat();
        *window.pointer_mut(list).unwrap() = shown.into();
        let kind = kind_of(row);
        for pointer in pointers(&window) {
            let in_row = pointer.strip_prefix(list).and_then(|inner| inner.strip_prefix("/0"));
            // The rows after this one have their own turn.
            if in_row.is_none() && pointer.starts_with(&format!("{list}/")) {
                continue;
            }
            let kind = if in_row.is_some() { &kind } else { "" };
            if !known.insert((kind.to_owned(), position(&window, &pointer))) {
                continue;
            }
            for wrong in wrong_values(&window, &pointer, positions) {
                let _told = Told(&recording.path, place, pointer.as_bytes());
                let mut transcript = support::fold(entries(&mut dialect::Reader::default(), &wrong));
                let has_rows =
                    wrong.pointer(list).is_some_and(|rows| rows.as_array().is_some_and(|rows| rows.len() > 1));
                assert!(if has_rows { shows_later(&transcript) } else { !shows_later(&transcript) });
                write_touched(&mut transcript);
                mutants += 1;
            }
            positions += 1;
        }
    }
    (positions, mutants)
}

/// The paths to all values in a document, itself included.
fn pointers(document: &Value) -> Vec<String> {
    fn visit(value: &Value, pointer: &str, all: &mut Vec<String>) {
        all.push(pointer.to_owned());
        match value {
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(index, entry)| visit(entry, &format!("{pointer}/{index}"), all))
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    visit(field, &format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), all);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    visit(document, "", &mut all);
    all
}

/// A path with its list indices left out, and the type of the value there.
fn position(document: &Value, pointer: &str) -> String {
    let steps = pointer.split('/').map(|step| if step.parse::<usize>().is_ok() { "*" } else { step });
    let kind = match document.pointer(pointer).unwrap() {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    format!("{} {kind}", steps.collect::<Vec<_>>().join("/"))
}

/// What tells frames apart: the types of frame, event and chunk.
fn kind_of(document: &Value) -> String {
    let frame = document.get("frame").unwrap_or(document);
    let event = [frame.pointer("/payload/event"), frame.get("event")].into_iter().flatten().next().unwrap_or(frame);
    let types = [frame.pointer("/payload/type"), event.get("type"), event.pointer("/data/chunk/type")];
    types.into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}

/// The document with one value replaced by each of four others that it is not.
fn wrong_values(document: &Value, pointer: &str, turn: usize) -> Vec<Value> {
    let numbers = [json!(7), json!(-1), json!(1.5), json!(1e300), json!(9_007_199_254_740_991_u64), json!(u64::MAX)];
    let strings = [json!("x"), json!(""), json!("\u{202e}\u{1f98a}\0"), json!("[1]")];
    let lists = [json!([]), json!([null]), json!([[7]]), json!([{}])];
    let wrong = [&json!(null), &numbers[turn % 6], &strings[turn % 4], &lists[turn % 4]];
    let old = document.pointer(pointer).unwrap();
    let replaced = |new: &Value| {
        let mut document = document.clone();
        *document.pointer_mut(pointer).unwrap() = new.clone();
        document
    };
    wrong.into_iter().filter(|new| *new != old).map(replaced).collect()
}

// --- What both need -----------------------------------------------------------------------------------------------------

fn value_of(record: &Record) -> Value {
    let Record::Json { text, .. } = record else { return Value::Null };
    serde_json::from_str(text).unwrap()
}

fn entries(reader: &mut dialect::Reader, document: &Value) -> Vec<Entry> {
    reader.read(Record::Json { text: document.to_string(), line: 1 })
}

/// An event behind all others, in the recording's first session and in the recording's own form.
fn later_document(recording: &Recording) -> Value {
    let event = later_row()["event"].take();
    if recording.path.contains("/export/") {
        return event;
    }
    let session = recording.entries().into_iter().find_map(|entry| entry.session).unwrap();
    json!({"payload": {"type": "session/event", "sessionId": &*session, "event": event}})
}

fn later_row() -> Value {
    let data = json!({"content": [{"type": "text", "text": LATER}], "source": {"kind": "user"}});
    json!({"event": {"type": "user/message", "seq": 1_000_000_000_000_u64, "time": 1, "data": data}})
}

fn shows_later(transcript: &Transcript) -> bool {
    let is_later = |item: &Arc<Item>| match &item.body {
        Body::Given { content, .. } => matches!(&content[..], [ContentBlock::Text(text)] if text == LATER),
        _ => false,
    };
    transcript.sessions().any(|session| session.items.iter().rev().any(is_later))
}

fn is_reported(transcript: &Transcript) -> bool {
    let is_report = |item: &Arc<Item>| matches!(&item.body, Body::Notice(Notice::Unreadable { .. }));
    !transcript.loose().is_empty() || transcript.sessions().any(|session| session.items.iter().any(is_report))
}

/// Writes the outline of what has changed since the fault.
fn write_touched(transcript: &mut Transcript) {
    let changes = transcript.take_changes();
    for (id, within) in changes.within {
        let Session { id, title, parent, items } = transcript.session(&id).unwrap();
        let touched = |place| items.binary_search_by_key(place, |item| item.place).ok().map(|at| items[at].clone());
        let items: Vec<Arc<Item>> = within.items.iter().filter_map(touched).collect();
        let touched = Session { id: id.clone(), title: title.clone(), parent: parent.clone(), items };
        assert!(!outline::session(&touched).contains('\0'));
    }
}

/// Names the mutant that a failure is about.
struct Told<'a>(&'a str, usize, &'a [u8]);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self(path, place, fault) = self;
            println!("in {path}, line or record {place}: {}", String::from_utf8_lossy(fault));
        }
    }
}
