//! Links to the web, and the host that one will open.

use super::strings;
use crate::text::link::{Host, HostWarning, WebLink};
use leptos::prelude::*;

/// The id of the hidden words "opens in a new tab" that every link of this kind points to.
pub const NEW_TAB: &str = "opens-in-new-tab";

/// A link that leads out of the app: in a new tab, which gets neither an opener nor a referrer.
#[component]
pub fn WebAnchor(
    /// Where it leads; there is no other way to make one than to have it judged.
    link: WebLink,
    /// The anchor's class.
    #[prop(optional)]
    class: &'static str,
    /// Its label.
    children: Children,
) -> impl IntoView {
    view! {
        <a
            class=class
            href=link.href.clone()
            title=link.href
            target="_blank"
            rel="noopener noreferrer"
            referrerpolicy="no-referrer"
            aria-describedby=NEW_TAB
        >
            {children()}
        </a>
    }
}

/// The host that a link opens, with a warning where its letters or its form mislead.
#[component]
pub fn HostName(
    /// The host.
    host: Host,
) -> impl IntoView {
    let warning = host.warning.map(|warning| {
        let words = match warning {
            HostWarning::LookAlike => strings().web.look_alike,
            HostWarning::Credentials => strings().web.credentials,
        };
        view! { <span class="chip warn">{words}</span> }
    });
    view! {
        <bdi class="host" title=host.ascii>{host.shown}</bdi>
        {warning}
    }
}
