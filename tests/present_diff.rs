//! What the diff card says: which files, what happened to them, and which rows show it.
#![cfg(not(target_arch = "wasm32"))]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::indexing_slicing, clippy::expect_used)]

use std::fmt::Write;
use webcard::lang::EN;
use webcard::present::diff::{Mark, Origin, Piece, Row, Run, Sheet, Side};
use webcard::view::result::FileDiff;

fn diff(path: &str, old: Option<&str>, new: &str) -> FileDiff {
    FileDiff { path: path.to_owned(), old_text: old.map(str::to_owned), new_text: new.to_owned() }
}

fn sheet(old: &str, new: &str) -> Sheet {
    Sheet::new(&[diff("a", Some(old), new)], Origin::Edited, &EN)
}

/// All lines of a run, with their numbers, and marks in brackets.
fn lines(run: &Run, out: &mut String) {
    let sign = match run.side {
        Side::Same => ' ',
        Side::Removed => '-',
        Side::Added => '+',
    };
    let number = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
    for row in (0..run.len()).map(|index| run.row(index)) {
        let mut text = row.text.clone();
        for (range, mark) in row.marks.iter().rev() {
            let (open, close) = if *mark == Mark::Word { ('[', ']') } else { ('(', ')') };
            text.insert(range.end, close);
            text.insert(range.start, open);
        }
        writeln!(out, "{:>2} {:>2} {sign}{text}", number(row.old), number(row.new)).expect("written");
    }
}

/// What a reader sees at first, from above to below; folded lines are counted.
fn drawn(sheet: &Sheet) -> String {
    let mut out = String::new();
    for piece in sheet.pages.iter().flatten() {
        match piece {
            Piece::Head { path, chips } => {
                let chips: String = chips.iter().map(|chip| format!(" ({})", chip.text)).collect();
                writeln!(out, "{path}{chips}").expect("written");
            }
            Piece::Gap => out.push_str("~\n"),
            Piece::Note(words) => writeln!(out, "{words}").expect("written"),
            Piece::Same(run) if run.first == 0 => writeln!(out, "{} folded", run.len()).expect("written"),
            Piece::Same(run) => lines(run, &mut out),
            Piece::Change { removed, added, .. } => {
                lines(removed, &mut out);
                lines(added, &mut out);
            }
        }
    }
    out
}

fn changes(sheet: &Sheet) -> Vec<(&Run, &Run)> {
    fn change(piece: &Piece) -> Option<(&Run, &Run)> {
        if let Piece::Change { removed, added, .. } = piece { Some((removed, added)) } else { None }
    }
    sheet.pages.iter().flatten().filter_map(change).collect()
}

fn first_added(sheet: &Sheet) -> Row {
    changes(sheet)[0].1.row(0)
}

#[test]
fn a_change_stands_between_lines_with_both_numbers() {
    let old = "fn main() {\n    println!(\"hello\");\n}";
    let new = "fn main() {\n    println!(\"hello, {name}\");\n    Ok(())\n}";
    let expected = concat!(
        "a\n",
        " 1  1  fn main() {\n",
        " 2    -    println!(\"hello\");\n",
        "    2 +    println!(\"hello[, {name}]\");\n",
        "    3 +    Ok(())\n",
        " 3  4  }\n",
    );
    assert_eq!(drawn(&sheet(old, new)), expected);
}

#[test]
fn three_lines_stand_around_a_change_and_the_others_are_folded() {
    let lines = |changed: &[usize], word: &str| -> String {
        (1..=30).map(|n| if changed.contains(&n) { format!("{word}\n") } else { format!("{n}\n") }).collect()
    };
    let shown = |changed: &[usize]| {
        let drawn = drawn(&sheet(&lines(changed, "before"), &lines(changed, "after")));
        let folded = drawn.lines().filter(|line| line.ends_with("folded")).map(str::to_owned).collect::<Vec<_>>();
        (drawn.lines().count() - folded.len() - 1, folded)
    };
    assert_eq!(shown(&[15]), (8, vec!["11 folded".into(), "12 folded".into()]));
    assert_eq!(shown(&[1]), (5, vec!["26 folded".into()]));
    assert_eq!(shown(&[30]), (5, vec!["26 folded".into()]));
    // Between these there are seven: one more than stand around them, which a button would not save.
    assert_eq!(shown(&[10, 18]), (17, vec!["6 folded".into(), "9 folded".into()]));
    assert_eq!(shown(&[10, 19]), (16, vec!["6 folded".into(), "2 folded".into(), "8 folded".into()]));
    assert_eq!(shown(&[4, 27]), (16, vec!["16 folded".into()]));
}

#[test]
fn what_happened_to_a_file_is_told_as_far_as_it_is_known() {
    let head = |old: Option<&str>, origin: Origin| {
        let drawn = drawn(&Sheet::new(&[diff("a", old, "new\n"), diff("b", old, "new\n")], origin, &EN));
        drawn.lines().next().expect("a head").to_owned()
    };
    assert_eq!(head(None, Origin::Proposed), "a (to be written) (+1)");
    assert_eq!(head(Some("old\n"), Origin::Proposed), "a (proposed) (+1 −1)");
    assert_eq!(head(None, Origin::Edited), "a (new file) (+1)");
    assert_eq!(head(None, Origin::Written), "a (new file) (+1)");
    assert_eq!(head(Some("old\n"), Origin::Written), "a (overwritten) (+1 −1)");
    assert_eq!(head(Some("old\n"), Origin::Edited), "a (+1 −1)");
}

