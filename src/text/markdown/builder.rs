//! Events of the parser into the tree, without recursion and with a limit on its depth.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Tag};

use super::MAX_DEPTH;
use super::frame::{Closed, Frame, Kind};
use super::notes::{Definition, Notes, Numbers};
use super::run::Run;
use super::tree::{Align, Block, Inline};
use crate::text::bidi;

/// What was done with the start of an element, so that its end is understood.
enum Fate {
    /// It has a frame.
    Open,
    /// It has none, its text goes to the element around it, as paragraphs of their own.
    DissolvedBlock,
    /// It has none, its text goes to the element around it.
    DissolvedInline,
}

/// Collects events.
pub(super) struct Builder<'a> {
    document: Frame,
    /// The open elements, outermost first.
    frames: Vec<Frame>,
    fates: Vec<Fate>,
    run: Run<'a>,
    notes: Notes<'a>,
    /// How many sources a citation can name.
    sources: usize,
}

impl<'a> Builder<'a> {
    /// Starts reading the document `text`.
    pub(super) fn new(text: &'a str, sources: usize) -> Self {
        Self {
            document: Frame::new(Kind::Document),
            frames: Vec::new(),
            fates: Vec::new(),
            run: Run::new(text),
            notes: Notes::default(),
            sources,
        }
    }

    /// Starts reading `text`, a stretch of a document that has given out `numbers` to its notes.
    pub(super) fn of_stretch(text: &'a str, sources: usize, numbers: &'a Numbers) -> Self {
        Self { notes: Notes::after(numbers), ..Self::new(text, sources) }
    }

    /// Takes the next event, which was read at `at` in the document.
    pub(super) fn event(&mut self, event: Event<'_>, at: Range<usize>) {
        match event {
            Event::Text(piece) | Event::Html(piece) => self.run.add(&piece, at),
            // Not enabled.
            Event::InlineMath(piece) | Event::DisplayMath(piece) => self.run.add(&piece, at),
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Code(code) => self.inline(Inline::Code(clean(&code))),
            Event::InlineHtml(source) => self.inline(Inline::Html(clean(&source))),
            Event::FootnoteReference(label) => {
                let number = self.notes.number(&label);
                self.inline(Inline::FootnoteReference { number });
            }
            Event::SoftBreak => self.inline(Inline::SoftBreak),
            Event::HardBreak => self.inline(Inline::HardBreak),
            Event::Rule => {
                self.end_run();
                self.top().push_block(Block::Rule);
            }
            Event::TaskListMarker(done) => self.mark_task(done),
        }
    }

    /// The number of the note that `label` refers to.
    pub(super) fn number(&mut self, label: &str) -> u32 {
        self.notes.number(label)
    }

    /// The blocks of the document that have ended since the last time.
    pub(super) fn take_blocks(&mut self) -> Vec<Block> {
        self.end_run();
        self.document.take_blocks()
    }

    /// The running text of the innermost element as far as it is there.
    pub(super) fn take_inlines(&mut self) -> Vec<Inline> {
        self.end_run();
        self.top().take_inlines()
    }

    /// The texts of notes that have ended since the last time.
    pub(super) fn take_definitions(&mut self) -> Vec<Definition> {
        self.notes.take_definitions()
    }

    /// The finished tree, with the notes at its end.
    pub(super) fn finish(mut self) -> Vec<Block> {
        self.end_run();
        while !self.frames.is_empty() {
            self.close();
        }
        let mut blocks = self.document.take_blocks();
        blocks.extend(self.notes.into_blocks());
        blocks
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().unwrap_or(&mut self.document)
    }

    fn push(&mut self, inline: Inline) {
        self.top().push_inline(inline);
    }

    fn inline(&mut self, inline: Inline) {
        self.end_run();
        self.push(inline);
    }

    fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        if self.top().is_plain() {
            let text = self.run.take_text();
            self.top().push_plain(&text);
        } else if self.in_link() {
            let text = self.run.take_text();
            self.push(Inline::Text(text));
        } else {
            for inline in self.run.take_inlines(self.sources) {
                self.push(inline);
            }
        }
    }

    fn in_link(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame.kind, Kind::Link { .. }))
    }

    fn start(&mut self, tag: Tag<'_>) {
        self.end_run();
        let is_inline = is_inline(&tag);
        let kind = self.kind_of(tag).filter(|kind| self.fits(kind));
        let fate = match kind {
            Some(kind) => {
                self.frames.push(Frame::new(kind));
                Fate::Open
            }
            None if is_inline => Fate::DissolvedInline,
            None => {
                self.top().end_paragraph();
                Fate::DissolvedBlock
            }
        };
        self.fates.push(fate);
    }

    fn end(&mut self) {
        self.end_run();
        match self.fates.pop() {
            Some(Fate::Open) => self.close(),
            Some(Fate::DissolvedBlock) => self.top().end_paragraph(),
            Some(Fate::DissolvedInline) | None => {}
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        match frame.close() {
            Closed::Nothing => {}
            Closed::Block(block) => self.top().push_block(block),
            Closed::Inline(inline) => self.push(inline),
            Closed::Item(item) => self.top().push_item(item),
            Closed::Row { is_head, cells } => self.top().push_row(is_head, cells),
            Closed::Cell(cell) => self.top().push_cell(cell),
            Closed::FootnoteDefinition { label, blocks } => self.notes.define(&label, blocks),
        }
    }

    /// Whether an element may open here: where it belongs, and with room for the levels it needs, itself and a link in
    /// a paragraph in it included. So a link always has room, and what is left out is structure only.
    fn fits(&mut self, kind: &Kind) -> bool {
        if self.top().is_plain() {
            return false;
        }
        let around = &self.top().kind;
        let levels = match kind {
            Kind::Item { .. } => return matches!(around, Kind::List { .. }),
            Kind::Row { .. } => return matches!(around, Kind::Table { .. }),
            Kind::Cell => return matches!(around, Kind::Row { .. }),
            Kind::Link { .. } => return !self.in_link(),
            Kind::Document | Kind::Code { .. } | Kind::Html | Kind::Image { .. } => return true,
            Kind::List { .. } | Kind::Table { .. } => 4,
            Kind::Quote | Kind::Emphasis | Kind::Strong | Kind::Strikethrough => 3,
            Kind::Paragraph | Kind::Heading { .. } => 2,
            // It moves to the end of the document, out of all that is around it.
            Kind::FootnoteDefinition { .. } => 1,
        };
        self.frames.len() + levels <= MAX_DEPTH
    }

    fn mark_task(&mut self, done: bool) {
        for frame in self.frames.iter_mut().rev() {
            if let Kind::Item { task } = &mut frame.kind {
                *task = Some(done);
                return;
            }
        }
    }

    /// The kind of element that a tag begins; `None` for extensions that are not enabled.
    fn kind_of(&self, tag: Tag<'_>) -> Option<Kind> {
        Some(match tag {
            Tag::Paragraph => Kind::Paragraph,
            Tag::Heading { level, .. } => Kind::Heading { level: number_of(level) },
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(fence) => Kind::Code { lang: language(&fence) },
            Tag::HtmlBlock => Kind::Html,
            Tag::List(start) => Kind::List { start, items: Vec::new() },
            Tag::Item => Kind::Item { task: None },
            Tag::FootnoteDefinition(label) => Kind::FootnoteDefinition { label: label.to_string() },
            Tag::Table(columns) => {
                Kind::Table { align: columns.into_iter().map(align).collect(), head: Vec::new(), rows: Vec::new() }
            }
            Tag::TableHead => Kind::Row { is_head: true, cells: Vec::new() },
            Tag::TableRow => Kind::Row { is_head: false, cells: Vec::new() },
            Tag::TableCell => Kind::Cell,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strikethrough,
            Tag::Link { dest_url, .. } => Kind::Link { destination: dest_url.to_string() },
            Tag::Image { dest_url, .. } => Kind::Image { destination: dest_url.to_string(), in_link: self.in_link() },
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => return None,
        })
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
}

fn clean(text: &str) -> String {
    bidi::strip(text).into_owned()
}

fn number_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn align(column: Alignment) -> Align {
    match column {
        Alignment::None => Align::None,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

fn language(fence: &CodeBlockKind<'_>) -> Option<String> {
    match fence {
        CodeBlockKind::Indented => None,
        CodeBlockKind::Fenced(info) => {
            info.split(|c: char| c.is_whitespace() || c == ',').next().filter(|lang| !lang.is_empty()).map(clean)
        }
    }
}
