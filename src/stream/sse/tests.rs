//! The faults that event-stream decoders are known for, each as a test, and the standard's own examples.

use proptest::prelude::*;

use super::*;

/// A stream with most of what the standard knows in it.
const SAMPLE: &str = "\u{feff}: connected\r\n\r\n\
    event:message\ndata:{\"id\":\"好\",\"text\":\"a 🌍\"}\n\n\
    id: 7\rretry: 2500\rdata: one\rdata:  two\r\r\
    data\n\nevent: add\n\nunknown: x\ndata: after\n\ndata: cut 🌍";

fn decode(chunks: &[&[u8]]) -> (Vec<Item>, Option<Tail>) {
    decode_with_cap(MAX_EVENT_BYTES, chunks)
}

fn decode_with_cap(cap: usize, chunks: &[&[u8]]) -> (Vec<Item>, Option<Tail>) {
    let mut decoder = Decoder::with_cap(cap);
    let mut items = Vec::new();
    for chunk in chunks {
        decoder.push(chunk, &mut items);
    }
    (items, decoder.finish())
}

/// The data of all events.
fn data(chunks: &[&[u8]]) -> Vec<String> {
    let (items, _) = decode(chunks);
    let data = items.into_iter().filter_map(|item| match item {
        Item::Event(event) => Some(event.data),
        Item::Comment(_) | Item::Retry(_) | Item::Oversized { .. } => None,
    });
    data.collect()
}

fn event(line: u64, kind: &str, id: &str, data: &str) -> Item {
    Item::Event(Event { kind: kind.to_owned(), data: data.to_owned(), id: id.into(), line })
}

fn message(line: u64, data: &str) -> Item {
    event(line, "message", "", data)
}

fn tail(line: u64, text: &str) -> Option<Tail> {
    Some(Tail { line, text: text.to_owned(), lost: 0 })
}

/// The bytes in chunks of the given sizes, over and over.
fn cut<'b>(bytes: &'b [u8], sizes: &[usize]) -> Vec<&'b [u8]> {
    let mut chunks = Vec::new();
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (chunk, after) = rest.split_at(rest.len().min(*size));
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

// The fault list.

#[test]
fn a_character_cut_by_a_chunk_edge_stays_whole() {
    for character in ["é", "好", "🌍"] {
        let stream = format!("data: {{\"t\":\"{character}\"}}\n\n");
        for at in 0..=stream.len() {
            let (left, right) = stream.as_bytes().split_at(at);
            assert_eq!(data(&[left, right]), [format!("{{\"t\":\"{character}\"}}")], "cut at {at}");
        }
    }
}

#[test]
fn a_character_cut_by_the_end_of_the_stream_is_one_replacement() {
    assert_eq!(decode(&[b"data: a\xF0\x9F", b"\x8C"]), (vec![], tail(1, "a\u{fffd}")));
    assert_eq!(data(&[b"data: \"\xF0\x9F", b"\x8C\x8D\"\n\n"]), ["\"🌍\""]);
}

#[test]
fn an_invalid_byte_is_replaced_and_reading_goes_on() {
    assert_eq!(data(&[b"data: a\xFFb\n\ndata: ok\n\n"]), ["a\u{fffd}b", "ok"]);
}

#[test]
fn invalid_bytes_are_replaced_as_the_encoding_standard_says() {
    let cases: [(&[u8], &str); 5] = [
        (b"\xE5\xA5x", "\u{fffd}x"),
        (b"\xF0\x9F\x8C\xFF", "\u{fffd}\u{fffd}"),
        (b"\xC0\xAF", "\u{fffd}\u{fffd}"),
        (b"\xED\xA0\x80", "\u{fffd}\u{fffd}\u{fffd}"),
        (b"\x80\x80", "\u{fffd}\u{fffd}"),
    ];
    for (bytes, text) in cases {
        assert_eq!(data(&[b"data:", bytes, b"\n\n"]), [text], "{bytes:x?}");
    }
}

