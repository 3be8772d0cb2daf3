//! The one way to an effect. Leptos compiles an effect anew for every closure that it is given, some two kilobytes of
//! WebAssembly each; behind a box they are all the same.

use leptos::prelude::Effect;

/// Runs `run` now and again whenever a signal that it reads has changed, after the page has been drawn.
pub fn effect(run: impl FnMut() + 'static) {
    boxed(Box::new(run));
}

fn boxed(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| run());
}
