//! A conversation from top to bottom, one component an item.

use super::feed::{Feed, ItemKey};
use crate::card::CallCard;
use crate::present::{Tone, chip::Chip, problem, text_of};
use crate::transcript::model::{Body, Ending, Item, Notice, Place, Prose, Writing};
use crate::transcript::update::{Author, Failure, Outcome};
use crate::ui::fold::Fold;
use crate::ui::mark::Mark;
use crate::ui::markdown::{Place as Page, markdown};
use crate::ui::{draws, strings};
use crate::view::ContentBlock;
use leptos::prelude::*;
use std::sync::Arc;

/// The items of the session that `feed` shows. Each is drawn by itself, so that a change redraws that one alone.
#[component]
pub fn Flow(
    /// Where the items come from.
    feed: Feed,
) -> impl IntoView {
    view! {
        <For each=move || feed.order.get() key=|key| *key let:key>
            <FlowItem feed key />
        </For>
    }
}

#[component]
fn FlowItem(feed: Feed, key: ItemKey) -> impl IntoView {
    let item = feed.item(key.place)?;
    let item: Signal<Arc<Item>> = ArcSignal::from(item).into();
    let id = element_id(key.place);
    let call = item.with_untracked(|item| matches!(item.body, Body::Call(_)));
    Some(if call {
        view! { <CallCard item id /> }.into_any()
    } else {
        let reasoning = item.with_untracked(|item| matches!(item.body, Body::Reasoning(_)));
        if reasoning { view! { <Reasoning item id /> }.into_any() } else { view! { <Said item id /> }.into_any() }
    })
}

/// The id of an item's element.
fn element_id(place: Place) -> String {
    format!("item-{}-{}", place.seq, place.sub)
}

/// Whatever is neither a call nor reasoning.
#[component]
fn Said(item: Signal<Arc<Item>>, id: String) -> impl IntoView {
    let shown = move || {
        draws::count();
        item.with(|item| said(&item.body, &id))
    };
    view! { {shown} }
}

fn said(body: &Body, id: &str) -> AnyView {
    match body {
        Body::TurnEnd(_, ending) => turn_end(ending),
        Body::Given { author, content } => given(author, content, id),
        Body::Text(prose) => answer(prose, id),
        Body::Block(block) => view! { <div id=id.to_owned()>{crate::card::content_block(block)}</div> }.into_any(),
        Body::Notice(notice) => self::notice(notice),
        Body::TurnStart(_) | Body::Reasoning(_) | Body::Call(_) => ().into_any(),
    }
}

fn given(author: &Author, content: &[ContentBlock], id: &str) -> AnyView {
    let t = strings();
    let others = |content: &[ContentBlock]| {
        let textless =
            content.iter().filter(|block| !matches!(block, ContentBlock::Text(_) | ContentBlock::Reasoning(_)));
        textless.map(crate::card::content_block).collect_view()
    };
    let text = crate::text::bidi::strip(&text_of(content)).into_owned();
    match author {
        Author::Person => view! {
            <div class="person" id=id.to_owned() role="group" aria-label=t.flow.you>
                <p dir="auto">{text}</p>
                {others(content)}
            </div>
        }
        .into_any(),
        Author::Software { name, summary } => {
            let from = name.as_deref().map_or_else(|| t.flow.context.to_owned(), |name| (t.flow.context_from)(name));
            let summary = summary.clone();
            let content = content.to_vec();
            let label = move || view! { <span>{from.clone()}</span> <bdi class="summary">{summary.clone()}</bdi> };
            view! {
                <Fold class="context" label>
                    <pre class="plain">{text.clone()}</pre>
                    {others(&content)}
                </Fold>
            }
            .into_any()
        }
    }
}

fn answer(prose: &Prose, id: &str) -> AnyView {
    let t = strings();
    let interrupted = (prose.state == Writing::Interrupted).then(|| {
        let chip = Chip { tone: Tone::Warn, text: t.flow.interrupted.to_owned() };
        view! { <p><Mark chip /></p> }
    });
    let page = Page { id: id.into(), cites: None };
    view! {
        <article class="answer-text" id=id.to_owned() aria-label=t.flow.answer aria-busy=(prose.state == Writing::Open).to_string()>
            {markdown(&prose.text, &page)}
            {interrupted}
        </article>
    }
    .into_any()
}

/// Reasoning is folded; while it is folded its text costs nothing.
#[component]
fn Reasoning(item: Signal<Arc<Item>>, id: String) -> impl IntoView {
    let t = strings();
    let prose =
        move |item: &Arc<Item>| if let Body::Reasoning(prose) = &item.body { Some(prose.clone()) } else { None };
    let label = move || {
        let open = item.with(|item| matches!(&item.body, Body::Reasoning(prose) if prose.state == Writing::Open));
        if open { t.flow.thinking } else { t.flow.thought }
    };
    view! {
        <div id=id>
            <Fold class="thought" label>
                {move || {
                    draws::count();
                    item.with(prose).map(|prose| view! { <p class="reasoning" dir="auto">{prose.text}</p> })
                }}
            </Fold>
        </div>
    }
}

fn turn_end(ending: &Ending) -> AnyView {
    let t = strings();
    let (tone, words, failure) = match &ending.outcome {
        Outcome::Completed => return ().into_any(),
        Outcome::Failed(failure) if ending.retried => ("notice", t.flow.turn_failed_retried.to_owned(), Some(failure)),
        Outcome::Failed(failure) => ("notice bad", t.flow.turn_failed.to_owned(), Some(failure)),
        Outcome::Stopped => ("notice", t.flow.turn_stopped.to_owned(), None),
        Outcome::MaxTokens => ("notice", t.flow.turn_max_tokens.to_owned(), None),
        Outcome::Blocked => ("notice bad", t.flow.turn_blocked.to_owned(), None),
        Outcome::Other(kind) => ("notice", (t.flow.turn_other)(kind), None),
    };
    view! { <div class=tone><p>{words}</p> {failure.map(self::failure)}</div> }.into_any()
}

fn failure(failure: &Failure) -> impl IntoView + use<> {
    let message = failure.message.as_deref().map(|text| crate::text::bidi::strip(text).into_owned());
    let code = [failure.status.map(|status| status.to_string()), failure.code.clone()];
    let code = code.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        {message.map(|message| view! { <p dir="auto">{message}</p> })}
        {(!code.is_empty()).then(|| view! { <p><code>{code}</code></p> })}
    }
}

/// A notice about the stream.
pub(super) fn notice(notice: &Notice) -> AnyView {
    let t = strings();
    match notice {
        Notice::Gap { from, to } => {
            view! { <div class="notice warn"><p>{(t.flow.gap)(to.saturating_sub(*from).saturating_add(1))}</p></div> }
                .into_any()
        }
        Notice::Retry { attempt, failure: fault, .. } => {
            let words = attempt.map_or_else(|| t.flow.retry.to_owned(), |(now, most)| (t.flow.retry_of)(now, most));
            view! { <div class="notice"><p>{words}</p> {failure(fault)}</div> }.into_any()
        }
        Notice::Unreadable { problem: fault, raw } => {
            let why = problem::trouble(fault, t);
            let raw = raw.clone();
            let label = move || view! { <span>{t.flow.unreadable} " " <code>{why.clone()}</code></span> };
            view! {
                <Fold class="notice warn" label>
                    <pre class="json" tabindex="0">{crate::text::bidi::strip(&raw).into_owned()}</pre>
                </Fold>
            }
            .into_any()
        }
        Notice::Unfinished => view! { <div class="notice warn"><p>{t.flow.unfinished}</p></div> }.into_any(),
    }
}
