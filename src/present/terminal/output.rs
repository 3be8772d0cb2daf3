//! What a command printed: its head and its tail where it is long, and what is between them when it is asked for.

use super::Look;
use crate::text::ansi::{Row, Run, Screen, Style};
use std::collections::VecDeque;
use std::sync::Arc;

/// An output as it stands on the card at first.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its beginning, or all of it.
    pub head: Piece,
    /// What is left out, and the end behind that.
    pub rest: Option<(Gap, Piece)>,
}

/// Some lines, the last one without its end.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text with its line ends, in runs of one look.
    pub spans: Vec<Span>,
    /// How many lines it has.
    pub lines: usize,
    /// The last line goes on behind it.
    pub(super) goes_on: bool,
}

/// Characters of one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The characters, line ends and tabs among them.
    pub text: String,
    /// Their look.
    pub look: Look,
}

/// An amount of output.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Line ends. Where there are none, a part of one line is meant.
    pub lines: usize,
    /// Characters, blanks among them.
    pub characters: usize,
    rows: usize,
    /// What it takes to draw it: see [`Row::weight`].
    weight: usize,
}

/// The part of an output that is left out: the point from which on it is printed when it is asked for.
#[derive(Debug, Clone)]
pub struct Gap {
    left: Amount,
    screen: Screen,
    text: Arc<str>,
    /// How much of the text has been printed.
    printed: usize,
    /// Rows that the screen has given and nobody has taken yet.
    waiting: VecDeque<Row>,
}

/// The most that the head, and also the tail, shows.
const END: Limit = Limit { rows: 200, weight: 10_000 };

/// The most that is shown at a press of the button.
const STEP: Limit = Limit { rows: 5_000, weight: 500_000 };

/// The most that one piece of that shows: the browser lays out each by itself, and only those in sight.
const PIECE: Limit = Limit { rows: 500, weight: 10_000 };

/// The spans after which a step ends, with their piece: each can be an element on the page.
const SPANS: usize = 5_000;

/// How many bytes are printed before rows are taken off the screen.
const BLOCK: usize = 4_096;

struct Limit {
    rows: usize,
    weight: usize,
}

impl Limit {
    fn allows(&self, amount: Amount) -> bool {
        amount.rows <= self.rows && amount.weight <= self.weight
    }
}

impl Amount {
    /// Whether it is no more than a press of the button shows.
    #[must_use]
    pub fn is_one_step(self) -> bool {
        STEP.allows(self)
    }

    fn of(row: &Row) -> Self {
        Self { lines: usize::from(!row.goes_on()), characters: row.characters(), rows: 1, weight: row.weight() }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            lines: self.lines + other.lines,
            characters: self.characters + other.characters,
            rows: self.rows + other.rows,
            weight: self.weight + other.weight,
        }
    }

    /// What is left of it without `other`, which is a part of it.
    fn minus(self, other: Self) -> Self {
        Self {
            lines: self.lines.saturating_sub(other.lines),
            characters: self.characters.saturating_sub(other.characters),
            rows: self.rows.saturating_sub(other.rows),
            weight: self.weight.saturating_sub(other.weight),
        }
    }
}

impl Output {
    /// Prints an output, once and from end to end, and keeps of it what is shown.
    #[must_use]
    pub fn of(text: impl Into<Arc<str>>) -> Self {
        let mut printing = Gap::new(text.into());
        let (mut head, _) = printing.take(&END, usize::MAX);
        let mut gap = printing.clone();
        let (mut last, mut sum) = (VecDeque::new(), Amount::default());
        while let Some(row) = printing.next() {
            let amount = Amount::of(&row);
            sum = sum.plus(amount);
            last.push_back((row, amount));
            while !END.allows(sum)
                && let Some((_, amount)) = last.pop_front()
            {
                sum = sum.minus(amount);
                gap.left = gap.left.plus(amount);
            }
        }
        let mut tail = Piece::default();
        let end = if gap.left.rows == 0 { &mut head } else { &mut tail };
        last.iter().for_each(|(row, _)| end.add(row));
        Self { head, rest: (gap.left.rows > 0).then_some((gap, tail)) }
    }
}

