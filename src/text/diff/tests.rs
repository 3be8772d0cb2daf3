//! What a comparison finds, what it leaves alone, and what it holds out against.

use super::words::LONGEST;
use super::*;
use proptest::prelude::*;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The comparison as `diff` would print it, without context.
fn changed(old: &str, new: &str) -> Vec<String> {
    let found = Comparison::new(Some(old), new);
    let line = |sign: &str, line: Option<&str>| format!("{sign}{}", line.unwrap());
    let mut out = Vec::new();
    for hunk in &found.hunks {
        out.extend(hunk.old.clone().map(|index| line("-", found.old.get(index))));
        out.extend(hunk.new.clone().map(|index| line("+", found.new.get(index))));
    }
    out
}

fn totals(old: &str, new: &str) -> (usize, usize) {
    let totals = Comparison::new(Some(old), new).totals();
    (totals.removed, totals.added)
}

fn marks(old: &str, new: &str) -> Option<(Vec<String>, Vec<String>)> {
    let found = words(old, new)?;
    let cut = |line: &str, ranges: &[Range<usize>]| {
        ranges.iter().map(|range| line.get(range.clone()).unwrap().to_owned()).collect()
    };
    Some((cut(old, &found.removed), cut(new, &found.added)))
}

#[test]
fn a_changed_line_is_removed_and_added_and_the_others_are_the_same() {
    assert_eq!(changed("alpha\nbeta\ngamma", "alpha\nBETA\nbeta-two\ngamma"), ["-beta", "+BETA", "+beta-two"]);
    assert_eq!(changed("a\nb\n", "a\nb\nc\n"), ["+c"]);
    assert_eq!(changed("a\nb\nc\n", "b\n"), ["-a", "-c"]);
    assert_eq!(changed("alpha\nbeta", "replaced"), ["-alpha", "-beta", "+replaced"]);
}

#[test]
fn equal_texts_have_no_changes_and_empty_ones_no_lines() {
    for text in ["", "\n", "a", "a\n", "a\r\nb\r\n", "a\r\nb\n"] {
        let found = Comparison::new(Some(text), text);
        assert!(found.is_same() && !found.old_is_open() && !found.new_is_open(), "{text:?}");
    }
    assert_eq!(totals("", ""), (0, 0));
    assert_eq!(totals("", "a\n\n"), (0, 2));
    assert_eq!(totals("a", ""), (1, 0));
    let created = Comparison::new(None, "a\nb\n");
    assert_eq!(created.totals(), Totals { added: 2, removed: 0 });
    assert!(Comparison::new(None, "").new.is_empty());
}

#[test]
fn a_function_is_added_whole_and_not_from_brace_to_brace() {
    let one = "fn one() {\n    1\n}\n";
    let two = "fn two() {\n    2\n}\n";
    let old = format!("{one}\n{two}");
    let new = format!("{one}\nfn more() {{\n    3\n}}\n\n{two}");
    assert_eq!(changed(&old, &new), ["+fn more() {", "+    3", "+}", "+"]);
}

#[test]
fn a_change_of_all_line_ends_is_one_fact_and_not_a_rewrite() {
    let found = Comparison::new(Some("a\r\nb\r\nc\r\n"), "a\nB\nc\n");
    assert_eq!(found.ends, Some((LineEnd::CrLf, LineEnd::Lf)));
    assert_eq!(found.totals(), Totals { added: 1, removed: 1 });
    assert_eq!(found.old.get(0), Some("a"), "the carriage return is part of the end");
    let only = Comparison::new(Some("a\nb\n"), "a\r\nb\r\n");
    assert!(only.hunks.is_empty() && !only.is_same());
    let none = Comparison::new(Some("a\r\n"), "b");
    assert_eq!((none.ends, none.end), (None, None));
    assert_eq!(Comparison::new(None, "a\r\nb\r\n").end, Some(LineEnd::CrLf));
}

