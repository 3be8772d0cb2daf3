//! `diff`: what a file held and what it holds now.

use super::{Undrawable, drawable};
use crate::text::visible::visible;
use crate::ui::scroll::Pre;
use crate::ui::strings;
use crate::view::result::FileDiff;
use leptos::prelude::*;

/// The changed places, one below the other.
pub fn body(diffs: &[FileDiff]) -> Result<AnyView, Undrawable> {
    drawable(diffs.len())?;
    if diffs.is_empty() {
        return Ok(view! { <p class="note">{strings().card.no_changes}</p> }.into_any());
    }
    Ok(diffs.iter().map(file).collect_view().into_any())
}

fn file(diff: &FileDiff) -> impl IntoView + use<> {
    let t = strings();
    let mark = diff.old_text.is_none().then(|| view! { " " <span class="chip">{t.card.new_file}</span> });
    let old = diff.old_text.as_deref().map(visible);
    let old = old.map(|text| view! { <Pre class="removed" label=t.card.before text /> });
    view! {
        <p class="file"><bdi>{visible(&diff.path)}</bdi> {mark}</p>
        {old}
        <Pre class="added" label=t.card.after text=visible(&diff.new_text) />
    }
}
