//! Following a conversation that grows at its end: only a reader who is at the end is taken along.

use super::feed::{Feed, Position};
use crate::ui::react::effect;
use crate::ui::strings;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// How near to the end of the page counts as being there, in pixels: browsers round.
const NEAR: i32 = 2;

/// Keeps the end in view while the recording is played or wound, as long as the reader is there; scrolling up, however
/// little, ends that, and the button leads back.
#[component]
pub fn Newest(
    /// What grows.
    feed: Feed,
) -> impl IntoView {
    let follows = RwSignal::new(is_at_end());
    // Where the page was when it was last scrolled, by whomever.
    let last = Rc::new(Cell::new(top()));
    let seen = last.clone();
    // A wheel that is turned up says so before the page has moved at all.
    let leaving = Rc::new(Cell::new(false));
    let left = leaving.clone();
    let wheel = window_event_listener(leptos::ev::wheel, move |event| {
        if event.delta_y() < 0.0 {
            left.set(true);
            follows.set(false);
        }
    });
    let listener = window_event_listener(leptos::ev::scroll, move |_| {
        let now = top();
        // What grows below the window is no scrolling, and what shrinks leaves the reader at the end.
        let before = seen.replace(now);
        let at_end = is_at_end();
        if now > before || !at_end {
            leaving.set(false);
        }
        let follow = at_end && !leaving.get() || follows.get_untracked() && now >= before;
        if follows.get_untracked() != follow {
            follows.set(follow);
        }
    });
    on_cleanup(move || {
        listener.remove();
        wheel.remove();
    });
    // Not the first reading: a recording opens at its beginning.
    let mut before = Position::default();
    effect(move || {
        let now = feed.stand.with(|stand| stand.position);
        let before = std::mem::replace(&mut before, now);
        if before.total.is_some() && before.at != now.at && follows.get_untracked() {
            let last = last.clone();
            request_animation_frame(move || {
                // Until the frame, the reader may have left; and the page.
                if follows.try_get_untracked() == Some(true) {
                    to_end();
                    last.set(top());
                }
            });
        }
    });
    let offered = move || feed.playing.get() && !follows.get();
    view! {
        <Show when=offered>
            <button type="button" class="chip newest" on:click=move |_| to_end()>
                "↓ "
                {strings().tape.newest}
            </button>
        </Show>
    }
}

fn is_at_end() -> bool {
    let Some(page) = document().document_element() else { return false };
    page.scroll_height() - page.scroll_top() - page.client_height() <= NEAR
}

/// How far down the page is scrolled, in pixels.
fn top() -> i32 {
    document().document_element().map_or(0, |page| page.scroll_top())
}

fn to_end() {
    if let Some(page) = document().document_element() {
        page.set_scroll_top(page.scroll_height());
    }
}
