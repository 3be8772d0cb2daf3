use super::*;
use crate::view::fields::Kind as Value;
use proptest::prelude::*;
use std::ops::ControlFlow;

const CHUNK: usize = 64 * 1024;

/// Judges as the page does, and tells how many bytes that took.
fn judge_in(file: &[u8], size: usize) -> (Result<Kind, Refusal>, usize) {
    let mut judge = Judge::default();
    let mut taken = 0;
    let early = file.chunks(size).try_for_each(|chunk| {
        taken += chunk.len();
        judge.push(chunk).map_or(ControlFlow::Continue(()), ControlFlow::Break)
    });
    match early {
        ControlFlow::Break(judgement) => (judgement, taken),
        ControlFlow::Continue(()) => (judge.finish(), taken),
    }
}

fn judge(file: impl AsRef<[u8]>) -> Result<Kind, Refusal> {
    judge_in(file.as_ref(), CHUNK).0
}

fn unreadable(line: u64, problem: Trouble) -> Result<Kind, Refusal> {
    Err(Refusal::Unreadable { line, problem })
}

fn too_large(what: Large) -> Trouble {
    Trouble::LargerThan(what, MAX_EVENT_BYTES as u64)
}

const EVENT: &str = r#"{"type":"turn/start","seq":0,"data":{"turn":1}}"#;
const FRAME: &str = r#"{"payload":{"type":"host/plugins"}}"#;

#[test]
fn one_readable_event_in_any_form_is_enough() {
    for file in [
        EVENT.to_owned(),
        format!("[{{\"event\":{EVENT}}}]"),
        format!("{{\n\"events\": [{{\"event\":{EVENT}}}]\n}}"),
        format!("{{\"type\":\"session\",\"id\":\"s\"}}\n{EVENT}\n"),
        format!(
            ": hello\n\ndata: {{\"payload\":{{\"type\":\"session/event\",\"sessionId\":\"s\",\"event\":{EVENT}}}}}\n\n"
        ),
        format!("{FRAME}\n{{\"payload\":{{\"type\":\"session/subscribed\",\"sessionId\":\"s\"}}}}\n"),
        format!("{{broken\nand more\n{EVENT}\n"),
    ] {
        assert_eq!(judge(&file), Ok(Kind::Recording), "{file}");
    }
}

#[test]
fn a_file_with_nothing_in_it_says_so() {
    for file in ["", "\n\n", "\u{feff} \r\n"] {
        assert_eq!(judge(file), Err(Refusal::Empty));
    }
    assert_eq!(judge(" ".repeat(1 << 20)), Err(Refusal::Empty));
}

#[test]
fn files_of_other_kinds_are_named() {
    let packed = |packing| Err(Refusal::Packed(packing));
    for (file, expected) in [
        (b"PK\x03\x04rest".as_slice(), Ok(Kind::Archive)),
        (b"PK\x05\x06rest", Ok(Kind::Archive)),
        (b"\x28\xb5\x2f\xfdrest", packed(Packing::Zstd)),
        (b"\x1f\x8b\x08\0rest", packed(Packing::Gzip)),
        (b"\x1f\x8b", packed(Packing::Gzip)),
        (b"%PDF-1.7\n", Err(Refusal::Pdf)),
        (b"\xff\xfe{\0\"\0", Err(Refusal::Utf16)),
        (b"\n<!DOCTYPE html>\n<p>", Err(Refusal::Html)),
        (b"<html lang=en>", Err(Refusal::Html)),
        (b"\x89PNG\r\n\x1a\n", Err(Refusal::Binary)),
        (b"\x7fELF\x02\x01\x01", Err(Refusal::Binary)),
        (b"\0\0\0 ftyp", Err(Refusal::Binary)),
    ] {
        assert_eq!(judge(file), expected, "{file:?}");
    }
}

#[test]
fn text_in_no_format_says_where_and_what() {
    for (file, line, found) in [("hello\nworld", 1, "hello"), ("\n\n\tname,age", 3, "name,age"), ("<p>", 1, "<p>")] {
        let fault = NotARecording { line, found: found.to_owned() };
        assert_eq!(judge(file), Err(Refusal::NotARecording(fault)));
    }
}

