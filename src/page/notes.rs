//! What is said of the files that a person opens: over the page, whichever it is, until it is read.

use super::library;
use super::route::Route;
use crate::keep::open::Failure;
use crate::keep::{Entry, News, Note};
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

/// The archives that are being unpacked. The parts of each stay the same elements while the numbers change, and while
/// others come and go.
#[component]
fn Progress() -> impl IntoView {
    let library = library();
    let ids = move || library.unpacking.with(|all| all.iter().map(|one| one.id).collect::<Vec<_>>());
    view! {
        <For each=ids key=|id| *id let:id>
            <ProgressOf id />
        </For>
    }
}

#[component]
fn ProgressOf(id: usize) -> impl IntoView {
    let t = strings();
    let library = library();
    let now = move || library.unpacking.with(|all| all.iter().find(|one| one.id == id).cloned());
    let name = library.unpacking.with_untracked(|all| all.iter().find(|one| one.id == id).map(|one| one.name.clone()));
    let numbers = move || now().map_or((0, 0), |now| (now.done, now.total));
    let words = move || {
        let (done, total) = numbers();
        (t.files.progress)(&size(done), &size(total))
    };
    view! {
        <div class="note-box">
            <FileName name=name.unwrap_or_default() />
            <p><span role="status">{t.files.unpacking}</span> " " {words}</p>
            <progress
                value=move || numbers().0.to_string()
                max=move || numbers().1.to_string()
                aria-label=t.files.unpacking
            ></progress>
            <button type="button" class="link" on:click=move |_| library.cancel(id)>{t.files.cancel}</button>
        </div>
    }
}

#[component]
fn Message(note: Note) -> impl IntoView {
    let t = strings();
    let library = library();
    let is_refused = matches!(note.news, News::Failed(_) | News::Folder);
    let undo = |entry: Entry| {
        let restore = move |_| library.restore(note.id, entry.clone());
        view! { <button type="button" class="link" on:click=restore>{t.files.undo}</button> }.into_any()
    };
    let show = |file: String| {
        let seen = move |_| library.dismiss(note.id);
        view! { <a class="link" href=Route::file(&file).href() on:click=seen>{t.files.show}</a> }.into_any()
    };
    let (class, words, more) = match note.news {
        News::Failed(Failure::Refused(why)) => ("note-box bad", refusal(&why, t), None),
        News::Failed(Failure::Unreadable) => ("note-box bad", t.files.unreadable.to_owned(), None),
        News::Failed(Failure::Cancelled) => return ().into_any(),
        News::Folder => ("note-box bad", t.files.folder.to_owned(), None),
        News::NotKept => ("note-box warn", t.files.not_kept.to_owned(), None),
        News::Removed(entry) => ("note-box", t.files.removed.to_owned(), Some(undo(entry))),
        News::Opened(file) => ("note-box", t.files.opened.to_owned(), Some(show(file))),
    };
    let not_opened = is_refused.then_some(t.files.not_opened);
    view! {
        <div class=class>
            <FileName name=note.name />
            <p><bdi>{not_opened} " " {words}</bdi></p>
            {more}
            <button type="button" class="link" on:click=move |_| library.dismiss(note.id)>{t.files.dismiss}</button>
        </div>
    }
    .into_any()
}
