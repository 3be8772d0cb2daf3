//! A piece of page to look at.

use crate::frames::item;
use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use webcard::card::CallCard;
use webcard::lang::{EN, Strings};

/// A card in a container of its own, taken away when it is dropped.
pub struct Page {
    root: HtmlElement,
    mounted: Option<UnmountHandle<AnyViewState>>,
}

impl Page {
    pub async fn of(payloads: &[Value]) -> Self {
        Self::in_language(&EN, payloads).await
    }

    pub async fn in_language(strings: &'static Strings, payloads: &[Value]) -> Self {
        let item = item(payloads);
        Self::mount(move || {
            provide_context(strings);
            view! { <CallCard item=Signal::stored(item) id="card".to_owned() /> }.into_any()
        })
        .await
    }

    pub async fn mount(draw: impl FnOnce() -> AnyView + 'static) -> Self {
        let root: HtmlElement = document().create_element("div").expect("a div").unchecked_into();
        document().body().expect("a body").append_child(&root).expect("appended");
        let mounted = mount_to(root.clone(), draw);
        leptos::task::tick().await;
        Self { root, mounted: Some(mounted) }
    }

    pub fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.root.query_selector_all(selector).expect("a valid selector");
        (0..found.length()).filter_map(|index| found.item(index)).map(JsCast::unchecked_into).collect()
    }

    pub fn count(&self, selector: &str) -> usize {
        self.all(selector).len()
    }

    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text_content().unwrap_or_default().trim().to_owned()).collect()
    }

    /// The texts with the blanks around them.
    pub fn raw_texts(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text_content().unwrap_or_default()).collect()
    }

    /// The text of the first match; fails where there is none.
    pub fn text(&self, selector: &str) -> String {
        self.texts(selector).into_iter().next().unwrap_or_else(|| panic!("no {selector} in {}", self.root.inner_html()))
    }

    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.get_attribute(name).unwrap_or_default()).collect()
    }

    /// Its markup, without the comments by which the app finds its places in it.
    pub fn markup(&self) -> String {
        let html = self.root.inner_html();
        let mut parts = html.split("<!--");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |markup, part| markup + part.split_once("-->").map_or("", |(_, after)| after))
    }

    /// Marks the first `count` matches, so that they are found again as `[data-marked]` if they are still there.
    pub fn mark(&self, selector: &str, count: usize) {
        for element in self.all(selector).iter().take(count) {
            element.set_attribute("data-marked", "").expect("marked");
        }
    }

    pub async fn click(&self, selector: &str) {
        self.all(selector).first().expect("something to click").unchecked_ref::<HtmlElement>().click();
        leptos::task::tick().await;
    }

    pub async fn click_text(&self, selector: &str, text: &str) {
        let wanted = |element: &&Element| element.text_content().is_some_and(|found| found.trim() == text);
        let all = self.all(selector);
        all.iter().find(wanted).expect("something to click").unchecked_ref::<HtmlElement>().click();
        leptos::task::tick().await;
    }

    /// Waits until it is so, frame by frame; a test that waits in vain fails.
    pub async fn until(&self, so: impl Fn(&Self) -> bool) {
        for _ in 0..600 {
            if so(self) {
                return;
            }
            let frame = js_sys::Promise::new(&mut |resolve, _| {
                window().request_animation_frame(&resolve).expect("a frame");
            });
            wasm_bindgen_futures::JsFuture::from(frame).await.expect("a frame");
        }
        panic!("waited in vain in {}", self.root.text_content().unwrap_or_default());
    }

    /// Opens the card if it is not open yet.
    pub async fn open(&self) {
        if self.attributes(".headline", "aria-expanded") == ["false"] {
            self.click(".headline").await;
        }
    }

    pub fn focused(&self) -> Option<String> {
        document().active_element().map(|element| element.id())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        drop(self.mounted.take());
        self.root.remove();
    }
}
