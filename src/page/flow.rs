//! A conversation from top to bottom, one component an item.

use super::feed::{Feed, ItemKey};
use crate::card::{self, CallCard};
use crate::present::{Chip, Tone, problem, text_of, without_text};
use crate::text::markdown::weight::light_head;
use crate::text::visible::{is_visible, visible};
use crate::transcript::model::{Body, Ending, Item, Notice, Place, Prose, Writing};
use crate::transcript::update::{Author, Failure, Outcome};
use crate::ui::disclosure::Disclosure;
use crate::ui::growing::{Document, GrowingMarkdown};
use crate::ui::growing_text::GrowingText;
use crate::ui::mark::Mark;
use crate::ui::markdown::{Context, markdown};
use crate::ui::react::effect;
use crate::ui::sentinel::Sentinel;
use crate::ui::{draws, long, second, strings};
use crate::view::ContentBlock;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How many items are mounted at first, and how many more whenever the reader comes near the end of them.
const BATCH: usize = 100;

/// The items of the session that `feed` shows. Each is drawn by itself, so that a change redraws that one alone; those far
/// below the window are not mounted yet, so that it does not matter how long a session is.
#[component]
pub fn Flow(
    /// Where the items come from.
    feed: Feed,
) -> impl IntoView {
    let limit = RwSignal::new(BATCH);
    let mounted = Memo::new(move |_| feed.order.with(|order| order.get(..limit.get()).unwrap_or(order).to_vec()));
    let left = Signal::derive(move || feed.order.with(Vec::len).saturating_sub(limit.get()));
    // Another session begins at its top. What an address names is mounted, however far down it stands, at the latest when all
    // is read: of that the cast is told as well.
    let mut shown = None;
    effect(move || {
        let now = feed.cast.with(|cast| cast.shown.as_ref().map(|head| head.id.clone()));
        let is_another = shown.replace(now.clone()) != Some(now);
        let target = window().location().hash().ok().and_then(|hash| place_of(hash.strip_prefix('#')?));
        let index = |order: &Vec<ItemKey>| order.iter().position(|key| Some(key.place) == target);
        let needed = BATCH + feed.order.with_untracked(index).unwrap_or_default();
        if is_another || limit.get_untracked() < needed {
            limit.set(needed);
        }
    });
    let more = Callback::new(move |()| limit.update(|limit| *limit += BATCH));
    view! {
        <For each=move || mounted.get() key=|key| *key let:key>
            <FlowItem feed key />
        </For>
        <Sentinel left label=strings().flow.more more />
    }
}

#[component]
fn FlowItem(feed: Feed, key: ItemKey) -> impl IntoView {
    let item = feed.item(key.place)?;
    let item: Signal<Arc<Item>> = ArcSignal::from(item).into();
    let id = element_id(key.place);
    let view = item.with_untracked(|shown| match shown.body {
        Body::Call(_) => view! { <CallCard item id /> }.into_any(),
        Body::Reasoning(_) => view! { <Reasoning item id /> }.into_any(),
        Body::Text(_) => view! { <Answer item id /> }.into_any(),
        Body::TurnStart(_)
        | Body::TurnEnd(..)
        | Body::Given { .. }
        | Body::Block(_)
        | Body::Plan(_)
        | Body::Inquiry(_)
        | Body::Notice(_) => view! { <Said item id /> }.into_any(),
    });
    Some(view)
}

/// The id of an item's element.
fn element_id(place: Place) -> String {
    format!("item-{}-{}", place.seq, place.sub)
}

/// The item whose element has this id, or is around it (the sources of a card have ids that begin with the card's).
fn place_of(id: &str) -> Option<Place> {
    let mut numbers = id.strip_prefix("item-")?.split('-');
    Some(Place { seq: numbers.next()?.parse().ok()?, sub: numbers.next()?.parse().ok()? })
}

