//! Following a conversation that grows at its end: only a reader who is at the end is taken along.

use super::feed::{Feed, Position};
use crate::ui::react::effect;
use crate::ui::strings;
use leptos::prelude::*;

/// How near to the end of the page counts as being there, in pixels.
const NEAR: f64 = 80.0;

/// Keeps the end in view while the recording is played or wound, as long as the reader is there; scrolling up ends that,
/// and the button leads back.
#[component]
pub fn Newest(
    /// What grows.
    feed: Feed,
) -> impl IntoView {
    let at_end = RwSignal::new(is_at_end());
    let listener = window_event_listener(leptos::ev::scroll, move |_| {
        let now = is_at_end();
        if at_end.get_untracked() != now {
            at_end.set(now);
        }
    });
    on_cleanup(move || listener.remove());
    // Not the first reading: a recording opens at its beginning.
    let mut before = Position::default();
    effect(move || {
        let now = feed.stand.with(|stand| stand.position);
        let before = std::mem::replace(&mut before, now);
        if before.total.is_some() && before.at != now.at && at_end.get_untracked() {
            request_animation_frame(to_end);
        }
    });
    let offered = move || feed.playing.get() && !at_end.get();
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
    let below = f64::from(page.scroll_height()) - f64::from(page.scroll_top()) - f64::from(page.client_height());
    below <= NEAR
}

fn to_end() {
    if let Some(page) = document().document_element() {
        page.set_scroll_top(page.scroll_height());
    }
}
