use super::super::{COLUMNS, Screen};
use super::{Row, joined, rows, text};
use proptest::prelude::*;

/// Text with all that a terminal reacts to, often enough to meet.
fn output() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z ]{0,12}",
        "[中文字é\u{301}👩🏽\u{200d}🔬\u{202e}]{0,4}",
        Just("\u{1b}".to_owned()),
        "\u{1b}\\[[0-9;:?]{0,8}[A-Za-z`@]",
        "\u{1b}[\\]P_^X][a-z0-9;]{0,6}(\u{7}|\u{1b}\\\\)?",
        "[\n\r\t\u{8}\0\u{7}\u{b}\u{84}\u{85}\u{9b}\u{9c}\u{9d}]{0,3}",
        "\\PC{0,8}",
        any::<String>(),
    ];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn whatever_is_printed_is_shown_within_bounds(output in output()) {
        let rows = rows(&output);
        let characters: usize = rows.iter().flat_map(Row::runs).map(|run| run.text.chars().count()).sum();
        prop_assert!(characters <= COLUMNS * output.len());
        for row in &rows {
            prop_assert!(row.len() <= COLUMNS);
            let runs = row.runs();
            prop_assert!(runs.iter().all(|run| !run.text.is_empty()));
            prop_assert!(runs.windows(2).all(|pair| pair[0].style != pair[1].style), "neighbours of one look are one run");
        }
        let shown = joined(&rows);
        let is_clean = shown.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control() && !crate::text::bidi::is_control(c));
        prop_assert!(is_clean, "{shown:?}");
    }

    #[test]
    fn an_output_in_pieces_is_shown_as_the_whole(output in output(), cuts in proptest::collection::vec(0..400_usize, 0..8)) {
        let mut screen = Screen::default();
        let mut in_pieces = Vec::new();
        let mut rest = output.as_str();
        for cut in cuts {
            let end = rest.char_indices().nth(cut).map_or(rest.len(), |(end, _)| end);
            let (piece, after) = rest.split_at(end);
            screen.print(piece);
            in_pieces.extend(screen.left());
            screen = screen.clone();
            rest = after;
        }
        screen.print(rest);
        in_pieces.extend(screen.end());
        let runs = |rows: &[Row]| rows.iter().map(Row::runs).collect::<Vec<_>>();
        prop_assert_eq!(runs(&in_pieces), runs(&rows(&output)));
    }

    #[test]
    fn plain_text_is_unchanged(lines in proptest::collection::vec("[a-zA-Z0-9 .,;\t中文é🦊\u{301}]{0,600}", 0..20)) {
        let plain = lines.join("\n");
        let shown = text(&plain);
        prop_assert_eq!(shown.lines().collect::<Vec<_>>(), plain.lines().collect::<Vec<_>>());
    }
}
