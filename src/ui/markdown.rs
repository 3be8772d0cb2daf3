//! A markdown tree as elements. The text was made safe when it was parsed; nothing here becomes HTML by being put together.

use super::anchor::{HostName, WebAnchor};
use super::code::Code;
use super::{long, strings};
use crate::text::link::{WebLink, misleads};
use crate::text::markdown::growing::{Content, Frame, Part};
use crate::text::markdown::weight::light_head;
use crate::text::markdown::{Align, Block, Inline, Item, parse_with_citations, text_of_inlines};
use crate::text::marks::bounded;
use crate::text::visible::{is_visible, visible};
use leptos::prelude::*;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

/// What a document needs to know of its place on the page.
#[derive(Clone)]
pub struct Context {
    /// Unique on the page: footnotes of two documents never meet.
    id: Arc<str>,
    cites: Option<Cites>,
    /// Whether long texts in it are drawn by stretches.
    in_portions: bool,
    /// The footnotes whose first reference is still to come in what is being drawn: it is the one to come back to.
    to_come: RefCell<Vec<u32>>,
}

/// The numbered sources that a document may cite.
#[derive(Clone, Copy)]
pub struct Cites {
    /// How many there are.
    pub count: usize,
    /// What a click on a citation does, given its number.
    pub go: Callback<u32>,
}

impl Context {
    /// The context of one document; `id` is unique on the page.
    pub fn new(id: impl Into<Arc<str>>, cites: Option<Cites>) -> Self {
        Self { id: id.into(), cites, in_portions: false, to_come: RefCell::default() }
    }

    /// The same for a part in which notes are `noted` first.
    pub(super) fn of_part(&self, noted: &[u32]) -> Self {
        Self { to_come: RefCell::new(noted.to_vec()), ..self.clone() }
    }

    /// The same for a document that is drawn in portions.
    pub(super) fn in_portions(&self) -> Self {
        Self { in_portions: true, ..self.clone() }
    }

    /// How many sources can be cited.
    pub(super) fn sources(&self) -> usize {
        self.cites.map_or(0, |cites| cites.count)
    }

    /// Whether the reference that is being drawn is the first to that note.
    fn is_first(&self, number: u32) -> bool {
        let mut to_come = self.to_come.borrow_mut();
        let place = to_come.iter().position(|other| *other == number);
        place.map(|place| to_come.swap_remove(place)).is_some()
    }
}

/// A document that is complete. It is drawn as a growing one would be at its end; one that is too heavy for that, in
/// [portions](long::document).
#[must_use]
pub fn markdown(text: &str, context: &Context) -> AnyView {
    if light_head(text).is_some() {
        return long::document(text, context);
    }
    let blocks = parse_with_citations(text, context.sources());
    let number =
        |block: &Block| if let Block::FootnoteDefinition { number, .. } = block { Some(*number) } else { None };
    let (notes, body): (Vec<_>, Vec<_>) = blocks.into_iter().partition(|block| number(block).is_some());
    let context = context.of_part(&notes.iter().filter_map(number).collect::<Vec<_>>());
    let body = draw_blocks(body, &context);
    let notes = (!notes.is_empty()).then(|| draw_notes(draw_blocks(notes, &context).into_any()));
    view! { <div class="markdown">{body} {notes}</div> }.into_any()
}

/// The section of a document's notes.
pub(super) fn draw_notes(notes: AnyView) -> AnyView {
    view! {
        <section class="footnotes" aria-label=strings().flow.footnotes>
            {notes}
        </section>
    }
    .into_any()
}

/// What stands around the parts of a piece, with the parts.
pub(super) fn draw_frame(frame: &Frame, parts: AnyView, context: &Context) -> AnyView {
    match frame {
        Frame::Block => parts,
        Frame::Paragraph => view! { <p>{parts}</p> }.into_any(),
        Frame::List { start } => list(*start, parts),
        Frame::Table { align, head } => table(draw_row(head, align, context), parts),
        Frame::Code { lang } => open_code(lang.clone(), parts),
    }
}

/// A part of a piece.
pub(super) fn draw_part(part: &Part, frame: &Frame, context: &Context) -> AnyView {
    let inner = context.of_part(&part.noted);
    match &*part.content {
        Content::Block(block) => draw_block(block.clone(), &inner),
        Content::Text(text) => draw_inlines(text.clone(), &inner).into_any(),
        Content::Item(item) => list_item(item.clone(), &inner),
        Content::Row(cells) => match frame {
            Frame::Table { align, .. } => row(cells.clone(), align, false, &inner),
            Frame::Block | Frame::Paragraph | Frame::List { .. } | Frame::Code { .. } => {
                row(cells.clone(), &[], false, &inner)
            }
        },
        Content::Code(text) => plain(text.clone(), &inner),
    }
}

