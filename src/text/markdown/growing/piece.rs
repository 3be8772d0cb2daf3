//! What a growing document is drawn from: pieces that keep their identity, in parts that keep theirs.

use std::sync::Arc;

use crate::text::markdown::tree::{Align, Block, Inline, Item};

/// A block of a growing document.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its identity: a piece with the same key has the same frame.
    pub key: u64,
    /// What stands around its parts.
    pub frame: Frame,
    /// Its content, in order.
    pub parts: Vec<Part>,
}

/// What stands around the parts of a piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// Nothing: the one part is the whole block.
    Block,
    /// A paragraph, of running text.
    Paragraph,
    /// A list, of items.
    List {
        /// The first number of a numbered list; `None` for bullets.
        start: Option<u64>,
    },
    /// A table, of rows.
    Table {
        /// One for each column.
        align: Vec<Align>,
        /// The cells of the head.
        head: Part,
    },
    /// A code block that is still open, of lines.
    Code {
        /// The first word after the fence.
        lang: Option<String>,
    },
}

/// A stretch of a piece that is drawn at once.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its identity: a part with the same key is the same in everything.
    pub key: u64,
    /// What it holds.
    pub content: Arc<Content>,
    /// The notes that are first referred to here, in the order in which the document is drawn.
    pub noted: Vec<u32>,
}

/// A part is its content; the key is only its name.
impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        same(&self.content, &other.content) && self.noted == other.noted
    }
}

impl Part {
    fn change(&mut self, content: Arc<Content>, keys: &mut Keys) {
        if !same(&self.content, &content) {
            self.key = keys.next();
            self.content = content;
        }
    }
}

/// What a part holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A whole block.
    Block(Block),
    /// Running text.
    Text(Vec<Inline>),
    /// An item of a list.
    Item(Item),
    /// The cells of a row.
    Row(Vec<Vec<Inline>>),
    /// Lines of code, with the line ends between them and towards the next part.
    Code(String),
}

/// Gives out keys, each once.
#[derive(Default)]
pub(super) struct Keys(u64);

impl Keys {
    pub(super) fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// A piece without identity yet.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) frame: Frame,
    pub(super) contents: Vec<Arc<Content>>,
}

impl Draft {
    pub(super) fn new(frame: Frame, contents: impl IntoIterator<Item = Content>) -> Self {
        Self { frame, contents: contents.into_iter().map(Arc::new).collect() }
    }

    /// A block that will not grow.
    pub(super) fn of(block: Block) -> Self {
        match block {
            Block::Paragraph(text) => Self::new(Frame::Paragraph, [Content::Text(text)]),
            Block::List { start, items } => Self::new(Frame::List { start }, items.into_iter().map(Content::Item)),
            Block::Table { align, head, rows } => {
                let head = Part { key: 0, content: Arc::new(Content::Row(head)), noted: Vec::new() };
                Self::new(Frame::Table { align, head }, rows.into_iter().map(Content::Row))
            }
            Block::Heading { .. }
            | Block::Quote(_)
            | Block::Code { .. }
            | Block::Rule
            | Block::Html(_)
            | Block::FootnoteDefinition { .. } => Self::new(Frame::Block, [Content::Block(block)]),
        }
    }

    /// A code block that is still open.
    pub(super) fn open_code(lang: Option<String>, text: &str) -> Self {
        let mut draft = Self::new(Frame::Code { lang }, [Content::Code(String::new())]);
        draft.add_code(text);
        draft
    }

    /// Appends to an open code block.
    pub(super) fn add_code(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            match self.contents.last_mut().map(Arc::make_mut) {
                Some(Content::Code(last)) if last.len() < LINES_AT_ONCE || !last.ends_with('\n') => last.push_str(line),
                _ => self.contents.push(Arc::new(Content::Code(line.to_owned()))),
            }
        }
    }
}

/// About how many bytes of code are one part.
const LINES_AT_ONCE: usize = 4096;

/// Makes pieces of `drafts`. What is equal to the piece or part of `old` in its place keeps its key.
pub(super) fn identified(old: Vec<Piece>, drafts: &[Draft], keys: &mut Keys) -> Vec<Piece> {
    let old = old.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    drafts.iter().zip(old).map(|(draft, old)| piece(old, draft, keys)).collect()
}

