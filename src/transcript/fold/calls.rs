//! Tool calls and their results, paired by id, step and place.

use super::{At, Fold};
use crate::transcript::model::{Body, Call, Place};
use crate::transcript::update::{CallStart, Step, ToolResult};
use std::sync::Arc;

impl Fold {
    pub(super) fn call_started(&mut self, at: At, start: CallStart) {
        let place = match self.awaiting(at, &start) {
            // A result that came before its call stands where the call does.
            Some(early) if early.seq > at.seq => self.move_item(at, early),
            Some(place) => Some(place),
            None => None,
        };
        let place = place.unwrap_or_else(|| self.add_call(at, Call::new(&start.call_id, start.step)));
        self.untrack(place);
        self.change_call(place, |call| {
            call.step = start.step;
            call.name = Some(start.name.clone());
            call.arguments.clone_from(&start.arguments);
            call.understand();
            call.start = Some(start);
        });
        self.track(place);
        self.claim_questions(place);
    }

    /// The call that is there already without its start: the one whose result names this start, else one of this step.
    fn awaiting(&self, at: At, start: &CallStart) -> Option<Place> {
        let named = |call: &Call| call.result.as_ref().and_then(|result| result.answers);
        let fits = |call: &Call| {
            call.start.is_none() && may_be(call.step, start.step) && named(call).is_none_or(|seq| seq == start.seq)
        };
        self.find_call(at, &start.call_id, |call| call.start.is_none() && named(call) == Some(start.seq))
            .or_else(|| self.find_call(at, &start.call_id, fits))
    }

    pub(super) fn result_arrived(&mut self, at: At, result: ToolResult) {
        let place =
            self.answered(at, &result).unwrap_or_else(|| self.add_call(at, Call::new(&result.call_id, result.step)));
        self.untrack(place);
        self.change_call(place, |call| call.result = Some(result));
    }

    /// The call that a result belongs to: the one whose start it names, else the nearest of its step that lacks a result. A
    /// provider may use an id again, but not for two calls whose results could be taken for each other's.
    fn answered(&self, at: At, result: &ToolResult) -> Option<Place> {
        let started = |call: &Call| call.start.as_ref().map(|start| start.seq);
        let other = |call: &Call| result.answers.is_some() && started(call).is_some();
        self.find_call(at, &result.call_id, |call| {
            call.result.is_none() && started(call).is_some() && started(call) == result.answers
        })
        .or_else(|| {
            let fits = |call: &Call| call.result.is_none() && may_be(call.step, result.step) && !other(call);
            self.find_call(at, &result.call_id, fits)
        })
    }

    /// The nearest earlier call of that id for which `fits` holds; where there is none, the nearest later one.
    pub(super) fn find_call(&self, at: At, call_id: &str, fits: impl Fn(&Call) -> bool) -> Option<Place> {
        let places = self.calls.get(call_id)?;
        let (earlier, later) = places.split_at_checked(places.partition_point(|place| place.seq <= at.seq))?;
        let fits = |place: &&Place| match self.item(**place).map(|item| &item.body) {
            Some(Body::Call(call)) => fits(call),
            _ => false,
        };
        earlier.iter().rev().find(fits).or_else(|| later.iter().find(fits)).copied()
    }

    pub(super) fn add_call(&mut self, at: At, mut call: Call) -> Place {
        call.closed = self.closing(call.step.turn);
        let call_id = call.call_id.clone();
        let place = self.add(at, Body::Call(Box::new(call)));
        self.note_call(&call_id, place);
        self.claim_approvals(&call_id, place);
        place
    }

    /// Says of the call that this event has started which session it started, or none.
    pub fn link(&mut self, call_id: &str, seq: u64, session: Option<&Arc<str>>) {
        let at = At { seq: u64::MAX, sub: 0, time_ms: None };
        let place = self.find_call(at, call_id, |call| call.start.as_ref().is_some_and(|start| start.seq == seq));
        let shown = place.and_then(|place| self.item(place)).map(|item| &item.body);
        if let (Some(place), Some(Body::Call(call))) = (place, shown)
            && call.started.as_ref() != session
        {
            self.change_call(place, |call| call.started = session.cloned());
        }
    }

    /// Moves an item behind those that the event at hand has made.
    pub(super) fn move_item(&mut self, at: At, from: Place) -> Option<Place> {
        let item = self.remove(from)?;
        // What moves forward was heard of too early, and has another event's time.
        let time_ms = if from.seq > at.seq { at.time_ms } else { item.time_ms };
        let place = self.add_at(at, time_ms, item.body.clone());
        if let Body::Call(call) = &item.body {
            self.forget_call(&call.call_id, from);
            self.note_call(&call.call_id, place);
            self.rehouse(call, from, place);
        }
        Some(place)
    }

    pub(super) fn note_call(&mut self, call_id: &str, place: Place) {
        let places = self.calls.entry(call_id.to_owned()).or_default();
        places.insert(places.partition_point(|known| *known < place), place);
    }

    pub(super) fn forget_call(&mut self, call_id: &str, place: Place) {
        if let Some(places) = self.calls.get_mut(call_id) {
            places.retain(|known| *known != place);
        }
    }

    pub(super) fn change_call(&mut self, place: Place, change: impl FnOnce(&mut Call)) {
        self.change(place, |body| {
            if let Body::Call(call) = body {
                change(call);
                call.derive();
            }
        });
    }
}

/// Whether two events can be of one step: not where both say that they are of different ones.
fn may_be(one: Step, other: Step) -> bool {
    let same = |a: Option<u64>, b: Option<u64>| a.zip(b).is_none_or(|(a, b)| a == b);
    same(one.turn, other.turn) && same(one.step, other.step)
}
