//! What is said of the files that a person opens: over the page, whichever it is, until it is read.

use super::library;
use crate::keep::open::Failure;
use crate::keep::{News, Note};
use crate::present::opening::{refusal, size};
use crate::ui::filename::FileName;
use crate::ui::strings;
use leptos::prelude::*;

/// The messages, the newest last.
#[component]
pub fn Notes() -> impl IntoView {
    let t = strings();
    let library = library();
    view! {
        <section class="notes" aria-label=t.files.messages>
            <Progress />
            <div role="alert">
                {move || library.notes.get().into_iter().map(|note| view! { <Message note /> }).collect_view()}
            </div>
        </section>
    }
}

/// The archive that is being unpacked. Its parts stay the same elements while the numbers change.
#[component]
fn Progress() -> impl IntoView {
    let t = strings();
    let library = library();
    let name = Memo::new(move |_| library.unpacking.with(|now| now.as_ref().map(|now| now.name.clone())));
    let numbers = move || library.unpacking.with(|now| now.as_ref().map_or((0, 0), |now| (now.done, now.total)));
    let words = move || {
        let (done, total) = numbers();
        (t.files.progress)(&size(done), &size(total))
    };
    let shown = move |name| {
        view! {
            <div class="note-box">
                <FileName name />
                <p><span role="status">{t.files.unpacking}</span> " " {words}</p>
                <progress
                    value=move || numbers().0.to_string()
                    max=move || numbers().1.to_string()
                    aria-label=t.files.unpacking
                ></progress>
                <button type="button" class="link" on:click=move |_| library.cancel()>{t.files.cancel}</button>
            </div>
        }
    };
    move || name.get().map(shown)
}

#[component]
fn Message(note: Note) -> impl IntoView {
    let t = strings();
    let library = library();
    let is_refused = matches!(note.news, News::Failed(_) | News::Folder);
    let (class, words, undo) = match note.news {
        News::Failed(Failure::Refused(why)) => ("note-box bad", refusal(&why, t), None),
        News::Failed(Failure::Unreadable) => ("note-box bad", t.files.unreadable.to_owned(), None),
        News::Failed(Failure::Cancelled) => return ().into_any(),
        News::Folder => ("note-box bad", t.files.folder.to_owned(), None),
        News::NotKept => ("note-box warn", t.files.not_kept.to_owned(), None),
        News::Removed(entry) => ("note-box", t.files.removed.to_owned(), Some(entry)),
    };
    let undo = undo.map(|entry| {
        let restore = move |_| library.restore(note.id, entry.clone());
        view! { <button type="button" class="link" on:click=restore>{t.files.undo}</button> }
    });
    let not_opened = is_refused.then_some(t.files.not_opened);
    view! {
        <div class=class>
            <FileName name=note.name />
            <p><bdi>{not_opened} " " {words}</bdi></p>
            {undo}
            <button type="button" class="link" on:click=move |_| library.dismiss(note.id)>{t.files.dismiss}</button>
        </div>
    }
    .into_any()
}
