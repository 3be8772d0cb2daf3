//! The files that a person has opened: kept in the browser until they are removed, and for this visit where the browser
//! keeps nothing.

pub mod open;
pub mod store;

use leptos::prelude::*;
use open::Failure;
use std::ops::ControlFlow;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, File};

/// How long a removal can be taken back.
const UNDO_TIME: Duration = Duration::from_secs(12);

/// How often a person is told how far the unpacking is.
const STEP_BYTES: u64 = 1_000_000;

/// A file in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its id in an address: made when it was opened, and saying nothing of what is in it.
    pub id: String,
    /// The file's own name, as the person's system has it.
    pub name: String,
    /// The recording's size in bytes.
    pub size: u64,
    /// When it was opened, in milliseconds since 1970.
    pub added_ms: f64,
    /// Whether it will still be there after a reload.
    pub keeping: Keeping,
}

/// Whether a file stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keeping {
    /// The browser is taking it.
    Pending,
    /// Until it is removed.
    Kept,
    /// Until the page is left or reloaded: the browser keeps nothing for us.
    ThisVisit,
}

/// What a person is told about a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Tells it apart from all others.
    pub id: usize,
    /// The file's name.
    pub name: String,
    /// What happened.
    pub news: News,
}

/// What happened to a file.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// It was not opened.
    Failed(Failure),
    /// It is a folder.
    Folder,
    /// It is open, and will not survive a reload.
    NotKept,
    /// It was removed from the list, which can be taken back.
    Removed(Entry),
    /// It is in the list under this id; whoever asked for it had gone on meanwhile.
    Opened(String),
}

/// An archive that is being unpacked.
#[derive(Debug, Clone, PartialEq)]
pub struct Unpacking {
    /// Tells it apart from all others.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Bytes unpacked.
    pub done: u64,
    /// Bytes that there will be.
    pub total: u64,
}

/// The files, and what is to be said of them.
#[derive(Clone, Copy)]
pub struct Library {
    /// The list, the newest first.
    pub files: RwSignal<Vec<Entry>>,
    /// What a person is told, the newest last.
    pub notes: RwSignal<Vec<Note>>,
    /// What is being unpacked, in the order in which it began.
    pub unpacking: RwSignal<Vec<Unpacking>>,
    inner: StoredValue<Inner, LocalStorage>,
}

#[derive(Default)]
struct Inner {
    /// The files that were opened during this visit, by their ids.
    blobs: Vec<(String, Blob)>,
    /// The next id of a note, or of something that is unpacked.
    next: usize,
    /// The unpackings that the person has stopped, until they hear of it.
    stopped: Vec<usize>,
}

impl Default for Library {
    fn default() -> Self {
        Self::new()
    }
}

impl Library {
    /// An empty one; [`refresh`](Self::refresh) fills it.
    #[must_use]
    pub fn new() -> Self {
        Self {
            files: RwSignal::new(Vec::new()),
            notes: RwSignal::new(Vec::new()),
            unpacking: RwSignal::new(Vec::new()),
            inner: StoredValue::new_local(Inner::default()),
        }
    }

    /// Asks the browser what it keeps, the first time and again: another tab may have opened or removed files.
    pub fn refresh(self) {
        spawn_local(async move {
            let Ok(kept) = store::all().await else { return };
            self.files.try_update(|files| {
                let mut known: Vec<Entry> = files.drain(..).filter(|file| file.keeping != Keeping::Kept).collect();
                known.retain(|file| kept.iter().all(|other| other.id != file.id));
                known.into_iter().chain(kept).for_each(|file| insert(files, file));
            });
        });
    }

    /// Opens files, one after the other, and gives the id of the first that is a recording. What is none leaves a note.
    pub async fn open(self, files: Vec<File>) -> Option<String> {
        self.notes.update(|notes| notes.retain(|note| matches!(note.news, News::Removed(_) | News::Opened(_))));
        let mut first = None;
        for file in files {
            match self.open_one(&file).await {
                Ok(id) => first = first.or(Some(id)),
                Err(Failure::Cancelled) => break,
                Err(failure) => {
                    self.tell(file.name(), News::Failed(failure));
                }
            }
        }
        first
    }