#[test]
fn crlf_ends_lines() {
    assert_eq!(data(&[b"data: x\r\n\r\n"]), ["x"]);
}

#[test]
fn crlf_cut_by_a_chunk_edge_is_one_line_end() {
    assert_eq!(data(&[b"data: x\r", b"\ndata: y\r", b"\n\r", b"\n"]), ["x\ny"]);
}

#[test]
fn a_bare_cr_ends_lines() {
    assert_eq!(data(&[b"data: hello\r\r"]), ["hello"]);
}

#[test]
fn a_cr_dispatches_without_waiting_for_what_follows() {
    let mut items = Vec::new();
    let mut decoder = Decoder::new();
    decoder.push(b"data: hello\r\n\r", &mut items);
    assert_eq!(items, [message(1, "hello")]);
    decoder.push(b"\n", &mut items);
    assert_eq!(items.len(), 1);
}

#[test]
fn the_blank_after_the_colon_may_be_missing() {
    assert_eq!(data(&[b"data:{\"a\":1}\n\n"]), ["{\"a\":1}"]);
}

#[test]
fn exactly_one_blank_after_the_colon_is_removed() {
    assert_eq!(data(&[b"data:  world\n\n"]), [" world"]);
    assert_eq!(data(&[b"data:\tworld \n\n"]), ["\tworld "]);
}

#[test]
fn a_bom_at_the_start_is_dropped_once_however_it_is_cut() {
    let once = "\u{feff}data: x\n\n".as_bytes();
    for sizes in [&[once.len()][..], &[1, 2, 99], &[2, 1, 99], &[1]] {
        assert_eq!(data(&cut(once, sizes)), ["x"], "chunks of {sizes:?}");
    }
    assert_eq!(decode(&["\u{feff}".as_bytes()]), (vec![], None));
}

#[test]
fn a_second_bom_makes_an_unknown_field() {
    let twice = "\u{feff}\u{feff}data: x\n\ndata: y\n\n\u{feff}data: z\n\n".as_bytes();
    assert_eq!(data(&[twice]), ["y"]);
}

#[test]
fn lines_without_colon_and_repeated_data() {
    assert_eq!(data(&[b"data\n\n"]), [""]);
    assert_eq!(data(&[b"data: a\ndata: b\n\n"]), ["a\nb"]);
    assert_eq!(data(&[b"data:\ndata:\n\n"]), ["\n"]);
}

#[test]
fn a_long_line_in_small_chunks_is_linear() {
    const LINE: usize = 8 * 1024 * 1024;
    for start in ["data: ", "data", "event:", "id:", "retry:", "unknown", ": "] {
        let digit = if start == "retry:" { "0" } else { "x" };
        let stream = format!("{start}{}\n\n", digit.repeat(LINE));
        let mut decoder = Decoder::new();
        let mut items = Vec::new();
        for chunk in stream.as_bytes().chunks(1460) {
            decoder.push(chunk, &mut items);
        }
        assert_eq!(decoder.finish(), None);
        // An `id` is looked through once more, for a NUL.
        let looks = if start == "id:" { 3 } else { 2 };
        assert!(
            decoder.scanned() <= looks * stream.len() as u64,
            "{start}: {} bytes looked at of {}",
            decoder.scanned(),
            stream.len()
        );
        if start == "data: " {
            assert!(matches!(&items[..], [Item::Event(event)] if event.data.len() == LINE));
        }
    }
}

#[test]
fn an_event_without_its_blank_line_is_a_tail_and_not_an_event() {
    for (stream, expected) in [
        ("data: tail", tail(1, "tail")),
        ("data: tail\n", tail(1, "tail")),
        ("data: whole\n\n: note\nevent: e\ndata: a\ndata: b", tail(4, "a\nb")),
        ("event: e\nid: 1\n", tail(1, "")),
        ("dat", tail(1, "")),
        ("data: whole\n\n", None),
        ("data: whole\n\n: note", None),
        ("", None),
    ] {
        let (items, tail) = decode(&[stream.as_bytes()]);
        assert_eq!(tail, expected, "{stream:?}");
        let whole = items.iter().filter(|item| matches!(item, Item::Event(_)));
        assert_eq!(whole.count(), stream.matches("whole").count(), "{stream:?}");
    }
}

