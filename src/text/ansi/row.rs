//! One row of a screen.

use super::style::Style;

/// A row of the screen: a line, or a piece of one that is longer than the screen is wide.
#[derive(Debug, Default, Clone)]
pub struct Row {
    cells: Vec<Cell>,
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

/// One column of a row.
#[derive(Debug, Clone)]
struct Cell {
    /// What stands here, or [`COVERED`].
    c: char,
    /// The marks above and below it, and what else makes one sign with it.
    marks: String,
    style: Style,
}

/// A column that the wide character (or the tab) to the left covers too. A NUL is never printed.
const COVERED: char = '\0';

const JOINER: char = '\u{200d}';

impl Cell {
    fn new(c: char, style: Style) -> Self {
        Self { c, marks: String::new(), style }
    }

    fn blank() -> Self {
        Self::new(' ', Style::default())
    }

    /// Whether `c` makes one sign with what stands here: a mark, a colour of skin, or an emoji after a joiner.
    fn joins(&self, c: char, width: usize) -> bool {
        width == 0 || width == 2 && (matches!(c, '\u{1f3fb}'..='\u{1f3ff}') || self.marks.ends_with(JOINER))
    }
}

impl Row {
    /// The row's characters, neighbours of one look together.
    #[must_use]
    pub fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.c != COVERED) {
            if runs.last().is_none_or(|run| run.style != cell.style) {
                runs.push(Run { text: String::new(), style: cell.style });
            }
            let Some(run) = runs.last_mut() else { continue };
            run.text.push(cell.c);
            run.text.push_str(&cell.marks);
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
        self.cells.iter().filter(|cell| cell.c != COVERED).count()
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
        self.part(column);
        self.part(column + width);
        self.fill(column + width);
        let mut c = c;
        for cell in self.cells.iter_mut().skip(column).take(width) {
            *cell = Cell::new(std::mem::replace(&mut c, COVERED), style);
        }
    }

    /// Adds `c` to the sign that ends before this column, where the two belong together.
    pub(super) fn join(&mut self, column: usize, c: char, width: usize) -> bool {
        let before = self.cells.get_mut(..column).and_then(|cells| cells.iter_mut().rfind(|cell| cell.c != COVERED));
        let Some(cell) = before.filter(|cell| cell.joins(c, width)) else { return false };
        cell.marks.push(c);
        true
    }

    /// Makes `count` columns from this one on blank.
    pub(super) fn blank(&mut self, column: usize, count: usize) {
        self.part(column);
        self.part(column + count);
        self.cells.iter_mut().skip(column).take(count).for_each(|cell| *cell = Cell::blank());
    }

    /// Takes away what stands from this column on.
    pub(super) fn cut(&mut self, column: usize) {
        self.part(column);
        self.cells.truncate(column);
        self.goes_on = false;
    }

    fn fill(&mut self, columns: usize) {
        if self.cells.len() < columns {
            self.cells.resize_with(columns, Cell::blank);
        }
    }

    /// Where one sign stands on both sides of a column's left edge, blanks take its place: no half of it is left.
    fn part(&mut self, column: usize) {
        if self.cells.get(column).is_none_or(|cell| cell.c != COVERED) {
            return;
        }
        let Some((left, right)) = self.cells.split_at_mut_checked(column) else { return };
        let begun = left.iter().rposition(|cell| cell.c != COVERED).unwrap_or_default();
        let covered = right.iter_mut().take_while(|cell| cell.c == COVERED);
        left.iter_mut().skip(begun).chain(covered).for_each(|cell| *cell = Cell::blank());
    }
}
