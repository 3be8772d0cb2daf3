//! A markdown tree as elements. The text was made safe when it was parsed; nothing here becomes HTML by being put together.

use super::anchor::WebAnchor;
use super::strings;
use crate::text::bidi;
use crate::text::markdown::{Align, Block, Inline, Item, parse, parse_with_citations};
use leptos::prelude::*;
use std::sync::Arc;

/// What a document needs to know of its place on the page.
#[derive(Clone)]
pub struct Place {
    /// Unique on the page: footnotes of two documents never meet.
    pub id: Arc<str>,
    /// How many numbered sources the document may cite, and what a click on a citation does.
    pub cites: Option<(usize, Callback<u32>)>,
}

/// A document.
#[must_use]
pub fn markdown(text: &str, place: &Place) -> AnyView {
    let blocks = match place.cites {
        Some((count, _)) => parse_with_citations(text, count),
        None => parse(text),
    };
    let (notes, body): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| matches!(block, Block::FootnoteDefinition { .. }));
    let notes = (!notes.is_empty()).then(|| {
        view! {
            <section class="footnotes" aria-label=strings().flow.footnotes>
                {draw_blocks(notes, place)}
            </section>
        }
    });
    view! { <div class="markdown">{draw_blocks(body, place)} {notes}</div> }.into_any()
}

fn draw_blocks(blocks: Vec<Block>, place: &Place) -> Vec<AnyView> {
    blocks.into_iter().map(|block| draw_block(block, place)).collect()
}

fn draw_block(block: Block, place: &Place) -> AnyView {
    match block {
        Block::Paragraph(children) => view! { <p dir="auto">{draw_inlines(children, place)}</p> }.into_any(),
        Block::Heading { level, children } => heading(level, draw_inlines(children, place)),
        Block::Quote(blocks) => view! { <blockquote>{draw_blocks(blocks, place)}</blockquote> }.into_any(),
        Block::List { start, items } => list(start, items, place),
        Block::Code { lang, text } => code(lang, text),
        Block::Table { align, head, rows } => table(&align, head, rows, place),
        Block::Rule => view! { <hr /> }.into_any(),
        Block::Html(source) => view! { <pre class="source">{source}</pre> }.into_any(),
        Block::FootnoteDefinition { number, blocks } => footnote(number, blocks, place),
    }
}

/// The page's own headings come first, so that a document's outline stays below them.
fn heading(level: u8, children: Vec<AnyView>) -> AnyView {
    match level {
        0 | 1 => view! { <h3 dir="auto" class="h1">{children}</h3> }.into_any(),
        2 => view! { <h4 dir="auto" class="h2">{children}</h4> }.into_any(),
        3 => view! { <h5 dir="auto" class="h3">{children}</h5> }.into_any(),
        _ => view! { <h6 dir="auto" class="h4">{children}</h6> }.into_any(),
    }
}

fn list(start: Option<u64>, items: Vec<Item>, place: &Place) -> AnyView {
    let items: Vec<_> = items.into_iter().map(|item| list_item(item, place)).collect();
    match start {
        Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
        None => view! { <ul>{items}</ul> }.into_any(),
    }
}

fn list_item(item: Item, place: &Place) -> AnyView {
    let t = strings();
    let blocks = draw_blocks(item.blocks, place);
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
    view! {
        <figure class="code">
            {lang.map(|lang| view! { <figcaption>{lang}</figcaption> })}
            <pre tabindex="0" aria-label=strings().flow.code>
                <code>{text}</code>
            </pre>
        </figure>
    }
    .into_any()
}

fn table(align: &[Align], head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>>, place: &Place) -> AnyView {
    let class = |column: usize| match align.get(column) {
        Some(Align::Center) => "center",
        Some(Align::Right) => "right",
        Some(Align::Left | Align::None) | None => "",
    };
    let head: Vec<_> = (0..)
        .zip(head)
        .map(|(column, cell)| view! { <th class=class(column)>{draw_inlines(cell, place)}</th> })
        .collect();
    let row = |cells: Vec<Vec<Inline>>| {
        let cells: Vec<_> = (0..)
            .zip(cells)
            .map(|(column, cell)| view! { <td class=class(column)>{draw_inlines(cell, place)}</td> })
            .collect();
        view! { <tr>{cells}</tr> }
    };
    let rows: Vec<_> = rows.into_iter().map(row).collect();
    view! {
        <div class="table" tabindex="0">
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

fn footnote(number: u32, blocks: Vec<Block>, place: &Place) -> AnyView {
    let back = reference_id(place, number);
    view! {
        <div class="footnote" id=definition_id(place, number) tabindex="-1">
            <button type="button" class="cite" aria-label=strings().flow.back on:click=move |_| go_to(&back)>
                {number}
            </button>
            <div>{draw_blocks(blocks, place)}</div>
        </div>
    }
    .into_any()
}

fn definition_id(place: &Place, number: u32) -> String {
    format!("note-{}-{number}", place.id)
}

fn reference_id(place: &Place, number: u32) -> String {
    format!("noted-{}-{number}", place.id)
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

fn draw_inlines(inlines: Vec<Inline>, place: &Place) -> Vec<AnyView> {
    inlines.into_iter().map(|inline| draw_inline(inline, place)).collect()
}

fn draw_inline(inline: Inline, place: &Place) -> AnyView {
    match inline {
        Inline::Text(text) => text.into_any(),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
        Inline::Emphasis(children) => view! { <em>{draw_inlines(children, place)}</em> }.into_any(),
        Inline::Strong(children) => view! { <strong>{draw_inlines(children, place)}</strong> }.into_any(),
        Inline::Strikethrough(children) => view! { <del>{draw_inlines(children, place)}</del> }.into_any(),
        Inline::Link { link, destination, children } => {
            let children = draw_inlines(children, place);
            match link {
                Some(link) => view! { <WebAnchor link=*link>{children}</WebAnchor> }.into_any(),
                None => {
                    let destination = bidi::strip(&destination).into_owned();
                    view! { <span class="no-link" title=destination>{children}</span> }.into_any()
                }
            }
        }
        Inline::Image { alt, link, destination } => image(alt, link.map(|link| *link), &destination),
        Inline::SoftBreak => " ".into_any(),
        Inline::HardBreak => view! { <br /> }.into_any(),
        Inline::FootnoteReference { number } => {
            let target = definition_id(place, number);
            view! {
                <button type="button" class="cite" id=reference_id(place, number) on:click=move |_| go_to(&target)>
                    {number}
                </button>
            }
            .into_any()
        }
        Inline::Html(source) => view! { <code class="source">{source}</code> }.into_any(),
        Inline::Citation { number } => citation(number, place),
    }
}

/// An image is named and linked, never loaded: no request leaves for a host that the page did not come from.
fn image(alt: String, link: Option<crate::text::link::WebLink>, destination: &str) -> AnyView {
    let label = (strings().flow.image)(&alt);
    match link {
        Some(link) => view! { <WebAnchor link class="image">{label}</WebAnchor> }.into_any(),
        None => {
            let destination = bidi::strip(destination).into_owned();
            view! { <span class="image" title=destination>{label}</span> }.into_any()
        }
    }
}

fn citation(number: u32, place: &Place) -> AnyView {
    match place.cites {
        Some((_, cite)) => view! {
            <button type="button" class="cite" on:click=move |_| cite.run(number)>
                {number}
            </button>
        }
        .into_any(),
        None => format!("[{number}]").into_any(),
    }
}
