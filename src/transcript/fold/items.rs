//! How a session's items are kept: in the order of their places, each found by its place.

use super::{At, Fold, LOOSE_SUB, PLAN_SUB, turn_of};
use crate::transcript::model::{Body, Closed, Item, Place, Writing};
use std::sync::Arc;

impl Fold {
    pub(super) fn add(&mut self, at: At, body: Body) -> Place {
        self.add_at(at, at.time_ms, body)
    }

    /// Adds an item behind those that the same event has made.
    pub(super) fn add_at(&mut self, at: At, time_ms: Option<i64>, body: Body) -> Place {
        let first = Place { seq: at.seq, sub: at.sub };
        let behind = Place { seq: at.seq, sub: if at.sub < LOOSE_SUB { LOOSE_SUB } else { PLAN_SUB } };
        let end = self.session.items.partition_point(|item| item.place < behind);
        let last = end.checked_sub(1).and_then(|index| self.session.items.get(index)).map(|item| item.place);
        let place = last.filter(|place| *place >= first).map_or(first, |last| Place { sub: last.sub + 1, ..last });
        self.insert(Item { place, time_ms, body });
        self.track(place);
        place
    }

    pub(super) fn insert(&mut self, item: Item) {
        let index = self.session.items.partition_point(|other| other.place < item.place);
        self.touched.insert(item.place);
        self.order_changed = true;
        self.session.items.insert(index, Arc::new(item));
    }

    pub(super) fn remove(&mut self, place: Place) -> Option<Arc<Item>> {
        let index = self.index(place)?;
        self.untrack(place);
        self.touched.remove(&place);
        self.order_changed = true;
        Some(self.session.items.remove(index))
    }

    /// Notes an item of which more may come, under its turn.
    pub(super) fn track(&mut self, place: Place) {
        let Some(item) = self.item(place) else { return };
        let Some(turn) = turn_of(item) else { return };
        match waiting(&item.body) {
            Waiting::Open => {
                self.open.entry(turn).or_default().insert(place);
            }
            Waiting::Unanswered => self.unanswered.entry(turn).or_default().push(place),
            Waiting::No => {}
        }
    }

    /// The opposite: to be called before the item changes its turn, is complete, or goes.
    pub(super) fn untrack(&mut self, place: Place) {
        let Some(turn) = self.item(place).and_then(turn_of) else { return };
        if let Some(places) = self.open.get_mut(&turn) {
            places.remove(&place);
        }
        if let Some(places) = self.unanswered.get_mut(&turn) {
            places.retain(|other| *other != place);
        }
    }

    pub(super) fn index(&self, place: Place) -> Option<usize> {
        self.session.items.binary_search_by_key(&place, |item| item.place).ok()
    }

    pub(super) fn item(&self, place: Place) -> Option<&Item> {
        self.session.items.get(self.index(place)?).map(Arc::as_ref)
    }

    pub(super) fn change(&mut self, place: Place, change: impl FnOnce(&mut Body)) {
        let item = self.index(place).and_then(|index| self.session.items.get_mut(index));
        if let Some(item) = item {
            change(&mut Arc::make_mut(item).body);
            self.touched.insert(place);
        }
    }

    /// Takes an item back. A call that has started or was asked about stays: it did happen.
    pub(super) fn discard(&mut self, place: Place) {
        let Some(item) = self.item(place) else { return };
        if let Body::Call(call) = &item.body {
            if call.start.is_some() || call.result.is_some() || !call.pending.is_empty() {
                return;
            }
            let call_id = call.call_id.clone();
            self.forget_call(&call_id, place);
        }
        self.remove(place);
    }
}

/// Whether more may come of an item.
enum Waiting {
    /// It is being written, or runs.
    Open,
    /// A call that ended without a result.
    Unanswered,
    /// It is complete, or nobody can tell that it is not.
    No,
}

fn waiting(body: &Body) -> Waiting {
    match body {
        Body::Text(prose) | Body::Reasoning(prose) if prose.state == Writing::Open => Waiting::Open,
        Body::Call(call) if call.result.is_none() => match call.closed {
            None => Waiting::Open,
            Some(Closed::Unanswered) => Waiting::Unanswered,
            Some(Closed::Stopped) => Waiting::No,
        },
        Body::Text(_)
        | Body::Reasoning(_)
        | Body::Call(_)
        | Body::TurnStart(_)
        | Body::TurnEnd(..)
        | Body::Given { .. }
        | Body::Block(_)
        | Body::Plan(_)
        | Body::Inquiry(_)
        | Body::Notice(_) => Waiting::No,
    }
}