/// The row at the head of a table.
fn draw_row(head: &Part, align: &[Align], context: &Context) -> AnyView {
    let context = context.of_part(&head.noted);
    if let Content::Row(cells) = &*head.content { row(cells.clone(), align, true, &context) } else { ().into_any() }
}

pub(super) fn draw_blocks(blocks: Vec<Block>, context: &Context) -> Vec<AnyView> {
    blocks.into_iter().map(|block| draw_block(block, context)).collect()
}

/// A block that is complete.
pub(super) fn draw_block(block: Block, context: &Context) -> AnyView {
    match block {
        Block::Paragraph(children) => view! { <p>{draw_inlines(children, context)}</p> }.into_any(),
        Block::Heading { level, children } => heading(level, draw_inlines(children, context)),
        Block::Quote(blocks) => view! { <blockquote>{draw_blocks(blocks, context)}</blockquote> }.into_any(),
        Block::List { start, items } => {
            let items: Vec<_> = items.into_iter().map(|item| list_item(item, context)).collect();
            list(start, items.into_any())
        }
        Block::Code { lang, text } => view! { <Code lang text /> }.into_any(),
        Block::Table { align, head, rows } => {
            let head = row(head, &align, true, context);
            let rows: Vec<_> = rows.into_iter().map(|cells| row(cells, &align, false, context)).collect();
            table(head, rows.into_any())
        }
        Block::Rule => view! { <hr /> }.into_any(),
        Block::Html(source) => view! { <pre class="source">{plain(source, context)}</pre> }.into_any(),
        Block::FootnoteDefinition { number, blocks } => footnote(number, blocks, context),
    }
}

/// The page has one heading of the first level, its title: a document's outline stays below it.
fn heading(level: u8, children: Vec<AnyView>) -> AnyView {
    match level {
        0 | 1 => view! { <h2 class="h1">{children}</h2> }.into_any(),
        2 => view! { <h3 class="h2">{children}</h3> }.into_any(),
        3 => view! { <h4 class="h3">{children}</h4> }.into_any(),
        _ => view! { <h5 class="h4">{children}</h5> }.into_any(),
    }
}

fn list(start: Option<u64>, items: AnyView) -> AnyView {
    match start {
        Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
        None => view! { <ul>{items}</ul> }.into_any(),
    }
}

fn list_item(item: Item, context: &Context) -> AnyView {
    let t = strings();
    let blocks = draw_blocks(item.blocks, context);
    match item.task {
        Some(done) => {
            let label = if done { t.flow.done } else { t.flow.open };
            view! {
                <li class="task">
                    <input type="checkbox" disabled checked=done aria-label=label />
                    <div>{blocks}</div>
                </li>
            }
            .into_any()
        }
        None => view! { <li>{blocks}</li> }.into_any(),
    }
}

/// A block of code that is still being written: plain, and without a button to copy half of it.
fn open_code(lang: Option<String>, text: AnyView) -> AnyView {
    view! {
        <figure class="code">
            <figcaption>
                <bdi>{lang}</bdi>
            </figcaption>
            <pre tabindex="0" role="region" aria-label=strings().flow.code>
                {text}
            </pre>
        </figure>
    }
    .into_any()
}

fn table(head: AnyView, rows: AnyView) -> AnyView {
    view! {
        <div class="table" tabindex="0" role="region" aria-label=strings().flow.table>
            <table>
                <thead>{head}</thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(cells: Vec<Vec<Inline>>, align: &[Align], is_head: bool, context: &Context) -> AnyView {
    let draw = |(column, cell): (usize, Vec<Inline>)| {
        let (class, cell) = (class_of(align, column), draw_inlines(cell, context));
        if is_head {
            view! { <th class=class>{cell}</th> }.into_any()
        } else {
            view! { <td class=class>{cell}</td> }.into_any()
        }
    };
    let cells: Vec<_> = cells.into_iter().enumerate().map(draw).collect();
    view! { <tr>{cells}</tr> }.into_any()
}

fn class_of(align: &[Align], column: usize) -> &'static str {
    match align.get(column) {
        Some(Align::Center) => "center",
        Some(Align::Right) => "right",
        Some(Align::Left | Align::None) | None => "",
    }
}

fn footnote(number: u32, blocks: Vec<Block>, context: &Context) -> AnyView {
    let back = reference_id(context, number);
    view! {
        <div class="footnote" id=definition_id(context, number) tabindex="-1">
            <button type="button" class="cite" aria-label=strings().flow.back on:click=move |_| go_to(&back)>
                {number}
            </button>
            <div>{draw_blocks(blocks, context)}</div>
        </div>
    }
    .into_any()
}

fn definition_id(context: &Context, number: u32) -> String {
    format!("note-{}-{number}", context.id)
}

fn reference_id(context: &Context, number: u32) -> String {
    format!("noted-{}-{number}", context.id)
}

/// Brings an element into view and puts the focus there.
pub fn go_to(id: &str) {
    use wasm_bindgen::JsCast;
    let Some(element) = document().get_element_by_id(id) else { return };
    element.scroll_into_view_with_bool(false);
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        // An element that cannot take the focus is in view all the same.
        let _ = element.focus();
    }
}

