//! One pass of the parser over a stretch of a document, told apart into the things that stand side by side in it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::known::{Known, Name, Target, fold, loose, note_labels};
use super::rest;
use super::seen::Seen;
use crate::text::markdown::OPTIONS;
use crate::text::markdown::builder::Builder;
use crate::text::markdown::notes::{self, Definition, Numbers};
use crate::text::markdown::tree::{Block, Inline};

/// What is put before a stretch that continues something, so that it is read as its continuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lead {
    Nothing,
    /// A word, so that what follows is not taken for the beginning of a block.
    Word,
    /// Lines of the document: the head of a table.
    Lines(Range<usize>),
}

const WORD: &str = "x ";

impl Lead {
    fn text<'a>(&self, document: &'a str) -> &'a str {
        match self {
            Self::Nothing => "",
            Self::Word => WORD,
            Self::Lines(lines) => document.get(lines.clone()).unwrap_or_default(),
        }
    }

    /// How much it adds to what is parsed.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Word => WORD.len(),
            Self::Lines(lines) => lines.len(),
        }
    }
}

/// What is handed to the parser.
pub(super) struct Input<'a> {
    text: Cow<'a, str>,
    /// Where the definitions of notes end that were put before the rest.
    notes_end: usize,
    /// Where the stretch itself begins.
    begin: usize,
    /// Where it begins in the document.
    at: usize,
    leads_with_word: bool,
}

impl<'a> Input<'a> {
    /// A stretch of `document` after `lead`, and with `close` put after it.
    pub(super) fn new(document: &'a str, stretch: Range<usize>, lead: &Lead, close: &str, known: &Known) -> Self {
        let at = stretch.start;
        let source = document.get(stretch).unwrap_or_default();
        let notes = known.notes_for(source);
        let lead_text = lead.text(document);
        let begin = notes.len() + lead_text.len();
        let text = if begin + close.len() == 0 {
            Cow::Borrowed(source)
        } else {
            Cow::Owned([notes.as_str(), lead_text, source, close].concat())
        };
        Self { text, notes_end: notes.len(), begin, at, leads_with_word: *lead == Lead::Word }
    }

    /// How many bytes the parser will get.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// A part of the stretch, by its place in the document.
    fn source(&self, range: Range<usize>) -> &str {
        let place = |place: usize| place.saturating_sub(self.at) + self.begin;
        self.text.get(place(range.start)..place(range.end)).unwrap_or_default()
    }

    /// The place in the document of a place in the input.
    fn place(&self, offset: usize) -> usize {
        self.at + offset.saturating_sub(self.begin)
    }
}

/// What a thing is, as far as it matters to where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Paragraph,
    Heading,
    Quote,
    List,
    Code,
    Html,
    Table,
    Rule,
    /// The definition of a note.
    Note,
    /// The definition of a reference link. It is not drawn.
    Link,
}

/// A block at the top level of a document, or a definition that stands there.
pub(super) struct Unit {
    pub(super) kind: Kind,
    /// Its place in the document.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) blocks: Vec<Block>,
    /// Of the last paragraph: running text before the place from which its continuation can be read, and that place.
    pub(super) before: Option<(Vec<Inline>, usize)>,
    /// Where its items or rows start.
    pub(super) parts: Vec<usize>,
    /// The notes that are referred to, in order, with the numbers that the tree has for them.
    pub(super) labels: Vec<(String, u32)>,
    /// A number of a note became part of a description, where it cannot be changed.
    pub(super) is_fixed: bool,
    /// The texts of notes.
    pub(super) notes: Vec<Definition>,
    /// The labels of notes it defines.
    pub(super) defines: Vec<String>,
    /// What it asked for that the settled part of the document does not define, and the answer that it got.
    pub(super) asks: Vec<(Name, Option<String>)>,
    /// What reference links have added.
    pub(super) expanded: usize,
}

