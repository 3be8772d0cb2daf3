//! Updates to state: the model, and the one fold over it.
//!
//! Applying an entry twice changes nothing, and a result before its call ends in the same state as after it, because
//! everything is found by its identity and never by "the current one".

mod fold;
pub mod model;
pub mod outline;
mod seen;
mod tasks;
pub mod update;

use fold::Fold;
use model::{Notice, Place, Session};
use std::collections::HashMap;
use std::sync::Arc;
use tasks::Tasks;
use update::{Entry, Update};

/// All conversations of one stream.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    folds: Vec<Fold>,
    by_id: HashMap<Arc<str>, usize>,
    /// The session that the stream last spoke of: a line that names none belongs to it.
    latest: Option<usize>,
    loose: Vec<Notice>,
    /// Which call may have started which session.
    tasks: Tasks,
    /// The notices that have no `seq`, by their words; and where each of them stands.
    told: HashMap<Arc<str>, usize>,
    stands: Vec<Stands>,
    listed: bool,
}

/// Where a notice stands.
#[derive(Debug, Clone, Copy)]
enum Stands {
    /// Among the loose ones.
    Loose(usize),
    /// In a session.
    In(usize, Place),
}

/// What has changed since it was last asked, so that only that is drawn again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// A session was added, or a title or parent has changed.
    pub sessions: bool,
    /// The changes within sessions, by the session's id.
    pub within: Vec<(Arc<str>, SessionChanges)>,
}

/// What has changed within one session.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct SessionChanges {
    /// Items came, went or moved.
    pub order: bool,
    /// The items whose body is new or has changed, each once, ascending.
    pub items: Vec<Place>,
}

impl Transcript {
    /// Applies one entry. Harmless to repeat: of what could not be read and has no `seq`, only the count grows.
    pub fn apply(&mut self, mut entry: Entry) {
        let session = entry.session.clone();
        let index = match &session {
            Some(id) => Some(self.session_index(id)),
            None => self.latest,
        };
        self.latest = index;
        if entry.seq.is_none() {
            entry.updates.retain(|update| !self.note(session.as_deref(), index, update));
        }
        let Some(index) = index else { return };
        let tasks = self.tasks.note(index, &entry);
        if let Some(fold) = self.folds.get_mut(index) {
            self.listed |= fold.apply(entry);
        }
        tasks.iter().for_each(|task| self.tie(task));
    }

    /// Ties calls that set this task to the sessions that began with it, where it is certain which belongs to which.
    fn tie(&mut self, task: &str) {
        let folds = &self.folds;
        let ties = self.tasks.ties(task, |session| folds.get(session).map(|fold| (fold.id(), fold.told_parent())));
        for tie in ties.calls {
            if let Some(fold) = self.folds.get_mut(tie.session) {
                fold.link(&tie.call_id, tie.seq, tie.started.as_ref());
            }
        }
        for (session, parent) in ties.sessions {
            if let Some(fold) = self.folds.get_mut(session) {
                self.listed |= fold.infer_parent(parent);
            }
        }
    }

    /// The stream is at its end and nobody can be asked for more: what is still open is closed, visibly.
    pub fn finish(&mut self) {
        self.folds.iter_mut().for_each(Fold::finish);
    }

    /// The stream broke off: what is still open is closed, but the conversation may well go on elsewhere.
    pub fn break_off(&mut self) {
        self.folds.iter_mut().for_each(Fold::break_off);
    }

    /// The conversations, in the order in which the stream first spoke of them.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.folds.iter().map(Fold::session)
    }

    /// One conversation.
    #[must_use]
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.folds.get(*self.by_id.get(id)?).map(Fold::session)
    }

    /// What was said of the stream before it spoke of any session, and what stood there and could not be read.
    #[must_use]
    pub fn loose(&self) -> &[Notice] {
        &self.loose
    }

    /// What has changed since the last call.
    pub fn take_changes(&mut self) -> Changes {
        Changes {
            sessions: std::mem::take(&mut self.listed),
            within: self
                .folds
                .iter_mut()
                .filter_map(|fold| Some((fold.session().id.clone(), fold.take_changes()?)))
                .collect(),
        }
    }

    fn session_index(&mut self, id: &Arc<str>) -> usize {
        *self.by_id.entry(id.clone()).or_insert_with(|| {
            self.folds.push(Fold::new(id.clone()));
            self.listed = true;
            self.folds.len() - 1
        })
    }

    /// Notes what has no `seq` and is a notice by itself, and says whether it is one.
    fn note(&mut self, session: Option<&str>, index: Option<usize>, update: &Update) -> bool {
        let is_notice = matches!(update, Update::Unreadable { .. } | Update::HostFailed(_));
        if is_notice {
            self.tell(session, index, update);
        }
        is_notice
    }

    /// A notice without a `seq` has no identity but its words: the same again says nothing new, except how often.
    // Not a part of its callers, which the first look at a session needs: see `scripts/lib/split.mjs`.
    #[inline(never)]
    fn tell(&mut self, session: Option<&str>, index: Option<usize>, update: &Update) {
        let (said, notice) = if let Update::Unreadable { problem, raw } = update {
            let notice = Notice::Unreadable { problem: problem.clone(), raw: raw.clone(), times: 1 };
            (format!("{problem} {raw}"), notice)
        } else if let Update::HostFailed(failure) = update {
            let said = failure.message.clone().or_else(|| failure.code.clone());
            (said.unwrap_or_default(), Notice::HostFailed(failure.clone()))
        } else {
            return;
        };
        let next = self.stands.len();
        let words = Arc::from(format!("{} {said}", session.unwrap_or_default()));
        let told = *self.told.entry(words).or_insert(next);
        match self.stands.get(told) {
            Some(&stands) => self.came_again(stands),
            None => {
                let stands = self.stand(index, notice);
                self.stands.push(stands);
            }
        }
    }

    fn stand(&mut self, index: Option<usize>, notice: Notice) -> Stands {
        match index.and_then(|index| Some((index, self.folds.get_mut(index)?))) {
            Some((index, fold)) => Stands::In(index, fold.note(notice)),
            None => {
                self.loose.push(notice);
                self.listed = true;
                Stands::Loose(self.loose.len() - 1)
            }
        }
    }

    fn came_again(&mut self, stands: Stands) {
        match stands {
            Stands::In(index, place) => {
                if let Some(fold) = self.folds.get_mut(index) {
                    fold.came_again(place);
                }
            }
            Stands::Loose(index) => {
                self.listed = true;
                if let Some(notice) = self.loose.get_mut(index) {
                    notice.came_again();
                }
            }
        }
    }
}
