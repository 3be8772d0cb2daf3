//! Opening files: the button, and dropping or pasting them anywhere on the page.

use super::library;
use super::route::Route;
use crate::keep::{Library, News};
use crate::ui::strings;
use leptos::html;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event, File, FileList};

/// The id of the button that opens files, of which a page has one.
pub const OPEN: &str = "open-files";

/// Opens the browser's own picker. All files can be picked, since a recording may have any extension.
#[component]
pub fn OpenButton() -> impl IntoView {
    let t = strings();
    let open = opener();
    let picker = NodeRef::<html::Input>::new();
    let pick = move |_| {
        if let Some(picker) = picker.get() {
            picker.click();
        }
    };
    let picked = move |_| {
        let Some(picker) = picker.get() else { return };
        open(files(picker.files()));
        // The same file may be picked again.
        picker.set_value("");
    };
    view! {
        <button type="button" id=OPEN class="button" on:click=pick>{t.files.open}</button>
        <input type="file" multiple hidden node_ref=picker on:change=picked />
    }
}

/// Takes what is dropped or pasted anywhere, and says so while something is held over the page.
#[component]
pub fn DropZone() -> impl IntoView {
    let t = strings();
    let (library, open) = (library(), opener());
    let over = RwSignal::new(false);
    let dragged = {
        let open = open.clone();
        move |event: Event| {
            let Ok(event) = event.dyn_into::<DragEvent>() else { return };
            let kind = event.type_();
            if kind == "dragleave" {
                // Between two elements of the page there is another one that is entered.
                let is_inside = event.related_target().is_some();
                return over.set(is_inside && over.get_untracked());
            }
            let Some(data) = event.data_transfer().filter(carries_files) else { return };
            // Without this the browser would leave the page for the file.
            event.prevent_default();
            over.set(kind != "drop");
            if kind == "drop" {
                open(without_folders(library, &data));
            }
        }
    };
    let pasted = move |event: Event| {
        let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
        let pasted = data.map(|data| files(data.files())).unwrap_or_default();
        if !pasted.is_empty() {
            event.prevent_default();
            open(pasted);
        }
    };
    let drags = ["dragenter", "dragover", "dragleave", "drop"];
    let listeners = drags.map(|kind| window_event_listener_untyped(kind, dragged.clone()));
    let paste = window_event_listener_untyped("paste", pasted);
    on_cleanup(move || listeners.into_iter().chain([paste]).for_each(WindowListenerHandle::remove));
    view! {
        <div class="drop" class:over=move || over.get() aria-hidden="true">
            <p><strong>{t.files.drop}</strong> <span>{t.files.drop_where}</span></p>
        </div>
    }
}

/// What opens files: those that are recordings join the list, and the first of them is shown, unless the reader has gone
/// elsewhere meanwhile: an archive takes a while. If none is a recording, the page stays as it is, and a message says why.
fn opener() -> impl Fn(Vec<File>) + Clone + 'static {
    let library = library();
    let navigate = use_navigate();
    move |files| {
        let navigate = navigate.clone();
        spawn_local(async move {
            let before = here();
            let Some(id) = library.open(files).await else { return };
            if here() == before {
                navigate(&Route::file(&id).href(), NavigateOptions::default());
            } else {
                library.tell_opened(id);
            }
        });
    }
}

/// Where in the app the reader is: the query of the address tells that (see [`Route`]).
fn here() -> Option<String> {
    window().location().search().ok()
}

fn carries_files(data: &DataTransfer) -> bool {
    data.types().includes(&"Files".into(), 0)
}

fn files(list: Option<FileList>) -> Vec<File> {
    list.map(|list| (0..list.length()).filter_map(|place| list.item(place)).collect()).unwrap_or_default()
}

/// What was dropped, less the folders, each of which is told. Only now can the browser say which they are.
fn without_folders(library: Library, data: &DataTransfer) -> Vec<File> {
    let items = data.items();
    let is_folder = |place| {
        let entry = items.get(place)?.webkit_get_as_entry().ok()??;
        entry.is_directory().then(|| entry.name())
    };
    let folders: Vec<String> = (0..items.length()).filter_map(is_folder).collect();
    let mut files = files(data.files());
    files.retain(|file| !folders.contains(&file.name()));
    for name in folders {
        library.tell(name, News::Folder);
    }
    files
}
