//! What a frame tells the page: the difference between what it shows and what is the case.

use super::tape::Tape;
use super::{Cast, ReadError, Reading, Stand};
use crate::present::sessions::{choose, tree};
use crate::transcript::Changes;
use crate::transcript::model::{Body, Item, Place, Session};
use leptos::prelude::*;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The session that is shown.
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
    showing: u32,
    kind: Discriminant<Body>,
}

/// What the page is told in one frame, the items' own signals apart.
pub(super) struct News {
    pub cast: Option<Cast>,
    pub order: Option<Vec<ItemKey>>,
    pub stand: Stand,
}

/// What the page does not see.
pub(super) struct Inner {
    pub tape: Tape,
    /// The session that was asked for.
    wanted: Option<String>,
    /// The session that is shown.
    shown: Option<Arc<str>>,
    /// How many have been shown, this one included; one that is shown again counts again.
    showing: u32,
    /// Somebody asked for a session: what was shown until now has no say in what is.
    asked_anew: bool,
    /// One signal for each item that the page has asked for, so that a change reaches that item alone.
    items: HashMap<Place, ArcRwSignal<Arc<Item>>>,
    pub frame_asked: bool,
    stopped: bool,
    reading: Reading,
    /// What the page knows of the reading.
    told_of: Discriminant<Reading>,
}

impl Inner {
    pub fn new(wanted: Option<String>) -> Self {
        Self {
            tape: Tape::default(),
            wanted,
            shown: None,
            showing: 0,
            asked_anew: true,
            items: HashMap::new(),
            frame_asked: false,
            stopped: false,
            reading: Reading::Open,
            told_of: discriminant(&Reading::Open),
        }
    }

    pub fn push(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        if self.stopped {
            return ControlFlow::Break(());
        }
        self.tape.read_on(chunk);
        ControlFlow::Continue(())
    }

    pub fn finish(&mut self, read: Result<(), ReadError>) {
        let read = if self.stopped { Err(ReadError::Stopped) } else { read };
        let read = match read {
            Ok(()) => self.tape.finish().map_err(ReadError::NotARecording),
            Err(error) => {
                self.tape.break_off();
                Err(error)
            }
        };
        self.reading = read.map_or_else(Reading::Failed, |()| Reading::Complete);
    }

    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether more may come.
    pub fn is_reading(&self) -> bool {
        self.reading == Reading::Open
    }

    pub fn fail(&mut self, error: ReadError) {
        self.reading = Reading::Failed(error);
    }

    /// All that was asked for could be read, of a recording that has been read to its end before.
    pub fn recover(&mut self) {
        self.reading = Reading::Complete;
    }

    pub fn ask_for(&mut self, session: Option<String>) {
        self.wanted = session;
        self.asked_anew = true;
    }

    pub fn item(&mut self, place: Place) -> Option<ArcRwSignal<Arc<Item>>> {
        if let Some(signal) = self.items.get(&place) {
            return Some(signal.clone());
        }
        let item = self.tape.transcript().session(self.shown.as_deref()?)?.item(place)?;
        let signal = ArcRwSignal::new(item.clone());
        self.items.insert(place, signal.clone());
        Some(signal)
    }

    pub fn news(&mut self) -> News {
        self.frame_asked = false;
        let (changes, rewound) = self.tape.take_changes();
        let transcript = self.tape.transcript();
        let asked_anew = std::mem::take(&mut self.asked_anew);
        let session = choose(transcript, self.wanted.as_deref(), self.shown.as_deref().filter(|_| !asked_anew));
        let mut order = None;
        let mut told = changes.sessions || rewound || asked_anew;
        if asked_anew || self.shown.as_deref() != session.map(|session| session.id.as_ref()) {
            self.shown = session.map(|session| session.id.clone());
            self.showing += 1;
            self.items.clear();
            told = true;
            order = Some(keys(session, self.showing));
        } else if let Some(session) = session
            && let Some(moved) = publish_items(&mut self.items, session, &changes, rewound)
            && moved
        {
            self.items.retain(|place, _| session.item(*place).is_some());
            order = Some(keys(Some(session), self.showing));
        }
        told |= std::mem::replace(&mut self.told_of, discriminant(&self.reading)) != discriminant(&self.reading);
        News {
            cast: told.then(|| Cast {
                sessions: tree(transcript),
                shown: session.map(head),
                loose: transcript.loose().to_vec(),
            }),
            order,
            stand: Stand {
                reading: self.reading.clone(),
                progress: self.tape.progress(),
                position: self.tape.position(),
            },
        }
    }
}

fn keys(session: Option<&Session>, showing: u32) -> Vec<ItemKey> {
    let items = session.map(|session| session.items.as_slice()).unwrap_or_default();
    items.iter().map(|item| ItemKey { showing, place: item.place, kind: discriminant(&item.body) }).collect()
}

fn head(session: &Session) -> SessionHead {
    SessionHead { id: session.id.clone(), title: session.title.clone() }
}

/// Tells the items that have changed, and says whether any came, went or moved; `None` where nothing has changed.
fn publish_items(
    items: &mut HashMap<Place, ArcRwSignal<Arc<Item>>>,
    session: &Session,
    changes: &Changes,
    rewound: bool,
) -> Option<bool> {
    let tell = |place: Place, signal: &ArcRwSignal<Arc<Item>>| {
        if let Some(item) = session.item(place)
            && signal.with_untracked(|old| !Arc::ptr_eq(old, item))
        {
            signal.set(item.clone());
        }
    };
    if rewound {
        // Another state, whose changes nobody has counted: what is the same item is the same allocation.
        items.iter().for_each(|(place, signal)| tell(*place, signal));
        return Some(true);
    }
    let (_, within) = changes.within.iter().find(|(id, _)| *id == session.id)?;
    for place in &within.items {
        if let Some(signal) = items.get(place) {
            tell(*place, signal);
        }
    }
    Some(within.order)
}
