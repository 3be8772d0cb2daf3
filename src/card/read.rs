//! `read`: lines of a file with the file's own numbers.

use super::details::field;
use super::lines::numbered;
use super::{Undrawable, drawable};
use crate::ui::strings;
use crate::view::result::Read;
use leptos::prelude::*;

/// The path and the language, then the lines. Which of how many they are stands in the header.
pub fn body(read: &Read) -> Result<AnyView, Undrawable> {
    drawable(read.lines.len())?;
    let t = strings();
    let lines = match (read.lines.is_empty(), read.total_lines) {
        (true, 0) => view! { <p class="note">{t.card.empty_file}</p> }.into_any(),
        (true, _) => view! { <p class="note">{t.card.nothing_listed}</p> }.into_any(),
        (false, _) => numbered(read.lines.iter().map(|line| (line.number, line.text.as_str()))),
    };
    Ok(view! {
        {field(t.fields.path, Some(&read.path))}
        {field(t.fields.language, read.lang.as_deref())}
        {lines}
    }
    .into_any())
}
