//! `read`: lines of a file with the file's own numbers.

use super::lines::NumberedLines;
use crate::present::read::are_in_a_row;
use crate::text::code::{Lines, of_name, of_path};
use crate::text::visible::{named, visible};
use crate::ui::copy::Copy;
use crate::ui::strings;
use crate::view::result::{Line, Read};
use leptos::prelude::*;
use std::sync::Arc;

/// The path and the language, then the lines. Which of how many they are stands in the header.
pub fn body(read: &Read) -> AnyView {
    let t = strings();
    let lang = read.lang.as_deref().map(visible);
    let lang = lang.map(|lang| view! { <span class="chip" title=t.fields.language>{lang}</span> });
    let copy = (!read.lines.is_empty()).then(|| {
        let text = text(&read.lines);
        view! { <Copy text=Arc::new(move || text.clone()) /> }
    });
    let lines = match (read.lines.is_empty(), read.total_lines) {
        (true, 0) => view! { <p class="note">{t.card.empty_file}</p> }.into_any(),
        (true, _) => view! { <p class="note">{t.card.nothing_listed}</p> }.into_any(),
        (false, _) => {
            // Where lines are left out, what a string or a comment opens may be closed by one of them.
            let language = || read.lang.as_deref().and_then(of_name).or_else(|| of_path(&read.path));
            let language = are_in_a_row(&read.lines).then(language).flatten();
            let lines = Lines::from_lines(read.lines.iter().map(|line| visible(&line.text)));
            let numbers: Vec<u64> = read.lines.iter().map(|line| line.number).collect();
            view! { <NumberedLines numbers lines language in_a_row=true /> }.into_any()
        }
    };
    view! {
        <div class="file-head">
            <bdi class="file" title=t.fields.path>{named(&read.path)}</bdi>
            {lang}
            {copy}
        </div>
        {lines}
    }
    .into_any()
}

/// The file's text as it came.
fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}