#[test]
fn a_file_has_one_head_for_all_its_places_and_one_file_has_its_marks_in_the_header() {
    let places = [diff("a", Some("x"), "y"), diff("b", Some("x"), "x"), diff("a", Some("z"), "")];
    let expected = concat!("a (+1 −2)\n", " 1    -x\n", "    1 +y\n", "~\n", " 1    -z\n", "b\n", "No changes.\n");
    assert_eq!(drawn(&Sheet::new(&places, Origin::Edited, &EN)), expected);
    assert!(drawn(&sheet("x", "y")).starts_with("a\n"));
    assert!(Sheet::new(&[], Origin::Edited, &EN).pages.is_empty());
}

#[test]
fn only_numbers_of_an_excerpt_are_called_so_and_only_two_sides_can_be_set_side_by_side() {
    let about = |old: Option<&str>, new: &str| {
        let sheet = Sheet::new(&[diff("a", old, new)], Origin::Written, &EN);
        (sheet.is_excerpt, sheet.has_sides, sheet.digits)
    };
    assert_eq!(about(None, &"x\n".repeat(100)), (false, false, 3));
    assert_eq!(about(Some("a\nb"), "a\nc"), (true, true, 1));
    assert_eq!(about(Some("a"), "a"), (true, false, 1));
    assert_eq!(about(Some("a\n"), ""), (true, false, 1));
}

#[test]
fn line_ends_and_blanks_at_the_end_of_a_line_are_to_be_seen() {
    assert_eq!(drawn(&sheet("a\r\nb\r\n", "a\nb\n")), "a (line ends CRLF → LF)\nOnly the line ends changed.\n");
    assert_eq!(drawn(&sheet("x\r\n", "y\r\n")), "a (CRLF)\n 1    -x\n    1 +y\n");
    let mixed = drawn(&sheet("let a = 1;\r\nb\r\n", "let a = 1;\nb\r\n"));
    assert_eq!(mixed, "a\n 1    -let a = 1;[␍]\n    1 +let a = 1;\n 2  2  b␍\n");
    assert_eq!(drawn(&sheet("end \t", "end")), "a\n 1    -end( \t)\n    1 +end\n");
    let open = sheet("a\nb\n", "a\nb");
    assert!(first_added(&open).is_open && !changes(&open)[0].0.row(0).is_open);
}

#[test]
fn what_hides_in_a_changed_word_is_spelled_out_and_marked() {
    let row = first_added(&sheet("user = \"admin\"", "user = \"\u{202e}admin\u{1b}\""));
    assert_eq!(row.text, "user = \"<U+202E>admin␛\"");
    let marked: Vec<&str> =
        row.marks.iter().map(|(range, _)| row.text.get(range.clone()).expect("a range of it")).collect();
    assert_eq!(marked, ["<U+202E>", "␛"]);
}

#[test]
fn a_card_begins_with_few_rows_however_much_there_is() {
    let rows = |page: &Vec<Piece>| -> usize {
        let of = |piece: &Piece| match piece {
            Piece::Head { .. } | Piece::Gap | Piece::Note(_) => 1,
            Piece::Same(run) => run.first + 1,
            Piece::Change { removed, added, .. } => removed.first + added.first + 2,
        };
        page.iter().map(of).sum()
    };
    let many = |word: &str| (0..100_000).map(|n| format!("{word} {n}\n")).collect::<String>();
    let every_second = |word: &str| -> String {
        (0..100_000).map(|n| format!("{} {n}\n", if n % 2 == 0 { "same" } else { word })).collect()
    };
    let files: Vec<_> = (0..10_000).map(|n| diff(&n.to_string(), Some("x"), "y")).collect();
    for sheet in [
        sheet(&many("old"), &many("new")),
        sheet(&every_second("old"), &every_second("new")),
        Sheet::new(&[diff("a", None, &many("new"))], Origin::Written, &EN),
        Sheet::new(&files, Origin::Edited, &EN),
    ] {
        let first = rows(&sheet.pages[0]);
        assert!((60..=400).contains(&first), "{first} rows");
        assert!(sheet.pages.iter().all(|page| rows(page) <= 2_500));
    }
}

#[test]
fn a_line_too_long_to_be_drawn_is_cut_and_its_rest_can_be_had() {
    let long = "é".repeat(1_000_000) + "\u{1b}";
    let sheet = sheet("x", &long);
    let run = changes(&sheet)[0].1;
    let row = run.row(0);
    assert_eq!((row.text.chars().count(), row.cut, row.marks.len()), (2_000, long.len() - 4_000, 0));
    let rest = run.rest(0, row.cut);
    assert_eq!((rest.chars().count(), rest.ends_with('␛')), (998_001, true));
}