/// Whatever is neither a call nor text that the model writes.
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
        Body::Block(block) => view! { <div id=id.to_owned()>{card::content_block(block)}</div> }.into_any(),
        Body::Plan(steps) => card::plan(steps, id),
        Body::Inquiry(pending) => card::inquiry(pending, id),
        Body::Notice(notice) => self::notice(notice),
        Body::TurnStart(_) | Body::Text(_) | Body::Reasoning(_) | Body::Call(_) => ().into_any(),
    }
}

fn given(author: &Author, content: &[ContentBlock], id: &str) -> AnyView {
    let t = strings();
    let others = |content: &[ContentBlock]| without_text(content).map(card::content_block).collect_view();
    let text = visible(&text_of(content));
    match author {
        Author::Person => view! {
            <div class="person" id=id.to_owned() role="group" aria-label=t.flow.you>
                <p>{long::text(text)}</p>
                {others(content)}
            </div>
        }
        .into_any(),
        Author::Software { name, summary } => {
            let name = name.as_deref().map(visible);
            let from = name.map_or_else(|| t.flow.context.to_owned(), |name| (t.flow.context_from)(&name));
            let summary = summary.as_deref().map(visible);
            let content = content.to_vec();
            let label = move || view! { <span>{from.clone()}</span> <bdi class="summary">{summary.clone()}</bdi> };
            view! {
                <Disclosure class="context" label>
                    <pre class="plain">{long::text(text.clone())}</pre>
                    {others(&content)}
                </Disclosure>
            }
            .into_any()
        }
    }
}

/// The text of an item that the model writes.
fn prose(item: &Item) -> Option<&Prose> {
    if let Body::Text(prose) | Body::Reasoning(prose) = &item.body { Some(prose) } else { None }
}

/// Whether an item is written so far.
fn is_written(item: Signal<Arc<Item>>, state: Writing) -> bool {
    item.with(|item| prose(item).is_some_and(|prose| prose.state == state))
}

/// How long a text does not grow before it is shown exactly.
const PAUSE: Duration = Duration::from_millis(250);

/// Answer text. One that is there as a whole is drawn as such; from the first time that it changes it grows in place.
#[component]
fn Answer(item: Signal<Arc<Item>>, id: String) -> impl IntoView {
    let t = strings();
    let grows = RwSignal::new(is_written(item, Writing::Open));
    let mut is_first = true;
    effect(move || {
        item.track();
        let has_changed = !std::mem::take(&mut is_first);
        if has_changed && !grows.get_untracked() {
            grows.set(true);
        }
        if grows.get_untracked() {
            second::fetch();
        }
    });
    let place = id.clone();
    let text = move || {
        if grows.get() && second::is_here() {
            return view! { <Grown item id=place.clone() /> }.into_any();
        }
        draws::count();
        item.with(|item| markdown(prose(item).map_or("", |prose| &prose.text), &Context::new(place.as_str(), None)))
    };
    let was_interrupted = Memo::new(move |_| is_written(item, Writing::Interrupted));
    let interrupted = move || {
        was_interrupted.get().then(|| {
            let chip = Chip { tone: Tone::Warn, text: t.flow.interrupted.to_owned() };
            view! { <p><Mark chip /></p> }
        })
    };
    let busy = Memo::new(move |_| is_written(item, Writing::Open));
    view! {
        <article class="answer-text" id=id aria-label=t.flow.answer aria-busy=move || busy.get().to_string()>
            {text}
            {interrupted}
        </article>
    }
}

