use super::super::{Colour, Run, Style};
use super::{Row, Screen, rows, runs, style};

#[test]
fn each_mark_goes_on_and_off() {
    let on = Style { bold: true, dim: true, italic: true, ..Style::default() };
    assert_eq!(style("\u{1b}[1;2;3m"), on);
    assert_eq!(style("\u{1b}[1;2;3m\u{1b}[22;23m"), Style::default());
    let on = Style { underline: true, inverse: true, hidden: true, strike: true, ..Style::default() };
    assert_eq!(style("\u{1b}[4;7;8;9m"), on);
    assert_eq!(style("\u{1b}[4;7;8;9m\u{1b}[24;27;28;29m"), Style::default());
    assert!(
        style("\u{1b}[21m").underline && style("\u{1b}[4:3m").underline && !style("\u{1b}[4m\u{1b}[4:0m").underline
    );
    assert_eq!(style("\u{1b}[1;31;44m\u{1b}[m"), Style::default());
    assert_eq!(style("\u{1b}[1;31;44m\u{1b}[0m"), Style::default());
    // Blinking, fonts and frames are not shown.
    assert_eq!(style("\u{1b}[5;6;10;11;51;53m"), Style::default());
}

#[test]
fn each_of_the_sixteen_colours_has_its_codes() {
    for n in 0..8_u8 {
        assert_eq!(style(&format!("\u{1b}[{}m", 30 + n)).ink, Colour::Named(n));
        assert_eq!(style(&format!("\u{1b}[{}m", 40 + n)).ground, Colour::Named(n));
        assert_eq!(style(&format!("\u{1b}[{}m", 90 + n)).ink, Colour::Named(8 + n));
        assert_eq!(style(&format!("\u{1b}[{}m", 100 + n)).ground, Colour::Named(8 + n));
    }
    assert_eq!(style("\u{1b}[31;41m\u{1b}[39m").ink, Colour::Own);
    assert_eq!(style("\u{1b}[31;41m\u{1b}[49m").ground, Colour::Own);
}

#[test]
fn a_colour_of_the_palette_or_an_exact_one_is_read_in_every_form() {
    for form in ["38;5;196", "38:5:196", "1;38;5;196", "38;5;196;3"] {
        assert_eq!(style(&format!("\u{1b}[{form}m")).ink, Colour::Exact([255, 0, 0]), "{form}");
    }
    for form in ["48;2;200;10;140", "48:2::200:10:140", "48:2:200:10:140", "48:2:1:200:10:140:9"] {
        assert_eq!(style(&format!("\u{1b}[{form}m")).ground, Colour::Exact([200, 10, 140]), "{form}");
    }
    let after = style("\u{1b}[38;2;1;2;3;4m");
    assert!(after.underline && after.ink == Colour::Exact([1, 2, 3]));
}

#[test]
fn the_palette_is_sixteen_names_a_cube_and_greys() {
    for (index, colour) in [
        (0, Colour::Named(0)),
        (15, Colour::Named(15)),
        (16, Colour::Exact([0, 0, 0])),
        (17, Colour::Exact([0, 0, 95])),
        (110, Colour::Exact([135, 175, 215])),
        (231, Colour::Exact([255, 255, 255])),
        (232, Colour::Exact([8, 8, 8])),
        (255, Colour::Exact([238, 238, 238])),
    ] {
        assert_eq!(Colour::of_palette(index), colour, "{index}");
    }
}

#[test]
fn the_colour_of_an_underline_is_left_out_with_all_its_numbers() {
    for form in ["58;5;1", "58;2;1;3;7", "58:2::1:3:7", "58:5:1", "59"] {
        assert_eq!(style(&format!("\u{1b}[{form}m")), Style::default(), "{form}");
    }
    assert!(style("\u{1b}[58;2;1;3;7;1m").bold);
}

#[test]
fn a_colour_that_is_none_changes_nothing() {
    for form in ["38", "38;5", "38;2;1;2", "38;9", "38;5;256", "38;2;1;2;300", "38:2:1", "38:5", "38:", "48;1;2"] {
        let style = style(&format!("\u{1b}[32m\u{1b}[{form}m"));
        assert_eq!((style.ink, style.ground), (Colour::Named(2), Colour::Own), "{form}");
    }
}

#[test]
fn a_style_is_kept_over_lines_and_over_pieces_of_the_output() {
    let red = Style { ink: Colour::Named(1), ..Style::default() };
    let lines = rows("\u{1b}[31ma\nb");
    let all: Vec<Run> = lines.iter().flat_map(Row::runs).collect();
    assert_eq!(all, [Run { text: "a".into(), style: red }, Run { text: "b".into(), style: red }]);
    let mut screen = Screen::default();
    for piece in ["\u{1b}", "[3", "1", "mred\u{1b}[", "0mplain"] {
        screen.print(piece);
    }
    let row = screen.end().next().expect("a row").runs();
    assert_eq!(row, [Run { text: "red".into(), style: red }, Run { text: "plain".into(), style: Style::default() }]);
}

#[test]
fn neighbours_of_one_look_are_one_run() {
    assert_eq!(runs("a\u{1b}[31m\u{1b}[0mb\u{1b}[mc").len(), 1);
    assert_eq!(runs("\u{1b}[31ma\u{1b}[32m\u{1b}[31mb").len(), 1);
    assert_eq!(runs("\u{1b}[31mab\u{1b}[32mc").len(), 2);
}
