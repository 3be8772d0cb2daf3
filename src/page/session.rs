//! The session page: a recording as a conversation.

use super::feed::{Cast, Feed, ReadError, Reading, Stand};
use super::flow::{Flow, notice};
use super::route::Route;
use super::tape::TapeBar;
use super::{MAIN, follow, library, shelf};
use crate::card::SessionHref;
use crate::keep::Entry;
use crate::present::opening::size as in_words;
use crate::present::sessions::Branch;
use crate::stream::fetch::FetchError;
use crate::text::bidi;
use crate::text::plain::plain;
use crate::text::visible::{is_visible, visible};
use crate::transcript::model::Notice;
use crate::ui::disclosure::Disclosure;
use crate::ui::react::effect;
use crate::ui::rows::Part;
use crate::ui::strings;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// A recording that comes with the app, read anew whenever the page is opened.
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
            feed.load(format!("./recordings/{}", shelved.file), shelved.plain);
            let title = (shelved.blurb)(&strings().recordings).title.to_owned();
            view! { <Shown feed title=Signal::stored(title) place=Route::recording(shelved.name) session /> }.into_any()
        }
        None => {
            document().set_title("Webcard");
            let words = (strings().load.unknown_recording)(&bidi::strip(&recording));
            view! {
                <main id=MAIN tabindex="-1" class="session">
                    <div class="flow">
                        {home_link()}
                        <div class="notice bad" role="alert"><p>{words}</p></div>
                    </div>
                </main>
            }
            .into_any()
        }
    }
}

/// A file that a person has opened, read anew whenever the page is opened.
#[component]
pub fn FilePage(
    /// The file's id.
    id: String,
    /// The session to show, where the address names one.
    #[prop(into)]
    session: Signal<Option<String>>,
) -> impl IntoView {
    let library = library();
    let feed = Feed::new(session.get_untracked());
    let asked = id.clone();
    spawn_local(async move {
        match library.blob(&asked).await {
            Some(blob) => feed.open(blob),
            None => feed.finish(Err(ReadError::Gone)),
        }
    });
    let place = Route::file(&id);
    let title = Signal::derive(move || {
        let name = |files: &Vec<Entry>| files.iter().find(|file| file.id == id).map(|file| visible(&file.name));
        library.files.with(name).unwrap_or_default()
    });
    view! { <Shown feed title place session /> }
}

#[component]
fn Shown(
    feed: Feed,
    /// What it is called where it has no title of its own.
    title: Signal<String>,
    /// Where the page is.
    place: Route,
    session: Signal<Option<String>>,
) -> impl IntoView {
    let t = strings();
    let mut shown = None;
    effect(move || {
        let wanted = session.get();
        if shown.replace(wanted.clone()).is_some_and(|shown| shown != wanted) {
            feed.show(wanted);
        }
    });
    let heading = Signal::derive(move || {
        let own = feed.cast.with(|cast| cast.shown.as_ref().and_then(|head| head.title.as_deref().map(plain)));
        let names = [own.unwrap_or_default(), title.get()];
        names.into_iter().find(|name| is_visible(name)).unwrap_or_else(|| t.load.untitled.to_owned())
    });
    effect(move || document().set_title(&format!("{} – Webcard", heading.get())));
    scroll_to_target(feed);
    let here = place.clone();
    provide_context(SessionHref(Arc::new(move |id| here.clone().at(Some(id.to_owned())).href())));
    let busy = move || feed.stand.with(|stand| stand.reading == Reading::Open).to_string();
    view! {
        <main id=MAIN tabindex="-1" class="session">
            <div class="top">
                {home_link()}
                <h1><bdi>{heading}</bdi></h1>
                <ReadingState feed />
            </div>
            <Sessions feed place=place.clone() />
            <div class="flow" role="log" aria-label=t.flow.conversation aria-busy=busy>
                {move || feed.cast.with(|cast| (!cast.loose.is_empty()).then(|| loose(&cast.loose)))}
                <Flow feed />
                <Ending feed place session />
            </div>
            <div class="foot">
                <follow::Newest feed />
                <TapeBar feed />
            </div>
        </main>
    }
}

