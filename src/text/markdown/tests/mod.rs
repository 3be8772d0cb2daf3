mod bare_addresses;
mod blocks;
mod bounds;
mod citations;
mod footnotes;
mod growing;
mod links;
mod measures;
mod portions;
mod properties;
mod running_text;
mod whole;

use super::*;
use crate::text::link;
use whole::text_of;

fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

fn paragraph(inlines: impl Into<Vec<Inline>>) -> Block {
    Block::Paragraph(inlines.into())
}

fn cite(number: u32) -> Inline {
    Inline::Citation { number }
}

fn link(destination: &str, label: &str) -> Inline {
    Inline::Link {
        link: link::judge(destination).map(Box::new),
        destination: destination.to_owned(),
        children: vec![text(label)],
    }
}

/// The inlines of a document that is one paragraph.
fn inlines(source: &str, sources: usize) -> Vec<Inline> {
    let blocks = parse_with_citations(source, sources);
    match blocks.as_slice() {
        [Block::Paragraph(inlines)] => inlines.clone(),
        other => panic!("not one paragraph: {other:?}"),
    }
}
