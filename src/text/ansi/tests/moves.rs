use super::super::{COLUMNS, ROWS};
use super::text;

#[test]
fn a_carriage_return_writes_over_what_stands_there() {
    assert_eq!(text("10%\r50%\r100%"), "100%");
    assert_eq!(text("downloading\rdone"), "doneloading");
    assert_eq!(text("downloading\r\u{1b}[Kdone"), "done");
    assert_eq!(text("downloading\u{1b}[2K\rdone"), "done");
    assert_eq!(text("one\r\ntwo\r\n"), "one\ntwo");
}

#[test]
fn a_backspace_goes_back_and_erases_nothing() {
    assert_eq!(text("abc\u{8}\u{8}X"), "aXc");
    assert_eq!(text("\u{8}\u{8}a"), "a");
    assert_eq!(text("abc\u{8} \u{8}d"), "abd");
    // Bold and underlined as on a typewriter.
    assert_eq!(text("N\u{8}NA\u{8}AM\u{8}M"), "NAM");
}

#[test]
fn parts_of_a_line_are_erased() {
    for (erase, left) in [("K", "ab"), ("0K", "ab"), ("1K", "   de"), ("2K", ""), ("2X", "ab  e"), ("9X", "ab   ")] {
        assert_eq!(text(&format!("abcde\u{1b}[3G\u{1b}[{erase}")), left, "{erase}");
    }
    assert_eq!(text("abc\u{1b}[9K"), "abc");
}

#[test]
fn parts_of_the_screen_are_erased() {
    let screen = "one\ntwo\nthree\u{1b}[2;2H";
    for (erase, left) in
        [("J", "one\nt"), ("0J", "one\nt"), ("1J", "\n  o\nthree"), ("2J", ""), ("3J", "one\ntwo\nthree")]
    {
        let shown = text(&format!("{screen}\u{1b}[{erase}"));
        assert_eq!(shown.trim_end_matches('\n'), left, "{erase}");
    }
    assert_eq!(text("old\nscreen\u{1b}[H\u{1b}[2Jnew"), "new");
    assert_eq!(text("\u{1b}[31mold\nscreen\u{1b}cnew"), "new");
}

#[test]
fn the_cursor_moves_along_the_line() {
    assert_eq!(text("abc\u{1b}[2DX"), "aXc");
    assert_eq!(text("abc\r\u{1b}[CX"), "aXc");
    assert_eq!(text("a\u{1b}[3Cb"), "a   b");
    assert_eq!(text("abc\u{1b}[2GX\u{1b}[`Y"), "YXc");
    assert_eq!(text("name\u{1b}[10G[ OK ]"), "name     [ OK ]");
}

#[test]
fn the_cursor_moves_between_lines() {
    assert_eq!(text("one\ntwo\u{1b}[AX"), "oneX\ntwo");
    assert_eq!(text("one\ntwo\u{1b}[FX"), "Xne\ntwo");
    assert_eq!(text("one\ntwo\u{1b}[A\u{1b}[BX"), "one\ntwoX");
    assert_eq!(text("one\ntwo\u{1b}[F\u{1b}[EX"), "one\nXwo");
    assert_eq!(text("one\ntwo\u{1b}[1;3HX\u{1b}[2;1fY"), "onX\nYwo");
    assert_eq!(text("one\ntwo\u{1b}MX"), "oneX\ntwo");
    assert_eq!(text("a\u{1b}Db\u{1b}Ec"), "a\n b\nc");
    assert_eq!(text("one\u{1b}[3dX"), "one\n\n   X");
}

#[test]
fn bars_that_are_drawn_anew_end_as_they_were_last() {
    let mut output = String::from("start\n");
    for percent in [0, 50, 100] {
        if percent > 0 {
            output.push_str("\u{1b}[2A");
        }
        output.push_str(&format!("\r\u{1b}[Kfirst {percent}%\n\r\u{1b}[Ksecond {percent}%\n"));
    }
    assert_eq!(text(&(output + "end\n")), "start\nfirst 100%\nsecond 100%\nend");
}

#[test]
fn no_move_leaves_the_screen() {
    let jumped = text("\u{1b}[999999999Cx");
    assert_eq!((jumped.len(), jumped.ends_with(" x")), (COLUMNS, true));
    assert_eq!(text("\u{1b}[999999999Bx").lines().count(), ROWS);
    assert_eq!(text("\u{1b}[999999999Ax\u{1b}[65535Dy"), "y");
    assert_eq!(text("a\u{1b}[999;999Hx").lines().count(), ROWS);
    // A line that has left the screen is out of reach.
    let many = "line\n".repeat(ROWS + 10);
    let shown = text(&format!("{many}\u{1b}[999AX"));
    assert_eq!(shown.lines().position(|line| line.starts_with('X')), Some(11));
}

#[test]
fn a_line_longer_than_the_screen_is_one_line() {
    let long = "0123456789".repeat(100);
    assert_eq!(text(&format!("{long}\nnext")), format!("{long}\nnext"));
    let exact = "x".repeat(COLUMNS);
    assert_eq!(text(&format!("{exact}\nnext")), format!("{exact}\nnext"));
    assert_eq!(text(&format!("{exact}\rX")), format!("X{}", "x".repeat(COLUMNS - 1)));
}

#[test]
fn tabs_stay_behind_the_text_and_only_move_in_it() {
    assert_eq!(text("a\tb\t\tc"), "a\tb\t\tc");
    assert_eq!(text("abcdefghij\r\tX"), "abcdefghXj");
    assert_eq!(text("abc\r\tX"), "abc\tX");
    assert_eq!(text("a\tb\u{1b}[3GX"), "a X     b");
}

#[test]
fn half_of_a_wide_sign_is_never_left() {
    assert_eq!(text("中文字\rX"), "X 文字");
    assert_eq!(text("中文字\u{1b}[2GX"), " X文字");
    assert_eq!(text("abcd\r中"), "中cd");
    assert_eq!(text("中文\u{1b}[4G\u{1b}[K"), "中 ");
    assert_eq!(text("中文\u{8}X"), "中 X");
    let wide = "中".repeat(COLUMNS);
    assert_eq!(text(&wide), wide);
    assert_eq!(text(&format!("a{wide}")), format!("a{wide}"));
}

#[test]
fn marks_and_joined_emoji_stay_with_what_they_belong_to() {
    assert_eq!(text("e\u{301}a\rX"), "Xa");
    assert_eq!(text("👩\u{200d}🔬 works\rX"), "X  works");
    assert_eq!(text("👍🏽!\r\u{1b}[2CX"), "👍🏽X");
    assert_eq!(text("\u{301}a"), "\u{301}a");
    let tower = |height| format!("e{}", "\u{301}".repeat(height));
    assert_eq!(text(&format!("{}x", tower(20))), format!("{}x", tower(20)));
    assert_eq!(text(&format!("{}x", tower(60_000))), format!("{}…x", tower(31)));
    assert_eq!(text(&"👩\u{200d}".repeat(17)), format!("{}…", "👩\u{200d}".repeat(16)));
}