#[test]
fn the_first_fault_is_named_with_its_line() {
    let malformed = |path: &str, expected, found| {
        Trouble::Malformed(crate::view::Malformed { path: path.to_owned(), expected, found })
    };
    let missing = malformed("event.type", Value::String, Value::Nothing);
    assert_eq!(judge(r#"{"name":"webcard"}"#), unreadable(1, missing.clone()));
    assert_eq!(judge("\n\n{\"name\":1}\n{\"name\":2}\n"), unreadable(3, missing));
    let not_json = |file: &str| match judge(file) {
        Err(Refusal::Unreadable { line, problem: Trouble::NotJson(why) }) => (line, why),
        other => panic!("{other:?}"),
    };
    assert_eq!(not_json("{}}\n").0, 1);
    assert_eq!(not_json("data: x\n\n: y\ndata: z\n\n").0, 1);
    // A document over several lines: the line in the file, not the one where the document begins.
    let (line, why) = not_json("\n{\n  \"events\": [\n    {,}\n  ]\n}\n");
    assert_eq!(line, 4);
    assert!(why.starts_with("key must be a string"), "{why}");
    assert_eq!(judge("{\n\"events\": [\n{\"event\":"), unreadable(3, Trouble::CutOff));
}

#[test]
fn json_that_speaks_of_no_session_says_so() {
    for file in ["[]", r#"{"events":[]}"#, FRAME, ": only a comment\n\n"] {
        assert_eq!(judge(file), Err(Refusal::NoSession), "{file}");
    }
}

#[test]
fn no_more_is_read_than_it_takes() {
    let taken = |file: &[u8]| judge_in(file, CHUNK);
    let lines = |line: &str| format!("{line}\n").repeat((4 << 20) / line.len());
    assert_eq!(taken(lines(EVENT).as_bytes()), (Ok(Kind::Recording), CHUNK));
    assert_eq!(taken(&[b"PK\x03\x04".as_slice(), &[0; 1 << 20]].concat()), (Ok(Kind::Archive), CHUNK));
    // Host frames without end are known by their form.
    assert_eq!(taken(lines(FRAME).as_bytes()), (Ok(Kind::Recording), LIMIT_BYTES + CHUNK));
    for line in ["hello", r#"{"a":1}"#, "[1, oops]"] {
        let (judgement, taken) = taken(lines(line).as_bytes());
        assert!(judgement.is_err());
        assert_eq!(taken, LIMIT_BYTES + CHUNK, "{line}");
    }
    // One document is read whole, and one that is too large is not.
    let document = |bytes: usize| format!("{{\"events\":[\n{{\"event\":{EVENT}}}\n],\"x\":\"{}\"}}", "x".repeat(bytes));
    assert_eq!(taken(document(1 << 20).as_bytes()).0, Ok(Kind::Recording));
    let (judgement, bytes) = taken(document(MAX_EVENT_BYTES * 2).as_bytes());
    assert_eq!(judgement, unreadable(1, too_large(Large::Document)));
    assert!(bytes <= MAX_EVENT_BYTES + CHUNK);
    // The same on one line, and an event: nobody has looked how large they are.
    let one_line = format!("{{\"x\":\"{}", "x".repeat(MAX_EVENT_BYTES * 2));
    assert_eq!(judge(one_line), unreadable(1, too_large(Large::Document)));
    let event = format!(": hello\ndata: {}", "x".repeat(MAX_EVENT_BYTES * 2));
    assert_eq!(judge(event), unreadable(2, too_large(Large::Event)));
}

proptest! {
    #[test]
    fn chunks_never_matter(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "\n", "{", "}", "[]", "{}", EVENT, FRAME, "data: ", ": x", "PK\u{3}\u{4}", "%PD", "F", "<html>", "\0", " ", "\u{feff}",
        ]), 0..12),
        size in 1_usize..40,
    ) {
        let file = pieces.concat();
        prop_assert_eq!(judge_in(file.as_bytes(), size).0, judge(&file));
    }
}
