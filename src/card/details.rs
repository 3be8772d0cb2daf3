//! What a call says of itself, before and beside its result.

use super::block::blocks;
use super::{Undrawable, diff, drawable, terminal};
use crate::present::diff::Origin;
use crate::text::json::pretty;
use crate::text::visible::{named, visible};
use crate::transcript::model::Call;
use crate::ui::scroll::Pre;
use crate::ui::{long, strings};
use crate::view::arguments::Command;
use crate::view::call::{CallKind, GenericCall, Location, TerminalCall};
use crate::view::{Arguments, CallView, ToolCallView};
use leptos::prelude::*;
use serde_json::Value;

/// What the call's own view says, field by field; without a view, what the arguments say.
pub fn details(call: &Call) -> Result<AnyView, Undrawable> {
    let Some(CallView { title, body }) = call.call_view() else { return Ok(without_view(call)) };
    Ok(match body {
        ToolCallView::Generic(generic) => self::generic(generic, title.as_deref())?,
        ToolCallView::Terminal(TerminalCall { description, cwd }) => {
            terminal::request(title.as_deref(), description.as_deref(), cwd.as_deref())
        }
        ToolCallView::Diff(change) => {
            view! { {diff::body(&change.diffs, Origin::Proposed)} {locations(&change.locations)?} }.into_any()
        }
        ToolCallView::Unknown(_) => arguments(call),
    })
}

fn generic(call: &GenericCall, title: Option<&str>) -> Result<AnyView, Undrawable> {
    let t = strings();
    // A query that is the title already need not stand here once more.
    let input = call.raw_input.as_ref().filter(|input| input.as_str().is_none_or(|input| Some(input) != title));
    let input = input.map(|input| labelled(t.fields.input, shown_input(input)));
    let content = call.content.as_deref().map(blocks).transpose()?;
    let kind = field(t.fields.kind, call.kind.filter(|kind| *kind != CallKind::Other).map(CallKind::name));
    Ok(view! { {kind} {input} {content} {locations(&call.locations)?} }.into_any())
}

fn shown_input(input: &Value) -> String {
    input.as_str().map_or_else(|| pretty(input), visible)
}

fn labelled(label: &'static str, text: String) -> impl IntoView + use<> {
    view! {
        <p class="label">{label}</p>
        <Pre class="json" label text language=Some("json") />
    }
}

/// A label and its value, where there is one.
pub fn field(label: &'static str, value: Option<&str>) -> Option<impl IntoView + use<>> {
    let value = visible(value?);
    Some(view! {
        <p class="field"><span class="label">{label}</span> " " <bdi>{long::text(value)}</bdi></p>
    })
}

fn without_view(call: &Call) -> AnyView {
    match &call.known {
        Some(Arguments::Command(Command { command, description, cwd })) => {
            terminal::request(Some(command), description.as_deref(), cwd.as_deref())
        }
        _ => arguments(call),
    }
}

fn arguments(call: &Call) -> AnyView {
    if call.arguments.is_empty() {
        return ().into_any();
    }
    let shown = serde_json::from_str(&call.arguments).map_or_else(|_| visible(&call.arguments), |value| pretty(&value));
    labelled(strings().fields.arguments, shown).into_any()
}

fn locations(locations: &[Location]) -> Result<Option<impl IntoView + use<>>, Undrawable> {
    drawable(locations.len())?;
    let rows = locations
        .iter()
        .map(|location| {
            let line = location.line.map(|line| format!(":{line}"));
            view! { <li><bdi>{named(&location.path)}</bdi>{line}</li> }
        })
        .collect_view();
    Ok((!locations.is_empty()).then(|| {
        view! {
            <p class="label">{strings().fields.files}</p>
            <ul class="paths">{rows}</ul>
        }
    }))
}