/// The same for drafts that will not grow: a paragraph that was put together from parts stays as it is.
pub(super) fn identified_at_last(old: Vec<Piece>, drafts: &[Draft], keys: &mut Keys) -> Vec<Piece> {
    let old = old.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let piece = |(draft, old): (&Draft, Option<Piece>)| match old {
        Some(old) if draft.frame == Frame::Paragraph && old.says(draft) => old,
        old => piece(old, draft, keys),
    };
    drafts.iter().zip(old).map(piece).collect()
}

fn piece(old: Option<Piece>, draft: &Draft, keys: &mut Keys) -> Piece {
    match old.filter(|old| same_frame(&old.frame, &draft.frame)) {
        Some(mut piece) => {
            piece.change(draft, keys);
            piece
        }
        None => {
            let parts = draft.contents.iter().map(|content| new_part(content, keys)).collect();
            Piece { key: keys.next(), frame: draft.frame.clone(), parts }
        }
    }
}

fn new_part(content: &Arc<Content>, keys: &mut Keys) -> Part {
    Part { key: keys.next(), content: content.clone(), noted: Vec::new() }
}

fn same(a: &Arc<Content>, b: &Arc<Content>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

/// Whether two frames are one, whatever was noted in them.
fn same_frame(a: &Frame, b: &Frame) -> bool {
    match (a, b) {
        (Frame::Table { align: a, head: x }, Frame::Table { align: b, head: y }) => {
            a == b && same(&x.content, &y.content)
        }
        _ => a == b,
    }
}

/// Running text that was read in parts, as if it had been read at once.
pub(super) fn joined<'a>(parts: impl IntoIterator<Item = &'a Arc<Content>>) -> Vec<Inline> {
    let mut joined = Vec::new();
    for part in parts {
        if let Content::Text(text) = part.as_ref() {
            join(&mut joined, text);
        }
    }
    joined
}

/// Appends running text to running text.
pub(super) fn join(text: &mut Vec<Inline>, more: &[Inline]) {
    let mut more = more.iter();
    if let (Some(Inline::Text(last)), Some(Inline::Text(first))) = (text.last_mut(), more.as_slice().first()) {
        last.push_str(first);
        more.next();
    }
    text.extend(more.cloned());
}

impl Content {
    /// The whole block, where it is one.
    #[must_use]
    pub fn block(&self) -> Option<&Block> {
        if let Self::Block(block) = self { Some(block) } else { None }
    }
}

impl Piece {
    /// Takes the parts of a draft with the same frame.
    pub(super) fn change(&mut self, draft: &Draft, keys: &mut Keys) {
        self.parts.truncate(draft.contents.len());
        for (part, content) in self.parts.iter_mut().zip(&draft.contents) {
            part.change(content.clone(), keys);
        }
        self.parts.extend(draft.contents.iter().skip(self.parts.len()).map(|content| new_part(content, keys)));
    }

    /// Changes the last part, if there is one.
    pub(super) fn change_last(&mut self, content: Option<Arc<Content>>, keys: &mut Keys) {
        if let (Some(part), Some(content)) = (self.parts.last_mut(), content) {
            part.change(content, keys);
        }
    }

    /// Whether it is the paragraph that was now read at once.
    fn says(&self, draft: &Draft) -> bool {
        self.frame == draft.frame && joined(self.parts.iter().map(|part| &part.content)) == joined(&draft.contents)
    }

    /// The block that it draws.
    #[must_use]
    pub fn block(&self) -> Option<Block> {
        let contents = || self.parts.iter().map(|part| part.content.as_ref());
        Some(match &self.frame {
            Frame::Block => return contents().find_map(Content::block).cloned(),
            Frame::Paragraph => Block::Paragraph(joined(self.parts.iter().map(|part| &part.content))),
            Frame::List { start } => {
                let item =
                    |content: &Content| if let Content::Item(item) = content { Some(item.clone()) } else { None };
                Block::List { start: *start, items: contents().filter_map(item).collect() }
            }
            Frame::Table { align, head } => {
                let row = |content: &Content| if let Content::Row(row) = content { Some(row.clone()) } else { None };
                let head = row(&head.content).unwrap_or_default();
                Block::Table { align: align.clone(), head, rows: contents().filter_map(row).collect() }
            }
            Frame::Code { lang } => {
                let lines =
                    |part: &Part| if let Content::Code(text) = &*part.content { Some(text.clone()) } else { None };
                Block::Code { lang: lang.clone(), text: self.parts.iter().filter_map(lines).collect() }
            }
        })
    }
}
