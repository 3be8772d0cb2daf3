use proptest::prelude::*;

use super::*;

fn decode(cap: usize, chunks: &[&[u8]]) -> Vec<Item> {
    let mut decoder = Decoder::with_cap(cap);
    let mut items = Vec::new();
    for chunk in chunks {
        decoder.push(chunk, &mut items);
    }
    items.extend(decoder.finish());
    items
}

fn line(line: u64, text: &str) -> Item {
    let text = text.to_owned();
    Item::Line { line, text }
}

#[test]
fn lines_end_in_lf_or_crlf_and_blank_ones_are_passed_over() {
    let text = "\u{feff}{\"a\":1}\r\n\n \t\r\n{\"b\":\r2}\n\n[3]";
    let expected = [line(1, "{\"a\":1}"), line(4, "{\"b\":\r2}"), line(6, "[3]")];
    for size in 1..=text.len() {
        let chunks: Vec<_> = text.as_bytes().chunks(size).collect();
        assert_eq!(decode(99, &chunks), expected, "chunks of {size}");
    }
}

#[test]
fn a_line_is_given_as_soon_as_it_ends() {
    let mut items = Vec::new();
    let mut decoder = Decoder::new();
    decoder.push(b"1\n2", &mut items);
    assert_eq!(items, [line(1, "1")]);
    assert_eq!(decoder.finish(), Some(line(2, "2")));
}

#[test]
fn nothing_is_left_after_a_line_end() {
    for text in ["", "\n", "1\n", "1\r\n", " "] {
        let mut decoder = Decoder::new();
        decoder.push(text.as_bytes(), &mut Vec::new());
        assert_eq!(decoder.finish(), None, "{text:?}");
    }
}

#[test]
fn invalid_bytes_are_replaced() {
    assert_eq!(decode(99, &[b"a\xFFb\n\xE5", b"\xA5"]), [line(1, "a\u{fffd}b"), line(2, "\u{fffd}")]);
}

#[test]
fn a_line_over_the_cap_is_let_go_and_the_next_is_read() {
    let text = b"12345\n123456\n\n12\n1234567";
    let expected =
        [line(1, "12345"), Item::Oversized { line: 2, bytes: 6 }, line(4, "12"), Item::Oversized { line: 5, bytes: 7 }];
    for size in 1..=text.len() {
        let chunks: Vec<_> = text.chunks(size).collect();
        assert_eq!(decode(5, &chunks), expected, "chunks of {size}");
    }
}

#[test]
fn an_endless_line_holds_no_memory() {
    let mut decoder = Decoder::with_cap(32);
    for _ in 0..1000 {
        decoder.push(b"0123456789", &mut Vec::new());
        assert!(decoder.lines.held() <= 64);
    }
    assert_eq!(decoder.finish(), Some(Item::Oversized { line: 1, bytes: 10_000 }));
}

/// The same said plainly, over the whole text.
fn reference(bytes: &[u8]) -> Vec<Item> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let lines = text.split('\n').enumerate().map(|(index, text)| {
        let text = text.strip_suffix('\r').unwrap_or(text);
        line(index as u64 + 1, text)
    });
    let blank = |text: &str| text.chars().all(|c| c.is_ascii_whitespace());
    lines.filter(|item| matches!(item, Item::Line { text, .. } if !blank(text))).collect()
}

proptest! {
    #[test]
    fn any_chunks_give_what_the_reference_gives(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                b"\n".as_slice(), b"\r", b"\r\n", b" ", b"{}", b"\xEF\xBB\xBF", b"\xBB", b"\xFF", b"\xE5\xA5", b"\xBD",
            ]),
            0..40,
        ),
        size in 1_usize..9,
    ) {
        let text = pieces.concat();
        let chunks: Vec<_> = text.chunks(size).collect();
        prop_assert_eq!(decode(999, &chunks), reference(&text));
    }
}
