//! Webcard shows what an AI agent read.
//!
//! One direction runs through the rooms below: bytes become records ([`stream`]), records become updates ([`dialect`]),
//! updates fold into state ([`transcript`]), and state is drawn as cards. A lower room knows none above it.

pub mod dialect;
pub mod lang;
pub mod opening;
pub mod present;
pub mod replay;
pub mod stream;
pub mod text;
pub mod transcript;
pub mod view;

#[cfg(target_arch = "wasm32")]
pub mod card;
#[cfg(target_arch = "wasm32")]
pub mod keep;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
pub mod ui;

/// Puts the app into the page's `#app`, in place of the notice that it is loading.
#[cfg(target_arch = "wasm32")]
pub fn mount() {
    use leptos::prelude::*;
    use wasm_bindgen::JsCast;
    let Some(root) = document().get_element_by_id("app") else { return };
    root.set_text_content(None);
    let Ok(root) = root.dyn_into::<web_sys::HtmlElement>() else { return };
    mount_to(root, page::App).forget();
}