impl Unit {
    fn new(kind: Kind, range: Range<usize>) -> Self {
        Self {
            kind,
            start: range.start,
            end: range.end,
            blocks: Vec::new(),
            before: None,
            parts: Vec::new(),
            labels: Vec::new(),
            is_fixed: false,
            notes: Vec::new(),
            defines: Vec::new(),
            asks: Vec::new(),
            expanded: 0,
        }
    }
}

/// The definition of a reference link.
pub(super) struct LinkDefinition {
    pub(super) name: Name,
    pub(super) target: Target,
    /// Its place in the document.
    pub(super) at: Range<usize>,
}

/// What one pass found.
pub(super) struct Reading {
    /// In order, like the definitions.
    pub(super) units: Vec<Unit>,
    pub(super) links: Vec<LinkDefinition>,
}

impl Reading {
    /// What it defines.
    pub(super) fn defined(&self) -> Known {
        let mut defined = Known::default();
        for link in &self.links {
            defined.define_link(link.name.clone(), link.target.clone());
        }
        for label in self.units.iter().flat_map(|unit| &unit.defines) {
            defined.define_note(label);
        }
        defined
    }
}

/// Reads `input`. References are looked up in `known` first, then in the input itself; no more of them than add `room`
/// bytes to the document.
pub(super) fn read(input: &Input<'_>, known: &Known, sources: usize, room: usize) -> Reading {
    let asked = RefCell::new(Vec::new());
    let text = input.text.as_ref();
    let answer = |link: BrokenLink<'_>| answer(&link.reference, known, &asked);
    let answer = (room > known.expanded).then_some(answer);
    let events = Parser::new_with_broken_link_callback(text, OPTIONS, answer).into_offset_iter();
    let mut links = Vec::new();
    for (label, found) in events.reference_definitions().iter() {
        let title = found.title.as_deref().unwrap_or_default().to_owned();
        let target = Target { destination: found.dest.to_string(), title };
        let at = input.place(found.span.start)..input.place(found.span.end);
        links.push(LinkDefinition { name: Name::Link(fold(label)), target, at });
    }
    links.sort_unstable_by_key(|link| link.at.start);
    let builder = Builder::of_stretch(text, sources, &known.numbers);
    let mut reader = Reader {
        input,
        known,
        builder,
        asked: &asked,
        units: Vec::new(),
        depth: 0,
        images: 0,
        met: Seen::default(),
        paragraph: None,
    };
    for (event, at) in events {
        if at.start >= input.notes_end {
            reader.event(event, at);
        }
    }
    let units = with_definitions(reader.finish(), &links);
    Reading { units, links }
}

fn answer(label: &str, known: &Known, asked: &RefCell<Vec<Name>>) -> Option<(CowStr<'static>, CowStr<'static>)> {
    let name = Name::Link(fold(label));
    let Some(target) = known.target(&name) else {
        asked.borrow_mut().push(name);
        return None;
    };
    Some((target.destination.clone().into(), target.title.clone().into()))
}

/// The definitions that stand beside the units become units themselves.
fn with_definitions(units: Vec<Unit>, links: &[LinkDefinition]) -> Vec<Unit> {
    let mut spans = links.iter().map(|link| link.at.clone()).peekable();
    let mut all = Vec::with_capacity(units.len() + links.len());
    for unit in units {
        while let Some(span) = spans.next_if(|span| span.start < unit.end) {
            if span.start < unit.start {
                all.push(Unit::new(Kind::Link, span));
            }
        }
        all.push(unit);
    }
    all.extend(spans.map(|span| Unit::new(Kind::Link, span)));
    all
}

/// Collects events.
struct Reader<'a> {
    input: &'a Input<'a>,
    known: &'a Known,
    builder: Builder<'a>,
    /// What the parser asked for in vain since the last event.
    asked: &'a RefCell<Vec<Name>>,
    units: Vec<Unit>,
    /// How many elements are open, and how many of them are images.
    depth: usize,
    images: usize,
    /// The notes that the unit at hand has referred to.
    met: Seen,
    /// The events of a paragraph, until it is known whether it is the last.
    paragraph: Option<Vec<(Event<'a>, Range<usize>)>>,
}

