//! One row of a screen.

use super::style::Style;
use crate::text::marks::{CUT, LONGEST};

/// A row of the screen: a line, or a piece of one that is longer than the screen is wide.
#[derive(Debug, Default, Clone)]
pub struct Row {
    cells: Vec<Cell>,
    /// What belongs to the sign of a column beside its first character (marks above it, the rest of an emoji), by column.
    marks: Vec<(usize, String)>,
    /// The line goes on in the next row.
    goes_on: bool,
}

/// Characters of one look.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Run {
    /// The characters; tabs are among them.
    pub text: String,
    /// Their look.
    pub style: Style,
}

/// One column of a row: what stands there, or [`COVERED`].
#[derive(Debug, Clone, Copy)]
struct Cell {
    c: char,
    style: Style,
}

/// A column that the wide character (or the tab) to the left covers too. A NUL is never printed.
const COVERED: char = '\0';

/// What a change of look takes, in characters: each can be an element on the page.
const LOOK: usize = 8;

const JOINER: char = '\u{200d}';

impl Cell {
    fn blank() -> Self {
        Self { c: ' ', style: Style::default() }
    }

    fn is_sign(&self) -> bool {
        self.c != COVERED
    }
}

impl Row {
    /// The row's characters, neighbours of one look together.
    #[must_use]
    pub fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut marks = self.marks.iter().peekable();
        for (column, cell) in self.cells.iter().enumerate().filter(|(_, cell)| cell.is_sign()) {
            if runs.last().is_none_or(|run| run.style != cell.style) {
                runs.push(Run { text: String::new(), style: cell.style });
            }
            let Some(run) = runs.last_mut() else { continue };
            run.text.push(cell.c);
            marks.next_if(|(place, _)| *place == column).into_iter().for_each(|(_, marks)| run.text.push_str(marks));
        }
        runs
    }

    /// How many columns are written on.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// How many characters these are; one with its marks is one.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_sign()).count()
    }

    /// What it takes to draw these, in characters: a mark takes as much as one, and a change of look as much as some.
    #[must_use]
    pub fn weight(&self) -> usize {
        let mut styles = self.cells.iter().filter(|cell| cell.is_sign()).map(|cell| cell.style);
        let mut last = styles.next();
        let changes = styles.filter(|style| last.replace(*style) != Some(*style)).count();
        let marks: usize = self.marks.iter().map(|(_, marks)| marks.chars().count()).sum();
        self.characters() + marks + LOOK * changes
    }

    /// Whether nothing stands here.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the line goes on in the next row.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    pub(super) fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Writes a character of `width` columns; where the row is shorter, blanks lead up to it.
    pub(super) fn write(&mut self, column: usize, c: char, width: usize, style: Style) {
        let end = column + width;
        self.clear(column, end);
        if self.cells.len() < end {
            self.cells.resize(column, Cell::blank());
            self.cells.resize(end, Cell { c: COVERED, style });
        }
        self.cells.iter_mut().skip(column).take(width).for_each(|cell| *cell = Cell { c: COVERED, style });
        self.cells.iter_mut().skip(column).take(1).for_each(|cell| cell.c = c);
    }

    /// Adds `c` to the sign that ends before this column, where the two belong together: a mark, a colour of skin, or an
    /// emoji after a joiner. A sign that has [too many](LONGEST) already is cut.
    pub(super) fn join(&mut self, column: usize, c: char, width: usize) -> bool {
        let Some(place) = self.cells.get(..column).and_then(|cells| cells.iter().rposition(Cell::is_sign)) else {
            return false;
        };
        let found = self.marks.binary_search_by_key(&place, |(column, _)| *column);
        let marks = found.ok().and_then(|index| self.marks.get_mut(index)).map(|(_, marks)| marks);
        let joins = match width {
            0 => true,
            _ => matches!(c, '\u{1f3fb}'..='\u{1f3ff}') || marks.as_ref().is_some_and(|marks| marks.ends_with(JOINER)),
        };
        match (joins, marks, found) {
            (true, Some(marks), _) if marks.chars().count() + 1 < LONGEST => marks.push(c),
            (true, Some(marks), _) if !marks.ends_with(CUT) => marks.push(CUT),
            (true, Some(_), _) => {}
            (true, None, Ok(index) | Err(index)) => self.marks.insert(index, (place, c.into())),
            (false, _, _) => {}
        }
        joins
    }

    /// Makes the columns from `start` to `end` blank, as far as there are any.
    pub(super) fn blank(&mut self, start: usize, end: usize) {
        self.clear(start, end);
        self.cells.iter_mut().take(end).skip(start).for_each(|cell| *cell = Cell::blank());
    }

    /// Takes away what stands from this column on.
    pub(super) fn cut(&mut self, column: usize) {
        self.clear(column, usize::MAX);
        self.cells.truncate(column);
        self.goes_on = false;
    }

    /// Makes way for something else from `start` to `end`: no mark is left there, and no half of a sign beside it.
    fn clear(&mut self, start: usize, end: usize) {
        if start >= self.cells.len() {
            return;
        }
        self.part(start);
        self.part(end);
        self.marks.retain(|(column, _)| !(start..end).contains(column));
    }

    /// Where one sign stands on both sides of a column's left edge, blanks take its place.
    fn part(&mut self, column: usize) {
        if self.cells.get(column).is_none_or(Cell::is_sign) {
            return;
        }
        let Some((left, right)) = self.cells.split_at_mut_checked(column) else { return };
        let begin = left.iter().rposition(Cell::is_sign).unwrap_or_default();
        let covered = right.iter_mut().take_while(|cell| !cell.is_sign());
        left.iter_mut().skip(begin).chain(covered).for_each(|cell| *cell = Cell::blank());
        self.marks.retain(|(place, _)| *place != begin);
    }
}
