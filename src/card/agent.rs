//! Work that another agent does: its task, and what it reported.

use super::{SessionHref, Undrawable, content, waiting};
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::scroll::Pre;
use crate::ui::strings;
use crate::view::arguments::Task;
use leptos::prelude::*;

/// The task, and the answer once it is there. What the task is about stands in the header.
pub fn body(call: &Call, task: &Task) -> Result<AnyView, Undrawable> {
    let t = strings();
    let rest = if call.result.is_some() {
        view! {
            <p class="label">{t.flow.answer}</p>
            {content::result(call)?}
        }
        .into_any()
    } else {
        waiting::state(call)
    };
    Ok(view! {
        <p class="label">{t.fields.task}</p>
        <Pre class="plain" label=t.fields.task text=visible(&task.prompt) />
        {rest}
    }
    .into_any())
}

/// The way to the session that a call has started, where it is part of the recording.
pub fn session_link(call: &Call) -> Option<impl IntoView + use<>> {
    let SessionHref(href) = use_context()?;
    let href = href(call.started.as_deref()?);
    Some(view! {
        <p class="to-session">
            <a href=href>{strings().card.open_session} <Glyph icon=Icon::Chevron /></a>
        </p>
    })
}
