//! A markdown tree as elements. The text was made safe when it was parsed; nothing here becomes HTML by being put together.

use super::anchor::{HostName, WebAnchor};
use super::code::Code;
use super::strings;
use crate::text::link::{WebLink, misleads};
use crate::text::markdown::{Align, Block, Inline, Item, parse, parse_with_citations, text_of_inlines};
use crate::text::visible::{is_visible, visible};
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a document needs to know of its place on the page.
pub struct Context {
    /// Unique on the page: footnotes of two documents never meet.
    id: Arc<str>,
    cites: Option<Cites>,
    /// The footnotes that were referred to already: only the first reference is the one to come back to.
    noted: RefCell<BTreeSet<u32>>,
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
        Self { id: id.into(), cites, noted: RefCell::default() }
    }
}

/// A document.
#[must_use]
pub fn markdown(text: &str, context: &Context) -> AnyView {
    let blocks = match context.cites {
        Some(cites) => parse_with_citations(text, cites.count),
        None => parse(text),
    };
    let (notes, body): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| matches!(block, Block::FootnoteDefinition { .. }));
    let body = draw_blocks(body, context);
    let notes = (!notes.is_empty()).then(|| {
        view! {
            <section class="footnotes" aria-label=strings().flow.footnotes>
                {draw_blocks(notes, context)}
            </section>
        }
    });
    view! { <div class="markdown">{body} {notes}</div> }.into_any()
}

fn draw_blocks(blocks: Vec<Block>, context: &Context) -> Vec<AnyView> {
    blocks.into_iter().map(|block| draw_block(block, context)).collect()
}

fn draw_block(block: Block, context: &Context) -> AnyView {
    match block {
        Block::Paragraph(children) => view! { <p>{draw_inlines(children, context)}</p> }.into_any(),
        Block::Heading { level, children } => heading(level, draw_inlines(children, context)),
        Block::Quote(blocks) => view! { <blockquote>{draw_blocks(blocks, context)}</blockquote> }.into_any(),
        Block::List { start, items } => list(start, items, context),
        Block::Code { lang, text } => code(lang, text),
        Block::Table { align, head, rows } => table(&align, head, rows, context),
        Block::Rule => view! { <hr /> }.into_any(),
        Block::Html(source) => view! { <pre class="source">{source}</pre> }.into_any(),
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

fn list(start: Option<u64>, items: Vec<Item>, context: &Context) -> AnyView {
    let items: Vec<_> = items.into_iter().map(|item| list_item(item, context)).collect();
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

fn code(lang: Option<String>, text: String) -> AnyView {
    view! { <Code lang text /> }.into_any()
}

fn table(align: &[Align], head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>>, context: &Context) -> AnyView {
    let class = |column: usize| match align.get(column) {
        Some(Align::Center) => "center",
        Some(Align::Right) => "right",
        Some(Align::Left | Align::None) | None => "",
    };
    let head: Vec<_> = (0..)
        .zip(head)
        .map(|(column, cell)| view! { <th class=class(column)>{draw_inlines(cell, context)}</th> })
        .collect();
    let row = |cells: Vec<Vec<Inline>>| {
        let cells: Vec<_> = (0..)
            .zip(cells)
            .map(|(column, cell)| view! { <td class=class(column)>{draw_inlines(cell, context)}</td> })
            .collect();
        view! { <tr>{cells}</tr> }
    };
    let rows: Vec<_> = rows.into_iter().map(row).collect();
    view! {
        <div class="table" tabindex="0" role="region" aria-label=strings().flow.table>
            <table>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
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
        Inline::Text(text) => text.into_any(),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
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
            let first = context.noted.borrow_mut().insert(number).then(|| reference_id(context, number));
            let label = (strings().flow.footnote)(number);
            view! {
                <button type="button" class="cite" id=first aria-label=label on:click=move |_| go_to(&target)>
                    {number}
                </button>
            }
            .into_any()
        }
        Inline::Html(source) => view! { <code class="source">{source}</code> }.into_any(),
        Inline::Citation { number } => citation(number, context),
    }
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
    let label = (strings().flow.image)(&alt);
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
