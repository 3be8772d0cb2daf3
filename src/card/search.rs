//! `search`: what was found in files, tagged by `shape`.

use super::lines::NumberedLines;
use crate::present::search::{Extent, by_file, open_at_first, sought};
use crate::text::code::Lines;
use crate::text::visible::{named, visible};
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
    let extent = Extent::of(search);
    let list = match search {
        Search::Matches(found) if !found.files.is_empty() => matches(found, sought(call).map(Arc::from)),
        Search::Paths(found) if !found.paths.is_empty() => paths(found),
        Search::Matches(_) | Search::Paths(_) => return none(extent),
    };
    view! { {list} {cut(extent)} }.into_any()
}

fn matches(found: &Matches, sought: Option<Arc<str>>) -> AnyView {
    let files: Arc<[FileMatches]> = by_file(&found.files).into();
    let open = open_at_first(&files);
    let part = Part::of(files.len());
    let groups = move |rows: Range<usize>| {
        let group = |row: usize| files.get(row).map(|file| group(file, row < open, sought.clone()));
        rows.map(group).collect_view().into_any()
    };
    view! {
        <div class="groups">{part.pieces(groups)}</div>
        {part.more()}
    }
    .into_any()
}

/// The lines of one file, to be opened and closed.
fn group(file: &FileMatches, open: bool, sought: Option<Arc<str>>) -> AnyView {
    let t = strings();
    let path = named(&file.path);
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
    let paths: Arc<[String]> = found.paths.clone().into();
    let part = Part::of(paths.len());
    let rows = move |rows: Range<usize>| {
        let row = |path: &String| view! { <li><bdi>{named(path)}</bdi></li> };
        paths.get(rows).unwrap_or_default().iter().map(row).collect_view().into_any()
    };
    view! {
        <ul class="paths">{part.pieces(rows)}</ul>
        {part.more()}
    }
    .into_any()
}

/// At the end of a list that is not all there is: how much of it this is.
fn cut(extent: Extent) -> Option<impl IntoView> {
    let t = strings();
    let words = || match extent.total {
        Some(total) => (t.card.only_listed)(extent.listed, total),
        None => t.card.list_was_cut.to_owned(),
    };
    extent.is_cut.then(|| view! { <p class="cut"><span class="chip warn">{words()}</span></p> })
}

/// An empty list is "nothing found" only where the count agrees and nothing was cut.
fn none(extent: Extent) -> AnyView {
    let t = strings();
    let words = if extent.is_cut { t.card.nothing_listed } else { t.card.no_matches };
    view! { <p class="note">{words}</p> }.into_any()
}
