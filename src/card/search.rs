//! `search`: what was found in files, tagged by `shape`.

use super::lines::numbered;
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
            let files: Vec<_> = matches.files.iter().map(file).collect();
            Ok(if files.is_empty() { none(matches.total, matches.truncated) } else { files.into_any() })
        }
        Search::Paths(paths) => {
            drawable(paths.paths.len())?;
            let row = |path: &String| view! { <li><bdi>{visible(path)}</bdi></li> };
            let rows: Vec<_> = paths.paths.iter().map(row).collect();
            Ok(if rows.is_empty() {
                none(paths.total, paths.truncated)
            } else {
                view! { <ul class="paths">{rows}</ul> }.into_any()
            })
        }
    }
}

/// An empty list is "nothing found" only where the count agrees and nothing was cut.
fn none(total: u64, truncated: bool) -> AnyView {
    let t = strings();
    let words = if total == 0 && !truncated { t.card.no_matches } else { t.card.nothing_listed };
    view! { <p class="note">{words}</p> }.into_any()
}

fn file(file: &FileMatches) -> AnyView {
    let lines = numbered(file.matches.iter().map(|found| (found.line_number, found.line.as_str())));
    view! {
        <p class="file"><bdi>{visible(&file.path)}</bdi></p>
        {lines}
    }
    .into_any()
}
