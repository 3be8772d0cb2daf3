//! Markdown that is still arriving, as elements: what has been drawn stays, only what has changed is drawn again.

use super::keyed::keyed;
use super::markdown::{Context, draw_block, draw_frame, draw_notes, draw_part};
use crate::text::markdown::Block;
use crate::text::markdown::growing::{Frame, Growing, Part, Piece};
use leptos::prelude::*;

/// A document that grows on the page.
#[derive(Clone, Copy)]
pub struct Document {
    inner: StoredValue<Inner, LocalStorage>,
}

struct Inner {
    growing: Growing,
    /// In order.
    pieces: Vec<Shown>,
    /// Tells when pieces come or go.
    order: ArcTrigger,
    notes: Shown,
}

/// What of a piece is on the page.
#[derive(Clone)]
struct Shown {
    key: u64,
    parts: Vec<u64>,
    /// Tells when other parts are to be shown.
    changed: ArcTrigger,
}

impl Document {
    /// An empty one that can cite so many sources.
    #[must_use]
    pub fn new(sources: usize) -> Self {
        let notes = Shown { key: NOTES, parts: Vec::new(), changed: ArcTrigger::new() };
        let growing = Growing::new(sources);
        let inner = Inner { growing, pieces: Vec::new(), order: ArcTrigger::new(), notes };
        Self { inner: StoredValue::new_local(inner) }
    }

    /// Takes all of the text there is so far; if it is complete, the document becomes what it is when it is parsed at once.
    pub fn take(self, text: &str, is_complete: bool) {
        self.change(|growing| {
            growing.grow(text);
            if is_complete {
                growing.finish();
            }
        });
    }

    /// No more text has come for a while.
    pub fn pause(self) {
        self.change(Growing::pause);
    }

    /// How many bytes the parser has got.
    #[must_use]
    pub fn parsed(self) -> u64 {
        self.inner.try_with_value(|inner| inner.growing.parsed()).unwrap_or_default()
    }

    fn change(self, change: impl FnOnce(&mut Growing)) {
        let changed = self.inner.try_update_value(|inner| {
            change(&mut inner.growing);
            inner.changed()
        });
        // Not while the document is borrowed: what is told of a change reads it.
        for trigger in changed.unwrap_or_default() {
            trigger.notify();
        }
    }

    /// The pieces, by their keys.
    fn order(self) -> Vec<u64> {
        let order = self.inner.try_with_value(|inner| {
            inner.order.track();
            inner.pieces.iter().map(|piece| piece.key).collect()
        });
        order.unwrap_or_default()
    }

    /// The parts of a piece, by their keys.
    fn parts(self, key: u64) -> Vec<u64> {
        let parts = self.inner.try_with_value(|inner| {
            let shown =
                if key == NOTES { Some(&inner.notes) } else { inner.pieces.iter().rfind(|piece| piece.key == key) };
            shown.inspect(|shown| shown.changed.track()).map(|shown| shown.parts.clone())
        });
        parts.flatten().unwrap_or_default()
    }

    /// The code of a piece that is complete.
    fn code(self, key: u64) -> Option<Block> {
        let key = key.checked_sub(COMPLETE)?;
        self.inner.try_with_value(|inner| inner.growing.piece(key)?.block()).flatten()
    }

    fn frame(self, key: u64) -> Frame {
        let frame = self.inner.try_with_value(|inner| Some(inner.growing.piece(key)?.frame.clone()));
        frame.flatten().unwrap_or(Frame::Block)
    }

    fn part(self, key: u64, part: u64) -> Option<Part> {
        let found = self.inner.try_with_value(|inner| {
            let parts = if key == NOTES { inner.growing.notes() } else { &inner.growing.piece(key)?.parts };
            parts.iter().rfind(|found| found.key == part).cloned()
        });
        found.flatten()
    }
}

/// Stands for the notes where a piece has a key; no piece has it.
const NOTES: u64 = 0;

/// A block of code that is complete is drawn anew under another key, this much higher: then it gets its colours and its
/// button. Pieces do not come to have such high keys.
const COMPLETE: u64 = 1 << 62;

fn shown_key(growing: &Growing, piece: &Piece) -> u64 {
    let is_complete = matches!(piece.frame, Frame::Code { .. }) && growing.is_settled(piece.key);
    if is_complete { piece.key + COMPLETE } else { piece.key }
}

impl Inner {
    /// Takes over what there is to be shown now, and gives what tells of it.
    fn changed(&mut self) -> Vec<ArcTrigger> {
        let mut changed = Vec::new();
        let old = std::mem::take(&mut self.pieces);
        let (mut from, mut is_new) = (0, false);
        for piece in self.growing.pieces() {
            let (key, parts) = (shown_key(&self.growing, piece), &piece.parts);
            // Pieces never change places: what stands before the one that is found is gone.
            let found = (from..old.len()).find(|at| old.get(*at).is_some_and(|shown| shown.key == key));
            let shown = found.and_then(|at| old.get(at));
            is_new |= found != Some(from);
            from = found.map_or(from, |at| at + 1);
            let mut shown =
                shown.cloned().unwrap_or_else(|| Shown { key, parts: Vec::new(), changed: ArcTrigger::new() });
            shown.take(parts, &mut changed);
            self.pieces.push(shown);
        }
        self.notes.take(self.growing.notes(), &mut changed);
        if is_new || from < old.len() {
            changed.push(self.order.clone());
        }
        changed
    }
}

impl Shown {
    fn take(&mut self, parts: &[Part], changed: &mut Vec<ArcTrigger>) {
        let is_same =
            parts.len() == self.parts.len() && parts.iter().zip(&self.parts).all(|(part, key)| part.key == *key);
        if !is_same {
            self.parts = parts.iter().map(|part| part.key).collect();
            changed.push(self.changed.clone());
        }
    }
}

/// A document that grows.
#[component]
pub fn GrowingMarkdown(
    /// What it says.
    document: Document,
    /// Its place on the page.
    context: Context,
) -> impl IntoView {
    let context = StoredValue::new_local(context);
    let section = move || if document.parts(NOTES).is_empty() { vec![] } else { vec![NOTES] };
    view! {
        <div class="markdown">
            {keyed(move || document.order(), move |key| growing_piece(document, key, context))}
            {keyed(section, move |key| draw_notes(growing_piece(document, key, context)))}
        </div>
    }
}

fn growing_piece(document: Document, key: u64, context: StoredValue<Context, LocalStorage>) -> AnyView {
    if let Some(code) = document.code(key) {
        return context.with_value(|context| draw_block(code, context));
    }
    let draw = move |part: Part| context.with_value(|context| draw_part(&part, &document.frame(key), context));
    let parts = keyed(move || document.parts(key), move |part| document.part(key, part).map(draw).into_any());
    context.with_value(|context| draw_frame(&document.frame(key), parts, context))
}
