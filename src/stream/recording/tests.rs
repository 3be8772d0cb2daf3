use proptest::prelude::*;

use super::*;

type Outcome = (Option<Format>, Vec<Record>, Result<(), NotARecording>);

fn read_with_cap(cap: usize, chunks: &[&[u8]]) -> Outcome {
    let mut reader = Reader::with_cap(cap);
    let mut records = Vec::new();
    for chunk in chunks {
        reader.push(chunk, &mut records);
    }
    let ended = reader.finish(&mut records);
    (reader.format(), records, ended)
}

fn read(file: &str) -> Outcome {
    read_with_cap(sse::MAX_EVENT_BYTES, &[file.as_bytes()])
}

fn json(line: u64, text: &str) -> Record {
    let text = text.to_owned();
    Record::Json { text, line }
}

fn cut(line: u64, text: &str) -> Record {
    let text = text.to_owned();
    Record::Cut { text, line }
}

fn is(format: Format, records: Vec<Record>) -> Outcome {
    (Some(format), records, Ok(()))
}

fn refused(line: u64, found: &str) -> Outcome {
    let found = found.to_owned();
    (None, Vec::new(), Err(NotARecording { line, found }))
}

#[test]
fn an_event_stream_gives_the_data_of_its_events() {
    let stream = ": connected\n\ndata: {\"a\":1}\n\nretry: 5\n\nevent: x\ndata: {\"b\":\ndata: 2}\n\n";
    let records = vec![json(3, "{\"a\":1}"), json(7, "{\"b\":\n2}")];
    assert_eq!(read(stream), is(Format::Sse, records));
}

#[test]
fn each_start_of_an_event_stream_is_known() {
    for start in [":", ": connected", "data: x", "data:x", "data", "event:message", "id: 1", "id", "retry: 5"] {
        for end in ["\n", "\r", "\r\n", ""] {
            for before in ["", "\u{feff}", "\n\r\n", "\u{feff} \n"] {
                let (format, _, ended) = read(&format!("{before}{start}{end}"));
                assert_eq!((format, ended), (Some(Format::Sse), Ok(())), "{before:?} {start:?} {end:?}");
            }
        }
    }
}

#[test]
fn an_event_the_file_ends_in_is_cut_even_where_its_text_is_whole() {
    for end in ["", "\n", "\r\n"] {
        let file = format!("data: 1\n\nevent: e\ndata: {{\"a\":1}}{end}");
        let expected = is(Format::Sse, vec![json(1, "1"), cut(3, "{\"a\":1}")]);
        assert_eq!(read(&file), expected);
    }
}

#[test]
fn text_that_is_not_json_is_still_a_record() {
    let expected = is(Format::Sse, vec![json(1, "not json"), json(3, "{}")]);
    assert_eq!(read("data: not json\n\ndata: {}\n\n"), expected);
    let expected = is(Format::JsonLines, vec![json(1, "{}"), json(2, "not json"), json(3, "{}")]);
    assert_eq!(read("{}\nnot json\n{}\n"), expected);
}

#[test]
fn lines_are_known_by_a_first_line_that_is_json_by_itself() {
    for end in ["\n", "\r\n"] {
        for before in ["", "\u{feff}", "\u{feff}  "] {
            let file = format!("{before}{{\"a\":1}}{end}{end}[2]{end}");
            let (format, records, ended) = read(&file);
            assert_eq!((format, ended), (Some(Format::JsonLines), Ok(())));
            let first = format!("{}{{\"a\":1}}", before.trim_start_matches('\u{feff}'));
            assert_eq!(records, [json(1, &first), json(3, "[2]")]);
        }
    }
}

#[test]
fn a_document_on_one_line_is_one_row() {
    assert_eq!(read("{\"events\":[]}"), is(Format::JsonLines, vec![json(1, "{\"events\":[]}")]));
}

