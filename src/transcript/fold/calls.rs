//! Tool calls and their results, paired by id and place.

use super::{At, Fold};
use crate::transcript::model::{Body, Call, Place};
use crate::transcript::update::{CallStart, ToolResult};

impl Fold {
    pub(super) fn call_started(&mut self, at: At, start: CallStart) {
        let place = self
            .find_call(at, &start.call_id, |call| call.start.is_none())
            .unwrap_or_else(|| self.add_call(at, Call::new(&start.call_id, start.step)));
        self.untrack(place);
        self.change_call(place, |call| {
            call.step = start.step;
            call.name = Some(start.name.clone());
            call.arguments.clone_from(&start.arguments);
            call.start = Some(start);
        });
        self.track(place);
    }

    pub(super) fn result_arrived(&mut self, at: At, result: ToolResult) {
        let place = self
            .find_call(at, &result.call_id, |call| call.result.is_none())
            .unwrap_or_else(|| self.add_call(at, Call::new(&result.call_id, result.step)));
        self.untrack(place);
        self.change_call(place, |call| call.result = Some(result));
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
        place
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
