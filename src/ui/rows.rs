//! Long lists: the first rows stand on the page at once, the others when they are asked for, a piece at a time.
//!
//! ```ignore
//! let part = Part::of(lines.len());
//! view! { <ul>{part.pieces(move |rows| …)}</ul> {part.more()} }
//! ```

use super::strings;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// How many rows one piece has (the last one may have fewer). Pieces are drawn once, whatever is shown after them. The
/// browser lays out only those in sight of what is drawn in a box with `class="piece"`.
pub const PIECE: usize = 100;

/// How many rows are shown at first.
const FIRST: usize = 4 * PIECE;
/// How many rows a press of the button adds at most: more would fill the browser's memory.
const STEP: usize = 200 * PIECE;
/// How many rows are drawn in one frame.
const FRAME: usize = 2 * PIECE;

type Draw = Arc<dyn Fn(Range<usize>) -> AnyView + Send + Sync>;

/// How much of a list is shown.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    total: usize,
    shown: RwSignal<usize>,
    /// What `shown` grows to, a few pieces each frame.
    wanted: RwSignal<usize>,
}

impl Part {
    /// The first part of a list of so many rows.
    #[must_use]
    pub fn of(total: usize) -> Self {
        let first = total.min(FIRST);
        Self { total, shown: RwSignal::new(first), wanted: RwSignal::new(first) }
    }

    /// The pieces that are shown. `draw` is called once for each, with the places of its rows in the list.
    pub fn pieces(self, draw: impl Fn(Range<usize>) -> AnyView + Send + Sync + 'static) -> AnyView {
        self.drawn_by(&(Arc::new(draw) as Draw))
    }

    /// Once for all lists: code that is made anew for each of them weighs.
    fn drawn_by(self, draw: &Draw) -> AnyView {
        let frame = |start: usize| {
            let (draw, end) = (draw.clone(), self.total.min(start + FRAME));
            let pieces = move || {
                let piece = |start: usize| draw(start..end.min(start + PIECE));
                (start..end).step_by(PIECE).map(piece).collect_view()
            };
            view! { <Show when=move || { self.shown.get() > start }>{pieces()}</Show> }
        };
        (0..self.total).step_by(FRAME).map(frame).collect_view().into_any()
    }

    /// The button that shows more; nothing where all rows stand on the page already.
    pub fn more(self) -> Option<AnyView> {
        let t = strings();
        let label = move || match self.total - self.wanted.get() {
            0 => t.card.show_less.to_owned(),
            left => (t.card.show_more)(left.min(STEP), self.total),
        };
        let press = move |_| {
            let wanted = self.wanted.get_untracked();
            if wanted < self.total {
                // What is still being drawn goes on by itself, to the new end.
                let is_growing = self.shown.get_untracked() < wanted;
                self.wanted.set(self.total.min(wanted + STEP));
                if !is_growing {
                    self.grow();
                }
            } else {
                self.wanted.set(FIRST);
                self.shown.set(FIRST);
            }
        };
        (self.total > FIRST).then(|| {
            view! {
                <p class="more">
                    <button type="button" class="link" on:click=press>
                        {label}
                    </button>
                </p>
            }
            .into_any()
        })
    }

    /// Draws what is wanted, some rows a frame, so that the page answers meanwhile. Ends by itself when the list is gone.
    fn grow(self) {
        let (Some(shown), Some(wanted)) = (self.shown.try_get_untracked(), self.wanted.try_get_untracked()) else {
            return;
        };
        if shown < wanted {
            self.shown.set(wanted.min(shown + FRAME));
            request_animation_frame(move || self.grow());
        }
    }
}
