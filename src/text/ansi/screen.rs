//! The screen: what the sequences do to it.

use super::row::Row;
use super::sgr;
use super::style::Style;
use crate::text::bidi;
use anstyle_parse::{CharAccumulator, Params, Parser, Perform};
use std::collections::VecDeque;
use unicode_width::UnicodeWidthChar;

/// How wide the screen is. Lines go on in the next row and are one line all the same; what the number decides is how far
/// to the right of the text the cursor can be sent, so that a few bytes cannot ask for a million blanks.
pub const COLUMNS: usize = 256;

/// How high the screen is: so many rows can still change. A terminal has as many or fewer, so every program that draws
/// several lines anew finds them.
pub const ROWS: usize = 50;

/// How far a tab goes at most.
const TAB: usize = 8;

/// A terminal that output is printed on. It can be copied at any point of it, and goes on from there.
#[derive(Debug, Default, Clone)]
pub struct Screen {
    parser: Parser<OneEach>,
    grid: Grid,
    /// A string (of a link, a title, …) may be open that an 8-bit control began.
    string: bool,
}

impl Screen {
    /// Prints some text: all of an output, or its next piece.
    pub fn print(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' if self.string => {
                    // These controls are seldom meant: more often they are what is left of a quotation mark that was
                    // decoded wrongly. So much as a line may be lost to that, and no more.
                    self.string = false;
                    self.escape(b'\\');
                    self.byte(b'\n');
                }
                '\0'..='\u{7f}' => u8::try_from(c).into_iter().for_each(|byte| self.byte(byte)),
                '\u{80}'..='\u{9f}' => {
                    self.string |= matches!(c, '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}');
                    // Each of them is short for an escape and the letter that stands 64 places before it.
                    u8::try_from(c).into_iter().for_each(|byte| self.escape(byte - 0x40));
                }
                _ => {
                    self.grid.beyond_ascii = c;
                    BEYOND_ASCII.into_iter().for_each(|byte| self.byte(byte));
                }
            }
        }
    }

    fn byte(&mut self, byte: u8) {
        self.parser.advance(&mut self.grid, byte);
    }

    fn escape(&mut self, byte: u8) {
        self.byte(0x1b);
        self.byte(byte);
    }

    /// The rows that have left the screen at its top, in their order, since this was asked last.
    pub fn left(&mut self) -> impl Iterator<Item = Row> {
        self.grid.left.drain(..)
    }

    /// The rows that are still there when the output has ended.
    pub fn end(self) -> impl Iterator<Item = Row> {
        let Grid { left, above, here, mut below, .. } = self.grid;
        below.push(here);
        let last = below.iter().position(|row| !row.is_empty()).unwrap_or(below.len());
        left.into_iter().chain(above).chain(below.into_iter().skip(last).rev())
    }

    /// How many columns and rows have been touched so far: never more than [`COLUMNS`] for each byte that was printed, and
    /// about two where it is plain text.
    #[must_use]
    pub fn work(&self) -> usize {
        self.grid.work
    }
}

/// What the parser is given for a character beyond ASCII, whichever it is: to no sequence does it matter, and its own
/// bytes could be taken for 8-bit controls in the middle of a string.
const BEYOND_ASCII: [u8; 2] = [0xc2, 0x80];

#[derive(Debug, Default, Clone)]
struct OneEach;

impl CharAccumulator for OneEach {
    fn add(&mut self, byte: u8) -> Option<char> {
        (byte == BEYOND_ASCII[1]).then_some(char::REPLACEMENT_CHARACTER)
    }
}

/// The rows of the screen, open at the cursor's.
#[derive(Debug, Default, Clone)]
struct Grid {
    left: Vec<Row>,
    /// The rows above the cursor's: fewer than [`ROWS`].
    above: VecDeque<Row>,
    here: Row,
    /// Those below, the lowest first; they are made when the cursor comes there.
    below: Vec<Row>,
    column: usize,
    style: Style,
    /// The character that the parser knows as [`BEYOND_ASCII`].
    beyond_ascii: char,
    work: usize,
}

impl Grid {
    fn write(&mut self, c: char) {
        if c.is_control() || bidi::is_control(c) {
            return;
        }
        self.work += 1;
        let width = c.width().unwrap_or_default();
        if width != 1 && self.here.join(self.column, c, width) {
            return;
        }
        // A mark with nothing to stand on stands for itself.
        self.put(c, width.max(1), self.style);
    }

