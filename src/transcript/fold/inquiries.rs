//! What a person is asked: shown with the call that waits for it, and by itself where there is none.
//!
//! An approval names its call. Questions do not, but the call that asks them holds the very same ones.

use super::{At, Fold, LOOSE_SUB};
use crate::transcript::model::{Body, Call, Pending, Place};
use crate::transcript::update::{Inquiry, InquiryId, Settlement};
use crate::view::{Arguments, Question};
use std::collections::{BTreeMap, HashMap};

/// All that a person was asked in a session.
#[derive(Debug, Clone, Default)]
pub(super) struct Inquiries {
    all: BTreeMap<InquiryId, Asked>,
    /// The approvals by the call they name, each with the event that asked it, ascending.
    by_call: HashMap<String, Vec<(u64, InquiryId)>>,
    /// Questions whose call is not here, and calls whose questions no frame has spoken of.
    unpaired: HashMap<Vec<Question>, Unpaired>,
}

/// What has not found its other half yet.
#[derive(Debug, Clone, Default)]
struct Unpaired {
    calls: Vec<Place>,
    inquiries: Vec<InquiryId>,
}

/// Something that a person is asked, with what is needed to find its place.
#[derive(Debug, Clone)]
struct Asked {
    pending: Pending,
    /// The event that asked it, or what is nearest to it of what is known: frames have no place.
    at: At,
    /// That is the event that asked it.
    exact: bool,
    /// The event that settled it; frames have none.
    settled_by: Option<u64>,
    home: Home,
}

/// Where an inquiry is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Home {
    Nowhere,
    /// With a call.
    Call(Place),
    /// By itself.
    Alone(Place),
}

impl Fold {
    pub(super) fn person_asked(&mut self, at: At, id: InquiryId, inquiry: Inquiry) {
        let exact = at.sub < LOOSE_SUB;
        let asked = self.asked(at, &id);
        if asked.pending.inquiry.is_some() && (asked.exact || !exact) {
            return;
        }
        let before = std::mem::replace(&mut asked.at, at);
        asked.exact = exact;
        if let Inquiry::Approval { call_id: Some(call_id), .. } = &inquiry {
            let named = self.inquiries.by_call.entry(call_id.clone()).or_default();
            if let Ok(place) = named.binary_search(&(before.seq, id.clone())) {
                named.remove(place);
            }
            let entry = (at.seq, id.clone());
            named.insert(named.partition_point(|other| *other < entry), entry);
        }
        self.asked(at, &id).pending.inquiry = Some(inquiry.clone());
        self.house(&id);
        if let Inquiry::Questions(questions) = inquiry
            && !matches!(self.asked(at, &id).home, Home::Call(_))
        {
            self.inquiries.unpaired.entry(questions).or_default().inquiries.push(id);
        }
    }

    /// What was settled stays so: of several events the earliest in the log counts, however they arrive. Frames say what an
    /// event says too, and have no order but that of their arrival: one counts while there is no event, and the first of them.
    pub(super) fn inquiry_settled(&mut self, at: At, id: &InquiryId, settlement: Settlement) {
        let by = (at.sub < LOOSE_SUB).then_some(at.seq);
        let asked = self.asked(at, id);
        let is_earlier = by.is_some_and(|seq| asked.settled_by.is_none_or(|other| seq < other));
        if asked.pending.settlement.is_some() && !is_earlier {
            return;
        }
        asked.settled_by = by;
        if asked.pending.settlement.as_ref() != Some(&settlement) {
            asked.pending.settlement = Some(settlement);
            self.house(id);
        }
    }

    /// Nothing more will be said of what is still open.
    pub(super) fn close_inquiries(&mut self) {
        let open = |asked: &&mut Asked| asked.pending.settlement.is_none() && !asked.pending.closed;
        let close = |asked: &mut Asked| {
            asked.pending.closed = true;
            asked.pending.id.clone()
        };
        let closed: Vec<_> = self.inquiries.all.values_mut().filter(open).map(close).collect();
        closed.iter().for_each(|id| self.house(id));
    }

    /// A call is new, so approvals that name its id may belong to it: those asked after it, and where it is the first of its
    /// id, all.
    pub(super) fn claim_approvals(&mut self, call_id: &str, place: Place) {
        let Some(named) = self.inquiries.by_call.get(call_id) else { return };
        let is_first = self.calls.get(call_id).is_some_and(|places| places.first() == Some(&place));
        let from = if is_first { 0 } else { place.seq };
        let after: Vec<_> = named.iter().rev().take_while(|(seq, _)| *seq >= from).map(|(_, id)| id.clone()).collect();
        after.iter().for_each(|id| self.house(id));
    }

