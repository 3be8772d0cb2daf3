//! The one fold: entries into a session.
//!
//! Here are entries and turns; what a message says is in `message`, calls and their results in `calls`, the plan in `plan`,
//! what a person is asked in `inquiries`, and how items are kept in `items`.

mod calls;
mod inquiries;
mod items;
mod message;
mod plan;

use super::SessionChanges;
use super::model::{Body, Closed, Ending, Item, Notice, Place, Session, Writing};
use super::seen::{Insertion, Seen};
use super::update::{Entry, Outcome, Part, Step, Turn, Update};
use inquiries::Inquiries;
use plan::Planned;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A session while it is folded, with what the fold needs to find things by their identity.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    session: Session,
    seen: Seen,
    /// The blocks of messages whose final form is not there yet.
    parts: BTreeMap<Part, Streamed>,
    /// Up to which event a step's deltas say nothing any more: its final message is there, or it was tried again.
    settled: HashMap<Step, u64>,
    /// A provider may use an id again, so an id has a list of calls, ascending.
    calls: HashMap<String, Vec<Place>>,
    /// Prose that may grow and calls without a result.
    open: BTreeMap<Turn, BTreeSet<Place>>,
    /// Calls that were closed without a result: it may turn out that their turn was stopped.
    unanswered: HashMap<Turn, Vec<Place>>,
    /// The last turn that has started.
    latest: Option<Turn>,
    ended: HashMap<Turn, Closed>,
    retried: HashSet<Turn>,
    /// The ends of turns that are not final where the turn was tried again.
    passing: HashMap<Turn, Place>,
    title_as_of: Option<u64>,
    plan: Option<Planned>,
    inquiries: Inquiries,
    /// The parent as it was told, which is stronger than one that follows from what was said.
    told_parent: Option<Arc<str>>,
    /// Somebody said that there are events before the first.
    earlier: bool,
    order_changed: bool,
    touched: BTreeSet<Place>,
}

/// A block while it is streamed.
#[derive(Debug, Clone)]
struct Streamed {
    place: Place,
    /// The events that brought a piece of its text, ascending, and where each piece ends.
    pieces: Vec<(u64, usize)>,
}

impl Streamed {
    fn new(place: Place) -> Self {
        Self { place, pieces: Vec::new() }
    }

    /// Notes a piece of `len` bytes and says where in the text it belongs: at the end, unless it comes late.
    fn put(&mut self, seq: u64, len: usize) -> usize {
        let at = self.pieces.partition_point(|&(other, _)| other <= seq);
        let start = at.checked_sub(1).and_then(|before| self.pieces.get(before)).map_or(0, |&(_, end)| end);
        self.pieces.iter_mut().skip(at).for_each(|(_, end)| *end += len);
        self.pieces.insert(at, (seq, start + len));
        start
    }
}

/// The event that is being applied.
#[derive(Debug, Clone, Copy)]
struct At {
    seq: u64,
    /// From where its items are numbered.
    sub: u32,
    time_ms: Option<i64>,
}

impl At {
    /// Whether an item at this place is one of its items.
    fn holds(self, place: Place) -> bool {
        place.seq == self.seq && (place.sub < LOOSE_SUB) == (self.sub < LOOSE_SUB)
    }
}

/// A gap's notice shares the `seq` of an event that may yet come; no event has as many items as this.
const GAP_SUB: u32 = u32::MAX;

/// What has no place of its own stands behind all items of the last event, also of one that may yet come.
const LOOSE_SUB: u32 = 1 << 31;

/// The plan shares the `seq` of the event that wrote it, and may be heard of before that event.
const PLAN_SUB: u32 = GAP_SUB - 1;

/// Where the notice of an earlier part stands: before all events, in a place where no gap can begin.
const BEGINNING: Place = Place { seq: 0, sub: GAP_SUB };

