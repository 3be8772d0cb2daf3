//! The pages, one file a route, and the frame around them.

mod feed;
mod flow;
mod follow;
mod home;
mod route;
mod session;
pub mod shelf;
mod tape;

pub use feed::{Feed, ItemKey};
pub use flow::Flow;

use crate::lang::Strings;
use crate::ui::anchor::NEW_TAB;
use crate::ui::react::effect;
use crate::ui::strings;
use crate::ui::theme::ThemeChoice;
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
    view! {
        <Router base=base_path()>
            <Frame />
        </Router>
    }
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
    let recording = Memo::new(move |_| route.with(|route| route.recording().map(str::to_owned)));
    let session = Signal::derive(move || route.with(|route| route.session().map(str::to_owned)));
    let page = move || match recording.get() {
        None => view! { <home::Home /> }.into_any(),
        Some(recording) => view! { <session::SessionPage recording session /> }.into_any(),
    };
    let mut before = None;
    effect(move || {
        let now = recording.get();
        if before.replace(now.clone()).is_some_and(|before| before != now) {
            focus_main();
        }
    });
    let away = move || recording.with(Option::is_some);
    view! {
        <a class="skip" href=format!("#{MAIN}") rel="external">{t.nav.skip}</a>
        <span id=NEW_TAB hidden>{t.web.new_tab}</span>
        <div class="app" class:at-home=move || !away()>
            <Show when=away>
                <Rail recording />
            </Show>
            {page}
        </div>
    }
}

/// A new page is where reading goes on, for the keyboard and for screen readers.
fn focus_main() {
    use wasm_bindgen::JsCast;
    let main = document().get_element_by_id(MAIN).and_then(|main| main.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(main) = main {
        // Where even this fails, the focus is where the browser has it after any removal.
        let _ = main.focus();
    }
}

/// The other recordings, beside the one that is open.
#[component]
fn Rail(recording: Memo<Option<String>>) -> impl IntoView {
    let t = strings();
    let entry = |entry: &'static shelf::Shelved| {
        let current = move || recording.with(|name| name.as_deref() == Some(entry.name)).then_some("page");
        view! {
            <li>
                <a href=Route::recording_href(entry.name) aria-current=current>
                    {(entry.blurb)(&t.recordings).title}
                </a>
            </li>
        }
    };
    view! {
        <nav class="rail" aria-label=t.nav.recordings>
            <a class="brand" href=Route::Home.href()>
                <span class="logo" aria-hidden="true">"W"</span>
                "Webcard"
            </a>
            <h2>{t.nav.recordings}</h2>
            <ul>{shelf::SHELF.iter().map(entry).collect_view()}</ul>
            <ThemeChoice />
        </nav>
    }
}
