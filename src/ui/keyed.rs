//! A list by keys: what keeps its key keeps its nodes.

use leptos::prelude::*;
use std::sync::Arc;

/// Draws one element a key. All lists of this kind share one piece of code, whatever they show.
#[must_use]
pub fn keyed(
    keys: impl Fn() -> Vec<u64> + Send + Sync + 'static,
    draw: impl Fn(u64) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    shared(Arc::new(keys), Arc::new(draw))
}

type Keys = Arc<dyn Fn() -> Vec<u64> + Send + Sync>;
type Draw = Arc<dyn Fn(u64) -> AnyView + Send + Sync>;

fn shared(keys: Keys, draw: Draw) -> AnyView {
    view! { <For each=move || keys() key=|key| *key children=move |key| draw(key) /> }.into_any()
}
