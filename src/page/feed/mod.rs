//! A stream on its way to the page: every chunk is folded in at once, and what has changed is published once a frame.
//!
//! Here are the signals that the page reads, and the reading. What a frame tells the page is put together in `news`; `tape`
//! keeps a recording, winds and plays it.

mod news;
mod tape;

use crate::present::sessions::Branch;
use crate::replay::pace::Speed;
use crate::stream::fetch::{self, FetchError};
use crate::stream::pieces::{self, NotReadable};
use crate::stream::recording::NotARecording;
use crate::transcript::model::{Item, Notice, Place};
use leptos::prelude::*;
use news::{Inner, News};
pub use news::{ItemKey, SessionHead};
use std::ops::ControlFlow;
use std::sync::Arc;
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
    File(NotReadable),
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
}

/// The state behind a session page.
#[derive(Clone, Copy)]
pub struct Feed {
    /// How far the reading is.
    pub reading: RwSignal<Reading>,
    /// The same in bytes.
    pub progress: RwSignal<Progress>,
    /// The recording's sessions. Whether one is empty is as it was when a session was last added or renamed, until the end.
    pub sessions: RwSignal<Vec<Branch>>,
    /// The session that is shown; `None` until there is one.
    pub shown: RwSignal<Option<SessionHead>>,
    /// The items of the shown session, in order.
    pub order: RwSignal<Vec<ItemKey>>,
    /// What was said of the stream before it spoke of any session.
    pub loose: RwSignal<Vec<Notice>>,
    /// Where the recording stands.
    pub position: RwSignal<Position>,
    /// Whether it is being played.
    pub playing: RwSignal<bool>,
    /// How fast it is played.
    pub speed: RwSignal<Speed>,
    wanted: RwSignal<Option<String>>,
    inner: StoredValue<Inner, LocalStorage>,
}

impl Feed {
    /// An empty one, which will show the session named `wanted`, or the recording's first.
    #[must_use]
    pub fn new(wanted: Option<String>) -> Self {
        Self {
            reading: RwSignal::new(Reading::Open),
            progress: RwSignal::default(),
            sessions: RwSignal::new(Vec::new()),
            shown: RwSignal::new(None),
            order: RwSignal::new(Vec::new()),
            loose: RwSignal::new(Vec::new()),
            position: RwSignal::default(),
            playing: RwSignal::new(false),
            speed: RwSignal::new(Speed::Normal),
            wanted: RwSignal::new(wanted),
            inner: StoredValue::new_local(Inner::default()),
        }
    }

    /// Fetches `url` as a stream and feeds its chunks in. Leaving the page breaks it off.
    pub fn load(self, url: String) {
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        let controller = StoredValue::new_local(controller);
        on_cleanup(move || {
            controller.try_with_value(AbortController::abort);
        });
        spawn_local(async move {
            let parts = js_sys::Array::new();
            let read = fetch::read(&url, &signal, |chunk| {
                parts.push(&js_sys::Uint8Array::from(chunk));
                self.push(chunk)
            });
            let read = read.await.map_err(ReadError::Fetch);
            if signal.aborted() {
                return;
            }
            if read.is_ok()
                && let Ok(blob) = Blob::new_with_buffer_source_sequence(&parts)
            {
                self.keep(blob);
            }
            self.finish(read);
        });
    }

    /// Reads a file (or what is kept of one) piece by piece.
    pub fn open(self, blob: Blob) {
        self.keep(blob.clone());
        spawn_local(async move {
            let mut offset = 0;
            let read = loop {
                match pieces::piece(&blob, offset).await {
                    Err(error) => break Err(ReadError::File(error)),
                    Ok(piece) if piece.is_empty() => break Ok(()),
                    Ok(piece) => {
                        offset += piece.len() as u64;
                        if self.push(&piece).is_break() {
                            break Err(ReadError::Stopped);
                        }
                    }
                }
            };
            self.finish(read);
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
        self.wanted.set(wanted);
        self.inner.try_update_value(Inner::ask_anew);
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
        let wanted = self.wanted.try_get_untracked().flatten();
        let Some(news) = self.inner.try_update_value(|inner| inner.news(wanted.as_deref())) else { return };
        let News { lists, shown, order, position, progress, reading } = news;
        if let Some((sessions, loose)) = lists {
            self.sessions.set(sessions);
            self.loose.set(loose);
        }
        set_if_new(self.shown, shown);
        if let Some(order) = order {
            self.order.set(order);
        }
        set_if_new(self.position, position);
        set_if_new(self.progress, progress);
        if let Some(reading) = reading {
            self.reading.set(reading);
        }
    }
}

fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|old| *old != value) == Some(true) {
        signal.set(value);
    }
}
