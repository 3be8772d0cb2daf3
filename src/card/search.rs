//! `search`: what was found in files, tagged by `shape`.

use super::lines::NumberedLines;
use crate::present::search::{open_at_first, sought};
use crate::text::code::Lines;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::disclosure::Disclosure;
use crate::ui::rows::Part;
use crate::ui::strings;
use crate::view::result::{FileMatches, Matches, Paths, Search};
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// The matches by file, or the paths. How many there are in all stands in the header.
pub fn body(call: &Call, search: &Search) -> AnyView {
    match search {
        Search::Matches(found) => matches(found, sought(call).map(Arc::from)),
        Search::Paths(found) => paths(found),
    }
}

fn matches(found: &Matches, sought: Option<Arc<str>>) -> AnyView {
    if found.files.is_empty() {
        return none(found.total, found.truncated);
    }
    let listed = found.files.iter().map(|file| file.matches.len()).sum();
    let files: Arc<[FileMatches]> = found.files.clone().into();
    let open = open_at_first(&files);
    let part = Part::of(files.len());
    let groups = move |rows: Range<usize>| {
        let group = |row: usize| files.get(row).map(|file| group(file, row < open, sought.clone()));
        rows.map(group).collect_view().into_any()
    };
    view! {
        <div class="groups">{part.pieces(groups)}</div>
        {part.more()}
        {cut(listed, found.total, found.truncated)}
    }
    .into_any()
}

/// The lines of one file, to be opened and closed.
fn group(file: &FileMatches, open: bool, sought: Option<Arc<str>>) -> AnyView {
    let t = strings();
    let path = visible(&file.path);
    let count = file.matches.len();
    let label = move || {
        view! {
            <bdi class="file">{path.clone()}</bdi>
            <span class="chip">{(t.card.matches)(count)}</span>
        }
    };
    let numbers: Arc<[u64]> = file.matches.iter().map(|found| found.line_number).collect();
    let lines = Lines::from_lines(file.matches.iter().map(|found| visible(&found.line)));
    view! {
        <Disclosure class="group" label open>
            <NumberedLines numbers=numbers.clone() lines=lines.clone() sought=sought.clone() />
        </Disclosure>
    }
    .into_any()
}

fn paths(found: &Paths) -> AnyView {
    if found.paths.is_empty() {
        return none(found.total, found.truncated);
    }
    let listed = found.paths.len();
    let paths: Arc<[String]> = found.paths.clone().into();
    let part = Part::of(listed);
    let rows = move |rows: Range<usize>| {
        let row = |path: &String| view! { <li><bdi>{visible(path)}</bdi></li> };
        paths.get(rows).unwrap_or_default().iter().map(row).collect_view().into_any()
    };
    view! {
        <ul class="paths">{part.pieces(rows)}</ul>
        {part.more()}
        {cut(listed, found.total, found.truncated)}
    }
    .into_any()
}

/// At the end of a list that is not all there is: how much of it this is.
fn cut(listed: usize, total: u64, truncated: bool) -> Option<impl IntoView> {
    let t = strings();
    let whole = !truncated && u64::try_from(listed).is_ok_and(|listed| listed >= total);
    (!whole).then(|| view! { <p class="cut"><span class="chip warn">{(t.card.only_listed)(listed, total)}</span></p> })
}

/// An empty list is "nothing found" only where the count agrees and nothing was cut.
fn none(total: u64, truncated: bool) -> AnyView {
    let t = strings();
    let words = if total == 0 && !truncated { t.card.no_matches } else { t.card.nothing_listed };
    view! { <p class="note">{words}</p> }.into_any()
}