#[test]
fn an_unfinished_comment_or_retry_has_no_effect() {
    assert_eq!(decode(&[b": no"]), (vec![], None));
    assert_eq!(decode(&[b"retry: 10"]), (vec![], tail(1, "")));
}

// The standard's own examples (section 9.2.6), and the rules they leave out.

#[test]
fn the_examples_of_the_standard() {
    let cases: [(&str, Vec<Item>, Option<Tail>); 6] = [
        (
            "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\n",
            vec![
                message(1, "This is the first message."),
                message(3, "This is the second message, it\nhas two lines."),
            ],
            None,
        ),
        (
            "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\nevent: add\ndata: 113411\n\n",
            vec![event(1, "add", "", "73857293"), event(4, "remove", "", "2153"), event(7, "add", "", "113411")],
            None,
        ),
        ("data: YHOO\ndata: +2\ndata: 10\n\n", vec![message(1, "YHOO\n+2\n10")], None),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            vec![
                Item::Comment("test stream".to_owned()),
                event(3, "message", "1", "first event"),
                message(6, "second event"),
                message(9, " third event"),
            ],
            None,
        ),
        ("data\n\ndata\ndata\n\ndata:", vec![message(1, ""), message(3, "\n")], tail(6, "")),
        ("data:test\n\ndata: test\n\n", vec![message(1, "test"), message(3, "test")], None),
    ];
    for (stream, items, tail) in cases {
        assert_eq!(decode(&[stream.as_bytes()]), (items, tail), "{stream:?}");
    }
}

#[test]
fn field_names_are_exact() {
    for line in [" data: x", "Data: x", "data : x", "dataset: x", "\u{feff}data: x"] {
        let stream = format!("\n{line}\n\n");
        assert_eq!(data(&[stream.as_bytes()]), [""; 0], "{line:?}");
    }
    assert_eq!(data(&[b"data:a:b: c\n\n"]), ["a:b: c"]);
}

#[test]
fn no_data_is_no_event_but_ends_the_event_type() {
    let (items, _) = decode(&[b"event: add\n\ndata: x\n\nevent: add\nevent:\ndata: y\n\n"]);
    assert_eq!(items, [message(3, "x"), message(5, "y")]);
}

#[test]
fn the_last_id_stays_until_another_comes() {
    let (items, _) = decode(&[
        b"id: 1\ndata: a\n\n",
        b"data: b\n\n",
        b"id: 2\n\ndata: c\n\n",
        b"id: 3\0\ndata: d\n\n",
        b"id\ndata: e\n\n",
    ]);
    let ids: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Item::Event(event) => Some(&*event.id),
            Item::Comment(_) | Item::Retry(_) | Item::Oversized { .. } => None,
        })
        .collect();
    assert_eq!(ids, ["1", "1", "2", "2", ""]);
}

