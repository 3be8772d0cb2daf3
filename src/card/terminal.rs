//! `terminal`: what was run, and what it printed.

use super::Undrawable;
use super::details::details;
use crate::present::terminal::{Amount, Gap, Look, Output, Piece, Span, text_of};
use crate::text::ansi::Rgb;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::copy::Copy;
use crate::ui::{long, strings};
use crate::view::result::Terminal;
use leptos::prelude::*;
use std::sync::Arc;

/// The command with its purpose and folder, and its output. How it ended stands in the header.
pub fn body(call: &Call, terminal: &Terminal) -> Result<AnyView, Undrawable> {
    let t = strings();
    let output = match terminal.output.as_deref().filter(|output| !output.is_empty()) {
        Some(output) => view! { <Printed output=output.into() /> }.into_any(),
        None => view! { <p class="note">{t.card.no_output}</p> }.into_any(),
    };
    Ok(view! { {details(call)?} {output} }.into_any())
}

/// What a command is for, and the command at its prompt as it was typed, line for line.
pub fn request(command: Option<&str>, purpose: Option<&str>, folder: Option<&str>) -> AnyView {
    let t = strings();
    let purpose = purpose.filter(|purpose| !purpose.is_empty());
    let purpose = purpose.map(|purpose| view! { <p class="purpose"><bdi>{long::text(visible(purpose))}</bdi></p> });
    let folder = folder.filter(|folder| !folder.is_empty());
    let folder = folder.map(|folder| view! { <bdi>{visible(folder)}</bdi> " " });
    let command = command.map(|command| {
        view! {
            <pre class="command" tabindex="0" role="region" aria-label=t.faces.terminal.name>
                <span class="prompt">{folder} "$ "</span>
                {long::text(visible(command))}
            </pre>
        }
    });
    view! { {purpose} {command} }.into_any()
}

/// An output: all of it, or its two ends and what the reader asks for of the middle.
#[component]
fn Printed(output: Arc<str>) -> impl IntoView {
    let Output { head, rest } = Output::of(output.clone());
    let rest = rest.map(|(gap, tail)| view! { <Middle gap /> {piece(&tail)} });
    view! {
        <div class="printed">
            <Copy text=Arc::new(move || text_of(output.clone())) />
            <div class="term" tabindex="0" role="region" aria-label=strings().card.output>
                {piece(&head)}
                {rest}
            </div>
        </div>
    }
}

/// What is left out between the ends: its amount, and the button that shows the next part of it. A part is made when it is
/// asked for, and the browser lays it out when it comes into sight.
#[component]
fn Middle(gap: Gap) -> impl IntoView {
    let t = strings();
    let closed = StoredValue::new(gap.clone());
    let left = RwSignal::new(gap.left());
    let gap = StoredValue::new(gap);
    let parts = RwSignal::new(0_usize);
    // Drawn once and not kept.
    let part = StoredValue::new(Vec::<Piece>::new());
    let is_open = move || left.get() == Amount::default();
    let press = move |_| {
        if left.get_untracked() == Amount::default() {
            parts.set(0);
            gap.set_value(closed.get_value());
        } else if let Some(next) = gap.try_update_value(Gap::step) {
            part.set_value(next);
            parts.update(|parts| *parts += 1);
        }
        left.set(gap.with_value(Gap::left));
    };
    let label = move || match left.get() {
        left if left == Amount::default() => t.card.show_less,
        left if left.is_one_step() => t.card.show_all,
        _ => t.terminal.show_more,
    };
    let amount = move || {
        let Amount { lines, characters, .. } = left.get();
        (!is_open()).then(|| view! { <span class="omitted">{(t.terminal.omitted)(lines, characters)}</span> })
    };
    view! {
        <For each=move || 0..parts.get() key=|place| *place children=move |_| part.with_value(|pieces| pieces.iter().map(piece).collect_view()) />
        <p class="gap">
            {amount}
            <button type="button" class="link" aria-expanded=move || is_open().to_string() on:click=press>
                {label}
            </button>
        </p>
    }
}

/// Some lines, as text with as few elements as their looks allow.
fn piece(piece: &Piece) -> AnyView {
    let spans = piece.spans.iter().map(span).collect_view();
    view! {
        <pre class="part" style:--lines=piece.lines.to_string()>{spans}</pre>
    }
    .into_any()
}

fn span(Span { text, look }: &Span) -> AnyView {
    let text = text.clone();
    if look.is_plain() {
        return text.into_any();
    }
    let Look { classes, ink, ground } = look;
    let mut classes = classes.join(" ");
    if ink.is_some() {
        classes.push_str(" inked");
    }
    view! {
        <span
            class=classes
            style:--on-light=ink.map(|ink| css(ink.light))
            style:--on-dark=ink.map(|ink| css(ink.dark))
            style:background-color=ground.map(css)
        >
            {text}
        </span>
    }
    .into_any()
}

fn css([r, g, b]: Rgb) -> String {
    format!("rgb({r} {g} {b})")
}
