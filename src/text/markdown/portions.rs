//! A document that is too long to be drawn at once, in portions that are not.

use super::growing::in_block;
use super::measure::text_of_inlines;
use super::tree::{Align, Block, Inline, Item};

/// How heavy a portion is at most, and each block in it: as so many bytes of plain words. (A text that is longer is drawn
/// by stretches, and counts as much as the first of them.)
pub const PORTION: usize = 16 << 10;

/// What an element takes.
const ELEMENT: usize = 32;

/// What a text of its own takes, beside its bytes.
const NODE: usize = 8;

/// How many columns a table has at most that is too wide to be drawn at once.
const COLUMNS: usize = 100;

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portion {
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
    /// Whether they are notes.
    pub is_notes: bool,
    /// The notes that are first referred to here, in order.
    pub noted: Vec<u32>,
}

/// The document in portions, in order; each one's notes come right behind it, not at the end, which may be far.
///
/// What is in one block and too heavy is taken apart: a paragraph becomes several, and so does a list, a table (its head
/// stands above each part) or a quotation. What cannot be taken apart, as the cell of a table, loses its markup. Nothing else
/// is lost.
#[must_use]
pub fn portions(document: Vec<Block>) -> Vec<Portion> {
    let number =
        |block: &Block| if let Block::FootnoteDefinition { number, .. } = block { Some(*number) } else { None };
    let (notes, body): (Vec<_>, Vec<_>) = document.into_iter().partition(|block| number(block).is_some());
    let mut notes = notes.into_iter().peekable();
    let (mut portions, mut last) = (Vec::new(), 0);
    for blocks in grouped(parts(body), weight) {
        portions.push(Portion::new(blocks, false, &mut last));
        let mut here = Vec::new();
        while let Some(note) = notes.next_if(|note| number(note).is_some_and(|number| number <= last)) {
            here.push(note);
        }
        portions.extend(of_notes(here, &mut last));
    }
    portions.extend(of_notes(notes.collect(), &mut last));
    portions
}

fn of_notes(notes: Vec<Block>, last: &mut u32) -> Vec<Portion> {
    let groups = grouped(parts(notes), weight);
    groups.into_iter().map(|blocks| Portion::new(blocks, true, last)).collect()
}

impl Portion {
    /// Notes are numbered by their first references, so those beyond the `last` one are new.
    fn new(blocks: Vec<Block>, is_notes: bool, last: &mut u32) -> Self {
        let mut noted = Vec::new();
        for block in &blocks {
            in_block(block, &mut |number| {
                if *number > *last {
                    *last = *number;
                    noted.push(*number);
                }
            });
        }
        Self { blocks, is_notes, noted }
    }
}

/// In groups that are no heavier than a portion; what is heavier itself is alone.
fn grouped<T>(all: impl IntoIterator<Item = T>, weight: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let (mut groups, mut group, mut sum) = (Vec::new(), Vec::new(), 0);
    for one in all {
        let weight = weight(&one);
        if sum + weight > PORTION && !group.is_empty() {
            groups.push(std::mem::take(&mut group));
            sum = 0;
        }
        sum += weight;
        group.push(one);
    }
    if !group.is_empty() {
        groups.push(group);
    }
    groups
}

fn parts(blocks: Vec<Block>) -> Vec<Block> {
    let mut parts = Vec::new();
    for block in blocks {
        parts.extend(parted(block));
    }
    parts
}

/// A block as several that can be drawn one by one.
fn parted(block: Block) -> Vec<Block> {
    if weight(&block) <= PORTION {
        return vec![block];
    }
    match block {
        Block::Paragraph(children) => runs(children).into_iter().map(Block::Paragraph).collect(),
        Block::Heading { level, children } => {
            runs(children).into_iter().map(|children| Block::Heading { level, children }).collect()
        }
        Block::Quote(blocks) => grouped(parts(blocks), weight).into_iter().map(Block::Quote).collect(),
        Block::List { start, items } => list(start, items),
        Block::Table { align, head, rows } => table(&align, &head, &rows),
        Block::FootnoteDefinition { number, blocks } => {
            let (first, behind) = head(blocks);
            let mut note = vec![Block::FootnoteDefinition { number, blocks: first }];
            note.extend(behind);
            note
        }
        Block::Code { .. } | Block::Rule | Block::Html(_) => vec![block],
    }
}

/// So many of the blocks as are no heavier than a portion, and those behind them.
fn head(blocks: Vec<Block>) -> (Vec<Block>, Vec<Block>) {
    let mut blocks = parts(blocks);
    let mut sum = 0;
    let fits = blocks.iter().position(|block| {
        sum += weight(block);
        sum > PORTION
    });
    let behind = blocks.split_off(fits.unwrap_or(blocks.len()).max(1).min(blocks.len()));
    (blocks, behind)
}

