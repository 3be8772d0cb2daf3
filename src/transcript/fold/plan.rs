//! The plan: one item, where it was first written, that always shows the newest.

use super::{At, Fold, PLAN_SUB};
use crate::transcript::model::{Body, Item, Place};
use crate::view::PlanStep;
use std::sync::Arc;

/// The plan's item, and up to which event it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Planned {
    place: Place,
    as_of: u64,
}

impl Fold {
    pub(super) fn plan_written(&mut self, at: At, steps: Vec<PlanStep>, as_of: u64) {
        let here = Place { seq: as_of, sub: PLAN_SUB };
        let time_ms = at.time_ms;
        let Some(planned) = self.plan else {
            self.plan = Some(Planned { place: here, as_of });
            return self.insert(Item { place: here, time_ms, body: Body::Plan(steps) });
        };
        let place = planned.place.min(here);
        if place < planned.place
            && let Some(item) = self.remove(planned.place)
        {
            self.insert(Item { place, time_ms, body: item.body.clone() });
        } else if place == here
            && let Some(item) = self.index(place).and_then(|index| self.session.items.get_mut(index))
            && item.time_ms.is_none()
        {
            // What a host derives is told before the event that it comes from, and without its time.
            Arc::make_mut(item).time_ms = time_ms;
        }
        if as_of >= planned.as_of {
            self.change(place, |body| {
                if let Body::Plan(shown) = body {
                    *shown = steps;
                }
            });
        }
        self.plan = Some(Planned { place, as_of: as_of.max(planned.as_of) });
    }
}
