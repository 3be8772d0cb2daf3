//! What the model writes: blocks that grow, and the message that is their final form.

use super::{At, Fold, Streamed};
use crate::transcript::model::{Body, Call, Place, Prose, Writing};
use crate::transcript::update::{Growth, Part, Step};
use crate::view::ContentBlock;

impl Fold {
    pub(super) fn part_grew(&mut self, at: At, part: Part, growth: Growth) {
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
        if let Some((place, start)) = self.piece(at, part, more) {
            return self.change(place, |body| {
                if let Body::Text(prose) | Body::Reasoning(prose) = body {
                    insert(&mut prose.text, start, more);
                }
            });
        }
        let state = if self.closing(part.step.turn).is_some() { Writing::Interrupted } else { Writing::Open };
        let place = self.add(at, kind(Prose { step: part.step, text: more.to_owned(), state }));
        self.stream(at, part, place, more);
    }

    fn arguments_grew(&mut self, at: At, part: Part, call_id: &str, name: Option<String>, delta: &str) {
        let (place, start) = self.piece(at, part, delta).unwrap_or_else(|| {
            let place = self.find_call(at, call_id, |call| call.step == part.step);
            let place = place.unwrap_or_else(|| self.add_call(at, Call::new(call_id, part.step)));
            self.stream(at, part, place, delta);
            (place, 0)
        });
        self.change_call(place, |call| {
            // A call that has started came with its whole arguments.
            if call.start.is_none() {
                call.name = name.or(call.name.take());
                insert(&mut call.arguments, start, delta);
            }
        });
    }

    /// Where a streamed block stands and where in its text a new piece belongs, if the block is there already.
    fn piece(&mut self, at: At, part: Part, more: &str) -> Option<(Place, usize)> {
        let streamed = self.parts.get_mut(&part)?;
        Some((streamed.place, streamed.put(at.seq, more.len())))
    }

    /// Notes a block with the first piece of its text.
    fn stream(&mut self, at: At, part: Part, place: Place, first: &str) {
        let mut streamed = Streamed::new(place);
        streamed.put(at.seq, first.len());
        self.parts.insert(part, streamed);
    }

    /// The final form of a step's blocks. Those that were streamed keep their places, so nothing on the page is rebuilt;
    /// where the stream had shown something else, the final form is put in order at the message's own place.
    pub(super) fn message_written(&mut self, at: At, step: Step, content: Vec<ContentBlock>, state: Writing) {
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
    pub(super) fn written_at(&self, at: At, step: Step, index: usize, block: &ContentBlock) -> Option<Place> {
        if let ContentBlock::ToolCall { id, .. } = block {
            return self.find_call(at, id, |call| call.step == step);
        }
        let place = self.parts.get(&Part { step, index: index as u64 })?.place;
        let same_kind = match &self.item(place)?.body {
            Body::Text(_) => matches!(block, ContentBlock::Text(_)),
            Body::Reasoning(_) => matches!(block, ContentBlock::Reasoning(_)),
            Body::TurnStart(_)
            | Body::TurnEnd(..)
            | Body::Given { .. }
            | Body::Block(_)
            | Body::Call(_)
            | Body::Plan(_)
            | Body::Inquiry(_)
            | Body::Notice(_) => false,
        };
        same_kind.then_some(place)
    }

    /// Makes a place for a block of a final message behind those made before, taking along a call that is there.
    pub(super) fn put_in_order(&mut self, at: At, step: Step, index: usize, block: &ContentBlock) -> Place {
        let prose = || Prose { step, text: String::new(), state: Writing::Open };
        if let Some(old) = self.written_at(at, step, index, block)
            && let Some(place) = self.move_item(at, old)
        {
            self.parts.retain(|_, streamed| streamed.place != old);
            return place;
        }
        match block {
            ContentBlock::ToolCall { id, .. } => self.add_call(at, Call::new(id, step)),
            ContentBlock::Text(_) => self.add(at, Body::Text(prose())),
            ContentBlock::Reasoning(_) => self.add(at, Body::Reasoning(prose())),
            ContentBlock::Image { .. } | ContentBlock::Other(_) => self.add(at, Body::Block(block.clone())),
        }
    }

    pub(super) fn write(&mut self, place: Place, block: ContentBlock, state: Writing) {
        match block {
            ContentBlock::Text(text) | ContentBlock::Reasoning(text) => {
                self.untrack(place);
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
                    call.understand();
                }
            }),
            ContentBlock::Image { .. } | ContentBlock::Other(_) => {}
        }
    }

    pub(super) fn settle(&mut self, at: At, step: Step) {
        let end = self.settled.entry(step).or_default();
        *end = at.seq.max(*end);
    }

    /// What the step has streamed before the event at hand.
    pub(super) fn parts_until(&self, at: At, step: Step) -> Vec<(Part, Place)> {
        let all = Part { step, index: 0 }..=Part { step, index: u64::MAX };
        let parts = self.parts.range(all).map(|(part, streamed)| (*part, streamed.place));
        parts.filter(|(_, place)| place.seq <= at.seq).collect()
    }
}

fn is_empty(block: &ContentBlock) -> bool {
    matches!(block, ContentBlock::Text(text) | ContentBlock::Reasoning(text) if text.is_empty())
}

/// Puts a piece where it belongs. The start of a piece is the end of another, and so never inside of a character.
fn insert(text: &mut String, start: usize, more: &str) {
    if text.is_char_boundary(start) {
        text.insert_str(start, more);
    }
}