    fn put(&mut self, c: char, width: usize, style: Style) {
        if self.column + width > COLUMNS {
            self.here.go_on();
            self.next_line();
        }
        self.work += self.column.saturating_sub(self.here.len()) + width;
        self.here.write(self.column, c, width, style);
        self.column += width;
    }

    /// To the next of the columns that tabs lead to. Behind the text, the tab stays one; in it, only the cursor moves.
    fn tab(&mut self) {
        let target = (self.column / TAB + 1) * TAB;
        let start = self.here.len().max(self.column);
        if start < target {
            self.column = start;
            self.put('\t', target - start, Style::default());
        } else {
            self.column = target;
        }
    }

    fn next_line(&mut self) {
        self.line_feed();
        self.column = 0;
    }

    fn line_feed(&mut self) {
        self.down();
        if self.above.len() == ROWS {
            self.left.extend(self.above.pop_front());
        }
    }

    fn down(&mut self) {
        self.work += 1;
        let next = self.below.pop().unwrap_or_default();
        self.above.push_back(std::mem::replace(&mut self.here, next));
    }

    fn up(&mut self) {
        self.work += 1;
        if let Some(next) = self.above.pop_back() {
            self.below.push(std::mem::replace(&mut self.here, next));
        }
    }

    fn go_to_row(&mut self, row: usize) {
        let row = row.min(ROWS - 1);
        while self.above.len() > row {
            self.up();
        }
        while self.above.len() < row {
            self.down();
        }
    }

    fn go_to_column(&mut self, column: usize) {
        self.column = column.min(COLUMNS - 1);
    }

    /// `K`: from the cursor to the line's end, from its beginning to the cursor, or all of it.
    fn erase_in_line(&mut self, what: usize) {
        self.work += self.here.len();
        match what {
            0 => self.here.cut(self.column),
            1 => self.here.blank(0, self.column + 1),
            2 => self.here.cut(0),
            _ => {}
        }
    }

    /// `J`: below the cursor, above it, or both. What has left the screen (3) stays, for the reader to see.
    fn erase_in_screen(&mut self, what: usize) {
        self.work += ROWS;
        if matches!(what, 0 | 2) {
            self.below.clear();
        }
        if matches!(what, 1 | 2) {
            self.above.iter_mut().for_each(|row| row.cut(0));
        }
        self.erase_in_line(what);
    }
}

impl Perform for Grid {
    fn print(&mut self, c: char) {
        self.write(if c == char::REPLACEMENT_CHARACTER { self.beyond_ascii } else { c });
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            0x08 => self.column = self.column.saturating_sub(1),
            b'\t' => self.tab(),
            // As on every terminal that a shell runs in, a line feed begins a line.
            b'\n' | 0x0b | 0x0c => self.next_line(),
            b'\r' => self.column = 0,
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], ignore: bool, action: u8) {
        // With a mark of their own (`?25l`, `>4;2m`) the letters mean something else, and nothing that is shown here.
        if ignore || !intermediates.is_empty() {
            return;
        }
        let number =
            |place: usize| params.iter().nth(place).and_then(|group| group.first()).copied().map_or(0, usize::from);
        let count = number(0).max(1);
        let row = self.above.len();
        match action {
            b'm' => sgr::apply(&mut self.style, params),
            b'A' => self.go_to_row(row.saturating_sub(count)),
            b'B' | b'e' => self.go_to_row(row + count),
            b'C' | b'a' => self.go_to_column(self.column + count),
            b'D' => self.column = self.column.saturating_sub(count),
            b'E' => {
                self.go_to_row(row + count);
                self.column = 0;
            }
            b'F' => {
                self.go_to_row(row.saturating_sub(count));
                self.column = 0;
            }
            b'G' | b'`' => self.go_to_column(count - 1),
            b'd' => self.go_to_row(count - 1),
            b'H' | b'f' => {
                self.go_to_row(count - 1);
                self.go_to_column(number(1).max(1) - 1);
            }
            b'J' => self.erase_in_screen(number(0)),
            b'K' => self.erase_in_line(number(0)),
            b'X' => {
                self.work += self.here.len();
                self.here.blank(self.column, self.column + count);
            }
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, byte: u8) {
        if !intermediates.is_empty() {
            return;
        }
        match byte {
            b'D' => self.line_feed(),
            b'E' => self.next_line(),
            b'M' => self.up(),
            b'c' => {
                self.style = Style::default();
                self.erase_in_screen(2);
                self.go_to_row(0);
                self.column = 0;
            }
            _ => {}
        }
    }
}