impl Gap {
    fn new(text: Arc<str>) -> Self {
        Self { left: Amount::default(), screen: Screen::default(), text, printed: 0, waiting: VecDeque::new() }
    }

    /// How much is still left out.
    #[must_use]
    pub fn left(&self) -> Amount {
        self.left
    }

    /// The next part of what is left out: so much as can be drawn in a moment, in order.
    #[must_use]
    pub fn step(&mut self) -> Vec<Piece> {
        let (mut pieces, mut all, mut spans) = (Vec::new(), Amount::default(), 0);
        while self.left.rows > 0 && all.rows < STEP.rows && all.weight < STEP.weight && spans < SPANS {
            let (piece, taken) = self.take(&PIECE, self.left.rows.min(STEP.rows - all.rows));
            self.left = self.left.minus(taken);
            all = all.plus(taken);
            spans += piece.spans.len();
            pieces.push(piece);
        }
        pieces
    }

    /// The next rows, at most `most`, up to the one that reaches the limit.
    fn take(&mut self, limit: &Limit, most: usize) -> (Piece, Amount) {
        let (mut piece, mut taken) = (Piece::default(), Amount::default());
        while taken.rows < most.min(limit.rows)
            && taken.weight < limit.weight
            && let Some(row) = self.next()
        {
            taken = taken.plus(Amount::of(&row));
            piece.add(&row);
        }
        (piece, taken)
    }

    /// The next row of the output.
    fn next(&mut self) -> Option<Row> {
        while self.waiting.is_empty() && self.printed < self.text.len() {
            let mut end = self.text.len().min(self.printed + BLOCK);
            while !self.text.is_char_boundary(end) {
                end += 1;
            }
            self.screen.print(self.text.get(self.printed..end).unwrap_or_default());
            self.printed = end;
            self.waiting.extend(self.screen.left());
            if end == self.text.len() {
                self.waiting.extend(std::mem::take(&mut self.screen).end());
            }
        }
        self.waiting.pop_front()
    }
}

impl Piece {
    fn add(&mut self, row: &Row) {
        let starts = !self.goes_on;
        if starts && self.lines > 0 {
            self.push("\n", Look::default());
        }
        self.lines += usize::from(starts);
        self.goes_on = row.goes_on();
        let runs = row.runs();
        match runs.as_slice() {
            [run] if starts && !row.goes_on() && is_host_line(run) => {
                self.push(&run.text, Look { classes: vec!["host"], ..Look::default() });
            }
            runs => runs.iter().for_each(|run| self.push(&run.text, Look::of(&run.style))),
        }
    }

    fn push(&mut self, text: &str, look: Look) {
        match self.spans.last_mut() {
            Some(span) if span.look == look || text == "\n" => span.text.push_str(text),
            _ => self.spans.push(Span { text: text.to_owned(), look }),
        }
    }
}

/// All of an output as text: what a terminal shows of it, without its looks.
#[must_use]
pub fn text_of(output: impl Into<Arc<str>>) -> String {
    let (mut printing, mut all) = (Gap::new(output.into()), Piece::default());
    while let Some(row) = printing.next() {
        all.add(&row);
    }
    all.spans.into_iter().map(|span| span.text).collect()
}

/// Whether a line looks like one of those that the host puts between what the command printed. A command can print the
/// same, so the line is set off and nothing is concluded from it.
fn is_host_line(run: &Run) -> bool {
    let line = run.text.as_str();
    let is_one =
        matches!(line, "[stderr]" | "(no output)") || line.starts_with("[timed out after ") && line.ends_with("ms]");
    is_one && run.style == Style::default()
}
