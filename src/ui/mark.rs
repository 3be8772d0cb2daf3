//! Chips: marks of a few words.

use crate::present::{Chip, Tone};
use leptos::prelude::*;

/// Draws a chip.
#[component]
pub fn Mark(
    /// What it says.
    chip: Chip,
) -> impl IntoView {
    let class = match chip.tone {
        Tone::Plain => "chip",
        Tone::Busy => "chip busy",
        Tone::Good => "chip good",
        Tone::Warn => "chip warn",
        Tone::Bad => "chip bad",
    };
    view! { <span class=class>{chip.text}</span> }
}
