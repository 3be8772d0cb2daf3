//! Which part of an output stands on the card.

use super::{Output, Piece, text_of};
use proptest::prelude::*;

fn text(piece: &Piece) -> String {
    piece.spans.iter().map(|span| span.text.as_str()).collect()
}

/// Everything of an output, pressing the button until nothing is left; and how often that was.
fn whole(output: &Output) -> (String, usize) {
    let mut shown = text(&output.head);
    let Some((gap, tail)) = &output.rest else { return (shown, 0) };
    let (mut gap, mut steps, mut open) = (gap.clone(), 0, output.head.goes_on);
    let mut add = |piece: &Piece| {
        let end = if open { "" } else { "\n" };
        open = piece.goes_on;
        shown.push_str(end);
        shown.push_str(&text(piece));
    };
    while gap.left().characters > 0 || gap.left().lines > 0 {
        gap.step().iter().for_each(&mut add);
        steps += 1;
    }
    add(tail);
    (shown, steps)
}

fn lines(count: usize) -> String {
    (1..=count).map(|n| format!("line {n}\n")).collect()
}

#[test]
fn a_short_output_is_one_piece_and_plain_text_one_span() {
    let output = Output::of(lines(390));
    assert!(output.rest.is_none());
    assert_eq!((output.head.lines, output.head.spans.len()), (390, 1));
    assert_eq!(text(&output.head), lines(390).trim_end());
    assert_eq!(Output::of("").head, Piece::default());
}

#[test]
fn a_long_output_shows_its_head_and_tail_and_says_how_much_is_between() {
    let output = Output::of(lines(1_000));
    let (gap, tail) = output.rest.as_ref().expect("a gap");
    assert!(text(&output.head).starts_with("line 1\n") && text(&output.head).ends_with("\nline 200"));
    assert!(text(tail).starts_with("line 801\n") && text(tail).ends_with("\nline 1000"));
    let between: usize = (201..=800).map(|n| format!("line {n}").len()).sum();
    assert_eq!((gap.left().lines, gap.left().characters), (600, between));
    assert!(gap.left().is_one_step());
    assert_eq!(whole(&output), (lines(1_000).trim_end().to_owned(), 1));
}

#[test]
fn a_line_that_is_very_long_is_cut_in_the_middle_too() {
    let long = "0123456789".repeat(10_000);
    let output = Output::of(format!("first\n{long}\nlast\n"));
    let (gap, tail) = output.rest.as_ref().expect("a gap");
    assert!(text(&output.head).starts_with("first\n0123") && text(&output.head).len() < 10_300);
    assert!(text(tail).ends_with("\nlast") && text(tail).len() < 10_300);
    let shown = text(&output.head).len() + text(tail).len() - "\n".len() - "\n".len();
    assert_eq!((gap.left().lines, gap.left().characters), (0, long.len() + "firstlast".len() - shown));
    assert_eq!(whole(&output).0, format!("first\n{long}\nlast"));
}

#[test]
fn a_very_long_output_is_shown_a_step_at_a_time() {
    let output = Output::of("to be read by nobody\n".repeat(30_000));
    let (gap, tail) = output.rest.as_ref().expect("a gap");
    assert_eq!(output.head.lines + gap.left().lines + tail.lines, 30_000);
    assert!(!gap.left().is_one_step());
    let (shown, steps) = whole(&output);
    assert_eq!(shown.lines().count(), 30_000);
    assert!((6..8).contains(&steps), "{steps}");
}

#[test]
fn a_piece_has_no_more_spans_than_a_page_can_bear() {
    let dotted = "\u{1b}[31ma\u{1b}[32mb".repeat(20_000);
    let output = Output::of(dotted);
    let (gap, tail) = output.rest.as_ref().expect("a gap");
    assert!(output.head.spans.len() <= 1_400 && tail.spans.len() <= 1_400);
    let step = gap.clone().step();
    assert!(step.iter().map(|piece| piece.spans.len()).sum::<usize>() <= 6_400);
}

#[test]
fn a_piece_is_no_heavier_than_a_browser_lays_out_in_a_moment() {
    let towers = format!("a{}", "\u{301}".repeat(4_000)).repeat(3_000);
    for text in [towers, "กำ".repeat(300_000), "x".repeat(900_000)] {
        let output = Output::of(text);
        let (gap, tail) = output.rest.as_ref().expect("a gap");
        let step = gap.clone().step();
        assert!(step.len() >= 5, "{}", step.len());
        for piece in step.iter().chain([&output.head, tail]) {
            let drawn: usize = piece.spans.iter().map(|span| span.text.chars().count()).sum();
            assert!(drawn <= 10_000 + 256 * 33, "{drawn}");
        }
    }
}

#[test]
fn what_is_left_out_keeps_its_colours() {
    let red = format!("\u{1b}[31m{}", lines(1_000));
    let output = Output::of(red);
    let (gap, tail) = output.rest.as_ref().expect("a gap");
    for piece in gap.clone().step().iter().chain([&output.head, tail]) {
        let looks: Vec<_> = piece.spans.iter().map(|span| span.look.classes.as_slice()).collect();
        assert_eq!(looks, [["c1"]]);
    }
}

#[test]
fn what_is_copied_is_all_of_it_as_it_is_shown() {
    let output = format!("\u{1b}[31m{}\u{1b}[m50 %\r100 %\n", lines(1_000));
    assert_eq!(text_of(output.as_str()), format!("{}100 %", lines(1_000)));
    assert_eq!(text_of(""), "");
}

#[test]
fn what_the_host_adds_is_set_off() {
    let marked = |output: &str| {
        let piece = Output::of(output).head;
        let host = piece.spans.iter().filter(|span| span.look.classes == ["host"]);
        host.map(|span| span.text.trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(marked("one\n[stderr]\nerr\n"), ["[stderr]"]);
    assert_eq!(marked("(no output)\n[timed out after 300ms]"), ["(no output)\n[timed out after 300ms]"]);
    assert_eq!(marked("a [stderr]\n[stderr] b\n\u{1b}[31m[stderr]\u{1b}[m\n"), [""; 0]);
    assert_eq!(marked(&format!("{}[stderr]", " ".repeat(256))), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn nothing_is_lost_between_the_pieces(
        lengths in proptest::collection::vec(prop_oneof![20 => 0..60_usize, 1 => 0..9_000_usize], 0..800),
    ) {
        let plain: String = lengths.iter().enumerate().map(|(n, length)| format!("{n} {}\n", "x".repeat(*length))).collect();
        prop_assert_eq!(whole(&Output::of(plain.as_str())).0, plain.trim_end_matches('\n'));
    }
}
