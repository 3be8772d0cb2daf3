//! What a call says of itself, before and beside its result.

use super::block::blocks;
use super::diff;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::strings;
use crate::view::ToolCallView;
use crate::view::call::Location;
use leptos::prelude::*;

/// What the call's own view says, field by field; without a view, the arguments.
pub fn details(call: &Call) -> AnyView {
    let t = strings();
    match call.call_view().map(|view| &view.body) {
        Some(ToolCallView::Generic(generic)) => {
            let input = generic.raw_input.as_ref().filter(|input| !input.is_string()).map(|input| {
                view! {
                    <p class="label">{t.fields.input}</p>
                    <pre class="json" tabindex="0">{crate::text::json::pretty(input)}</pre>
                }
            });
            view! { {input} {generic.content.as_deref().map(blocks)} {locations(&generic.locations)} }.into_any()
        }
        Some(ToolCallView::Terminal(terminal)) => view! {
            {field(t.fields.description, terminal.description.as_deref())}
            {field(t.fields.folder, terminal.cwd.as_deref())}
        }
        .into_any(),
        Some(ToolCallView::Diff(change)) => {
            view! { {diff::body(&change.diffs).ok()} {locations(&change.locations)} }.into_any()
        }
        Some(ToolCallView::Unknown(_)) | None => arguments(call),
    }
}

/// A label and its value, where there is one.
pub fn field(label: &'static str, value: Option<&str>) -> Option<impl IntoView + use<>> {
    let value = value?.to_owned();
    Some(view! {
        <p class="field"><span class="label">{label}</span> " " <bdi>{visible(&value)}</bdi></p>
    })
}

fn arguments(call: &Call) -> AnyView {
    if call.arguments.is_empty() {
        return ().into_any();
    }
    let shown = serde_json::from_str(&call.arguments)
        .map_or_else(|_| visible(&call.arguments), |value| crate::text::json::pretty(&value));
    view! {
        <p class="label">{strings().fields.arguments}</p>
        <pre class="json" tabindex="0">{shown}</pre>
    }
    .into_any()
}

fn locations(locations: &[Location]) -> Option<impl IntoView + use<>> {
    let rows = locations
        .iter()
        .map(|location| {
            let line = location.line.map(|line| format!(":{line}"));
            view! { <li><bdi>{visible(&location.path)}</bdi>{line}</li> }
        })
        .collect_view();
    (!locations.is_empty()).then(|| {
        view! {
            <p class="label">{strings().fields.files}</p>
            <ul class="paths">{rows}</ul>
        }
    })
}
