//! A stream on its way to the page: every chunk is folded in at once, and what has changed is published once a frame.

use crate::replay::Replay;
use crate::stream::fetch::{self, FetchError};
use crate::stream::recording::NotARecording;
use crate::transcript::Transcript;
use crate::transcript::model::{Body, Item, Notice, Place, Session};
use leptos::prelude::*;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

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
    /// They came, and are no recording.
    NotARecording(NotARecording),
}

/// A session in the list of a recording's sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHead {
    /// Its id.
    pub id: Arc<str>,
    /// Its title, where it has one.
    pub title: Option<String>,
}

/// An item's identity on the page: the same place in another session, or with another kind of body, is another item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ItemKey {
    /// Its place in the session.
    pub place: Place,
    /// Counts the sessions that have been shown.
    view: u32,
    kind: Discriminant<Body>,
}

/// The state behind a session page.
#[derive(Clone, Copy)]
pub struct Feed {
    /// How far the reading is.
    pub reading: RwSignal<Reading>,
    /// The recording's sessions.
    pub sessions: RwSignal<Vec<SessionHead>>,
    /// The session that is shown; `None` until there is one.
    pub shown: RwSignal<Option<SessionHead>>,
    /// The items of the shown session, in order.
    pub order: RwSignal<Vec<ItemKey>>,
    /// What was said of the stream before it spoke of any session.
    pub loose: RwSignal<Vec<Notice>>,
    wanted: RwSignal<Option<String>>,
    inner: StoredValue<Inner, LocalStorage>,
}

#[derive(Default)]
struct Inner {
    replay: Replay,
    /// The session that is shown, and how many were before it.
    shown: Option<Arc<str>>,
    view: u32,
    /// Somebody asked for a session: what was shown until now has no say in what is.
    asked_anew: bool,
    /// One signal an item, so that a change reaches that item alone.
    items: HashMap<Place, ArcRwSignal<Arc<Item>>>,
    frame_asked: bool,
    /// How the reading ended, told to the page together with the last of what was read.
    ended: Option<Reading>,
}

impl Feed {
    /// An empty one, which will show the session named `wanted`, or the recording's first.
    #[must_use]
    pub fn new(wanted: Option<String>) -> Self {
        Self {
            reading: RwSignal::new(Reading::Open),
            sessions: RwSignal::new(Vec::new()),
            shown: RwSignal::new(None),
            order: RwSignal::new(Vec::new()),
            loose: RwSignal::new(Vec::new()),
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
            let read = fetch::read(&url, &signal, |chunk| self.push(chunk)).await;
            if !signal.aborted() {
                self.finish(read);
            }
        });
    }

    /// Folds a chunk in. Breaks off when nobody is there to see it any more.
    pub fn push(self, chunk: &[u8]) -> ControlFlow<()> {
        let fed = self.inner.try_update_value(|inner| inner.replay.push(chunk));
        if fed.is_none() {
            return ControlFlow::Break(());
        }
        self.ask_for_frame();
        ControlFlow::Continue(())
    }

    /// The stream is at its end, good or bad. What was read before stays.
    pub fn finish(self, read: Result<(), FetchError>) {
        let reading = self.inner.try_update_value(|inner| match read {
            Err(error) => {
                inner.replay.break_off();
                Reading::Failed(ReadError::Fetch(error))
            }
            Ok(()) => match inner.replay.finish() {
                Ok(()) => Reading::Complete,
                Err(error) => Reading::Failed(ReadError::NotARecording(error)),
            },
        });
        self.inner.try_update_value(|inner| inner.ended = reading);
        self.ask_for_frame();
    }

    /// Shows another session of the recording.
    pub fn show(self, wanted: Option<String>) {
        self.wanted.set(wanted);
        self.inner.try_update_value(|inner| inner.asked_anew = true);
        self.publish();
    }

    /// The signal of an item, while it is there.
    #[must_use]
    pub fn item(self, place: Place) -> Option<ArcRwSignal<Arc<Item>>> {
        self.inner.try_with_value(|inner| inner.items.get(&place).cloned()).flatten()
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
        if let Some((sessions, loose)) = news.lists {
            self.sessions.set(sessions);
            self.loose.set(loose);
        }
        if self.shown.try_with_untracked(|shown| *shown != news.shown) == Some(true) {
            self.shown.set(news.shown);
        }
        if let Some(order) = news.order {
            self.order.set(order);
        }
        if let Some(reading) = news.reading {
            self.reading.set(reading);
        }
    }
}

/// What the page is told in one frame, the items' own signals apart.
struct News {
    /// The sessions, and what was said before the stream spoke of any.
    lists: Option<(Vec<SessionHead>, Vec<Notice>)>,
    shown: Option<SessionHead>,
    order: Option<Vec<ItemKey>>,
    reading: Option<Reading>,
}

impl Inner {
    fn news(&mut self, wanted: Option<&str>) -> News {
        self.frame_asked = false;
        let changes = self.replay.transcript_mut().take_changes();
        let transcript = self.replay.transcript();
        let asked_anew = std::mem::take(&mut self.asked_anew);
        let session = choose(transcript, wanted, self.shown.as_deref().filter(|_| !asked_anew));
        let mut order = None;
        if asked_anew || self.shown.as_deref() != session.map(|session| session.id.as_ref()) {
            self.shown = session.map(|session| session.id.clone());
            self.view += 1;
            let items = session.map(|session| session.items.as_slice()).unwrap_or_default();
            self.items = items.iter().map(|item| (item.place, ArcRwSignal::new(item.clone()))).collect();
            order = Some(keys(items, self.view));
        } else if let Some(session) = session
            && let Some((_, within)) = changes.within.iter().find(|(id, _)| *id == session.id)
        {
            publish_items(&mut self.items, session, &within.items);
            if within.order {
                self.items.retain(|place, _| session.item(*place).is_some());
                order = Some(keys(&session.items, self.view));
            }
        }
        News {
            lists: changes.sessions.then(|| (transcript.sessions().map(head).collect(), transcript.loose().to_vec())),
            shown: session.map(head),
            order,
            reading: self.ended.take(),
        }
    }
}

/// The session asked for; else the one that is shown already, so that nothing jumps; else the first that says anything and
/// was not started by another; else the first.
fn choose<'a>(transcript: &'a Transcript, wanted: Option<&str>, shown: Option<&str>) -> Option<&'a Session> {
    if let Some(wanted) = wanted {
        return transcript.session(wanted);
    }
    let says_something = |session: &&Session| !session.items.is_empty();
    let shown = shown.and_then(|shown| transcript.session(shown)).filter(says_something);
    let root = || transcript.sessions().filter(says_something).find(|session| session.parent.is_none());
    shown.or_else(root).or_else(|| transcript.sessions().next())
}

fn keys(items: &[Arc<Item>], view: u32) -> Vec<ItemKey> {
    items.iter().map(|item| ItemKey { view, place: item.place, kind: discriminant(&item.body) }).collect()
}

fn head(session: &Session) -> SessionHead {
    SessionHead { id: session.id.clone(), title: session.title.clone() }
}

fn publish_items(items: &mut HashMap<Place, ArcRwSignal<Arc<Item>>>, session: &Session, changed: &[Place]) {
    for place in changed {
        let Some(item) = session.item(*place) else { continue };
        match items.get(place) {
            Some(signal) => signal.set(item.clone()),
            None => {
                items.insert(*place, ArcRwSignal::new(item.clone()));
            }
        }
    }
}