fn draw_inlines(inlines: Vec<Inline>, context: &Context) -> Vec<AnyView> {
    inlines.into_iter().map(|inline| draw_inline(inline, context)).collect()
}

fn draw_inline(inline: Inline, context: &Context) -> AnyView {
    match inline {
        Inline::Text(text) => plain(text, context),
        Inline::Code(text) => view! { <code>{plain(text, context)}</code> }.into_any(),
        Inline::Emphasis(children) => view! { <em>{draw_inlines(children, context)}</em> }.into_any(),
        Inline::Strong(children) => view! { <strong>{draw_inlines(children, context)}</strong> }.into_any(),
        Inline::Strikethrough(children) => view! { <del>{draw_inlines(children, context)}</del> }.into_any(),
        Inline::Link { link, destination, children } => {
            let label = text_of_inlines(&children);
            let children = draw_inlines(children, context);
            match link {
                Some(link) => anchor(*link, label, children),
                None => {
                    let destination = visible(&destination);
                    view! { <span class="no-link" title=destination>{children}</span> }.into_any()
                }
            }
        }
        Inline::Image { alt, link, destination } => image(alt, link.map(|link| *link), &destination),
        Inline::SoftBreak => " ".into_any(),
        Inline::HardBreak => view! { <br /> }.into_any(),
        Inline::FootnoteReference { number } => {
            let target = definition_id(context, number);
            let first = context.is_first(number).then(|| reference_id(context, number));
            let label = (strings().flow.footnote)(number);
            view! {
                <button type="button" class="cite" id=first aria-label=label on:click=move |_| go_to(&target)>
                    {number}
                </button>
            }
            .into_any()
        }
        Inline::Html(source) => view! { <code class="source">{plain(source, context)}</code> }.into_any(),
        Inline::Citation { number } => citation(number, context),
    }
}

/// A text of the tree, with its towers of marks cut: it was put together only now.
fn plain(text: String, context: &Context) -> AnyView {
    let text = match bounded(&text) {
        Cow::Owned(bounded) => bounded,
        Cow::Borrowed(_) => text,
    };
    if context.in_portions { long::text(text) } else { text.into_any() }
}

/// A link. Where its label could be taken for another address, or the host itself misleads, the host stands beside it.
fn anchor(link: WebLink, label: String, children: Vec<AnyView>) -> AnyView {
    let host =
        (link.host.warning.is_some() || misleads(&label, &link) || !is_visible(&label)).then(|| link.host.clone());
    let host = host.map(|host| view! { " " <span class="opens">"(" <HostName host /> ")"</span> });
    view! {
        <WebAnchor link>{children}</WebAnchor>
        {host}
    }
    .into_any()
}

/// An image is named and linked, never loaded: no request leaves for a host that the page did not come from.
fn image(alt: String, link: Option<WebLink>, destination: &str) -> AnyView {
    let label = (strings().flow.image)(&bounded(&alt));
    match link {
        Some(link) => view! { <WebAnchor link class="image">{label}</WebAnchor> }.into_any(),
        None => {
            let destination = visible(destination);
            view! { <span class="image" title=destination>{label}</span> }.into_any()
        }
    }
}

fn citation(number: u32, context: &Context) -> AnyView {
    let Some(cites) = context.cites else { return format!("[{number}]").into_any() };
    let label = (strings().web.source)(number);
    view! {
        <button type="button" class="cite" aria-label=label on:click=move |_| cites.go.run(number)>
            {number}
        </button>
    }
    .into_any()
}