#[test]
fn a_long_id_is_kept_once_however_many_events_have_it() {
    let id = "9".repeat(100_000);
    let (items, _) = decode(&[format!("id: {id}\ndata: a\n\ndata: b\n\n").as_bytes()]);
    let [Item::Event(a), Item::Event(b)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(*a.id, *id);
    assert!(Arc::ptr_eq(&a.id, &b.id));
}

#[test]
fn retry_takes_digits_only() {
    for (value, retry) in [
        ("3000", Some(3000)),
        ("0", Some(0)),
        ("007", Some(7)),
        ("99999999999999999999999", Some(u64::MAX)),
        ("", None),
        ("+5", None),
        ("-5", None),
        ("1.5", None),
        (" 5", None),
        ("5 ", None),
        ("5s", None),
        ("٥", None),
    ] {
        let (items, _) = decode(&[format!("retry: {value}\n").as_bytes()]);
        let expected: Vec<_> = retry.map(Item::Retry).into_iter().collect();
        assert_eq!(items, expected, "{value:?}");
    }
}

#[test]
fn an_event_tells_the_line_of_its_first_field() {
    let (items, _) = decode(&[b"\n\n: a\r\nunknown\r\ndata: x\r\n\r\n\rdata: y\r\r"]);
    assert_eq!(items, [Item::Comment("a".to_owned()), message(4, "x"), message(8, "y")]);
}

// The cap.

const CAP: usize = 32;

fn oversized(line: u64, bytes: u64) -> Item {
    Item::Oversized { line, bytes }
}

#[test]
fn an_event_over_the_cap_is_let_go_and_the_next_is_read() {
    let long = "x".repeat(40);
    let cases = [
        (format!("data: {long}\ndata: more\n\n"), oversized(1, 46 + 10)),
        (format!("event: e\n{long}\n\n"), oversized(1, 8 + 40)),
        ("data: 0123456789\n".repeat(3) + "\n", oversized(1, 3 * 16)),
        (format!("event: {}\ndata: 12345\n\n", "x".repeat(24)), oversized(1, 31 + 11)),
    ];
    for (stream, lost) in cases {
        let stream = format!("{stream}data: next\n\n");
        let next = message(stream.lines().count() as u64 - 1, "next");
        for size in 1..=stream.len() {
            let (items, tail) = decode_with_cap(CAP, &cut(stream.as_bytes(), &[size]));
            assert_eq!(items, [lost.clone(), next.clone()], "{stream:?} in chunks of {size}");
            assert_eq!(tail, None);
        }
    }
}

#[test]
fn an_event_of_exactly_the_cap_is_read() {
    let value = "x".repeat(CAP - "data: ".len());
    let (items, _) = decode_with_cap(CAP, &[format!("data: {value}\n\n").as_bytes()]);
    assert_eq!(items, [message(1, &value)]);
    let (items, _) = decode_with_cap(CAP, &[format!("data: {value}x\n\n").as_bytes()]);
    assert_eq!(items, [oversized(1, CAP as u64 + 1)]);
}

#[test]
fn an_endless_line_holds_no_memory() {
    let mut decoder = Decoder::with_cap(CAP);
    let mut items = Vec::new();
    decoder.push(b"data: a\ndata: ", &mut items);
    for _ in 0..1000 {
        decoder.push(b"0123456789", &mut items);
        assert!(held(&decoder) <= 4 * CAP, "{} bytes held", held(&decoder));
    }
    assert_eq!(held(&decoder), 0);
    assert_eq!(items, []);
    assert_eq!(decoder.finish(), Some(Tail { line: 1, text: String::new(), lost: 7 + 6 + 10_000 }));
}

#[test]
fn endless_data_lines_hold_no_memory() {
    let mut decoder = Decoder::with_cap(CAP);
    let mut items = Vec::new();
    for _ in 0..1000 {
        decoder.push(b"data: 0\xFF\n", &mut items);
        assert!(held(&decoder) <= 4 * CAP, "{} bytes held", held(&decoder));
    }
    decoder.push(b"\n", &mut items);
    assert_eq!(items, [oversized(1, 8000)]);
}

/// What the decoder has allocated for the event being read.
fn held(decoder: &Decoder) -> usize {
    let event = decoder.event.as_ref();
    let event = event.map_or(0, |event| event.kind.capacity() + event.data.capacity());
    decoder.lines.held() + event
}

// Properties.

#[test]
fn every_way_to_cut_the_sample_once_or_evenly_gives_the_same() {
    let whole = decode(&[SAMPLE.as_bytes()]);
    assert_eq!(whole.0.len(), 6);
    assert_eq!(whole.1, tail(18, "cut 🌍"));
    for at in 1..SAMPLE.len() {
        let (left, right) = SAMPLE.as_bytes().split_at(at);
        assert_eq!(decode(&[left, right]), whole, "cut at {at}");
        assert_eq!(decode(&cut(SAMPLE.as_bytes(), &[at])), whole, "chunks of {at}");
    }
}

/// Streams made of the pieces that matter: line ends, colons, blanks, field names, byte order marks, digits, NUL,
/// characters of every length and the pieces of them.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        b"\r".as_slice(),
        b"\n",
        b"\n",
        b"\r\n",
        b"\n\n",
        b":",
        b" ",
        b"data",
        b"data:",
        b"data: ",
        b"event:",
        b"id:",
        b"id",
        b"retry:",
        b"12",
        b"x",
        b"\0",
        b"\xEF\xBB\xBF",
        b"\xEF",
        b"\xBB\xBF",
        b"\xFF",
        b"\xE5\xA5\xBD",
        b"\xE5\xA5",
        b"\xBD",
        b"\xF0\x9F\x8C\x8D",
        b"\xF0\x9F",
        b"\x8C\x8D",
        b"\xC3",
        b"\xED\xA0",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0_usize..9, 1..8).prop_filter("only empty chunks", |sizes| sizes.iter().any(|size| *size > 0))
}

