//! The sessions of a recording as a tree: what was started by another stands under it.

use crate::transcript::Transcript;
use crate::transcript::model::{Body, Session};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How deep sessions are nested on the page; those below stand beside each other on the last level.
const DEEPEST: usize = 4;

/// A session with those that it has started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its id.
    pub id: Arc<str>,
    /// Its title, where it has one.
    pub title: Option<String>,
    /// Whether anything was said in it.
    pub empty: bool,
    /// Those that it has started, in the order in which the stream first spoke of them.
    pub children: Vec<Branch>,
}

/// All sessions, each once: first those that none of the others has started, in the order in which the stream first spoke
/// of them. Sessions that claim to have started each other begin with the one that came first.
#[must_use]
pub fn tree(transcript: &Transcript) -> Vec<Branch> {
    let mut children: HashMap<&str, Vec<&Session>> = HashMap::new();
    let mut roots = Vec::new();
    for session in transcript.sessions() {
        match session.parent.as_deref().filter(|parent| transcript.session(parent).is_some()) {
            Some(parent) => children.entry(parent).or_default().push(session),
            None => roots.push(session),
        }
    }
    let mut placed = HashSet::new();
    // What no root leads to is a circle.
    roots.into_iter().chain(transcript.sessions()).filter_map(|root| branch(root, &children, &mut placed, 1)).collect()
}

/// The session to show: the one `wanted`; else the one that is `shown` already, so that nothing jumps; else the first in
/// which anything was said and that was not started by another; else one that holds a notice at least; else the first.
#[must_use]
pub fn choose<'a>(transcript: &'a Transcript, wanted: Option<&str>, shown: Option<&str>) -> Option<&'a Session> {
    if let Some(wanted) = wanted {
        return transcript.session(wanted);
    }
    let speaks = |session: &&Session| session.items.iter().any(|item| !matches!(item.body, Body::Notice(_)));
    let is_there = |session: &&Session| !session.items.is_empty();
    let shown = || shown.and_then(|shown| transcript.session(shown));
    let root = |which: &dyn Fn(&&Session) -> bool| {
        transcript.sessions().filter(which).find(|session| session.parent.is_none())
    };
    let speaking = shown().filter(speaks).or_else(|| root(&speaks));
    speaking.or_else(|| shown().filter(is_there)).or_else(|| root(&is_there)).or_else(|| transcript.sessions().next())
}

fn branch<'a>(
    session: &'a Session,
    children: &HashMap<&str, Vec<&'a Session>>,
    placed: &mut HashSet<&'a str>,
    depth: usize,
) -> Option<Branch> {
    if !placed.insert(&session.id) {
        return None;
    }
    let own = children.get(session.id.as_ref()).map(Vec::as_slice).unwrap_or_default();
    let below: Vec<_> = if depth < DEEPEST {
        own.iter().filter_map(|child| branch(child, children, placed, depth + 1)).collect()
    } else {
        descendants(session, children, placed)
    };
    Some(Branch {
        id: session.id.clone(),
        title: session.title.clone(),
        empty: session.items.is_empty(),
        children: below,
    })
}

/// All that are below, as if they were of one level.
fn descendants<'a>(
    session: &'a Session,
    children: &HashMap<&str, Vec<&'a Session>>,
    placed: &mut HashSet<&'a str>,
) -> Vec<Branch> {
    let mut found = Vec::new();
    let mut waiting = vec![session];
    while let Some(session) = waiting.pop() {
        let own = children.get(session.id.as_ref()).map(Vec::as_slice).unwrap_or_default();
        for child in own.iter().filter(|child| placed.insert(&child.id)) {
            let (id, title, empty) = (child.id.clone(), child.title.clone(), child.items.is_empty());
            found.push(Branch { id, title, empty, children: Vec::new() });
            waiting.push(child);
        }
    }
    found
}