/// How many notices about the recording as a whole stand above the conversation; there may be any number of them.
const LOOSE: usize = 3;

/// What was said of the recording as a whole: some of it at once, the rest to be opened.
fn loose(notices: &[Notice]) -> AnyView {
    let (first, rest) = notices.split_at_checked(LOOSE).unwrap_or((notices, &[]));
    let rest: Arc<[Notice]> = rest.into();
    let more = (!rest.is_empty()).then(|| {
        let left = rest.len();
        let all = move || {
            let (rest, part) = (rest.clone(), Part::of(left));
            let rows = move |rows: Range<usize>| rest.get(rows).unwrap_or_default().iter().map(notice).collect_view();
            view! { {part.pieces(move |places| rows(places).into_any())} {part.more()} }
        };
        let label = move || (strings().flow.more)(left);
        view! { <Disclosure class="notice" label>{all()}</Disclosure> }
    });
    view! { {first.iter().map(notice).collect_view()} {more} }.into_any()
}

/// The way home where there is no room for the rail.
fn home_link() -> impl IntoView {
    view! {
        <a class="home-link" href=Route::Home.href() aria-label=strings().nav.home>
            <span class="logo" aria-hidden="true">"W"</span>
        </a>
    }
}

/// How much is so large that a reader is told how the reading goes on, and can stop it: it takes a second or two.
const LARGE_BYTES: u64 = 2_000_000;

/// Whether the recording has been read, and while a large one is, how far.
#[component]
fn ReadingState(feed: Feed) -> impl IntoView {
    let t = strings();
    let state = Memo::new(move |_| {
        feed.stand.with(|stand| match stand.reading {
            Reading::Open => ("chip busy", t.load.reading),
            Reading::Complete => ("chip", t.load.complete),
            Reading::Failed(ReadError::Stopped) => ("chip warn", t.card.stopped),
            Reading::Failed(_) => ("chip bad", t.card.failed),
        })
    });
    let size = Memo::new(move |_| {
        feed.stand.with(|Stand { reading, progress, .. }| {
            progress.of.filter(|size| *reading == Reading::Open && *size > LARGE_BYTES)
        })
    });
    let progress = move || {
        size.get().map(|size| {
            let done = move || feed.stand.with(|stand| stand.progress.done);
            view! {
                <span class="progress">
                    <progress max=size.to_string() prop:value=move || done().to_string() aria-label=t.load.reading></progress>
                    <span aria-hidden="true">{move || (t.files.progress)(&in_words(done()), &in_words(size))}</span>
                    <button type="button" class="link" on:click=move |_| feed.stop()>{t.files.cancel}</button>
                </span>
            }
        })
    };
    view! {
        {progress}
        <span role="status">
            {move || {
                let (class, words) = state.get();
                view! { <span class=class>{words}</span> }
            }}
        </span>
    }
}

