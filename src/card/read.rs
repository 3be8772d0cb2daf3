//! `read`: lines of a file with the file's own numbers.

use super::details::field;
use super::{Undrawable, drawable};
use crate::text::visible::visible;
use crate::ui::strings;
use crate::view::result::{Line, Read};
use leptos::prelude::*;

/// The path and the language, then the lines.
pub fn body(read: &Read) -> Result<AnyView, Undrawable> {
    drawable(read.lines.len())?;
    let t = strings();
    let lines = if read.lines.is_empty() {
        view! { <p class="note">{t.card.empty_file}</p> }.into_any()
    } else {
        view! { <div class="lines" tabindex="0">{read.lines.iter().map(line).collect_view()}</div> }.into_any()
    };
    Ok(view! {
        {field(t.fields.path, Some(&read.path))}
        {field(t.fields.language, read.lang.as_deref())}
        {lines}
    }
    .into_any())
}

fn line(line: &Line) -> impl IntoView + use<> {
    view! {
        <span class="number">{line.number}</span>
        <code>{visible(&line.text)}</code>
    }
}