    async fn open_one(self, file: &File) -> Result<String, Failure> {
        let unpacking = self.next_id();
        let mut told = 0;
        let step = |done, total| {
            if done >= told {
                told = done + STEP_BYTES;
                self.progress(Unpacking { id: unpacking, name: file.name(), done, total });
            }
            if self.is_stopped(unpacking) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let opened = open::recording(file, step).await;
        self.unpacking.update(|all| all.retain(|other| other.id != unpacking));
        self.inner.update_value(|inner| inner.stopped.retain(|other| *other != unpacking));
        let blob = opened?;
        let entry = Entry {
            id: new_id(),
            name: file.name(),
            size: crate::stream::blob::size(&blob),
            added_ms: js_sys::Date::now(),
            keeping: Keeping::Pending,
        };
        let id = entry.id.clone();
        self.add(entry, blob);
        Ok(id)
    }

    /// Stops an unpacking, and whatever was to be opened after it together with it.
    pub fn cancel(self, unpacking: usize) {
        self.inner.update_value(|inner| inner.stopped.push(unpacking));
    }

    fn is_stopped(self, unpacking: usize) -> bool {
        self.inner.with_value(|inner| inner.stopped.contains(&unpacking))
    }

    /// Several archives may be unpacked at once, each with its own progress.
    fn progress(self, now: Unpacking) {
        self.unpacking.update(|all| match all.iter_mut().find(|other| other.id == now.id) {
            Some(before) => *before = now,
            None => all.push(now),
        });
    }

    fn next_id(self) -> usize {
        let mut id = 0;
        self.inner.update_value(|inner| {
            id = inner.next;
            inner.next = id.wrapping_add(1);
        });
        id
    }

    /// Says that a file is in the list, to somebody who has gone on and is not to be taken away from there.
    pub fn tell_opened(self, id: String) {
        let name = |files: &Vec<Entry>| files.iter().find(|file| file.id == id).map(|file| file.name.clone());
        if let Some(name) = self.files.with_untracked(name) {
            self.tell(name, News::Opened(id));
        }
    }

    /// The bytes of a file; `None` when it is not there (any more).
    pub async fn blob(self, id: &str) -> Option<Blob> {
        match self.held(id) {
            Some(blob) => Some(blob),
            None => store::get(id).await.ok().flatten(),
        }
    }

    /// Takes a file out of the list and forgets it; for some seconds that can be taken back.
    pub async fn remove(self, entry: Entry) {
        // From here on this handle is all that holds it.
        if let Some(blob) = self.blob(&entry.id).await {
            self.hold(&entry.id, blob);
        }
        // A store that refuses this has refused to keep it as well.
        let _ = store::remove(&entry.id).await;
        // It goes from the list when it is gone: whoever sees that may leave the page at once.
        if !self.is_listed(&entry.id) {
            return;
        }
        self.files.update(|files| files.retain(|other| other.id != entry.id));
        let id = entry.id.clone();
        self.notes.update(|notes| notes.retain(|note| note.news != News::Opened(id.clone())));
        let note = self.tell(entry.name.clone(), News::Removed(entry));
        let forget = move || {
            self.dismiss(note);
            // It may be back, and even be removed once more, which can be taken back for longer than this.
            if !self.is_listed(&id) && !self.can_restore(&id) {
                self.inner.update_value(|inner| inner.blobs.retain(|(other, _)| *other != id));
            }
        };
        set_timeout(forget, UNDO_TIME);
    }

    fn is_listed(self, id: &str) -> bool {
        self.files.with_untracked(|files| files.iter().any(|file| file.id == id))
    }

    /// Whether a note offers to put this file back.
    fn can_restore(self, id: &str) -> bool {
        let offers = |note: &Note| matches!(&note.news, News::Removed(entry) if entry.id == id);
        self.notes.with_untracked(|notes| notes.iter().any(offers))
    }

    /// Puts a removed file back.
    pub fn restore(self, note: usize, entry: Entry) {
        self.dismiss(note);
        if let Some(blob) = self.held(&entry.id) {
            self.add(Entry { keeping: Keeping::Pending, ..entry }, blob);
        }
    }

    /// Takes a note away.
    pub fn dismiss(self, note: usize) {
        self.notes.update(|notes| notes.retain(|other| other.id != note));
    }

    /// Says something about a file; gives the note's id.
    pub fn tell(self, name: String, news: News) -> usize {
        let id = self.next_id();
        self.notes.update(|notes| notes.push(Note { id, name, news }));
        id
    }

    fn held(self, id: &str) -> Option<Blob> {
        let blob = |inner: &Inner| inner.blobs.iter().find(|(other, _)| other == id).map(|(_, blob)| blob.clone());
        self.inner.with_value(blob)
    }

    fn hold(self, id: &str, blob: Blob) {
        self.inner.update_value(|inner| {
            inner.blobs.retain(|(other, _)| other != id);
            inner.blobs.push((id.to_owned(), blob));
        });
    }

    /// It can be read at once; keeping it may take the browser a while.
    fn add(self, entry: Entry, blob: Blob) {
        self.hold(&entry.id, blob.clone());
        self.files.update(|files| insert(files, entry.clone()));
        spawn_local(async move {
            let keeping = if store::put(&entry, &blob).await.is_ok() { Keeping::Kept } else { Keeping::ThisVisit };
            self.files.update(|files| {
                files.iter_mut().filter(|other| other.id == entry.id).for_each(|other| other.keeping = keeping);
            });
            if keeping == Keeping::ThisVisit {
                self.tell(entry.name, News::NotKept);
            }
        });
    }
}

/// The newest first.
fn insert(files: &mut Vec<Entry>, entry: Entry) {
    let place = files.partition_point(|other| other.added_ms > entry.added_ms);
    files.insert(place, entry);
}

/// The time and a random number, so that two tabs never make the same.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Both are whole numbers from 0.
fn new_id() -> String {
    let random = (js_sys::Math::random() * f64::from(u16::MAX)) as u64;
    format!("{:x}{random:04x}", js_sys::Date::now() as u64)
}
