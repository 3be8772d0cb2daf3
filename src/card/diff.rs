//! `diff`: what files held and what they hold now, line by line.
//!
//! The rows stand in the order of a unified difference. Side by side is a matter of style alone: the rows that were removed go
//! to the left, those that were added to the right, and lines that are the same have a twin for the other side.

use crate::present::diff::{Mark, Origin, Piece, Row, Run, Sheet, Side};
use crate::ui::mark::Mark as Chip;
use crate::ui::strings;
use crate::view::result::FileDiff;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Rows that one press of a button adds.
const STEP: usize = 500;

thread_local! {
    /// Whether the reader wants the two sides beside each other: one choice for all cards, while the page is open.
    static SPLIT: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// The changed places, grouped by file.
pub fn body(diffs: &[FileDiff], origin: Origin) -> AnyView {
    let t = strings();
    let sheet = Sheet::new(diffs, origin, t);
    if sheet.pages.is_empty() {
        return view! { <p class="note">{t.diff.no_changes}</p> }.into_any();
    }
    view! { <Diffs sheet /> }.into_any()
}

#[component]
fn Diffs(sheet: Sheet) -> impl IntoView {
    let t = strings();
    let split = SPLIT.with(Clone::clone);
    let is_split = split.clone();
    let shown = RwSignal::new(1);
    let excerpt = sheet.is_excerpt.then(|| view! { <p class="excerpt">{t.diff.excerpt}</p> });
    let layout = sheet.has_sides.then(|| view! { <Layout split /> });
    let digits = sheet.digits.to_string();
    let pages = Arc::new(sheet.pages);
    let count = pages.len();
    view! {
        <div class="diffs" class:split=move || is_split.get() style=("--digits", digits)>
            {(excerpt.is_some() || layout.is_some()).then(|| view! { <div class="tools">{excerpt} {layout}</div> })}
            <For
                each=move || 0..shown.get()
                key=|page| *page
                children=move |page| pages.get(page).map(|pieces| pieces.iter().map(piece).collect_view())
            />
            <Show when=move || shown.get() < count>
                <button type="button" class="more" on:click=move |_| shown.update(|shown| *shown += 1)>
                    {t.diff.more_places}
                </button>
            </Show>
        </div>
    }
}

/// The choice between one below the other and side by side.
#[component]
fn Layout(split: ArcRwSignal<bool>) -> impl IntoView {
    let t = strings();
    let choice = |wanted: bool, label: &'static str| {
        let (split, chosen) = (split.clone(), split.clone());
        view! {
            <button
                type="button"
                aria-pressed=move || (chosen.get() == wanted).to_string()
                on:click=move |_| split.set(wanted)
            >
                {label}
            </button>
        }
    };
    view! {
        <div class="layout" role="group" aria-label=t.diff.layout>
            {choice(false, t.diff.unified)}
            {choice(true, t.diff.split)}
        </div>
    }
}

fn piece(piece: &Piece) -> AnyView {
    match piece {
        Piece::Head { path, chips } => {
            let chips = chips.iter().map(|chip| view! { <Chip chip=chip.clone() /> }).collect_view();
            view! {
                <p class="file">
                    <bdi>{path.clone()}</bdi>
                    {chips}
                </p>
            }
            .into_any()
        }
        Piece::Gap => view! { <div class="gap" aria-hidden="true"></div> }.into_any(),
        Piece::Note(words) => view! { <p class="note">{*words}</p> }.into_any(),
        Piece::Same(run) => view! { <div class="same">{lines(run)}</div> }.into_any(),
        Piece::Change { removed, added, is_whole } => view! {
            <div class="change" class:whole=*is_whole>
                {lines(removed)}
                {lines(added)}
            </div>
        }
        .into_any(),
    }
}

/// The lines of a run: all of them, or some and a button for more.
fn lines(run: &Run) -> AnyView {
    if run.first == run.len() {
        return rows(run, 0..run.len()).into_any();
    }
    view! { <Growing run=run.clone() /> }.into_any()
}

#[component]
fn Growing(run: Run) -> impl IntoView {
    let t = strings();
    let (first, all, side) = (run.first, run.len(), run.side);
    let steps = RwSignal::new(0);
    let end = move |steps: usize| all.min(first + steps * STEP);
    let label = move || match (all - end(steps.get()), side) {
        (0, _) => t.card.show_less.to_owned(),
        (rest, Side::Same) => (t.diff.unchanged)(rest),
        (rest, Side::Removed) => (t.diff.more_removed)(rest),
        (rest, Side::Added) => (t.diff.more_added)(rest),
    };
    let press = move |_| steps.update(|steps| *steps = if end(*steps) == all { 0 } else { *steps + 1 });
    let head = rows(&run, 0..first);
    view! {
        {head}
        <For
            each=move || 0..steps.get()
            key=|step| *step
            children=move |step| rows(&run, end(step)..end(step + 1))
        />
        <button
            type="button"
            class=format!("more {}", class(side))
            aria-expanded=move || (steps.get() > 0).to_string()
            on:click=press
        >
            {label}
        </button>
    }
}

fn class(side: Side) -> &'static str {
    match side {
        Side::Same => "",
        Side::Removed => "removed",
        Side::Added => "added",
    }
}

fn rows(run: &Run, lines: Range<usize>) -> Vec<AnyView> {
    lines.map(|line| row(run, line)).collect()
}

/// A line with its numbers, which are drawn by the style: so they are not copied with the text.
fn row(run: &Run, line: usize) -> AnyView {
    let row = run.row(line);
    let (old, new) = (row.old, row.new);
    let rest = (row.cut > 0).then(|| view! { <Rest run=run.clone() line cut=row.cut /> });
    let open = row.is_open.then(|| view! { <span class="open-end">{strings().diff.open_end}</span> });
    match run.side {
        Side::Same => view! {
            <div class="row" data-old=old data-new=new>
                <span class="line">{row.text.clone()} {rest}</span>
            </div>
            <div class="row twin" data-new=new aria-hidden="true">
                <span class="line">{row.text}</span>
            </div>
        }
        .into_any(),
        Side::Removed => view! {
            <div class="row removed" data-old=old>
                <del class="line">{text(row)} {rest}</del>
                {open}
            </div>
        }
        .into_any(),
        Side::Added => view! {
            <div class="row added" data-new=new>
                <ins class="line">{text(row)} {rest}</ins>
                {open}
            </div>
        }
        .into_any(),
    }
}

/// A text with what stands out in it.
fn text(row: Row) -> AnyView {
    if row.marks.is_empty() {
        return row.text.into_any();
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    let cut = |range: Range<usize>| row.text.get(range).unwrap_or_default().to_owned();
    for (range, mark) in &row.marks {
        pieces.push(cut(at..range.start).into_any());
        let piece = cut(range.clone());
        pieces.push(match mark {
            Mark::Word => view! { <mark>{piece}</mark> }.into_any(),
            Mark::Blanks => view! { <span class="blanks">{piece}</span> }.into_any(),
        });
        at = range.end;
    }
    pieces.push(cut(at..row.text.len()).into_any());
    pieces.into_any()
}

/// What a long line has beyond its head, to be shown on demand.
#[component]
fn Rest(run: Run, line: usize, cut: usize) -> impl IntoView {
    let t = strings();
    let open = RwSignal::new(false);
    let head = run.row(line).text.len();
    move || {
        if open.get() {
            return run.whole(line).get(head..).unwrap_or_default().to_owned().into_any();
        }
        view! {
            <button type="button" class="link" on:click=move |_| open.set(true)>
                {(t.diff.rest_of_line)(cut)}
            </button>
        }
        .into_any()
    }
}