#[test]
fn where_line_ends_are_mixed_the_line_that_changed_its_end_is_told() {
    assert_eq!(changed("a\r\nb\r\nc\r\n", "a\r\nb\nc\r\n"), ["-b\r", "+b"]);
    assert_eq!(marks("let b = 1;\r", "let b = 1;"), Some((vec!["\r".into()], vec![])));
    assert_eq!(changed("a\rb\n", "a\rb\n"), [""; 0]);
}

#[test]
fn a_line_feed_missing_at_the_end_of_one_text_is_told_and_of_both_is_not() {
    let lost = Comparison::new(Some("a\nb\n"), "a\nb");
    assert!(lost.new_is_open() && !lost.old_is_open());
    assert_eq!(changed("a\nb\n", "a\nb"), ["-b", "+b"]);
    assert_eq!(changed("b", "b\nc\n"), ["-b", "+b", "+c"]);
    assert!(Comparison::new(Some("b"), "b\nc\n").old_is_open());
    let cut_out = Comparison::new(Some("a\nb"), "a\nc");
    assert!(!cut_out.old_is_open() && !cut_out.new_is_open());
    assert!(Comparison::new(None, "a").new_is_open());
    assert!(!Comparison::new(Some("a"), "").new_is_open() && Comparison::new(Some("a"), "").old_is_open());
}

#[test]
fn marks_are_whole_words_and_neighbours_are_one_mark() {
    let found = marks(r#"    println!("hello");"#, r#"    println!("hello, {name}");"#);
    assert_eq!(found, Some((vec![], vec![", {name}".into()])));
    assert_eq!(
        marks("let the old value stay", "let a new value stay"),
        Some((vec!["the old".into()], vec!["a new".into()]))
    );
    assert_eq!(marks("same", "same"), Some((vec![], vec![])));
    assert_eq!(marks("  indented_name(x)", "    indented_name(x)"), Some((vec!["  ".into()], vec!["    ".into()])));
}

#[test]
fn lines_with_little_in_common_and_long_ones_have_no_marks() {
    assert_eq!(marks("alpha beta", "something else entirely"), None);
    assert_eq!(marks("}", "return 5;"), None);
    let long = "word ".repeat(LONGEST / 5);
    assert!(marks(&long, &long).is_some());
    assert_eq!(marks(&long, &format!("{long}x")), None);
}

#[test]
fn a_mark_never_cuts_a_grapheme() {
    assert_eq!(marks("the family 👨‍👩‍👧 here", "the family 👨‍👩‍👦 here"), Some((vec!["👨‍👩‍👧".into()], vec!["👨‍👩‍👦".into()])));
    assert_eq!(
        marks("some cafe here", "some cafe\u{301} here"),
        Some((vec!["cafe".into()], vec!["cafe\u{301}".into()]))
    );
    assert_eq!(marks("flag 🇩🇪 flag", "flag 🇩🇰 flag"), Some((vec!["🇩🇪".into()], vec!["🇩🇰".into()])));
    assert_eq!(marks("我读过这本书", "我读过那本书"), Some((vec!["这".into()], vec!["那".into()])));
}

/// A time that grows with the square of the text would be minutes here, even in a build without optimisations.
#[test]
fn a_hundred_thousand_lines_are_compared_whatever_is_in_them() {
    const MANY: usize = 100_000;
    let text = |line: &dyn Fn(usize) -> String| (0..MANY).map(|n| line(n) + "\n").collect::<String>();
    let plain = text(&|n| format!("line {n}"));
    let other = text(&|n| format!("other {n}"));
    assert_eq!(totals(&plain, &other), (MANY, MANY));
    let alternating = text(&|n| format!("{} {n}", if n % 2 == 0 { "line" } else { "changed" }));
    let found = Comparison::new(Some(&plain), &alternating);
    assert_eq!((found.hunks.len(), totals(&plain, &alternating)), (MANY / 2, (MANY / 2, MANY / 2)));
    let one_more = plain.clone() + "last\n";
    assert_eq!(totals(&plain, &one_more), (0, 1));
    let few_kinds = text(&|n| format!("{}", n * n % 7));
    let shuffled = text(&|n| format!("{}", n * n * n % 11));
    let (removed, added) = totals(&few_kinds, &shuffled);
    assert_eq!(removed, added);
}

#[test]
fn identical_lines_one_huge_line_and_binary_junk_are_compared() {
    assert_eq!(totals(&"x\n".repeat(10_000), &"x\n".repeat(9_000)), (1_000, 0));
    let huge = "x".repeat(5_000_000);
    assert_eq!(totals(&huge, &(huge.clone() + "y")), (1, 1));
    assert_eq!(words(&huge, &huge), None);
    let junk: String = (0..200_000_u32).filter_map(|n| char::from_u32(n.wrapping_mul(2_654_435) % 0x11_0000)).collect();
    let reversed: String = junk.chars().rev().collect();
    let found = Comparison::new(Some(&junk), &reversed);
    assert_eq!(found.old.len() - found.totals().removed, found.new.len() - found.totals().added);
}

/// Texts that are likely to have lines in common.
fn text() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec!["a", "b", "  b", "", "}", "é\u{301}", "long line of words", "\r", "x\r"]);
    let end = prop::sample::select(vec!["\n", "\n", "\n", "\r\n"]);
    (prop::collection::vec((line, end), 0..40), any::<bool>()).prop_map(|(lines, open)| {
        let text: String = lines.into_iter().flat_map(|(line, end)| [line, end]).collect();
        if open { text.trim_end_matches('\n').to_owned() } else { text }
    })
}

