//! What a terminal shows.

mod bounds;
mod colours;
mod moves;
mod properties;
mod sequences;

use super::{Row, Run, Screen, Style};

/// The rows of an output.
fn rows(output: &str) -> Vec<Row> {
    let mut screen = Screen::default();
    screen.print(output);
    screen.end().collect()
}

/// The text of some rows, with the line ends between them.
fn joined(rows: &[Row]) -> String {
    let mut text = String::new();
    for (place, row) in rows.iter().enumerate() {
        row.runs().iter().for_each(|run| text.push_str(&run.text));
        if !row.goes_on() && place + 1 < rows.len() {
            text.push('\n');
        }
    }
    text
}

/// The text that is shown of an output.
fn text(output: &str) -> String {
    joined(&rows(output))
}

/// The runs of an output of one line.
fn runs(output: &str) -> Vec<Run> {
    rows(output).first().map(Row::runs).unwrap_or_default()
}

/// The style of what is printed behind these sequences.
fn style(sequences: &str) -> Style {
    runs(&format!("{sequences}x")).last().expect("a run").style
}