#[test]
fn a_last_line_without_line_end_is_whole_when_it_is_json() {
    assert_eq!(read("{}\n[2]"), is(Format::JsonLines, vec![json(1, "{}"), json(2, "[2]")]));
    for broken in ["[2", "{\"a\":\"b", "{\"a\":tr", "[1,", "{\"a\":\"\\u00"] {
        let expected = is(Format::JsonLines, vec![json(1, "{}"), cut(2, broken)]);
        assert_eq!(read(&format!("{{}}\n{broken}")), expected);
    }
    assert_eq!(read("{}\n[2}"), is(Format::JsonLines, vec![json(1, "{}"), json(2, "[2}")]));
}

#[test]
fn a_document_over_several_lines_is_one_record() {
    let document = "{\"events\":[\n{\"a\":\"好\"},\r\n{}\n]}";
    assert_eq!(read(document), is(Format::Json, vec![json(1, document)]));
    let expected = is(Format::Json, vec![json(3, document)]);
    assert_eq!(read(&format!("\u{feff}\n\r\n  {document}\n\n")), expected);
}

#[test]
fn a_document_that_breaks_off_is_cut() {
    for document in ["{\"events\":[\n{\"a\":1},", "[\n", "{\"a\":1"] {
        let expected = is(Format::Json, vec![cut(1, document.trim_end())]);
        assert_eq!(read(document), expected);
    }
    assert_eq!(read("[\n}\n"), is(Format::Json, vec![json(1, "[\n}")]));
}

#[test]
fn deep_json_does_not_exhaust_the_stack() {
    let deep = "[".repeat(200_000);
    let (format, records, _) = read(&format!("[\n{deep}"));
    assert_eq!(format, Some(Format::Json));
    assert!(matches!(records[..], [Record::Cut { .. }]));
}

#[test]
fn a_first_line_longer_than_what_is_sniffed_is_a_line() {
    for length in [SNIFF_BYTES - 3, SNIFF_BYTES - 2, SNIFF_BYTES, 3 * SNIFF_BYTES] {
        let first = format!("[\"{}\"]", "x".repeat(length - 4));
        let expected = is(Format::JsonLines, vec![json(1, &first), json(2, "{}")]);
        assert_eq!(read(&format!("{first}\n{{}}\n")), expected, "{length}");
    }
}

#[test]
fn anything_else_is_refused_with_what_was_found() {
    let wide = "🌍".repeat(40);
    for (file, line, found) in [
        ("", 1, ""),
        ("\u{feff}", 1, ""),
        (" \r\n\r\t", 3, ""),
        ("<!doctype html>\n<p>", 1, "<!doctype html>"),
        ("\n\nhello", 3, "hello"),
        ("\"text\"", 1, "\"text\""),
        ("dataset: 1", 1, "dataset: 1"),
        ("dat", 1, "dat"),
        (" data: x\n\n", 1, "data: x"),
        ("\n\tdata: x\n\n", 2, "data: x"),
        (&wide, 1, &wide),
        (&format!("{wide}好"), 1, &format!("{wide}…")),
    ] {
        assert_eq!(read(file), refused(line, found), "{file:?}");
    }
}

#[test]
fn a_refusal_says_what_was_expected_and_found() {
    let refusal = |file| read(file).2.unwrap_err().to_string();
    assert_eq!(
        refusal("\nPK\u{3}\u{4}"),
        "line 2: expected an event stream (`data: …`), JSON Lines or a JSON document, found \"PK\\u{3}\\u{4}\""
    );
    assert!(refusal("").ends_with("found nothing but blanks"));
}

#[test]
fn a_file_of_blanks_or_binary_data_is_not_collected() {
    for byte in [b" ", b"\n", b"\0"] {
        let mut reader = Reader::new();
        let chunk = byte.repeat(SNIFF_BYTES - 1);
        reader.push(&chunk, &mut Vec::new());
        reader.push(&chunk, &mut Vec::new());
        assert!(matches!(reader.state, State::Refused(_)), "{byte:?}");
        reader.push(b"\ndata: x\n\n", &mut Vec::new());
        assert!(reader.finish(&mut Vec::new()).is_err());
    }
}

