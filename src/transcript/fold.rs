//! The one fold: entries into a session.

use super::SessionChanges;
use super::model::{Body, Call, Closed, Ending, Item, Notice, Place, Prose, Session, Writing};
use super::seen::{Insertion, Seen};
use super::update::{CallStart, Entry, Growth, Outcome, Part, Step, ToolResult, Turn, Update};
use crate::view::ContentBlock;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A session while it is folded, with what the fold needs to find things by their identity.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    session: Session,
    seen: Seen,
    /// The blocks of messages whose final form is not there yet.
    parts: BTreeMap<Part, Place>,
    /// Up to which event a step's deltas say nothing any more: its final message is there, or it was tried again.
    settled: HashMap<Step, u64>,
    /// A provider may use an id again, so an id has a list of calls, ascending.
    calls: HashMap<String, Vec<Place>>,
    /// Prose that may grow and calls without a result.
    open: BTreeSet<Place>,
    /// The last turn that has started.
    latest: Option<Turn>,
    ended: HashMap<Turn, Closed>,
    retried: HashSet<Turn>,
    /// The ends of turns that are not final where the turn was tried again.
    passing: HashMap<Turn, Place>,
    title_as_of: Option<u64>,
    order_changed: bool,
    touched: BTreeSet<Place>,
}

/// The event that is being applied.
#[derive(Clone, Copy)]
struct At {
    seq: u64,
    time_ms: Option<i64>,
}

/// A gap's notice shares the `seq` of an event that may yet come; no event has as many items as this.
const GAP_SUB: u32 = u32::MAX;