proptest! {
    #[test]
    fn the_hunks_lead_from_the_old_text_to_the_new_one(old in text(), new in text()) {
        let found = Comparison::new(Some(&old), &new);
        let lines = |lines: &Lines, range: Range<usize>| range.map(|n| lines.get(n).unwrap().to_owned()).collect::<Vec<_>>();
        let (mut at_old, mut at_new) = (0, 0);
        let mut rebuilt = Vec::new();
        for (number, hunk) in found.hunks.iter().enumerate() {
            prop_assert!(!hunk.old.is_empty() || !hunk.new.is_empty());
            prop_assert!(number == 0 || hunk.old.start > at_old, "something stands between two changes");
            prop_assert_eq!(lines(&found.old, at_old..hunk.old.start), lines(&found.new, at_new..hunk.new.start));
            rebuilt.extend(lines(&found.old, at_old..hunk.old.start));
            rebuilt.extend(lines(&found.new, hunk.new.clone()));
            (at_old, at_new) = (hunk.old.end, hunk.new.end);
        }
        rebuilt.extend(lines(&found.old, at_old..found.old.len()));
        prop_assert_eq!(found.old.len() - at_old, found.new.len() - at_new);
        prop_assert_eq!(rebuilt, lines(&found.new, 0..found.new.len()));
        prop_assert_eq!(found.is_same(), old == new);
    }

    #[test]
    fn marks_are_in_order_between_graphemes_and_leave_the_same_text(
        old in "([a-c ]|\\PC|[\u{301}\u{200d}🦊👩🇩\u{600}]){0,40}",
        new in "([a-c ]|\\PC|[\u{301}\u{200d}🦊👩🇩\u{600}]){0,40}",
    ) {
        let Some(marks) = words(&old, &new) else { return Ok(()) };
        let rest = |line: &str, ranges: &[Range<usize>]| {
            let breaks: Vec<usize> = line.grapheme_indices(true).map(|(at, _)| at).chain([line.len()]).collect();
            let mut rest = String::new();
            let mut from = 0;
            for (number, range) in ranges.iter().enumerate() {
                assert!(range.start < range.end && (number == 0 || range.start > from), "{ranges:?}");
                assert!(breaks.contains(&range.start) && breaks.contains(&range.end), "{ranges:?} of {line:?}");
                rest += line.get(from..range.start).unwrap();
                from = range.end;
            }
            rest + line.get(from..).unwrap()
        };
        let without_blanks = |text: String| text.split_whitespace().collect::<String>();
        prop_assert_eq!(without_blanks(rest(&old, &marks.removed)), without_blanks(rest(&new, &marks.added)));
    }
}
