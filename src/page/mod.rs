//! The pages, one file a route, and the frame around them.

mod feed;
mod flow;
mod follow;
mod home;
mod notes;
mod open;
mod route;
mod session;
pub mod shelf;
mod tape;

pub use feed::{Feed, ItemKey};
pub use flow::Flow;

use crate::keep::{Entry, Library};
use crate::lang::Strings;
use crate::ui::anchor::NEW_TAB;
use crate::ui::filename::FileName;
use crate::ui::react::effect;
use crate::ui::theme::ThemeChoice;
use crate::ui::{second, strings};
use leptos::prelude::*;
use leptos_router::components::Router;
use leptos_router::hooks::use_query_map;
use route::Route;

/// The id of the main part, the target of the skip link.
const MAIN: &str = "main";

/// The whole app.
///
/// Routes are in the query, so that one build works under any path: see [`Route`].
#[component]
pub fn App() -> impl IntoView {
    let root = document().document_element();
    let language = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    provide_context(Strings::of(&language));
    provide_context(Library::new());
    second::listen();
    view! {
        <Router base=base_path()>
            <Frame />
        </Router>
    }
}

/// The files that the person has opened, as provided by the app at its root.
fn library() -> Library {
    use_context().unwrap_or_default()
}

/// The path under which the app was loaded, without the slash at its end.
fn base_path() -> String {
    let base = document().base_uri().ok().flatten();
    let url = base.and_then(|base| web_sys::Url::new(&base).ok());
    let path = url.map(|url| url.pathname()).unwrap_or_default();
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

/// The rail on the left and the page beside it.
#[component]
fn Frame() -> impl IntoView {
    let t = strings();
    let query = use_query_map();
    let route = Memo::new(move |_| query.with(Route::of));
    // Another session of the same recording is the same page.
    let place = Memo::new(move |_| route.get().at(None));
    let session = Signal::derive(move || route.with(|route| route.session().map(str::to_owned)));
    let page = move || match place.get() {
        Route::Home => second::once_here(|| view! { <home::Home /> }.into_any()),
        Route::Recording { name, .. } => view! { <session::SessionPage recording=name session /> }.into_any(),
        Route::File { id, .. } => view! { <session::FilePage id session /> }.into_any(),
    };
    let mut before = None;
    effect(move || {
        let now = place.get();
        if before.replace(now.clone()).is_some_and(|before| before != now) {
            focus(MAIN);
        }
    });
    let files = library();
    effect(move || {
        if second::is_here() {
            files.refresh();
        }
    });
    let away = move || place.with(|place| *place != Route::Home);
    view! {
        <a class="skip" href=format!("#{MAIN}") rel="external">{t.nav.skip}</a>
        <span id=NEW_TAB hidden>{t.web.new_tab}</span>
        <div class="app" class:at-home=move || !away()>
            <Show when=away>
                <Rail place />
            </Show>
            {page}
        </div>
        // At the first sign of a person: see boot.js.
        {move || second::is_here().then(|| view! { <notes::Notes /> <open::DropZone /> })}
    }
}

/// Says where reading goes on, for the keyboard and for screen readers: on a new page, and where something was removed.
fn focus(id: &str) {
    use wasm_bindgen::JsCast;
    let target = document().get_element_by_id(id).and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(target) = target {
        // Where even this fails, the focus is where the browser has it after any removal.
        let _ = target.focus();
    }
}

/// The other recordings, beside the one that is open.
#[component]
fn Rail(place: Memo<Route>) -> impl IntoView {
    let t = strings();
    let library = library();
    let link = move |to: Route, label: AnyView| {
        let href = to.href();
        let current = move || place.with(|place| *place == to).then_some("page");
        view! { <li><a href=href aria-current=current>{label}</a></li> }
    };
    let shelved = |entry: &'static shelf::Shelved| {
        link(Route::recording(entry.name), (entry.blurb)(&t.recordings).title.into_any())
    };
    let opened = move |entry: Entry| link(Route::file(&entry.id), view! { <FileName name=entry.name /> }.into_any());
    view! {
        <nav class="rail" aria-label=t.nav.recordings>
            <a class="brand" href=Route::Home.href()>
                <span class="logo" aria-hidden="true">"W"</span>
                "Webcard"
            </a>
            <h2>{t.files.title}</h2>
            <ul>{move || library.files.get().into_iter().map(opened).collect_view()}</ul>
            <open::OpenButton />
            <h2>{t.nav.recordings}</h2>
            <ul>{shelf::SHELF.iter().map(shelved).collect_view()}</ul>
            <ThemeChoice />
        </nav>
    }
}