/// Answer text as it grows. Of one that becomes too heavy no more is drawn until it is complete; then it is drawn as any that
/// is.
#[component]
fn Grown(item: Signal<Arc<Item>>, id: String) -> impl IntoView {
    let t = strings();
    let document = Document::new(0);
    let left = RwSignal::new(0);
    let is_whole = RwSignal::new(false);
    let grow = move || {
        draws::count();
        let item = item.get_untracked();
        let Some(prose) = prose(&item) else { return };
        let is_complete = prose.state != Writing::Open;
        let head = light_head(&prose.text);
        let shown = head.unwrap_or(&prose.text);
        if head.is_none() || !is_complete {
            document.take(shown, is_complete);
        }
        left.set(prose.text.get(shown.len()..).map_or(0, |rest| rest.chars().count()));
        let now = is_complete && head.is_some();
        if now || is_whole.get_untracked() {
            is_whole.set(now);
        }
    };
    grow();
    let mut pause = debounce(PAUSE, move |()| document.pause());
    let mut is_first = true;
    effect(move || {
        item.track();
        if !std::mem::take(&mut is_first) {
            grow();
        }
        pause(());
    });
    let more = move || (left.get() > 0).then(|| view! { <p class="note">{(t.flow.more_to_come)(left.get())}</p> });
    move || {
        let context = Context::new(id.as_str(), None);
        if is_whole.get() {
            let item = item.get_untracked();
            return markdown(prose(&item).map_or("", |prose| &prose.text), &context);
        }
        view! { <GrowingMarkdown document context /> {more} }.into_any()
    }
}

/// Reasoning is folded; while it is folded its text costs nothing.
#[component]
fn Reasoning(item: Signal<Arc<Item>>, id: String) -> impl IntoView {
    let t = strings();
    let open = Memo::new(move |_| is_written(item, Writing::Open));
    let label = move || if open.get() { t.flow.thinking } else { t.flow.thought };
    let read = move |take: &mut dyn FnMut(&str)| {
        draws::count();
        item.with(|item| take(prose(item).map_or("", |prose| &prose.text)));
    };
    view! {
        <div id=id>
            <Disclosure class="thought" label>
                <GrowingText class="reasoning" read />
            </Disclosure>
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
        Outcome::Other(kind) if !is_visible(kind) => ("notice", t.flow.turn_ended.to_owned(), None),
        Outcome::Other(kind) => ("notice", (t.flow.turn_other)(&visible(kind)), None),
    };
    view! { <div class=tone><p>{words}</p> {failure.map(self::failure)}</div> }.into_any()
}

fn failure(failure: &Failure) -> impl IntoView + use<> {
    let message = failure.message.as_deref().map(visible);
    let code = [failure.status.map(|status| status.to_string()), failure.code.as_deref().map(visible)];
    let code = code.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        {message.map(|message| view! { <p>{long::text(message)}</p> })}
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
        Notice::Retry { attempt, delay_ms, failure: fault } => {
            let words = attempt.map_or_else(|| t.flow.retry.to_owned(), |(now, most)| (t.flow.retry_of)(now, most));
            let wait = delay_ms.map(|delay| (t.flow.retry_in)(delay.div_ceil(1000)));
            view! { <div class="notice"><p>{words} " " {wait}</p> {failure(fault)}</div> }.into_any()
        }
        Notice::Unreadable { problem: fault, raw, times } => {
            let why = problem::trouble(fault, t);
            let (raw, times) = (raw.clone(), *times);
            let label = move || {
                let times = (times > 1).then(|| (t.flow.times)(times));
                view! { <span>{t.flow.unreadable} " " <code>{why.clone()}</code> " " {times}</span> }
            };
            view! {
                <Disclosure class="notice warn" label>
                    <pre class="json" tabindex="0">{long::text(visible(&raw))}</pre>
                </Disclosure>
            }
            .into_any()
        }
        Notice::HostFailed(fault) => {
            view! { <div class="notice bad"><p>{t.flow.host_failed}</p> {failure(fault)}</div> }.into_any()
        }
        Notice::Earlier => view! { <div class="notice"><p>{t.flow.earlier}</p></div> }.into_any(),
        Notice::Unfinished => view! { <div class="notice warn"><p>{t.flow.unfinished}</p></div> }.into_any(),
    }
}
