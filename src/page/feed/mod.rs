//! A stream on its way to the page: every chunk is folded in at once, and what has changed is published once a frame.
//!
//! Here are the signals that the page reads, and the reading. What a frame tells the page is put together in `news`; `tape`
//! keeps a recording, winds and plays it.

mod news;
mod tape;

use crate::present::sessions::Branch;
use crate::stream::blob::{self, Parts};
use crate::stream::body::BrokeOff;
use crate::stream::fetch::{self, FetchError};
use crate::stream::recording::NotARecording;
use crate::transcript::model::{Item, Notice, Place};
use crate::ui::second;
use leptos::prelude::*;
use news::{Inner, News};
pub use news::{ItemKey, SessionHead};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, Blob};

/// How far the reading is.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// More may come.
    Open,
    /// All of it is there.
    Complete,
    /// It broke off; what is there stays.
    Failed(ReadError),
}

/// Why a recording was not read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// The bytes did not come.
    Fetch(FetchError),
    /// The file cannot be read any more.
    File(BrokeOff),
    /// There is no such file.
    Gone,
    /// The part of the app that shows it could not be fetched.
    App,
    /// They came, and are no recording.
    NotARecording(NotARecording),
    /// The reader wanted no more of it.
    Stopped,
}

/// How much has been read, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// So far.
    pub done: u64,
    /// In all, where that is known.
    pub of: Option<u64>,
}

/// Where in its recording the page is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    /// How many events are applied.
    pub at: u64,
    /// How many there are; `None` until the recording has been read to its end.
    pub total: Option<u64>,
    /// When the last one happened, in milliseconds since 1970.
    pub time_ms: Option<i64>,
    /// The browser holds the recording's bytes: without them there is no winding.
    pub is_held: bool,
}

/// Where a recording stands: what changes with every frame while it is read or played.
#[derive(Debug, Clone, PartialEq)]
pub struct Stand {
    /// How far the reading is.
    pub reading: Reading,
    /// The same in bytes.
    pub progress: Progress,
    /// The same in events.
    pub position: Position,
}

/// Who speaks in a recording.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cast {
    /// The recording's sessions. Whether one is empty is as it was when a session was last added or renamed, until the end.
    pub sessions: Vec<Branch>,
    /// The session that is shown; `None` until there is one.
    pub shown: Option<SessionHead>,
    /// What was said of the stream before it spoke of any session.
    pub loose: Vec<Notice>,
}

/// After this long a recording is drawn as far as it is there.
const LONG: Duration = Duration::from_secs(1);

/// The state behind a session page. (A few signals of few types: each type of signal costs kilobytes of WebAssembly.)
#[derive(Clone, Copy)]
pub struct Feed {
    /// Where the recording stands.
    pub stand: RwSignal<Stand>,
    /// The sessions.
    pub cast: RwSignal<Cast>,
    /// The items of the shown session, in order.
    pub order: RwSignal<Vec<ItemKey>>,
    /// Whether the recording is being played.
    pub playing: RwSignal<bool>,
    inner: StoredValue<Inner, LocalStorage>,
}

impl Feed {
    /// An empty one, which will show the session named `wanted`, or the recording's first.
    #[must_use]
    pub fn new(wanted: Option<String>) -> Self {
        let (progress, position) = (Progress::default(), Position::default());
        Self {
            stand: RwSignal::new(Stand { reading: Reading::Open, progress, position }),
            cast: RwSignal::default(),
            order: RwSignal::new(Vec::new()),
            playing: RwSignal::new(false),
            inner: StoredValue::new_local(Inner::new(wanted)),
        }
    }

