use super::*;
use proptest::prelude::*;

#[test]
fn a_language_goes_by_its_name_its_alias_or_its_extension() {
    for (name, expected) in [
        ("rust", Some("rust")),
        ("RS", Some("rust")),
        (" tsx ", Some("typescript")),
        ("html", Some("xml")),
        ("toml", Some("ini")),
        ("c++", Some("cpp")),
        ("txt", None),
        ("text", None),
        ("", None),
        ("../../evil", None),
    ] {
        assert_eq!(of_name(name), expected, "{name}");
    }
    for (path, expected) in [
        ("/work/src/main.rs", Some("rust")),
        ("C:\\work\\a.test.TS", Some("typescript")),
        ("Dockerfile", Some("dockerfile")),
        ("/a/Makefile", Some("makefile")),
        ("/a/.editorconfig", Some("ini")),
        ("/a.rs/LICENSE", None),
        ("/a/b.", None),
        ("", None),
    ] {
        assert_eq!(of_path(path), expected, "{path}");
    }
}

#[test]
fn lines_are_what_line_feeds_part() {
    let lines = Lines::of("a\n中🦊\n");
    assert_eq!((lines.len(), lines.line(0), lines.line(1), lines.line(2), lines.line(3)), (3, "a", "中🦊", "", ""));
    assert_eq!((lines.block(0..1), lines.block(1..3), lines.block(0..3)), ("a\n", "中🦊\n", "a\n中🦊\n"));
    assert_eq!(lines.units(), [0, 2, 6, 7]);
    assert_eq!(Lines::of("").len(), 1);
}

#[test]
fn lines_that_are_given_one_by_one_stay_as_many() {
    let lines = Lines::from_lines(["a\nb", "", "c"].into_iter());
    assert_eq!(
        (lines.len(), &**lines.text(), lines.line(0), lines.line(1), lines.line(2)),
        (3, "a\nb\n\nc", "a\nb", "", "c")
    );
    let none = Lines::from_lines(std::iter::empty::<&str>());
    assert!(none.is_empty() && none.text().is_empty() && none.block(0..1).is_empty());
    let empty = Lines::from_lines([""].into_iter());
    assert_eq!((empty.len(), empty.line(0), empty.units()), (1, "", vec![0, 1]));
}

#[test]
fn what_is_too_long_stays_plain() {
    assert!(colourable(&Lines::of("fn main() {}\n")));
    assert!(!colourable(&Lines::of("")));
    assert!(colourable(&Lines::of("a".repeat(LONGEST_LINE) + "\nb")));
    assert!(!colourable(&Lines::of("b\n".to_owned() + &"a".repeat(LONGEST_LINE + 1))));
    assert!(!colourable(&Lines::of("a\n".repeat(LONGEST / 2 + 1))));
}

#[test]
fn an_answer_that_makes_no_sense_is_left_out() {
    let run = |start, end, kind| Run { start, end, kind };
    assert_eq!(
        read(&[0, 2, 0, 1, 4, 1, 2, 0, 1, 2, 3, 10, 5, 1, 3, 9, 9]),
        [run(0, 2, Kind::Comment), run(5, 6, Kind::Number)]
    );
    assert_eq!(read(&[u32::MAX, u32::MAX, 0]).len(), 1);
}

#[test]
fn a_comment_over_three_lines_marks_each_of_them() {
    let lines = Lines::of("a /*\n\nb */ c");
    let runs = [Run { start: 2, end: 10, kind: Kind::Comment }];
    let mark = |node, start, end| Mark { node, start, end, kind: Kind::Comment };
    assert_eq!(marks(&runs, &nodes(&lines)), [mark(0, 2, 4), mark(2, 0, 4)]);
    assert_eq!(marks(&runs, &nodes(&lines)[1..]), [mark(1, 0, 4)]);
    assert_eq!(marks(&runs, &[]), []);
}

/// A node for each line.
fn nodes(lines: &Lines) -> Vec<Node> {
    lines.units().windows(2).map(|ends| Node { start: ends[0], end: ends[1] - 1 }).collect()
}

/// The units of a text, each with its colour.
fn painted(text: &str, runs: &[Run]) -> Vec<(u16, Option<Kind>)> {
    let kind = |unit| runs.iter().find(|run| (run.start..run.end).contains(&unit)).map(|run| run.kind);
    text.encode_utf16().enumerate().map(|(place, unit)| (unit, kind(place))).collect()
}

proptest! {
    #[test]
    fn a_mark_is_where_its_run_was(
        text in "[a中🦊\u{2400}\n]{0,40}",
        parts in proptest::collection::vec((0u32..5, 1u32..9, 0u32..12), 0..12),
        skipped in 0usize..4,
    ) {
        let lines = Lines::of(text.as_str());
        let mut end = 0;
        let numbers: Vec<u32> = parts.iter().flat_map(|(gap, length, kind)| {
            let start = end + gap;
            end = start + length;
            [start, *length, *kind]
        }).collect();
        let runs = read(&numbers);
        let (all, units) = (painted(&text, &runs), lines.units());
        let first = skipped.min(lines.len());
        let nodes = &nodes(&lines)[first..];
        let marks = marks(&runs, nodes);
        for (place, node) in nodes.iter().enumerate() {
            let own: Vec<Run> = marks.iter().filter(|mark| mark.node == place)
                .map(|mark| Run { start: mark.start, end: mark.end, kind: mark.kind }).collect();
            let line = lines.line(first + place);
            prop_assert!(own.iter().all(|run| run.start < run.end && run.end <= node.end - node.start));
            prop_assert_eq!(painted(line, &own), all[units[first + place]..units[first + place + 1] - 1].to_vec());
        }
    }

    #[test]
    fn blocks_of_lines_put_together_are_the_text(text in "[a中\n]{0,20}", size in 1usize..5) {
        let lines = Lines::of(text.as_str());
        let blocks: String = (0..lines.len()).step_by(size).map(|start| lines.block(start..(start + size).min(lines.len()))).collect();
        prop_assert_eq!(blocks, text);
    }
}
