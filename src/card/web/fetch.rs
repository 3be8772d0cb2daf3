//! `kind: "fetch"`: where the page was, what the server said, and the page.

use crate::card::block::block;
use crate::present::web::{self, PageBody};
use crate::present::without_text;
use crate::text::link::judge;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::anchor::{HostName, WebAnchor};
use crate::ui::markdown::{Context, markdown};
use crate::ui::more::More;
use crate::ui::scroll::Pre;
use crate::ui::strings;
use crate::view::result::WebFetch;
use leptos::prelude::*;

/// The final URL, whether the content was cut, and the content. The status stands in the header.
pub fn body(call: &Call, page: &WebFetch, id: &str) -> AnyView {
    let t = strings();
    let url = match judge(&page.url) {
        Some(link) => {
            let scheme = link.href.split_inclusive("//").next().unwrap_or_default().to_owned();
            let (host, path) = (link.host.clone(), link.path.clone());
            view! { <WebAnchor link class="url">{scheme}<HostName host />{path}</WebAnchor> }.into_any()
        }
        None => view! {
            <span class="url"><bdi>{visible(&page.url)}</bdi></span>
            <span class="chip warn">{t.web.not_a_link}</span>
        }
        .into_any(),
    };
    let cut = page.truncated.then(|| view! { <span class="chip warn">{t.web.content_cut}</span> });
    let others = without_text(call.content()).map(block).collect_view();
    let text = match web::body(page, call.title(), call.content()) {
        Some(body) => view! { <PageText body id=id.to_owned() /> }.into_any(),
        None => view! { <p class="note">{t.web.no_content}</p> }.into_any(),
    };
    view! {
        <div class="fetched">{url} {cut}</div>
        {text}
        {others}
    }
    .into_any()
}

/// The page's text: formatted or as it came, and folded where it is long.
#[component]
fn PageText(body: PageBody, id: String) -> impl IntoView {
    let t = strings();
    let source = RwSignal::new(false);
    let open = RwSignal::new(false);
    let long = body.head.is_some();
    let shown = move || {
        let text = body.head.as_ref().filter(|_| !open.get()).unwrap_or(&body.text);
        if source.get() {
            view! { <Pre class="plain" label=t.card.content text=visible(text) /> }.into_any()
        } else {
            markdown(text, &Context::new(id.as_str(), None))
        }
    };
    let more = long.then(|| view! { <More open /> });
    view! {
        <div class="page-text" class:folded=move || long && !open.get()>{shown}</div>
        <div class="tools">
            {more}
            <button
                type="button"
                class="link"
                on:click=move |_| source.update(|source| *source = !*source)
            >
                {move || if source.get() { t.web.as_markdown } else { t.web.as_text }}
            </button>
        </div>
    }
}
