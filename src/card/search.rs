//! `search`: what was found in files, tagged by `shape`.

use super::{Undrawable, drawable};
use crate::text::visible::visible;
use crate::ui::strings;
use crate::view::result::{FileMatches, Search};
use leptos::prelude::*;

/// The matches by file, or the paths. How many there are in all stands in the header.
pub fn body(search: &Search) -> Result<AnyView, Undrawable> {
    match search {
        Search::Matches(matches) => {
            drawable(matches.files.iter().map(|file| file.matches.len() + 1).sum())?;
            Ok(none_or(matches.files.iter().map(file).collect()))
        }
        Search::Paths(paths) => {
            drawable(paths.paths.len())?;
            let row = |path: &String| view! { <li><bdi>{visible(path)}</bdi></li> };
            let rows: Vec<_> = paths.paths.iter().map(row).collect();
            let list = (!rows.is_empty()).then(|| view! { <ul class="paths">{rows}</ul> }.into_any());
            Ok(none_or(list.into_iter().collect()))
        }
    }
}

fn none_or(rows: Vec<AnyView>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="note">{strings().card.no_matches}</p> }.into_any();
    }
    rows.into_any()
}

fn file(file: &FileMatches) -> AnyView {
    let lines = file
        .matches
        .iter()
        .map(|found| {
            view! {
                <span class="number">{found.line_number}</span>
                <code>{visible(&found.line)}</code>
            }
        })
        .collect_view();
    view! {
        <p class="file"><bdi>{visible(&file.path)}</bdi></p>
        <div class="lines" tabindex="0">{lines}</div>
    }
    .into_any()
}