impl Fold {
    pub fn new(id: Arc<str>) -> Self {
        Self {
            session: Session { id, title: None, parent: None, items: Vec::new() },
            seen: Seen::default(),
            parts: BTreeMap::new(),
            settled: HashMap::new(),
            calls: HashMap::new(),
            open: BTreeMap::new(),
            unanswered: HashMap::new(),
            latest: None,
            ended: HashMap::new(),
            retried: HashSet::new(),
            passing: HashMap::new(),
            title_as_of: None,
            plan: None,
            inquiries: Inquiries::default(),
            told_parent: None,
            earlier: false,
            order_changed: false,
            touched: BTreeSet::new(),
        }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn take_changes(&mut self) -> Option<SessionChanges> {
        let order = std::mem::take(&mut self.order_changed);
        let items: Vec<_> = std::mem::take(&mut self.touched).into_iter().collect();
        (order || !items.is_empty()).then_some(SessionChanges { order, items })
    }

    /// Applies an entry and says whether the session's title or parent has changed.
    pub fn apply(&mut self, entry: Entry) -> bool {
        if entry.seq.is_some_and(|seq| !self.admit(seq)) {
            return false;
        }
        let seq = entry.seq.or(self.seen.last()).unwrap_or(0);
        let at = At { seq, sub: if entry.seq.is_some() { 0 } else { LOOSE_SUB }, time_ms: entry.time_ms };
        let mut listed = false;
        for update in entry.updates {
            listed |= self.update(at, update);
        }
        listed
    }

    /// Whether the event is a new one. Keeps the notices of missing events in step.
    fn admit(&mut self, seq: u64) -> bool {
        let Insertion::New { filled, opened } = self.seen.insert(seq) else { return false };
        if let Some((from, _)) = filled {
            self.remove(Place { seq: from, sub: GAP_SUB });
        }
        for (from, to) in opened.into_iter().flatten() {
            let place = Place { seq: from, sub: GAP_SUB };
            self.insert(Item { place, time_ms: None, body: Body::Notice(Notice::Gap { from, to }) });
        }
        self.tell_beginning();
        true
    }

    /// Keeps the notice of an earlier part in step: events are numbered from 0.
    fn tell_beginning(&mut self) {
        let missing = self.earlier && self.seen.first() != Some(0);
        match self.item(BEGINNING) {
            Some(_) if !missing => drop(self.remove(BEGINNING)),
            None if missing => {
                self.insert(Item { place: BEGINNING, time_ms: None, body: Body::Notice(Notice::Earlier) });
            }
            Some(_) | None => {}
        }
    }

    fn update(&mut self, at: At, update: Update) -> bool {
        match update {
            Update::SessionSeen { parent: None } => {}
            Update::SessionSeen { parent } => {
                let news = self.session.parent != parent;
                self.told_parent.clone_from(&parent);
                self.session.parent = parent;
                return news;
            }
            Update::SessionTitled { title, as_of } => {
                let news = as_of >= self.title_as_of && self.session.title.as_ref() != Some(&title);
                if as_of >= self.title_as_of {
                    self.title_as_of = as_of;
                    self.session.title = Some(title);
                }
                return news;
            }
            Update::TurnStarted(turn) => self.turn_started(at, turn),
            Update::TurnEnded { turn, outcome, passing } => self.turn_ended(at, turn, outcome, passing),
            Update::MessageGiven { author, content, requested: _ } => {
                self.add(at, Body::Given { author, content });
            }
            Update::PartGrew { part, growth } => self.part_grew(at, part, growth),
            Update::MessageWritten { step, content, interrupted } => {
                let state = if interrupted { Writing::Interrupted } else { Writing::Done };
                self.message_written(at, step, content, state);
            }
            Update::StepRetried { step, attempt, delay_ms, failure } => {
                self.step_retried(at, step);
                self.add(at, Body::Notice(Notice::Retry { attempt, delay_ms, failure }));
            }
            Update::CallStarted(start) => self.call_started(at, start),
            Update::ResultArrived(result) => self.result_arrived(at, result),
            Update::PlanWritten { steps, as_of } => self.plan_written(at, steps, as_of),
            Update::PersonAsked { id, inquiry } => self.person_asked(at, id, inquiry),
            Update::InquirySettled { id, settlement } => self.inquiry_settled(at, &id, settlement),
            Update::HostFailed(failure) => {
                self.add(at, Body::Notice(Notice::HostFailed(failure)));
            }
            Update::EarlierExists => {
                self.earlier = true;
                self.tell_beginning();
            }
            Update::Unreadable { problem, raw } => {
                self.add(at, Body::Notice(Notice::Unreadable { problem, raw, times: 1 }));
            }
        }
        false
    }

    /// Adds a notice that has no `seq`, and says where it stands.
    pub fn note(&mut self, notice: Notice) -> Place {
        let at = At { seq: self.seen.last().unwrap_or(0), sub: LOOSE_SUB, time_ms: None };
        self.add(at, Body::Notice(notice))
    }

    /// What the notice at a place tells of came once more.
    pub fn came_again(&mut self, place: Place) {
        self.change(place, |body| {
            if let Body::Notice(notice) = body {
                notice.came_again();
            }
        });
    }

    /// The parent that follows from what was said in both sessions, or none; says whether that is news.
    pub fn infer_parent(&mut self, parent: Option<Arc<str>>) -> bool {
        let parent = self.told_parent.clone().or(parent);
        let news = self.session.parent != parent;
        self.session.parent = parent;
        news
    }

    /// The session's id.
    pub fn id(&self) -> &Arc<str> {
        &self.session.id
    }

    /// The parent as it was told.
    pub fn told_parent(&self) -> Option<&Arc<str>> {
        self.told_parent.as_ref()
    }

    fn turn_started(&mut self, at: At, turn: Turn) {
        self.latest = self.latest.max(Some(turn));
        // Turns follow each other: what an earlier one left open will not be answered any more.
        let earlier = self.open.range(..turn).map(|(turn, _)| *turn).collect();
        self.close_open(Closed::Unanswered, earlier);
        self.add(at, Body::TurnStart(turn));
    }

    fn turn_ended(&mut self, at: At, turn: Turn, outcome: Outcome, passing: bool) {
        let closed = if outcome == Outcome::Stopped { Closed::Stopped } else { Closed::Unanswered };
        self.ended.insert(turn, closed);
        self.close_open(closed, vec![turn]);
        let passing = passing && matches!(outcome, Outcome::Failed(_));
        let retried = passing && self.retried.contains(&turn);
        let place = self.add(at, Body::TurnEnd(turn, Ending { outcome, retried }));
        if passing {
            self.passing.insert(turn, place);
        }
    }

    /// Takes back what the step has streamed so far, and its turn's failure where that is there already.
    fn step_retried(&mut self, at: At, step: Step) {
        self.settle(at, step);
        for (part, place) in self.parts_until(at, step) {
            self.parts.remove(&part);
            self.discard(place);
        }
        self.retried.insert(step.turn);
        if let Some(&end) = self.passing.get(&step.turn) {
            self.change(end, |body| {
                if let Body::TurnEnd(_, ending) = body {
                    ending.retried = true;
                }
            });
        }
    }

    /// How a call of this turn that has no result ends, where that is known.
    fn closing(&self, turn: Turn) -> Option<Closed> {
        let overtaken = turn.is_some() && self.latest > Some(turn);
        self.ended.get(&turn).copied().or(overtaken.then_some(Closed::Unanswered))
    }

    /// Closes what is still open where nothing more will come.
    pub fn break_off(&mut self) {
        let all = self.open.keys().copied().collect();
        self.close_open(Closed::Unanswered, all);
        self.close_inquiries();
    }

    /// The same at the end of the stream, which is named where a turn was under way.
    pub fn finish(&mut self) {
        self.break_off();
        let under_way = self.latest.is_some_and(|turn| !self.ended.contains_key(&turn));
        let is_told = |item: &Arc<Item>| item.body == Body::Notice(Notice::Unfinished);
        if under_way && !self.session.items.last().is_some_and(is_told) {
            self.note(Notice::Unfinished);
        }
    }

    fn close_open(&mut self, closed: Closed, turns: Vec<Turn>) {
        for turn in turns {
            let mut places = self.open.remove(&turn).unwrap_or_default();
            if closed == Closed::Stopped {
                places.extend(self.unanswered.remove(&turn).unwrap_or_default());
            }
            for place in places {
                self.change(place, |body| close(body, closed));
                self.track(place);
            }
        }
    }
}

fn turn_of(item: &Item) -> Option<Turn> {
    match &item.body {
        Body::Text(prose) | Body::Reasoning(prose) => Some(prose.step.turn),
        Body::Call(call) => Some(call.step.turn),
        Body::TurnStart(_)
        | Body::TurnEnd(..)
        | Body::Given { .. }
        | Body::Block(_)
        | Body::Plan(_)
        | Body::Inquiry(_)
        | Body::Notice(_) => None,
    }
}

fn close(body: &mut Body, closed: Closed) {
    match body {
        Body::Text(prose) | Body::Reasoning(prose) => prose.state = Writing::Interrupted,
        Body::Call(call) => call.closed = Some(closed),
        Body::TurnStart(_)
        | Body::TurnEnd(..)
        | Body::Given { .. }
        | Body::Block(_)
        | Body::Plan(_)
        | Body::Inquiry(_)
        | Body::Notice(_) => {}
    }
}
