//! The home page: the recordings that come with the app.

use super::route::Route;
use super::{MAIN, shelf};
use crate::ui::strings;
use crate::ui::theme::ThemeChoice;
use leptos::prelude::*;

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
                    <a href=Route::recording_href(entry.name)>
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
            <h2>{t.nav.recordings}</h2>
            <ul class="shelf">{entries}</ul>
        </main>
    }
}