/// The standard's rules said in the plainest way, over the whole decoded stream at once.
fn reference(bytes: &[u8]) -> (Vec<Item>, Option<Tail>) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let stream = String::from_utf8_lossy(bytes);
    let mut lines = vec![String::new()];
    let mut characters = stream.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' | '\n' => lines.push(String::new()),
            other => lines.last_mut().unwrap().push(other),
        }
    }
    let unfinished = lines.pop().unwrap();

    let mut items = Vec::new();
    let (mut first, mut kind, mut text, mut id) = (None, String::new(), String::new(), String::new());
    for (index, line) in lines.iter().enumerate() {
        let number = index as u64 + 1;
        if line.is_empty() {
            if !text.is_empty() {
                let kind = if kind.is_empty() { "message" } else { &kind };
                let text = text.strip_suffix('\n').unwrap();
                items.push(event(first.unwrap(), kind, &id, text));
            }
            (first, kind, text) = (None, String::new(), String::new());
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "" => items.push(Item::Comment(value.to_owned())),
            "event" => kind = value.to_owned(),
            "data" => text = text + value + "\n",
            "id" if !value.contains('\0') => id = value.to_owned(),
            "retry" if !value.is_empty() && value.chars().all(|c| c.is_ascii_digit()) => {
                items.push(Item::Retry(value.parse().unwrap_or(u64::MAX)));
            }
            _ => {}
        }
        if !name.is_empty() {
            first = first.or(Some(number));
        }
    }
    if !unfinished.is_empty() && !unfinished.starts_with(':') {
        first = first.or(Some(lines.len() as u64 + 1));
        let (name, value) = unfinished.split_once(':').unwrap_or((&unfinished, ""));
        if name == "data" {
            text = text + value.strip_prefix(' ').unwrap_or(value) + "\n";
        }
    }
    let text = text.strip_suffix('\n').unwrap_or_default();
    (items, first.and_then(|line| tail(line, text)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_chunks_give_what_the_reference_gives(stream in stream(), sizes in sizes()) {
        prop_assert_eq!(decode(&cut(&stream, &sizes)), reference(&stream));
    }

    #[test]
    fn any_bytes_give_what_the_reference_gives(stream: Vec<u8>, sizes in sizes()) {
        prop_assert_eq!(decode(&cut(&stream, &sizes)), reference(&stream));
    }

    #[test]
    fn chunks_never_matter(sizes in sizes()) {
        let whole = decode(&[SAMPLE.as_bytes()]);
        prop_assert_eq!(decode(&cut(SAMPLE.as_bytes(), &sizes)), whole);
    }

    #[test]
    fn chunks_never_matter_to_the_cap(stream in stream(), sizes in sizes(), cap in 0_usize..24) {
        let whole = decode_with_cap(cap, &[&stream]);
        prop_assert_eq!(decode_with_cap(cap, &cut(&stream, &sizes)), whole);
    }
}