    /// Fetches `url` as a stream and feeds its chunks in; where it is not `plain`, as [`Shelved`](crate::page::shelf::Shelved)
    /// has it, once the app's second part is there. Leaving the page breaks it off.
    pub fn load(self, url: String, plain: bool) {
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        let controller = StoredValue::new_local(controller);
        on_cleanup(move || {
            controller.try_with_value(AbortController::abort);
        });
        spawn_local(async move {
            if !plain && !second::arrival().await {
                return self.finish(Err(ReadError::App));
            }
            // What takes long to arrive is drawn as it arrives.
            set_timeout(move || self.draw_as_it_comes(), LONG);
            let (mut parts, mut kept) = (Parts::default(), Ok(()));
            let read = fetch::read(&url, &signal, |chunk| {
                kept = kept.clone().and_then(|()| parts.push(chunk));
                self.push(chunk)
            });
            let read = read.await.map_err(ReadError::Fetch);
            if signal.aborted() {
                return;
            }
            // What the browser does not hold can be read, but not wound.
            if read.is_ok()
                && kept.is_ok()
                && let Ok(blob) = parts.into_blob()
            {
                self.keep(blob);
            }
            self.finish(read);
        });
    }

    /// Drawing something anew takes the app's second part: until that is there, nothing is drawn of what is still being
    /// read.
    fn draw_as_it_comes(self) {
        let is_reading = self.stand.try_with_untracked(|stand| stand.reading == Reading::Open);
        if is_reading == Some(true) {
            spawn_local(async move {
                second::arrival().await;
                self.ask_for_frame();
            });
        }
    }

    /// Reads a file (or what is kept of one) piece by piece.
    pub fn open(self, blob: Blob) {
        self.keep(blob.clone());
        spawn_local(async move {
            if !second::arrival().await {
                return self.finish(Err(ReadError::App));
            }
            let read = blob::read(&blob, |piece| self.push(piece)).await;
            self.finish(read.map_err(ReadError::File));
        });
    }

    /// Folds a chunk in. Breaks off when nobody is there to see it any more, or wants to.
    pub fn push(self, chunk: &[u8]) -> ControlFlow<()> {
        match self.inner.try_update_value(|inner| inner.push(chunk)) {
            None | Some(ControlFlow::Break(())) => ControlFlow::Break(()),
            Some(ControlFlow::Continue(())) => {
                self.ask_for_frame();
                ControlFlow::Continue(())
            }
        }
    }

    /// The stream is at its end, good or bad. What was read before stays.
    pub fn finish(self, read: Result<(), ReadError>) {
        self.inner.try_update_value(|inner| inner.finish(read));
        self.ask_for_frame();
    }

    /// Reads no further. What was read stays.
    pub fn stop(self) {
        self.inner.try_update_value(Inner::stop);
    }

    /// Shows another session of the recording.
    pub fn show(self, wanted: Option<String>) {
        self.inner.try_update_value(|inner| inner.ask_for(wanted));
        self.publish();
    }

    /// The signal of an item, while it is there.
    #[must_use]
    pub fn item(self, place: Place) -> Option<ArcRwSignal<Arc<Item>>> {
        self.inner.try_update_value(|inner| inner.item(place)).flatten()
    }

    /// A hidden page gets no frames: the fold goes on, and one frame draws it all when the page is shown.
    fn ask_for_frame(self) {
        let asked = self.inner.try_update_value(|inner| std::mem::replace(&mut inner.frame_asked, true));
        if asked == Some(false) {
            request_animation_frame(move || self.publish());
        }
    }

    /// Hands to the page what has changed since the last time, and nothing else.
    fn publish(self) {
        let waits = !second::is_here_untracked() && self.inner.try_with_value(Inner::is_reading) == Some(true);
        if waits {
            self.inner.try_update_value(|inner| inner.frame_asked = false);
            return;
        }
        let Some(News { cast, order, stand }) = self.inner.try_update_value(Inner::news) else { return };
        if let Some(cast) = cast {
            self.cast.set(cast);
        }
        if let Some(order) = order {
            self.order.set(order);
        }
        if self.stand.try_with_untracked(|old| *old != stand) == Some(true) {
            self.stand.set(stand);
        }
    }
}