fn runs(children: Vec<Inline>) -> Vec<Vec<Inline>> {
    grouped(children.into_iter().map(plainer), of_inline)
}

/// An element of running text that is too heavy loses the markup in it.
fn plainer(inline: Inline) -> Inline {
    if of_inline(&inline) <= PORTION {
        return inline;
    }
    let text = |children: &[Inline]| vec![Inline::Text(text_of_inlines(children))];
    match inline {
        Inline::Emphasis(children) => Inline::Emphasis(text(&children)),
        Inline::Strong(children) => Inline::Strong(text(&children)),
        Inline::Strikethrough(children) => Inline::Strikethrough(text(&children)),
        Inline::Link { link, destination, children } => Inline::Link { link, destination, children: text(&children) },
        Inline::Text(_)
        | Inline::Code(_)
        | Inline::Image { .. }
        | Inline::SoftBreak
        | Inline::HardBreak
        | Inline::FootnoteReference { .. }
        | Inline::Html(_)
        | Inline::Citation { .. } => inline,
    }
}

fn list(start: Option<u64>, items: Vec<Item>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut next = start;
    for items in grouped(items, of_item) {
        let start = next;
        next = next.map(|next| next.saturating_add(items.len() as u64));
        if items.iter().map(of_item).sum::<usize>() <= PORTION {
            blocks.push(Block::List { start, items });
            continue;
        }
        // One that is too heavy by itself: it goes on behind the list.
        for Item { task, blocks: inner } in items {
            let (first, behind) = head(inner);
            blocks.push(Block::List { start, items: vec![Item { task, blocks: first }] });
            blocks.extend(behind);
        }
    }
    blocks
}

type Row = Vec<Vec<Inline>>;

fn table(align: &[Align], head: &Row, rows: &[Row]) -> Vec<Block> {
    let light = |cells: &[Vec<Inline>]| -> Row { cells.iter().map(|cell| cell_of(cell)).collect() };
    let columns = if of_row(head) > PORTION { COLUMNS } else { head.len().max(1) };
    let mut tables = Vec::new();
    for start in (0..head.len()).step_by(columns) {
        let stripe = |cells: &Row| light(cells.get(start..cells.len().min(start + columns)).unwrap_or_default());
        let align: Vec<_> = align.iter().skip(start).take(columns).copied().collect();
        for rows in grouped(rows.iter().map(stripe), of_row) {
            tables.push(Block::Table { align: align.clone(), head: stripe(head), rows });
        }
    }
    if rows.is_empty() {
        let stripe = |head: &[Vec<Inline>]| Block::Table { align: align.to_vec(), head: light(head), rows: Vec::new() };
        tables.extend(head.chunks(columns).map(stripe));
    }
    tables
}

fn cell_of(cell: &[Inline]) -> Vec<Inline> {
    if of_inlines(cell) > PORTION { vec![Inline::Text(text_of_inlines(cell))] } else { cell.to_vec() }
}

/// What a block takes to draw.
fn weight(block: &Block) -> usize {
    ELEMENT
        + match block {
            Block::Paragraph(children) | Block::Heading { children, .. } => of_inlines(children),
            Block::Quote(blocks) | Block::FootnoteDefinition { blocks, .. } => of_blocks(blocks),
            Block::List { items, .. } => items.iter().map(of_item).sum(),
            Block::Code { text, .. } => 8 * ELEMENT + of_text(text),
            Block::Table { head, rows, .. } => of_row(head) + rows.iter().map(of_row).sum::<usize>(),
            Block::Rule => 0,
            Block::Html(source) => of_text(source),
        }
}

fn of_blocks(blocks: &[Block]) -> usize {
    blocks.iter().map(weight).sum()
}

fn of_item(item: &Item) -> usize {
    ELEMENT + of_blocks(&item.blocks)
}

fn of_row(cells: &Row) -> usize {
    ELEMENT + cells.iter().map(|cell| ELEMENT + of_inlines(cell)).sum::<usize>()
}

fn of_inlines(inlines: &[Inline]) -> usize {
    inlines.iter().map(of_inline).sum()
}

fn of_inline(inline: &Inline) -> usize {
    match inline {
        Inline::Text(text) => of_text(text),
        Inline::Code(text) | Inline::Html(text) => ELEMENT + of_text(text),
        Inline::Emphasis(children) | Inline::Strong(children) | Inline::Strikethrough(children) => {
            ELEMENT + of_inlines(children)
        }
        Inline::Link { children, .. } => 4 * ELEMENT + of_inlines(children),
        Inline::Image { alt, .. } => 2 * ELEMENT + of_text(alt),
        Inline::FootnoteReference { .. } | Inline::Citation { .. } => 2 * ELEMENT,
        Inline::SoftBreak => NODE,
        Inline::HardBreak => ELEMENT,
    }
}

fn of_text(text: &str) -> usize {
    NODE + text.len().min(PORTION)
}