#[test]
fn the_format_is_known_after_the_first_line() {
    for (file, format) in [("data: x\n", Format::Sse), ("{}\n", Format::JsonLines), ("{\n", Format::Json)] {
        let mut reader = Reader::new();
        assert_eq!(reader.format(), None);
        reader.push(file.as_bytes(), &mut Vec::new());
        assert_eq!(reader.format(), Some(format));
    }
}

#[test]
fn what_is_over_the_cap_is_let_go() {
    let long = "x".repeat(40);
    let oversized = |line, bytes| Record::Oversized { line, bytes };
    for (file, expected) in [
        (
            format!("data: {long}\n\ndata: 1\n\ndata: {long}"),
            is(Format::Sse, vec![oversized(1, 46), json(3, "1"), oversized(5, 46)]),
        ),
        (
            format!("[1]\n[{long}]\n[2]\n[{long}"),
            is(Format::JsonLines, vec![json(1, "[1]"), oversized(2, 42), json(3, "[2]"), oversized(4, 41)]),
        ),
        (format!("\n[\n{long}\n]"), is(Format::Json, vec![Record::LargeDocument { line: 2, most: 32 }])),
    ] {
        for size in 1..=file.len() {
            let chunks: Vec<_> = file.as_bytes().chunks(size).collect();
            assert_eq!(read_with_cap(32, &chunks), expected, "{file:?} in chunks of {size}");
        }
    }
}

#[test]
fn an_endless_document_holds_no_memory() {
    let mut reader = Reader::with_cap(32);
    for _ in 0..1000 {
        reader.push(b"[\n0123456,", &mut Vec::new());
    }
    assert!(matches!(&reader.state, State::Document(document) if document.bytes.capacity() == 0));
}

/// Files that begin like each format, or nearly.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        b"\n".as_slice(),
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"1",
        b",",
        b":",
        b"data",
        b"data: ",
        b"id:",
        b"\xEF\xBB\xBF",
        b"\xEF",
        b"\xBB\xBF",
        b"\xFF",
        b"\xF0\x9F\x8C\x8D",
        b"a long piece of text that fills an excerpt ",
    ]);
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn chunks_never_matter(file in file(), sizes in prop::collection::vec(1_usize..6, 1..6), cap in 0_usize..64) {
        let mut chunks = Vec::new();
        let mut rest = file.as_slice();
        for size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, after) = rest.split_at(rest.len().min(*size));
            chunks.push(chunk);
            rest = after;
        }
        prop_assert_eq!(read_with_cap(cap, &chunks), read_with_cap(cap, &[&file]));
    }
}

#[test]
fn lines_of_which_the_first_is_damaged_are_still_lines() {
    for first in ["{\"a\":", "{\"a\" 1}", "[1, oops]"] {
        let (_, records, ended) = read(&format!("{first}\n{{\"b\":2}}\n{{\"c\":3}}\n"));
        assert_eq!(records, [json(1, first), json(2, "{\"b\":2}"), json(3, "{\"c\":3}")]);
        assert_eq!(ended, Ok(()));
    }
    let (_, records, _) = read("{\"events\":[\n{\"a\":1},\n{\"b\":");
    assert_eq!(records, [cut(1, "{\"events\":[\n{\"a\":1},\n{\"b\":")]);
}

#[test]
fn lines_the_standard_passes_over_may_stand_before_the_first_field() {
    for first in ["x-custom: 1", "garbage", "\u{feff}\u{feff}data: lost", " data: indented"] {
        let (format, records, ended) = read(&format!("{first}\n\ndata: 1\n\n"));
        assert_eq!((format, ended), (Some(Format::Sse), Ok(())), "{first}");
        assert_eq!(records, [json(3, "1")], "{first}");
    }
}
