//! Markdown that is still arriving, as elements: what has been drawn stays, only what has changed is drawn again.

use super::keyed::keyed;
use super::markdown::{Context, draw_frame, draw_notes, draw_part};
use crate::text::markdown::growing::{Frame, Growing, Part, Piece};
use leptos::prelude::*;
use std::sync::Arc;

/// A document that grows on the page.
#[derive(Clone, Copy)]
pub struct Document {
    /// The keys of its pieces, in order.
    order: RwSignal<Vec<u64>>,
    notes: RwSignal<Arc<Piece>>,
    inner: StoredValue<Inner, LocalStorage>,
}

/// What a piece is at the moment: a signal of its own, so that a change reaches that piece alone.
type Current = RwSignal<Arc<Piece>>;

struct Inner {
    growing: Growing,
    /// In order.
    pieces: Vec<(u64, ArcRwSignal<Arc<Piece>>)>,
}

impl Document {
    /// An empty one that can cite so many sources.
    #[must_use]
    pub fn new(sources: usize) -> Self {
        Self {
            order: RwSignal::default(),
            notes: RwSignal::new(Arc::new(notes(&[]))),
            inner: StoredValue::new_local(Inner { growing: Growing::new(sources), pieces: Vec::new() }),
        }
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
            (inner.changed(), notes(inner.growing.notes()))
        });
        let Some((changed, notes)) = changed else { return };
        // Not while the document is borrowed: what is told of a change reads it.
        for (signal, piece) in changed {
            signal.set(Arc::new(piece));
        }
        let order = self.inner.with_value(|inner| inner.pieces.iter().map(|(key, _)| *key).collect());
        if self.order.try_with_untracked(|old| *old != order) == Some(true) {
            self.order.set(order);
        }
        if self.notes.try_with_untracked(|old| keys(old) != keys(&notes)) == Some(true) {
            self.notes.set(Arc::new(notes));
        }
    }

    fn piece(self, key: u64) -> Option<ArcRwSignal<Arc<Piece>>> {
        let found =
            |inner: &Inner| inner.pieces.iter().rfind(|(other, _)| *other == key).map(|(_, piece)| piece.clone());
        self.inner.try_with_value(found).flatten()
    }
}

impl Inner {
    /// Gives each piece its signal, and says which signals have to say something else.
    fn changed(&mut self) -> Vec<(ArcRwSignal<Arc<Piece>>, Piece)> {
        let mut changed = Vec::new();
        let old = std::mem::take(&mut self.pieces);
        let mut from = 0;
        for piece in self.growing.pieces() {
            // Pieces never change places: what stands before the one that is found is gone.
            let found = old.iter().enumerate().skip(from).find(|(_, (key, _))| *key == piece.key);
            let signal = match found {
                Some((at, (_, signal))) => {
                    from = at + 1;
                    if signal.with_untracked(|old| keys(old) != keys(piece)) {
                        changed.push((signal.clone(), piece.clone()));
                    }
                    signal.clone()
                }
                None => ArcRwSignal::new(Arc::new(piece.clone())),
            };
            self.pieces.push((piece.key, signal));
        }
        changed
    }
}

/// The notes as a piece of their own.
fn notes(parts: &[Part]) -> Piece {
    Piece { key: 0, frame: Frame::Block, parts: parts.to_vec() }
}

fn keys(piece: &Piece) -> Vec<u64> {
    piece.parts.iter().map(|part| part.key).collect()
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
    let piece = move |key| {
        let piece = document.piece(key).map(|piece| growing_piece(RwSignal::from(piece), context));
        piece.into_any()
    };
    let has_notes = Memo::new(move |_| document.notes.with(|notes| !notes.parts.is_empty()));
    let notes = move || has_notes.get().then(|| draw_notes(growing_piece(document.notes, context)));
    view! {
        <div class="markdown">
            {keyed(move || document.order.get(), piece)}
            {notes}
        </div>
    }
}

fn growing_piece(piece: Current, context: StoredValue<Context, LocalStorage>) -> AnyView {
    let frame = StoredValue::new(piece.with_untracked(|piece| piece.frame.clone()));
    let part = move |key| {
        let found = piece.with_untracked(|piece| piece.parts.iter().rfind(|part| part.key == key).cloned());
        let draw = |part| frame.with_value(|frame| context.with_value(|context| draw_part(&part, frame, context)));
        found.map(draw).into_any()
    };
    let parts = keyed(move || piece.with(|piece| keys(piece)), part);
    frame.with_value(|frame| context.with_value(|context| draw_frame(frame, parts, context)))
}