impl Fold {
    pub fn new(id: Arc<str>) -> Self {
        Self {
            session: Session { id, title: None, parent: None, items: Vec::new() },
            seen: Seen::default(),
            parts: BTreeMap::new(),
            settled: HashMap::new(),
            calls: HashMap::new(),
            open: BTreeSet::new(),
            latest: None,
            ended: HashMap::new(),
            retried: HashSet::new(),
            passing: HashMap::new(),
            title_as_of: None,
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
        let at = At { seq, time_ms: entry.time_ms };
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
        true
    }

    fn update(&mut self, at: At, update: Update) -> bool {
        match update {
            Update::SessionSeen { parent } => {
                let news = parent.is_some() && self.session.parent != parent;
                self.session.parent = parent.or(self.session.parent.take());
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
            Update::MessageGiven { author, content } => {
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
            Update::Unreadable { problem, raw } => {
                self.add(at, Body::Notice(Notice::Unreadable { problem, raw }));
            }
        }
        false
    }

    fn turn_started(&mut self, at: At, turn: Turn) {
        self.latest = self.latest.max(Some(turn));
        // Turns follow each other: what an earlier one left open will not be answered any more.
        self.close_open(Closed::Unanswered, |open| open < turn);
        self.add(at, Body::TurnStart(turn));
    }

    fn turn_ended(&mut self, at: At, turn: Turn, outcome: Outcome, passing: bool) {
        let closed = if outcome == Outcome::Stopped { Closed::Stopped } else { Closed::Unanswered };
        self.ended.insert(turn, closed);
        self.close_open(closed, |open| open == turn);
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

    /// Closes what is still open at the end of the stream, and says so where a turn was under way.
    pub fn finish(&mut self) {
        self.close_open(Closed::Unanswered, |_| true);
        let under_way = self.latest.is_some_and(|turn| !self.ended.contains_key(&turn));
        let notice = Body::Notice(Notice::Unfinished);
        if under_way && self.session.items.last().is_none_or(|last| last.body != notice) {
            let at = At { seq: self.seen.last().unwrap_or(0), time_ms: None };
            self.add(at, notice);
        }
    }

    fn close_open(&mut self, closed: Closed, concerns: impl Fn(Turn) -> bool) {
        let places: Vec<Place> = self.open.iter().copied().collect();
        for place in places {
            let item = self.item(place).filter(|item| turn_of(item).is_some_and(&concerns));
            if item.is_some_and(|item| closes(&item.body, closed)) {
                self.change(place, |body| close(body, closed));
            }
        }
    }

    fn part_grew(&mut self, at: At, part: Part, growth: Growth) {
        if self.settled.get(&part.step).is_some_and(|&end| at.seq <= end) {
            return;
        }
        match growth {
            Growth::Text(text) => self.prose_grew(at, part, &text, Body::Text),
            Growth::Reasoning(text) => self.prose_grew(at, part, &text, Body::Reasoning),
            Growth::Arguments { call_id, name, delta } => self.arguments_grew(at, part, &call_id, name, &delta),
        }
    }

    fn prose_grew(&mut self, at: At, part: Part, more: &str, kind: fn(Prose) -> Body) {
        if let Some(&place) = self.parts.get(&part) {
            return self.change(place, |body| {
                if let Body::Text(prose) | Body::Reasoning(prose) = body {
                    prose.text.push_str(more);
                }
            });
        }
        let state = if self.closing(part.step.turn).is_some() { Writing::Interrupted } else { Writing::Open };
        let place = self.add(at, kind(Prose { step: part.step, text: more.to_owned(), state }));
        self.parts.insert(part, place);
    }

    fn arguments_grew(&mut self, at: At, part: Part, call_id: &str, name: Option<String>, delta: &str) {
        let place = self.find_call(at, call_id, |call| call.step == part.step).unwrap_or_else(|| {
            let place = self.add_call(at, Call::new(call_id, part.step));
            self.parts.insert(part, place);
            place
        });
        self.change_call(place, |call| {
            // A call that has started came with its whole arguments.
            if call.start.is_none() {
                call.name = name.or(call.name.take());
                call.arguments.push_str(delta);
            }
        });
    }

    /// The final form of a step's blocks. Those that were streamed keep their places, so nothing on the page is rebuilt;
    /// where the stream had shown something else, the final form is put in order at the message's own place.
    fn message_written(&mut self, at: At, step: Step, content: Vec<ContentBlock>, state: Writing) {
        self.settle(at, step);
        let content: Vec<_> = content.into_iter().enumerate().filter(|(_, block)| !is_empty(block)).collect();
        let known: Option<Vec<Place>> =
            content.iter().map(|(index, block)| self.written_at(at, step, *index, block)).collect();
        let in_order = |places: &Vec<Place>| places.is_sorted_by(|a, b| a < b);
        let places = match known.filter(in_order) {
            Some(places) => places,
            None => content.iter().map(|(index, block)| self.put_in_order(at, step, *index, block)).collect(),
        };
        for (part, place) in self.parts_until(at, step) {
            self.parts.remove(&part);
            if !places.contains(&place) {
                self.discard(place);
            }
        }
        for ((_, block), place) in content.into_iter().zip(places) {
            self.write(place, block, state);
        }
    }

    /// Where the block of a final message stands already.
    fn written_at(&self, at: At, step: Step, index: usize, block: &ContentBlock) -> Option<Place> {
        if let ContentBlock::ToolCall { id, .. } = block {
            return self.find_call(at, id, |call| call.step == step);
        }
        let place = *self.parts.get(&Part { step, index: index as u64 })?;
        let same_kind = match &self.item(place)?.body {
            Body::Text(_) => matches!(block, ContentBlock::Text(_)),
            Body::Reasoning(_) => matches!(block, ContentBlock::Reasoning(_)),
            Body::TurnStart(_)
            | Body::TurnEnd(..)
            | Body::Given { .. }
            | Body::Block(_)
            | Body::Call(_)
            | Body::Notice(_) => false,
        };
        same_kind.then_some(place)
    }

    /// Makes a place for a block of a final message behind those made before, taking along a call that is there.
    fn put_in_order(&mut self, at: At, step: Step, index: usize, block: &ContentBlock) -> Place {
        let prose = || Prose { step, text: String::new(), state: Writing::Open };
        if let Some(old) = self.written_at(at, step, index, block)
            && let Some(item) = self.remove(old)
        {
            self.parts.retain(|_, place| *place != old);
            let place = self.add_at(at, item.time_ms, item.body.clone());
            if let Body::Call(call) = &item.body {
                self.forget_call(&call.call_id, old);
                self.note_call(&call.call_id, place);
            }
            return place;
        }
        match block {
            ContentBlock::ToolCall { id, .. } => self.add_call(at, Call::new(id, step)),
            ContentBlock::Text(_) => self.add(at, Body::Text(prose())),
            ContentBlock::Reasoning(_) => self.add(at, Body::Reasoning(prose())),
            ContentBlock::Image { .. } | ContentBlock::Other(_) => self.add(at, Body::Block(block.clone())),
        }
    }

    fn write(&mut self, place: Place, block: ContentBlock, state: Writing) {
        match block {
            ContentBlock::Text(text) | ContentBlock::Reasoning(text) => {
                self.open.remove(&place);
                self.change(place, |body| {
                    if let Body::Text(prose) | Body::Reasoning(prose) = body {
                        prose.text = text;
                        prose.state = state;
                    }
                });
            }
            ContentBlock::ToolCall { name, arguments, .. } => self.change_call(place, |call| {
                call.name.get_or_insert(name);
                if call.start.is_none() {
                    call.arguments = arguments;
                }
            }),
            ContentBlock::Image { .. } | ContentBlock::Other(_) => {}
        }
    }

    fn call_started(&mut self, at: At, start: CallStart) {
        let place = self
            .find_call(at, &start.call_id, |call| call.start.is_none())
            .unwrap_or_else(|| self.add_call(at, Call::new(&start.call_id, start.step)));
        self.change_call(place, |call| {
            call.step = start.step;
            call.name = Some(start.name.clone());
            call.arguments.clone_from(&start.arguments);
            call.start = Some(start);
        });
    }

    fn result_arrived(&mut self, at: At, result: ToolResult) {
        let place = self
            .find_call(at, &result.call_id, |call| call.result.is_none())
            .unwrap_or_else(|| self.add_call(at, Call::new(&result.call_id, result.step)));
        self.open.remove(&place);
        self.change_call(place, |call| call.result = Some(result));
    }

    /// The nearest earlier call of that id for which `fits` holds; where there is none, the nearest later one.
    fn find_call(&self, at: At, call_id: &str, fits: impl Fn(&Call) -> bool) -> Option<Place> {
        let places = self.calls.get(call_id)?;
        let (earlier, later) = places.split_at_checked(places.partition_point(|place| place.seq <= at.seq))?;
        let fits = |place: &&Place| match self.item(**place).map(|item| &item.body) {
            Some(Body::Call(call)) => fits(call),
            _ => false,
        };
        earlier.iter().rev().find(fits).or_else(|| later.iter().find(fits)).copied()
    }

    fn add_call(&mut self, at: At, mut call: Call) -> Place {
        call.closed = self.closing(call.step.turn);
        let call_id = call.call_id.clone();
        let place = self.add(at, Body::Call(Box::new(call)));
        self.note_call(&call_id, place);
        place
    }

    fn note_call(&mut self, call_id: &str, place: Place) {
        let places = self.calls.entry(call_id.to_owned()).or_default();
        places.insert(places.partition_point(|known| *known < place), place);
    }

    fn forget_call(&mut self, call_id: &str, place: Place) {
        if let Some(places) = self.calls.get_mut(call_id) {
            places.retain(|known| *known != place);
        }
    }

    fn change_call(&mut self, place: Place, change: impl FnOnce(&mut Call)) {
        self.change(place, |body| {
            if let Body::Call(call) = body {
                change(call);
                call.derive();
            }
        });
    }

    fn settle(&mut self, at: At, step: Step) {
        let end = self.settled.entry(step).or_default();
        *end = at.seq.max(*end);
    }

    /// What the step has streamed before the event at hand.
    fn parts_until(&self, at: At, step: Step) -> Vec<(Part, Place)> {
        let all = Part { step, index: 0 }..=Part { step, index: u64::MAX };
        let parts = self.parts.range(all).map(|(part, place)| (*part, *place));
        parts.filter(|(_, place)| place.seq <= at.seq).collect()
    }

    /// Takes an item back. A call that has started stays: it did happen.
    fn discard(&mut self, place: Place) {
        let Some(item) = self.item(place) else { return };
        if let Body::Call(call) = &item.body {
            if call.start.is_some() || call.result.is_some() {
                return;
            }
            let call_id = call.call_id.clone();
            self.forget_call(&call_id, place);
        }
        self.remove(place);
    }

    fn add(&mut self, at: At, body: Body) -> Place {
        self.add_at(at, at.time_ms, body)
    }

    /// Adds an item behind those that the same event has made.
    fn add_at(&mut self, at: At, time_ms: Option<i64>, body: Body) -> Place {
        let end = self.session.items.partition_point(|item| item.place < Place { seq: at.seq, sub: GAP_SUB });
        let last = end.checked_sub(1).and_then(|index| self.session.items.get(index)).map(|item| item.place);
        let sub = last.filter(|place| place.seq == at.seq).map_or(0, |place| place.sub + 1);
        let place = Place { seq: at.seq, sub };
        if is_open(&body) {
            self.open.insert(place);
        }
        self.insert(Item { place, time_ms, body });
        place
    }

    fn insert(&mut self, item: Item) {
        let index = self.session.items.partition_point(|other| other.place < item.place);
        self.touched.insert(item.place);
        self.order_changed = true;
        self.session.items.insert(index, Arc::new(item));
    }

    fn remove(&mut self, place: Place) -> Option<Arc<Item>> {
        let index = self.index(place)?;
        self.touched.remove(&place);
        self.open.remove(&place);
        self.order_changed = true;
        Some(self.session.items.remove(index))
    }

    fn index(&self, place: Place) -> Option<usize> {
        self.session.items.binary_search_by_key(&place, |item| item.place).ok()
    }

    fn item(&self, place: Place) -> Option<&Item> {
        self.session.items.get(self.index(place)?).map(Arc::as_ref)
    }

    fn change(&mut self, place: Place, change: impl FnOnce(&mut Body)) {
        let item = self.index(place).and_then(|index| self.session.items.get_mut(index));
        if let Some(item) = item {
            change(&mut Arc::make_mut(item).body);
            self.touched.insert(place);
        }
    }
}

fn is_empty(block: &ContentBlock) -> bool {
    matches!(block, ContentBlock::Text(text) | ContentBlock::Reasoning(text) if text.is_empty())
}

fn is_open(body: &Body) -> bool {
    match body {
        Body::Text(prose) | Body::Reasoning(prose) => prose.state == Writing::Open,
        Body::Call(call) => call.result.is_none(),
        Body::TurnStart(_) | Body::TurnEnd(..) | Body::Given { .. } | Body::Block(_) | Body::Notice(_) => false,
    }
}

fn turn_of(item: &Item) -> Option<Turn> {
    match &item.body {
        Body::Text(prose) | Body::Reasoning(prose) => Some(prose.step.turn),
        Body::Call(call) => Some(call.step.turn),
        Body::TurnStart(_) | Body::TurnEnd(..) | Body::Given { .. } | Body::Block(_) | Body::Notice(_) => None,
    }
}

/// Whether closing it says something new. That a turn was stopped is known for sure, unlike a missing answer.
fn closes(body: &Body, closed: Closed) -> bool {
    match body {
        Body::Call(call) => {
            call.closed.is_none() || call.closed == Some(Closed::Unanswered) && closed == Closed::Stopped
        }
        Body::Text(_)
        | Body::Reasoning(_)
        | Body::TurnStart(_)
        | Body::TurnEnd(..)
        | Body::Given { .. }
        | Body::Block(_)
        | Body::Notice(_) => is_open(body),
    }
}

fn close(body: &mut Body, closed: Closed) {
    match body {
        Body::Text(prose) | Body::Reasoning(prose) => prose.state = Writing::Interrupted,
        Body::Call(call) => call.closed = Some(closed),
        Body::TurnStart(_) | Body::TurnEnd(..) | Body::Given { .. } | Body::Block(_) | Body::Notice(_) => {}
    }
}
