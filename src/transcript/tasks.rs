//! Which call of an agent started which session.
//!
//! A host tells a session's parent, and not always that; it never tells the call. But the session begins with the very text
//! that the call has set as its task. That is a tie where it is certain: where every other pairing of the calls and the
//! sessions of that text is ruled out by their parents and times.

use super::update::{Author, Entry, Update};
use crate::view::{Arguments, ContentBlock, arguments};
use std::collections::HashMap;
use std::sync::Arc;

/// Where more calls or sessions than this share a text, nothing about it is certain.
const MOST: usize = 16;

/// The tasks that were set, and those that sessions began with.
#[derive(Debug, Clone, Default)]
pub(super) struct Tasks {
    by_text: HashMap<Arc<str>, Task>,
    /// What each session was given first, as far as is known.
    first: Vec<Option<First>>,
}

/// What a session was given first.
#[derive(Debug, Clone)]
struct First {
    seq: u64,
    /// `None` where a person gave it, through a client.
    task: Option<Arc<str>>,
}

#[derive(Debug, Clone, Default)]
struct Task {
    calls: Vec<Call>,
    sessions: Vec<Begun>,
}

/// A call that set a task.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Call {
    session: usize,
    call_id: String,
    seq: u64,
    time_ms: Option<i64>,
}

/// A session that began with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Begun {
    session: usize,
    time_ms: Option<i64>,
}

/// What is certain about one task.
#[derive(Debug, Default)]
pub(super) struct Ties {
    pub calls: Vec<Tie>,
    /// The sessions with the parent that follows, if one does.
    pub sessions: Vec<(usize, Option<Arc<str>>)>,
}

/// A call, and the session that it started, if that is certain.
#[derive(Debug)]
pub(super) struct Tie {
    pub session: usize,
    pub call_id: String,
    pub seq: u64,
    pub started: Option<Arc<str>>,
}

impl Tasks {
    /// Notes what an entry says of tasks, and tells those about which something may have changed.
    pub fn note(&mut self, session: usize, entry: &Entry) -> Vec<Arc<str>> {
        let mut changed = Vec::new();
        for update in &entry.updates {
            match (update, entry.seq) {
                (Update::CallStarted(start), _) if start.name == "subagent" => {
                    let Some(Arguments::Task(task)) = arguments::read(&start.name, &start.arguments) else { continue };
                    let (call_id, time_ms) = (start.call_id.clone(), entry.time_ms);
                    let text: Arc<str> = task.prompt.into();
                    let calls = &mut self.by_text.entry(text.clone()).or_default().calls;
                    if calls.len() <= MOST && !calls.iter().any(|call| (call.session, call.seq) == (session, start.seq))
                    {
                        calls.push(Call { session, call_id, seq: start.seq, time_ms });
                        changed.push(text);
                    }
                }
                (Update::MessageGiven { author: Author::Person, content, requested }, Some(seq)) => {
                    let task = if *requested { None } else { text_of(content) };
                    changed.extend(self.given(session, First { seq, task }, entry.time_ms));
                }
                (Update::SessionSeen { parent: Some(_) }, _) => {
                    changed.extend(self.first(session).and_then(|first| first.task.clone()));
                }
                _ => {}
            }
        }
        changed
    }

    fn first(&self, session: usize) -> Option<&First> {
        self.first.get(session)?.as_ref()
    }

    /// Notes what a session was given, if it is the first of what is known.
    fn given(&mut self, session: usize, first: First, time_ms: Option<i64>) -> Vec<Arc<str>> {
        let before = self.first(session);
        if before.is_some_and(|before| before.seq <= first.seq) {
            return Vec::new();
        }
        let before = before.and_then(|before| before.task.clone());
        if let Some(task) = before.as_ref().and_then(|text| self.by_text.get_mut(text)) {
            task.sessions.retain(|begun| begun.session != session);
        }
        let after = first.task.clone().filter(|text| {
            let sessions = &mut self.by_text.entry(text.clone()).or_default().sessions;
            let certain = sessions.len() <= MOST;
            if certain {
                sessions.push(Begun { session, time_ms });
            }
            certain
        });
        self.first.resize(self.first.len().max(session + 1), None);
        if let Some(slot) = self.first.get_mut(session) {
            *slot = Some(first);
        }
        before.into_iter().chain(after).collect()
    }

    /// What is certain about a task. `known` tells a session's id and the parent that it was told to have.
    pub fn ties<'a>(&self, text: &str, known: impl Fn(usize) -> Option<(&'a Arc<str>, Option<&'a Arc<str>>)>) -> Ties {
        let Some(task) = self.by_text.get(text) else { return Ties::default() };
        let fits = |call: &Call, begun: &Begun| {
            let (Some((caller, _)), Some((_, parent))) = (known(call.session), known(begun.session)) else {
                return false;
            };
            let in_time = call.time_ms.zip(begun.time_ms).is_none_or(|(asked, began)| asked <= began);
            call.session != begun.session && in_time && parent.is_none_or(|parent| parent == caller)
        };
        let id = |session: usize| known(session).map(|(id, _)| id.clone());
        let pairs = task.pairs(fits);
        let started = |call: usize| pairs.iter().find(|pair| pair.0 == call).and_then(|pair| task.sessions.get(pair.1));
        let caller = |begun: usize| pairs.iter().find(|pair| pair.1 == begun).and_then(|pair| task.calls.get(pair.0));
        let calls = task.calls.iter().enumerate().map(|(place, call)| Tie {
            session: call.session,
            call_id: call.call_id.clone(),
            seq: call.seq,
            started: started(place).and_then(|begun| id(begun.session)),
        });
        let sessions = task.sessions.iter().enumerate();
        let sessions = sessions.map(|(place, begun)| (begun.session, caller(place).and_then(|call| id(call.session))));
        Ties { calls: calls.collect(), sessions: sessions.collect() }
    }
}

impl Task {
    /// The pairs of calls and sessions, by their places, that are certain: a session belongs to the one call that it fits,
    /// unless another has only that call as well; and what is settled so settles others.
    fn pairs(&self, fits: impl Fn(&Call, &Begun) -> bool) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        if self.calls.len() > MOST || self.sessions.len() > MOST {
            return pairs;
        }
        loop {
            let taken = |call: usize| pairs.iter().any(|pair| pair.0 == call);
            let open = self.sessions.iter().enumerate().filter(|(place, _)| pairs.iter().all(|pair| pair.1 != *place));
            let only: Vec<(usize, usize)> = open
                .filter_map(|(session, begun)| {
                    let calls = self.calls.iter().enumerate();
                    let mut fitting = calls.filter(|(call, asked)| !taken(*call) && fits(asked, begun));
                    let (call, _) = fitting.next()?;
                    fitting.next().is_none().then_some((call, session))
                })
                .collect();
            let alone = |pair: &&(usize, usize)| only.iter().filter(|other| other.0 == pair.0).count() == 1;
            let certain: Vec<_> = only.iter().filter(alone).copied().collect();
            if certain.is_empty() {
                return pairs;
            }
            pairs.extend(certain);
        }
    }
}

/// The text of a message that is nothing else.
fn text_of(content: &[ContentBlock]) -> Option<Arc<str>> {
    match content {
        [ContentBlock::Text(text)] => Some(text.as_str().into()),
        _ => None,
    }
}
