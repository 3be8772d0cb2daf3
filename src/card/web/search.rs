//! `kind: "search"`: an answer above a numbered citation list.

use crate::card::{Undrawable, drawable};
use crate::present::web::{SourceRow, rows};
use crate::ui::anchor::{HostName, WebAnchor};
use crate::ui::clamp::Clamped;
use crate::ui::date::Published;
use crate::ui::markdown::{Cites, Context, go_to, markdown};
use crate::ui::strings;
use crate::view::result::WebSearch;
use leptos::prelude::*;
use std::sync::Arc;

/// The answer and the list. A number in the answer leads to its source, in this card and no other.
pub fn body(found: &WebSearch, id: &str) -> Result<AnyView, Undrawable> {
    drawable(found.sources.len())?;
    let t = strings();
    let id: Arc<str> = id.into();
    let flashed = RwSignal::new(0);
    let target = id.clone();
    let cite = Callback::new(move |number: u32| {
        flashed.set(number as usize);
        go_to(&source_id(&target, number as usize));
    });
    let context = Context::new(id.clone(), Some(Cites { count: found.sources.len(), go: cite }));
    let answer = found.answer.as_deref().filter(|answer| !answer.trim().is_empty()).map(|answer| {
        view! { <div class="answer" role="group" aria-label=t.web.answer>{markdown(answer, &context)}</div> }
    });
    let list = if found.sources.is_empty() {
        let words = if found.truncated { t.card.nothing_listed } else { t.web.nothing_found };
        view! { <p class="note">{words}</p> }.into_any()
    } else {
        let rows = rows(&found.sources).into_iter().map(|row| source(row, &id, flashed)).collect_view();
        view! { <ol class="sources">{rows}</ol> }.into_any()
    };
    let cut =
        found.truncated.then(|| view! { <p class="cut"><span class="chip warn">{t.card.list_was_cut}</span></p> });
    Ok(view! { {answer} {list} {cut} }.into_any())
}

fn source_id(card: &str, number: usize) -> String {
    format!("{card}-source-{number}")
}

fn source(row: SourceRow, card: &str, flashed: RwSignal<usize>) -> impl IntoView + use<> {
    let number = row.number;
    let t = strings();
    let (title, host) = match row.link {
        Some(link) => {
            let host = link.host.clone();
            let title = view! { <WebAnchor link class="title"><bdi>{row.label}</bdi></WebAnchor> }.into_any();
            (title, view! { <HostName host /> }.into_any())
        }
        None => {
            let raw = (row.raw != row.label).then(|| view! { <bdi class="raw">{row.raw}</bdi> });
            let title = view! { <span class="title"><bdi>{row.label}</bdi></span> }.into_any();
            (title, view! { {raw} <span class="chip warn">{t.web.not_a_link}</span> }.into_any())
        }
    };
    view! {
        <li
            value=number.to_string()
            id=source_id(card, number)
            tabindex="-1"
            class:flash=move || flashed.get() == number
        >
            <span class="number">{number}</span>
            <span class="tile" aria-hidden="true">{row.initial}</span>
            <div class="what">
                {title}
                <div class="where">{host} {row.published.map(|words| view! { <Published words /> })}</div>
                {row.snippet.map(|text| view! { <Clamped text /> })}
            </div>
        </li>
    }
}
