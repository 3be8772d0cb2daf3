//! The session page: a recording as a conversation.

use super::feed::{Feed, ReadError, Reading};
use super::flow::{Flow, notice};
use super::route::Route;
use super::{MAIN, shelf};
use crate::stream::fetch::FetchError;
use crate::ui::strings;
use leptos::prelude::*;

/// A recording, read anew whenever the page is opened.
#[component]
pub fn SessionPage(
    /// The recording's name.
    recording: String,
    /// The session to show, where the address names one.
    #[prop(into)]
    session: Signal<Option<String>>,
) -> impl IntoView {
    match shelf::find(&recording) {
        Some(shelved) => {
            let feed = Feed::new(session.get_untracked());
            feed.load(format!("./recordings/{}", shelved.file));
            view! { <Shown feed shelved session /> }.into_any()
        }
        None => {
            let words = (strings().load.unknown_recording)(&crate::text::bidi::strip(&recording));
            view! {
                <main id=MAIN tabindex="-1" class="session">
                    <div class="flow"><div class="notice bad" role="alert"><p>{words}</p></div></div>
                </main>
            }
            .into_any()
        }
    }
}

#[component]
fn Shown(feed: Feed, shelved: &'static shelf::Shelved, session: Signal<Option<String>>) -> impl IntoView {
    let t = strings();
    Effect::new(move |shown: Option<Option<String>>| {
        let wanted = session.get();
        if shown.is_some_and(|shown| shown != wanted) {
            feed.show(wanted.clone());
        }
        wanted
    });
    let title = Memo::new(move |_| match feed.shown.get().and_then(|head| head.title) {
        Some(title) => crate::text::plain::plain(&title),
        None => (shelved.blurb)(&t.recordings).title.to_owned(),
    });
    Effect::new(move |_| document().set_title(&format!("{} – Webcard", title.get())));
    scroll_to_target(feed);
    let state = move || match feed.reading.get() {
        Reading::Open => view! { <span class="chip busy">{t.load.reading}</span> }.into_any(),
        Reading::Complete => view! { <span class="chip">{t.load.complete}</span> }.into_any(),
        Reading::Failed(_) => view! { <span class="chip bad">{t.card.failed}</span> }.into_any(),
    };
    let busy = move || feed.reading.with(|reading| *reading == Reading::Open).to_string();
    view! {
        <main id=MAIN tabindex="-1" class="session">
            <div class="top">
                <a class="home-link" href=Route::Home.href() aria-label=t.nav.home>
                    <span class="logo" aria-hidden="true">"W"</span>
                </a>
                <h1><bdi>{title}</bdi></h1>
                <span role="status">{state}</span>
            </div>
            <Sessions feed name=shelved.name />
            <div class="flow" role="log" aria-label=t.flow.conversation aria-busy=busy>
                {move || feed.loose.get().iter().map(notice).collect_view()}
                <Flow feed />
                <Ending feed session />
            </div>
        </main>
    }
}

/// The browser looks for the address's target before the conversation is there; so it is brought into view once it is.
fn scroll_to_target(feed: Feed) {
    Effect::new(move |_| {
        if feed.reading.get() == Reading::Complete {
            request_animation_frame(|| {
                let hash = window().location().hash().unwrap_or_default();
                let target = hash.strip_prefix('#').and_then(|id| document().get_element_by_id(id));
                if let Some(target) = target {
                    target.scroll_into_view();
                }
            });
        }
    });
}

/// The recording's sessions, where there are several.
#[component]
fn Sessions(feed: Feed, name: &'static str) -> impl IntoView {
    let t = strings();
    let several = move || feed.sessions.with(|sessions| sessions.len() > 1);
    let tabs = move || {
        let shown = feed.shown.with(|head| head.as_ref().map(|head| head.id.clone()));
        let tab = |head: super::feed::SessionHead| {
            let current = (shown.as_ref() == Some(&head.id)).then_some("page");
            let href = Route::Recording { name: name.to_owned(), session: Some(head.id.to_string()) }.href();
            let title = head.title.as_deref().map(crate::text::plain::plain);
            let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| t.nav.untitled.to_owned());
            view! { <a href=href aria-current=current><bdi>{title}</bdi></a> }
        };
        feed.sessions.get().into_iter().map(tab).collect_view()
    };
    view! {
        <Show when=several>
            <nav class="tabs" aria-label=t.nav.sessions>{tabs}</nav>
        </Show>
    }
}

/// What stands below the last item: why the reading broke off, or that there was nothing to read.
#[component]
fn Ending(feed: Feed, session: Signal<Option<String>>) -> impl IntoView {
    let t = strings();
    move || match feed.reading.get() {
        Reading::Open => ().into_any(),
        Reading::Failed(error) => failed(&error),
        Reading::Complete => {
            let words = match (feed.shown.with(Option::is_some), session.get()) {
                (false, Some(wanted)) => (t.load.unknown_session)(&crate::text::bidi::strip(&wanted)),
                (true, _) if !feed.order.with(Vec::is_empty) => return ().into_any(),
                _ => t.load.empty.to_owned(),
            };
            view! { <div class="notice"><p>{words}</p></div> }.into_any()
        }
    }
}

fn failed(error: &ReadError) -> AnyView {
    let t = strings();
    let why = match error {
        ReadError::Fetch(FetchError::Status(status)) => (t.load.status)(*status),
        ReadError::Fetch(FetchError::Unreachable(_)) => t.load.unreachable.to_owned(),
        ReadError::Fetch(FetchError::BrokeOff(_)) => t.load.broke_off.to_owned(),
        ReadError::NotARecording(fault) if fault.found.is_empty() => t.load.empty_file.to_owned(),
        ReadError::NotARecording(fault) => {
            (t.load.not_a_recording)(fault.line, &crate::text::bidi::strip(&fault.found))
        }
    };
    let again = move |_| {
        // Where even this fails, the person still has the browser's own button.
        let _ = window().location().reload();
    };
    view! {
        <div class="notice bad" role="alert">
            <p><strong>{t.load.failed}</strong> " " <bdi>{why}</bdi></p>
            <p><button type="button" class="link" on:click=again>{t.load.retry}</button></p>
        </div>
    }
    .into_any()
}