impl<'a> Reader<'a> {
    fn event(&mut self, event: Event<'a>, at: Range<usize>) {
        let Some((mut event, at)) = self.without_lead(event, at) else { return };
        if self.depth == 0 {
            self.begin(&event, &at);
        } else if self.depth == 1 && matches!(event, Event::Start(Tag::Item | Tag::TableRow)) {
            let place = self.input.place(at.start);
            self.change(|unit| unit.parts.push(place));
        }
        self.note(&mut event);
        if matches!(event, Event::Start(_)) {
            self.depth += 1;
        } else if matches!(event, Event::End(_)) {
            self.depth = self.depth.saturating_sub(1);
        }
        match &mut self.paragraph {
            Some(events) => events.push((event, at)),
            None => self.builder.event(event, at),
        }
        if self.depth == 0 && self.paragraph.is_none() {
            self.end();
        }
    }

    /// The event without the word that was put before the stretch.
    fn without_lead(&self, event: Event<'a>, at: Range<usize>) -> Option<(Event<'a>, Range<usize>)> {
        if let Event::Text(text) = &event
            && self.input.leads_with_word
            && at.start == self.input.notes_end
        {
            let text = text.get(WORD.len()..).filter(|text| !text.is_empty())?.to_owned();
            return Some((Event::Text(text.into()), at.start + WORD.len()..at.end));
        }
        Some((event, at))
    }

    /// Notes what the event asks of other places, and gives a reference link the definition that stands first.
    fn note(&mut self, event: &mut Event<'a>) {
        if let Event::FootnoteReference(label) = event {
            let number = self.builder.number(label);
            let key = notes::key(label);
            let is_fixed = self.images > 0;
            self.change(|unit| unit.is_fixed |= is_fixed);
            if self.met.insert(number) {
                self.change(|unit| unit.labels.push((key, number)));
            }
        } else if let Event::Start(Tag::FootnoteDefinition(label)) = event {
            self.change(|unit| unit.defines.push(label.to_string()));
        } else if let Event::Start(
            Tag::Link { link_type, dest_url, title, id } | Tag::Image { link_type, dest_url, title, id },
        ) = event
            && is_reference(*link_type)
        {
            self.lead(Name::Link(fold(id)), dest_url, title);
        }
        if matches!(event, Event::Start(Tag::Image { .. })) {
            self.images += 1;
        } else if matches!(event, Event::End(TagEnd::Image)) {
            self.images = self.images.saturating_sub(1);
        }
    }

    /// Lets a reference link lead to where the document says first.
    fn lead(&mut self, name: Name, destination: &mut CowStr<'a>, title: &mut CowStr<'a>) {
        let ask = match self.known.target(&name) {
            Some(target) => {
                *destination = target.destination.clone().into();
                *title = target.title.clone().into();
                None
            }
            None => Some((name, Some(destination.to_string()))),
        };
        let size = destination.len() + title.len();
        self.change(|unit| {
            unit.expanded += size;
            unit.asks.extend(ask);
        });
    }

    /// Does something to the unit at hand.
    fn change(&mut self, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.units.last_mut() {
            change(unit);
        }
    }

    fn begin(&mut self, event: &Event<'a>, at: &Range<usize>) {
        self.end_paragraph(false);
        self.met.clear();
        let kind = if let Event::Start(tag) = event { kind_of(tag) } else { Kind::Rule };
        self.units.push(Unit::new(kind, self.input.place(at.start)..self.input.place(at.end)));
        if kind == Kind::Paragraph {
            self.paragraph = Some(Vec::new());
        }
    }

    /// The unit is complete.
    fn end(&mut self) {
        let blocks = self.builder.take_blocks();
        let definitions = self.builder.take_definitions();
        let asked = self.asked.take();
        self.change(|unit| {
            unit.blocks = blocks;
            unit.notes = definitions;
            unit.asks.extend(asked.into_iter().map(|name| (name, None)));
        });
    }

