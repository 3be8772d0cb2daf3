//! The play control: a recording played, paused, and wound by its time line.

use super::feed::Feed;
use crate::replay::pace::Speed;
use crate::ui::date::clock;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::strings;
use leptos::prelude::*;

/// The bar at the foot of a recording, once all of it has been read and where it can be wound.
#[component]
pub fn TapeBar(
    /// The recording.
    feed: Feed,
) -> impl IntoView {
    let total = Memo::new(move |_| {
        let position = feed.stand.with(|stand| stand.position);
        position.total.filter(|total| *total > 0 && position.is_held)
    });
    view! { {move || total.get().map(|total| view! { <Controls feed total /> })} }
}

#[component]
fn Controls(feed: Feed, total: u64) -> impl IntoView {
    let t = strings();
    let at = move || feed.stand.with(|stand| stand.position.at);
    let words = move || (t.tape.event_of)(at(), total);
    let time = move || feed.stand.with(|stand| stand.position.time_ms).and_then(clock);
    let toggle = move |_| if feed.playing.get_untracked() { feed.pause() } else { feed.play() };
    let icon = move || {
        let icon = if feed.playing.get() { Icon::Pause } else { Icon::Play };
        view! { <Glyph icon /> }
    };
    let wind = move |ev| {
        if let Ok(to) = event_target_value(&ev).parse() {
            feed.wind(to);
        }
    };
    let choose = move |ev| {
        let name = event_target_value(&ev);
        if let Some(speed) = Speed::ALL.into_iter().find(|speed| value(*speed) == name) {
            feed.set_speed(speed);
        }
    };
    let label = |speed| match speed {
        Speed::Quarter => t.tape.quarter,
        Speed::Normal => t.tape.normal,
        Speed::AtOnce => t.tape.at_once,
    };
    view! {
        <div class="tape" role="group" aria-label=t.tape.label>
            <button
                type="button"
                class="play"
                aria-label=move || if feed.playing.get() { t.tape.pause } else { t.tape.play }
                on:click=toggle
            >
                {icon}
            </button>
            <input
                type="range"
                class="time-line"
                min="0"
                max=total.to_string()
                aria-label=t.tape.time_line
                aria-valuetext=words
                prop:value=move || at().to_string()
                on:input=wind
            />
            <span class="where" aria-hidden="true">
                <span class="event">{words}</span>
                " "
                <span class="clock">{time}</span>
            </span>
            <select class="speed" aria-label=t.tape.speed on:change=choose>
                {Speed::ALL
                    .map(|speed| {
                        view! {
                            <option value=value(speed) selected=speed == Speed::Normal>
                                {label(speed)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}

/// A speed in the list to choose from.
fn value(speed: Speed) -> &'static str {
    match speed {
        Speed::Quarter => "quarter",
        Speed::Normal => "normal",
        Speed::AtOnce => "at-once",
    }
}
