//! However an output is made, each of its bytes costs a bounded amount of work and memory. Counted, not timed.

use super::super::{COLUMNS, ROWS, Screen};

/// Outputs that are made to be slow, each repeated until it has this many bytes.
const BYTES: usize = 1 << 16;

fn printed(part: &str) -> (Screen, usize) {
    let output = part.repeat(BYTES / part.len());
    let mut screen = Screen::default();
    screen.print(&output);
    (screen, output.len())
}

#[test]
fn plain_text_costs_two_touches_a_byte_at_most() {
    for part in ["x", "a line of text\n", "中文", "\n", "a\tb\r\n"] {
        let (screen, bytes) = printed(part);
        assert!(screen.work() <= 4 * bytes, "{part:?}: {} for {bytes}", screen.work());
    }
}

#[test]
fn no_byte_costs_more_than_a_row_of_the_screen() {
    for part in [
        "\r",
        "x\r",
        "\u{1b}[m",
        "\u{1b}[38;2;1;2;3mx",
        "\u{1b}[999999999C",
        "\u{1b}[9999Cx",
        "\u{1b}[9999Cx\r",
        "\u{1b}[9999Cx\n",
        "\u{1b}[999999B",
        "\u{1b}[9999Bx",
        "\u{1b}[9999A\u{1b}[9999B",
        "\u{1b}[A\u{1b}[B",
        "\u{1b}[99H\u{1b}[H",
        "\u{1b}[2J",
        "\u{1b}[99B\u{1b}[1J",
        "\u{1b}[9999Cx\u{1b}[1K",
        "\u{1b}[K",
        "\u{1b}[99X",
        "\u{1b}c",
        "\u{1b}M",
        "\u{301}",
        "e\u{301}\r",
        "\t\r",
        "\t\u{8}",
        "\u{1b}]0;x",
        "\u{1b}P",
        "\u{9b}K",
        "中\r文\u{1b}[2G",
    ] {
        let (screen, bytes) = printed(part);
        assert!(screen.work() <= COLUMNS * bytes, "{part:?}: {} for {bytes}", screen.work());
    }
}

#[test]
fn the_work_grows_as_the_output_does() {
    let line = "\u{1b}[9999Cx\u{1b}[1K\u{1b}[2J\r\u{1b}[3Axyz\u{1b}[B中\t\n";
    let work = |times: usize| {
        let mut screen = Screen::default();
        screen.print(&line.repeat(times));
        screen.work()
    };
    let (once, tenfold) = (work(1_000), work(10_000));
    assert!(tenfold <= 11 * once, "{once} and {tenfold}");
}

#[test]
fn a_screen_keeps_its_own_rows_only() {
    for part in ["x", "x\n", "\u{1b}[9999Cx\n", "\u{1b}[9999Bx", "x\r", "\u{1b}]0;x"] {
        let output = part.repeat(10_000);
        let mut screen = Screen::default();
        let mut left = 0;
        for piece in output.as_bytes().chunks(4096) {
            screen.print(std::str::from_utf8(piece).expect("ASCII"));
            left += screen.left().count();
        }
        let rows: Vec<_> = screen.end().collect();
        assert!(rows.len() <= ROWS && rows.iter().all(|row| row.len() <= COLUMNS), "{part:?}: {left}, {}", rows.len());
    }
}

#[test]
fn what_is_shown_is_no_more_than_a_row_for_each_of_the_shortest_jumps() {
    let (mut screen, bytes) = printed("\u{1b}[999Cx\n");
    let left: usize = screen.left().map(|row| row.len()).sum();
    let last: usize = screen.end().map(|row| row.len()).sum();
    assert!(left + last <= COLUMNS / 8 * bytes, "{left} + {last} for {bytes}");
}