/// The browser looks for the address's target before the conversation is there; so it is brought into view once it is.
fn scroll_to_target(feed: Feed) {
    let mut done = false;
    effect(move || {
        let complete = feed.stand.with(|stand| stand.reading == Reading::Complete);
        if complete && !std::mem::replace(&mut done, true) {
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

/// The recording's sessions, where there are several: each with those that it has started below it.
#[component]
fn Sessions(feed: Feed, place: Route) -> impl IntoView {
    let several = move || {
        feed.cast.with(|cast| match cast.sessions.as_slice() {
            [] => false,
            [only] => !only.children.is_empty(),
            _ => true,
        })
    };
    view! {
        <Show when=several>
            <nav class="sessions" aria-label=strings().nav.sessions>
                {
                    let place = place.clone();
                    move || feed.cast.with(|cast| branches(cast, &place, &cast.sessions))
                }
            </nav>
        </Show>
    }
}

fn branches(cast: &Cast, place: &Route, list: &[Branch]) -> AnyView {
    let t = strings();
    let row = |branch: &Branch| {
        let current = cast.shown.as_ref().is_some_and(|shown| shown.id == branch.id).then_some("page");
        let href = place.clone().at(Some(branch.id.to_string())).href();
        let title = branch.title.as_deref().map(plain).filter(|title| is_visible(title));
        let untitled =
            title.is_none().then(|| view! { <small><bdi>{bidi::strip(&branch.id).into_owned()}</bdi></small> });
        let title = title.unwrap_or_else(|| t.nav.untitled.to_owned());
        let below = (!branch.children.is_empty()).then(|| branches(cast, place, &branch.children));
        view! {
            <li>
                <a href=href aria-current=current class:empty=branch.empty><bdi>{title}</bdi> " " {untitled}</a>
                {below}
            </li>
        }
    };
    view! { <ul>{list.iter().map(row).collect_view()}</ul> }.into_any()
}

/// What stands below the last item.
#[derive(Debug, Clone, PartialEq)]
enum End {
    /// Nothing: there is more to come, or something stands there.
    Open,
    /// Why the reading broke off.
    Failed(ReadError),
    /// All was read, and there is nothing to show.
    Nothing,
}

#[component]
fn Ending(feed: Feed, place: Route, session: Signal<Option<String>>) -> impl IntoView {
    let end = Memo::new(move |_| {
        feed.stand.with(|Stand { reading, position, .. }| match reading {
            Reading::Open => End::Open,
            Reading::Failed(error) => End::Failed(error.clone()),
            Reading::Complete if position.total != Some(position.at) => End::Open,
            Reading::Complete if feed.order.with(Vec::is_empty) => End::Nothing,
            Reading::Complete => End::Open,
        })
    });
    move || match end.get() {
        End::Open => ().into_any(),
        End::Failed(error) => failed(&error),
        End::Nothing => feed.cast.with(|cast| nothing(cast, &place, session.get().as_deref())),
    }
}

/// Why there is nothing to show.
fn nothing(cast: &Cast, place: &Route, wanted: Option<&str>) -> AnyView {
    let t = strings();
    let (words, list) = match (&cast.shown, wanted) {
        (None, Some(wanted)) => ((t.load.unknown_session)(&bidi::strip(wanted)), None),
        (Some(_), None) if cast.sessions.iter().all(says_nothing) => {
            let list = branches(cast, place, &cast.sessions);
            ((t.load.only_listed)(count(&cast.sessions)), Some(view! { <div class="sessions">{list}</div> }))
        }
        _ => (t.load.empty.to_owned(), None),
    };
    view! { <div class="notice"><p>{words}</p> {list}</div> }.into_any()
}

fn says_nothing(branch: &Branch) -> bool {
    branch.empty && branch.children.iter().all(says_nothing)
}

fn count(branches: &[Branch]) -> usize {
    branches.iter().map(|branch| 1 + count(&branch.children)).sum()
}

fn failed(error: &ReadError) -> AnyView {
    let t = strings();
    let why = match error {
        ReadError::Fetch(FetchError::Status(status)) => (t.load.status)(*status),
        ReadError::Fetch(FetchError::Unreachable(_)) => t.load.unreachable.to_owned(),
        ReadError::Fetch(FetchError::BrokeOff(_)) => t.load.broke_off.to_owned(),
        ReadError::File(_) => t.files.unreadable.to_owned(),
        ReadError::Gone => t.files.gone.to_owned(),
        ReadError::App => t.boot.failed_why.to_owned(),
        ReadError::NotARecording(fault) if fault.found.is_empty() => t.load.empty_file.to_owned(),
        ReadError::NotARecording(fault) => (t.load.not_a_recording)(fault.line, &bidi::strip(&fault.found)),
        ReadError::Stopped => return view! { <div class="notice warn"><p>{t.files.stopped}</p></div> }.into_any(),
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
