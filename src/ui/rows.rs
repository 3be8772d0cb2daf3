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

/// How many rows are drawn when.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// How many rows one piece has (the last one may have fewer). Pieces are drawn once, whatever is shown after them. The
    /// browser lays out only those in sight of what is drawn in a box with `class="piece"`.
    pub piece: usize,
    /// How many are shown at first.
    pub first: usize,
    /// How many a press of the button adds at most: more would fill the browser's memory.
    pub step: usize,
    /// How many are drawn in one frame.
    pub frame: usize,
}

/// The pace of lists whose rows are lines.
const LINES: Pace = Pace { piece: 100, first: 400, step: 20_000, frame: 200 };

type Draw = Arc<dyn Fn(Range<usize>) -> AnyView + Send + Sync>;

/// How much of a list is shown.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    total: usize,
    pace: Pace,
    shown: RwSignal<usize>,
    /// What `shown` grows to, a few pieces each frame.
    wanted: RwSignal<usize>,
}

impl Part {
    /// The first part of a list of so many rows.
    #[must_use]
    pub fn of(total: usize) -> Self {
        Self::paced(total, LINES)
    }

    /// The same for rows that are heavier than lines.
    #[must_use]
    pub fn paced(total: usize, pace: Pace) -> Self {
        let first = total.min(pace.first);
        Self { total, pace, shown: RwSignal::new(first), wanted: RwSignal::new(first) }
    }

    /// The pieces that are shown. `draw` is called once for each, with the places of its rows in the list.
    pub fn pieces(self, draw: impl Fn(Range<usize>) -> AnyView + Send + Sync + 'static) -> AnyView {
        self.drawn_by(&(Arc::new(draw) as Draw))
    }

    /// Once for all lists: code that is made anew for each of them weighs.
    fn drawn_by(self, draw: &Draw) -> AnyView {
        let Pace { piece, frame, .. } = self.pace;
        let frames = |start: usize| {
            let (draw, end) = (draw.clone(), self.total.min(start + frame));
            let pieces = move || {
                let one = |start: usize| draw(start..end.min(start + piece));
                (start..end).step_by(piece).map(one).collect_view()
            };
            view! { <Show when=move || { self.shown.get() > start }>{pieces()}</Show> }
        };
        (0..self.total).step_by(frame).map(frames).collect_view().into_any()
    }

    /// The button that shows more; nothing where all rows stand on the page already.
    pub fn more(self) -> Option<AnyView> {
        let t = strings();
        let label = move |left: usize| (t.card.show_more)(left.min(self.pace.step), self.total);
        (self.total > self.pace.first).then(|| view! { <p class="more">{self.button(label)}</p> }.into_any())
    }

    /// The button alone, with a label of its own for so many rows as are left.
    pub fn button(self, label: impl Fn(usize) -> String + Send + Sync + 'static) -> AnyView {
        self.pressed_by(Arc::new(label))
    }

    fn pressed_by(self, label: Arc<dyn Fn(usize) -> String + Send + Sync>) -> AnyView {
        let t = strings();
        let label = move || match self.total - self.wanted.get() {
            0 => t.card.show_less.to_owned(),
            left => label(left),
        };
        let press = move |_| {
            let wanted = self.wanted.get_untracked();
            if wanted < self.total {
                // What is still being drawn goes on by itself, to the new end.
                let is_growing = self.shown.get_untracked() < wanted;
                self.wanted.set(self.total.min(wanted + self.pace.step));
                if !is_growing {
                    self.grow();
                }
            } else {
                self.wanted.set(self.pace.first);
                self.shown.set(self.pace.first);
            }
        };
        view! {
            <button type="button" class="link" on:click=press>
                {label}
            </button>
        }
        .into_any()
    }

    /// Draws what is wanted, some rows a frame, so that the page answers meanwhile. Ends by itself when the list is gone.
    fn grow(self) {
        let (Some(shown), Some(wanted)) = (self.shown.try_get_untracked(), self.wanted.try_get_untracked()) else {
            return;
        };
        if shown < wanted {
            self.shown.set(wanted.min(shown + self.pace.frame));
            request_animation_frame(move || self.grow());
        }
    }
}
