//! Markdown that is still arriving, as elements: what has been drawn stays, only what has changed is drawn again.

use super::markdown::{Context, draw_frame, draw_notes, draw_part};
use crate::text::markdown::growing::{Frame, Growing, Part, Piece};
use leptos::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A document that grows on the page.
#[derive(Clone, Copy)]
pub struct Document {
    /// The keys of its pieces, in order.
    order: RwSignal<Vec<u64>>,
    notes: RwSignal<Vec<Part>>,
    inner: StoredValue<Inner, LocalStorage>,
}

/// What a piece is at the moment: a signal of its own, so that a change reaches that piece alone.
type Current = ArcRwSignal<Arc<Piece>>;

struct Inner {
    growing: Growing,
    pieces: HashMap<u64, Current>,
}

impl Document {
    /// An empty one that can cite so many sources.
    #[must_use]
    pub fn new(sources: usize) -> Self {
        let inner = Inner { growing: Growing::new(sources), pieces: HashMap::new() };
        Self { order: RwSignal::default(), notes: RwSignal::default(), inner: StoredValue::new_local(inner) }
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
            (inner.changed(), inner.growing.notes().to_vec())
        });
        let Some(((order, pieces), notes)) = changed else { return };
        // Not while the document is borrowed: what is told of a change reads it.
        for (signal, piece) in pieces {
            signal.set(Arc::new(piece));
        }
        if self.order.try_with_untracked(|old| *old != order) == Some(true) {
            self.order.set(order);
            self.inner.try_update_value(Inner::forget);
        }
        if self.notes.try_with_untracked(|old| !same_keys(old, &notes)) == Some(true) {
            self.notes.set(notes);
        }
    }

    fn piece(self, key: u64) -> Option<Current> {
        self.inner.try_with_value(|inner| inner.pieces.get(&key).cloned()).flatten()
    }
}

impl Inner {
    /// The keys of all pieces, and the pieces that are not what their signals say. New ones get a signal.
    fn changed(&mut self) -> (Vec<u64>, Vec<(Current, Piece)>) {
        let mut order = Vec::new();
        let mut changed = Vec::new();
        for piece in self.growing.pieces() {
            order.push(piece.key);
            match self.pieces.get(&piece.key) {
                None => {
                    self.pieces.insert(piece.key, ArcRwSignal::new(Arc::new(piece.clone())));
                }
                Some(signal) if signal.with_untracked(|old| same_keys(&old.parts, &piece.parts)) => {}
                Some(signal) => changed.push((signal.clone(), piece.clone())),
            }
        }
        (order, changed)
    }

    /// Lets go of the pieces that are no longer there.
    fn forget(&mut self) {
        let there: HashSet<u64> = self.growing.pieces().map(|piece| piece.key).collect();
        self.pieces.retain(|key, _| there.contains(key));
    }
}

fn same_keys(a: &[Part], b: &[Part]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key)
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
    let notes = move || {
        let part = move |part: Part| context.with_value(|context| draw_part(&part, &Frame::Block, context));
        view! { <For each=move || document.notes.get() key=|part| part.key children=part /> }.into_any()
    };
    let has_notes = Memo::new(move |_| document.notes.with(|notes| !notes.is_empty()));
    view! {
        <div class="markdown">
            <For each=move || document.order.get() key=|key| *key let:key>
                {document.piece(key).map(|piece| context.with_value(|context| growing_piece(piece, context)))}
            </For>
            {move || has_notes.get().then(|| draw_notes(notes()))}
        </div>
    }
}

fn growing_piece(piece: Current, context: &Context) -> AnyView {
    let frame = piece.with_untracked(|piece| piece.frame.clone());
    let inner = StoredValue::new_local((frame.clone(), context.clone()));
    let part = move |part: Part| inner.with_value(|(frame, context)| draw_part(&part, frame, context));
    let parts =
        view! { <For each=move || piece.with(|piece| piece.parts.clone()) key=|part| part.key children=part /> };
    draw_frame(&frame, parts.into_any(), context)
}
