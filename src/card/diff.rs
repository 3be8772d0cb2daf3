//! `diff`: what files held and what they hold now, line by line.
//!
//! The rows stand in the order of a unified difference. Side by side is a matter of style alone: the rows that were removed go
//! to the left, those that were added to the right, and lines that are the same have a twin for the other side.

use crate::present::diff::{Mark, Origin, Piece, Row, Run, Sheet, Side};
use crate::ui::mark::Mark as Chip;
use crate::ui::{long, strings};
use crate::view::result::FileDiff;
use leptos::html::custom;
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
    let Sheet { pages, digits, is_excerpt, has_sides } = Sheet::new(diffs, origin, t);
    if pages.is_empty() {
        return view! { <p class="note">{t.diff.no_changes}</p> }.into_any();
    }
    let split = SPLIT.with(Clone::clone);
    let is_split = split.clone();
    let tools = (is_excerpt || has_sides).then(|| {
        let excerpt = is_excerpt.then(|| view! { <p class="excerpt">{t.diff.excerpt}</p> });
        let layout = has_sides.then(|| layout(&split));
        view! { <div class="tools">{excerpt} {layout}</div> }
    });
    let count = pages.len();
    let draw = move |page: usize| pages.get(page).map(|pieces| pieces.iter().map(piece).collect_view()).into_any();
    view! {
        <div class="diffs" class:split=move || is_split.get() style=("--digits", digits.to_string())>
            {tools}
            {draw(0)}
            {growing("more", count - 1, move |step| draw(step + 1), move |_| t.diff.more_places.to_owned())}
        </div>
    }
    .into_any()
}

/// The choice between one below the other and side by side.
fn layout(split: &ArcRwSignal<bool>) -> AnyView {
    let t = strings();
    let choice = |(wanted, label): (bool, &'static str)| {
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
    let choices = [(false, t.diff.unified), (true, t.diff.split)].map(choice);
    view! { <div class="layout" role="group" aria-label=t.diff.layout>{choices}</div> }.into_any()
}

fn piece(piece: &Piece) -> AnyView {
    match piece {
        Piece::Head { path, chips } => {
            let chips = chips.iter().map(|chip| view! { <Chip chip=chip.clone() /> }).collect_view();
            view! { <p class="file"><bdi>{path.clone()}</bdi>{chips}</p> }.into_any()
        }
        Piece::Gap => block("gap", Vec::new()),
        Piece::Note(words) => view! { <p class="note">{*words}</p> }.into_any(),
        Piece::Same(run) => block("same", lines(run)),
        Piece::Change { removed, added, is_whole } => {
            let mut rows = lines(removed);
            rows.extend(lines(added));
            block(if *is_whole { "change whole" } else { "change" }, rows)
        }
    }
}

fn block(class: &'static str, rows: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{rows}</div> }.into_any()
}

/// The lines of a run: all of them, or some and a button for more.
fn lines(run: &Run) -> Vec<AnyView> {
    let t = strings();
    let (first, all, side) = (run.first, run.len(), run.side);
    let mut drawn = rows(run, 0..first);
    if first < all {
        let run = run.clone();
        let draw = move |step| rows(&run, first + step * STEP..all.min(first + (step + 1) * STEP)).into_any();
        let label = move |steps| {
            let rest = all - first - steps * STEP;
            match side {
                Side::Same => (t.diff.unchanged)(rest),
                Side::Removed => (t.diff.more_removed)(rest),
                Side::Added => (t.diff.more_added)(rest),
            }
        };
        let class = match side {
            Side::Same => "more",
            Side::Removed => "more removed",
            Side::Added => "more added",
        };
        drawn.push(growing(class, (all - first).div_ceil(STEP), draw, label));
    }
    drawn
}

/// What is drawn one step at a time, and the button for it, which in the end takes all of it away again. The label is for a
/// number of steps that have been drawn.
fn growing(
    class: &'static str,
    most: usize,
    draw: impl Fn(usize) -> AnyView + Send + Sync + 'static,
    label: impl Fn(usize) -> String + Send + Sync + 'static,
) -> AnyView {
    if most == 0 {
        return ().into_any();
    }
    // By these types there is one component for all of them, and not a compiled one for each.
    view! { <Growing class most draw=Arc::new(draw) label=Arc::new(label) /> }.into_any()
}

#[component]
fn Growing(
    class: &'static str,
    most: usize,
    draw: Arc<dyn Fn(usize) -> AnyView + Send + Sync>,
    label: Arc<dyn Fn(usize) -> String + Send + Sync>,
) -> impl IntoView {
    let t = strings();
    let steps = RwSignal::new(0);
    view! {
        <For each=move || 0..steps.get() key=|step| *step children=move |step| draw(step) />
        <button
            type="button"
            class=class
            aria-expanded=move || (steps.get() > 0).to_string()
            on:click=move |_| steps.update(|steps| *steps = if *steps < most { *steps + 1 } else { 0 })
        >
            {move || if steps.get() < most { label(steps.get()) } else { t.card.show_less.to_owned() }}
        </button>
    }
}

fn rows(run: &Run, lines: Range<usize>) -> Vec<AnyView> {
    lines.map(|line| row(run, line)).collect()
}

/// A line with its numbers, which are drawn by the style: so they are not copied with the text.
fn row(run: &Run, index: usize) -> AnyView {
    let t = strings();
    let mut row = run.row(index);
    // An empty line would not be copied at all.
    if row.text.is_empty() {
        row.text.push('\n');
    }
    let (class, element) = match run.side {
        Side::Same => ("row", "span"),
        Side::Removed => ("row removed", "del"),
        Side::Added => ("row added", "ins"),
    };
    let twin = (run.side == Side::Same).then(|| {
        let line = custom("span").class("line").child(row.text.clone().into_any());
        view! { <div class="row twin" data-new=row.new aria-hidden="true">{line}</div> }
    });
    let rest = (row.cut > 0).then(|| {
        let (run, cut) = (run.clone(), row.cut);
        let draw = move |_| long::text(run.rest(index, cut));
        growing("link", 1, draw, move |_| (t.diff.rest_of_line)(cut))
    });
    let open = row.is_open.then(|| view! { <span class="open-end">{t.diff.open_end}</span> });
    let line = custom(element).class("line").child([text(&row), rest.into_any()].into_any());
    view! {
        <div class=class data-old=row.old data-new=row.new>{line}{open}</div>
        {twin}
    }
    .into_any()
}

/// A text with what stands out in it.
fn text(row: &Row) -> AnyView {
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