    /// A call has started, and may be the one that asks questions which are here already.
    pub(super) fn claim_questions(&mut self, place: Place) {
        let Some(questions) = self.item(place).and_then(|item| asking(&item.body)).cloned() else { return };
        let unpaired = self.inquiries.unpaired.entry(questions).or_default();
        unpaired.calls.push(place);
        if let Some(id) = unpaired.inquiries.pop() {
            self.house(&id);
        }
    }

    /// A call has moved, and what is asked there with it.
    pub(super) fn rehouse(&mut self, call: &Call, from: Place, to: Place) {
        for pending in &call.pending {
            if let Some(asked) = self.inquiries.all.get_mut(&pending.id) {
                asked.home = Home::Call(to);
            }
        }
        if let Some(Arguments::Questions(questions)) = &call.known
            && let Some(unpaired) = self.inquiries.unpaired.get_mut(questions)
        {
            unpaired.calls.iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
        }
    }

    fn asked(&mut self, at: At, id: &InquiryId) -> &mut Asked {
        self.inquiries.all.entry(id.clone()).or_insert_with(|| {
            let pending = Pending { id: id.clone(), inquiry: None, settlement: None, closed: false };
            Asked { pending, at, exact: false, settled_by: None, home: Home::Nowhere }
        })
    }

    /// Shows an inquiry as it is now where it belongs, and nowhere else.
    fn house(&mut self, id: &InquiryId) {
        let Some(mut asked) = self.inquiries.all.remove(id) else { return };
        let call = self.call_of(&asked);
        match asked.home {
            Home::Call(old) if call != Some(old) => {
                let mut others = self.take_pending(old);
                others.retain(|pending| pending.id != *id);
                self.set_pending(old, others);
            }
            Home::Alone(old) if call.is_some() || !asked.at.holds(old) => {
                self.remove(old);
            }
            Home::Nowhere | Home::Call(_) | Home::Alone(_) => {}
        }
        asked.home = match (call, asked.home) {
            (Some(place), _) => {
                self.put(place, &asked);
                Home::Call(place)
            }
            (None, Home::Alone(place)) if self.item(place).is_some() => {
                self.change(place, |body| {
                    if let Body::Inquiry(shown) = body {
                        shown.as_mut().clone_from(&asked.pending);
                    }
                });
                Home::Alone(place)
            }
            (None, _) => Home::Alone(self.add(asked.at, Body::Inquiry(Box::new(asked.pending.clone())))),
        };
        self.inquiries.all.insert(id.clone(), asked);
    }

    fn call_of(&mut self, asked: &Asked) -> Option<Place> {
        match (asked.pending.inquiry.as_ref()?, asked.home) {
            (Inquiry::Approval { call_id, .. }, _) => self.find_call(asked.at, call_id.as_deref()?, |_| true),
            (Inquiry::Questions(_), Home::Call(place)) => Some(place),
            (Inquiry::Questions(questions), _) => self.inquiries.unpaired.get_mut(questions)?.calls.pop(),
        }
    }

    /// Writes an inquiry into its call, in the order in which they were asked.
    fn put(&mut self, place: Place, asked: &Asked) {
        let mut pending = self.take_pending(place);
        if asked.home == Home::Call(place)
            && let Some(old) = pending.iter().rposition(|other| other.id == asked.pending.id)
        {
            pending.remove(old);
        }
        let earlier = |other: &Pending| match self.inquiries.all.get(&other.id) {
            Some(other) => (other.at.seq, &other.pending.id) < (asked.at.seq, &asked.pending.id),
            None => false,
        };
        pending.insert(pending.partition_point(earlier), asked.pending.clone());
        self.set_pending(place, pending);
    }

    fn take_pending(&mut self, place: Place) -> Vec<Pending> {
        let mut taken = Vec::new();
        self.change(place, |body| {
            if let Body::Call(call) = body {
                taken = std::mem::take(&mut call.pending);
            }
        });
        taken
    }

    fn set_pending(&mut self, place: Place, pending: Vec<Pending>) {
        self.change(place, |body| {
            if let Body::Call(call) = body {
                call.pending = pending;
            }
        });
    }
}

/// The questions that a call asks.
fn asking(body: &Body) -> Option<&Vec<Question>> {
    let Body::Call(call) = body else { return None };
    if let Some(Arguments::Questions(questions)) = &call.known { Some(questions) } else { None }
}
