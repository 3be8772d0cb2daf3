//! The home page: the files that the person has opened, and the recordings that come with the app.

use super::open::{OPEN, OpenButton};
use super::route::Route;
use super::{MAIN, focus, library, shelf};
use crate::keep::{Entry, Keeping};
use crate::present::opening::{size, split_name};
use crate::ui::date::Published;
use crate::ui::filename::FileName;
use crate::ui::strings;
use crate::ui::theme::ThemeChoice;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Lists the recordings by what they show.
#[component]
pub fn Home() -> impl IntoView {
    let t = strings();
    document().set_title("Webcard");
    let entries = shelf::SHELF
        .iter()
        .map(|entry| {
            let blurb = (entry.blurb)(&t.recordings);
            view! {
                <li>
                    <a href=Route::recording(entry.name).href()>
                        <strong>{blurb.title}</strong>
                        <span>{blurb.about}</span>
                        <code>{entry.file}</code>
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <main id=MAIN tabindex="-1" class="home">
            <div class="masthead">
                <h1>"Webcard"</h1>
                <ThemeChoice />
            </div>
            <p class="tagline">{t.tagline}</p>
            <Opened />
            <h2>{t.nav.recordings}</h2>
            <ul class="shelf">{entries}</ul>
        </main>
    }
}

/// The person's own files.
#[component]
fn Opened() -> impl IntoView {
    let t = strings();
    let library = library();
    // Another tab may have opened or removed some.
    library.refresh();
    let none = move || library.files.with(Vec::is_empty);
    view! {
        <section class="opened">
            <div class="opened-head">
                <h2>{t.files.title}</h2>
                <OpenButton />
            </div>
            <Show when=none>
                <p class="empty">{t.files.none}</p>
            </Show>
            <ul>
                {move || library.files.get().into_iter().map(|entry| view! { <OpenedFile entry /> }).collect_view()}
            </ul>
        </section>
    }
}

#[component]
fn OpenedFile(entry: Entry) -> impl IntoView {
    let t = strings();
    let library = library();
    let href = Route::file(&entry.id).href();
    let this_visit =
        (entry.keeping == Keeping::ThisVisit).then(|| view! { <span class="chip warn">{t.files.this_visit}</span> });
    let added = String::from(js_sys::Date::new(&entry.added_ms.into()).to_iso_string());
    let (head, tail) = split_name(&entry.name);
    let label = format!("{} {head}{tail}", t.files.remove);
    let name = entry.name.clone();
    let bytes = size(entry.size);
    let kept = (entry.keeping == Keeping::Kept).to_string();
    let id = remove_id(&entry.id);
    let remove = move |_| {
        let entry = entry.clone();
        // With the row goes the button that has the focus.
        let next = library.files.with_untracked(|files| {
            let next = files.iter().skip_while(|file| file.id != entry.id).nth(1);
            next.map_or_else(|| OPEN.to_owned(), |file| remove_id(&file.id))
        });
        spawn_local(async move {
            library.remove(entry).await;
            request_animation_frame(move || {
                if is_focus_lost() {
                    focus(&next);
                }
            });
        });
    };
    view! {
        <li data-kept=kept>
            <a href=href><FileName name /></a>
            {this_visit}
            <span class="facts">{bytes} " · " <Published words=added /></span>
            <button type="button" id=id class="link" aria-label=label on:click=remove>{t.files.remove}</button>
        </li>
    }
}

/// The id of the button that removes a file.
fn remove_id(file: &str) -> String {
    format!("{REMOVE}{file}")
}

const REMOVE: &str = "remove-";

/// Whether the focus is nowhere, or on the button of a row that has taken the place of another.
fn is_focus_lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY" || active.id().starts_with(REMOVE))
}
