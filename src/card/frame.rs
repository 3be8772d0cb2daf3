//! What every card has: a header that opens and closes it, the body, and the switch to the JSON.

use super::agent::session_link;
use super::block::blocks;
use super::details::details;
use super::inquiry::approvals;
use super::reason::reasons;
use super::{Undrawable, body};
use crate::present::{self, Face, face};
use crate::transcript::model::{Body, Call, Item, Shown, Status};
use crate::ui::disclosure::Disclosure;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::mark::Mark;
use crate::ui::scroll::Pre;
use crate::ui::{draws, log, strings};
use crate::view::ToolResultView;
use crate::view::result::Web;
use leptos::prelude::*;
use std::sync::Arc;

/// The card of a tool call, before, while and after it runs. The header is drawn anew with each change of the call, the
/// body only while the card is open.
#[component]
pub fn CallCard(
    /// The item, whose body is a call.
    #[prop(into)]
    item: Signal<Arc<Item>>,
    /// The card's id on the page.
    id: String,
) -> impl IntoView {
    let t = strings();
    let chosen = RwSignal::new(None::<bool>);
    let json = RwSignal::new(false);
    let open =
        Memo::new(move |_| chosen.get().unwrap_or_else(|| item.with(|item| call(item).is_some_and(opens_by_itself))));
    let body_id = format!("{id}-body");
    let controls = body_id.clone();
    let card_id = id.clone();
    let header = move || {
        draws::count();
        item.with(|item| call(item).map(header))
    };
    view! {
        <section class="card" id=card_id>
            <header>
                <button
                    type="button"
                    class="headline"
                    aria-expanded=move || open.get().to_string()
                    aria-controls=controls
                    on:click=move |_| chosen.set(Some(!open.get_untracked()))
                >
                    {header}
                    <span class="chevron"><Glyph icon=Icon::Chevron /></span>
                </button>
                <button
                    type="button"
                    class="json-switch"
                    title=t.card.json
                    aria-label=t.card.json
                    aria-pressed=move || json.get().to_string()
                    on:click=move |_| {
                        json.update(|json| *json = !*json);
                        chosen.set(Some(true));
                    }
                >
                    "{ }"
                </button>
            </header>
            {move || item.with(|item| call(item).and_then(session_link))}
            <div class="body" id=body_id>
                <Show when=move || open.get()>
                    <CardBody item json id=id.clone() />
                </Show>
            </div>
        </section>
    }
}

fn call(item: &Arc<Item>) -> Option<&Call> {
    if let Body::Call(call) = &item.body { Some(call) } else { None }
}

/// What a reader checks stands open: the web, commands, changes, questions and failures. What merely tells what the agent looked at
/// opens on demand.
fn opens_by_itself(call: &Call) -> bool {
    match Face::of(call) {
        Face::WebSearch | Face::WebFetch | Face::Edit | Face::Terminal | Face::Question => true,
        Face::FileSearch | Face::Read | Face::Plan | Face::Agent | Face::Tool => call.status() == Status::Failed,
    }
}

fn header(call: &Call) -> AnyView {
    let t = strings();
    present::unhandled(call).for_each(log::unhandled);
    let look = Face::of(call);
    let mono = if look == Face::Terminal { "subject mono" } else { "subject" };
    let chips = present::chip::chips(call, t).into_iter().map(|chip| view! { <Mark chip /> }).collect_view();
    view! {
        <Glyph icon=Icon::from(look) />
        <span class="verb">{face::headline(call, look, t)}</span>
        <span class=mono><bdi>{present::subject(call)}</bdi></span>
        <span class="chips">{chips}</span>
    }
    .into_any()
}

/// The open part of a card.
#[component]
fn CardBody(item: Signal<Arc<Item>>, json: RwSignal<bool>, id: String) -> impl IntoView {
    move || {
        draws::count();
        let item = item.get();
        let Some(call) = call(&item) else { return ().into_any() };
        if json.get() {
            return raw(call);
        }
        let drawn = approvals(call).and_then(|approvals| Ok(view! { {approvals} {body(call, &id)?} }.into_any()));
        view! { {drawn_or_json(call, drawn)} {beside(&item)} }.into_any()
    }
}

/// What a card of its own leaves out, to be opened: the call as its own view tells it, and what the model saw of the result.
/// A card that shows the plain content shows both already.
fn beside(item: &Arc<Item>) -> Option<AnyView> {
    let t = strings();
    let view = match call(item)?.shown() {
        Shown::View(view) if *view != ToolResultView::Generic => view,
        Shown::View(_) | Shown::Waiting | Shown::Content => return None,
    };
    let request = (!matches!(view, ToolResultView::Terminal(_))).then(|| {
        let item = item.clone();
        let label = move || t.card.request;
        view! { <Disclosure class="beside" label>{call(&item).map(|call| drawn_or_json(call, details(call)))}</Disclosure> }
    });
    let saw = (!matches!(view, ToolResultView::Web(Web::Fetch(_)))).then(|| {
        let item = item.clone();
        let label = move || t.card.model_saw;
        view! {
            <Disclosure class="beside" label>
                {call(&item).map(|call| drawn_or_json(call, blocks(call.content())))}
            </Disclosure>
        }
    });
    Some(view! { <div class="besides">{request} {saw}</div> }.into_any())
}

/// The data as they came, and why they are not shown as a card.
fn raw(call: &Call) -> AnyView {
    let t = strings();
    view! {
        {reasons(call)}
        <Pre class="json" label=t.card.json text=present::json(call) language=Some("json") />
    }
    .into_any()
}

fn drawn_or_json(call: &Call, drawn: Result<AnyView, Undrawable>) -> AnyView {
    drawn.unwrap_or_else(|Undrawable| undrawable(call))
}

fn undrawable(call: &Call) -> AnyView {
    view! {
        <p class="note">{strings().card.broken}</p>
        {raw(call)}
    }
    .into_any()
}