    /// Reads the paragraph that has been held back. The last one can go on, so it is read in two parts.
    fn end_paragraph(&mut self, is_last: bool) {
        let Some(mut events) = self.paragraph.take() else { return };
        let clean = if is_last { clean_place(&self.input.text, &events) } else { None };
        let mut before = None;
        if let Some((index, place)) = clean {
            let later = events.split_off(index);
            let mut later = later.into_iter();
            if let Some((Event::Text(text), at)) = later.next()
                && let Some((head, tail)) = text.split_at_checked(place - at.start)
            {
                events.push((Event::Text(head.to_owned().into()), at.start..place));
                events.drain(..).for_each(|(event, at)| self.builder.event(event, at));
                before = Some((self.builder.take_inlines(), self.input.place(place)));
                if !tail.is_empty() {
                    events.push((Event::Text(tail.to_owned().into()), place..at.end));
                }
                events.extend(later);
            }
        }
        events.into_iter().for_each(|(event, at)| self.builder.event(event, at));
        self.end();
        self.change(|unit| unit.before = before);
    }

    fn finish(mut self) -> Vec<Unit> {
        self.end_paragraph(true);
        self.ask_for_notes();
        self.units
    }

    /// Notes which labels of notes each unit may name that the settled part of the document does not define.
    fn ask_for_notes(&mut self) {
        let mut defined = Numbers::new();
        for label in self.units.iter().flat_map(|unit| &unit.defines) {
            defined.insert(loose(label), 0);
        }
        for unit in &mut self.units {
            let source = self.input.source(unit.start..unit.end);
            let names = note_labels(source).into_keys().map(|label| (defined.contains_key(&label), Name::Note(label)));
            let unknown = names.filter(|(_, name)| self.known.answer(name).is_none());
            unit.asks.extend(unknown.map(|(is_defined, name)| (name, is_defined.then(String::new))));
        }
    }
}

/// Where the last of the events' texts can be cut so that what follows can be read by itself: the index of the event and
/// the place in the input.
fn clean_place(source: &str, events: &[(Event<'_>, Range<usize>)]) -> Option<(usize, usize)> {
    let (_, whole) = events.first()?;
    let mut depth = 0_usize;
    let mut covered = Vec::new();
    for (event, at) in events.iter().skip(1) {
        if matches!(event, Event::End(_)) {
            depth = depth.saturating_sub(1);
            continue;
        }
        if depth == 0 && !matches!(event, Event::Text(_)) {
            covered.push(at.clone());
        }
        depth += usize::from(matches!(event, Event::Start(_)));
    }
    let place = rest::clean_place(source, whole.clone(), &covered)?;
    let holds = |(event, at): &(Event<'_>, Range<usize>)| {
        let is_plain = matches!(event, Event::Text(text) if text.len() == at.len());
        is_plain && at.start < place && place <= at.end
    };
    Some((events.iter().position(holds)?, place))
}

fn is_reference(link: LinkType) -> bool {
    match link {
        LinkType::Reference
        | LinkType::ReferenceUnknown
        | LinkType::Collapsed
        | LinkType::CollapsedUnknown
        | LinkType::Shortcut
        | LinkType::ShortcutUnknown => true,
        LinkType::Inline | LinkType::Autolink | LinkType::Email | LinkType::WikiLink { .. } => false,
    }
}

fn kind_of(tag: &Tag<'_>) -> Kind {
    match tag {
        Tag::Heading { .. } => Kind::Heading,
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(_) => Kind::Code,
        Tag::HtmlBlock => Kind::Html,
        Tag::List(_) => Kind::List,
        Tag::FootnoteDefinition(_) => Kind::Note,
        Tag::Table(_) => Kind::Table,
        // Nothing else stands at the top level.
        Tag::Paragraph
        | Tag::Item
        | Tag::TableHead
        | Tag::TableRow
        | Tag::TableCell
        | Tag::Emphasis
        | Tag::Strong
        | Tag::Strikethrough
        | Tag::Superscript
        | Tag::Subscript
        | Tag::Link { .. }
        | Tag::Image { .. }
        | Tag::MetadataBlock(_)
        | Tag::DefinitionList
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition => Kind::Paragraph,
    }
}
