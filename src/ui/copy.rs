//! The button that copies a text.

use super::strings;
use js_sys::Reflect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

/// How long the outcome stands beside the button.
const SAID: Duration = Duration::from_secs(3);

/// Copies a text, and says whether it could.
#[component]
pub fn Copy(
    /// Gives the text when it is asked for.
    text: Arc<dyn Fn() -> String + Send + Sync>,
) -> impl IntoView {
    let t = strings();
    let said = RwSignal::new(None::<&'static str>);
    let press = move |_| {
        let text = text();
        spawn_local(async move {
            let words = if copy(&text).await { t.card.copied } else { t.card.not_copied };
            // Nobody is told any more when the card is gone meanwhile.
            if said.try_set(Some(words)).is_none() {
                let forget = move || {
                    said.try_set(None);
                };
                set_timeout(forget, SAID);
            }
        });
    };
    view! {
        <span class="copy">
            <span class="said" role="status">
                {move || said.get()}
            </span>
            <button type="button" class="link" on:click=press>
                {t.card.copy}
            </button>
        </span>
    }
}

/// Whether the browser took the text. It has no clipboard on pages without a secure connection, and may refuse.
async fn copy(text: &str) -> bool {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).unwrap_or_default();
    if !clipboard.is_object() {
        return false;
    }
    let clipboard: Clipboard = clipboard.unchecked_into();
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
