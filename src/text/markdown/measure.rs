//! Running text without its markup.

use super::tree::Inline;

/// A piece of running text without its markup. Markers of notes and citations stay as `[n]`.
#[must_use]
pub fn text_of_inlines(inlines: &[Inline]) -> String {
    let mut text = String::new();
    add_inlines(&mut text, inlines);
    text
}

/// Whether `c` is a letter of Chinese, Japanese or Korean.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{312f}')
        || matches!(c, '\u{3131}'..='\u{318e}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}')
        || matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
        || matches!(c, '\u{20000}'..='\u{3ffff}')
}

/// Appends the text of `inlines` to `text`.
pub(super) fn add_inlines(text: &mut String, inlines: &[Inline]) {
    for inline in inlines {
        add_inline(text, inline);
    }
}

/// Appends the text of one piece to `text`.
pub(super) fn add_inline(text: &mut String, inline: &Inline) {
    match inline {
        Inline::Text(piece) | Inline::Code(piece) | Inline::Html(piece) => text.push_str(piece),
        Inline::Emphasis(children)
        | Inline::Strong(children)
        | Inline::Strikethrough(children)
        | Inline::Link { children, .. } => add_inlines(text, children),
        Inline::Image { alt, .. } => text.push_str(alt),
        Inline::SoftBreak => text.push(' '),
        Inline::HardBreak => text.push('\n'),
        Inline::FootnoteReference { number } | Inline::Citation { number } => {
            text.push('[');
            text.push_str(&number.to_string());
            text.push(']');
        }
    }
}
