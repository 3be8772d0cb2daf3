//! `kind: "fetch"`: where the page was, what the server said, and the page.

use crate::card::block::block;
use crate::present::web::{self, PageBody};
use crate::text::link::judge;
use crate::text::visible::visible;
use crate::transcript::model::Call;
use crate::ui::anchor::{HostName, WebAnchor};
use crate::ui::markdown::{Place, markdown};
use crate::ui::more::More;
use crate::ui::strings;
use crate::view::ContentBlock;
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
    let others =
        call.content().iter().filter(|block| !matches!(block, ContentBlock::Text(_) | ContentBlock::Reasoning(_)));
    let others = others.map(block).collect_view();
    let text = match web::body(page, call.title(), call.content()) {
        Some(body) => view! { <PageText body place=Place { id: id.into(), cites: None } /> }.into_any(),
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
fn PageText(body: PageBody, place: Place) -> impl IntoView {
    let t = strings();
    let source = RwSignal::new(false);
    let open = RwSignal::new(false);
    let long = body.head.is_some();
    let shown = move || {
        let text = body.head.as_ref().filter(|_| !open.get()).unwrap_or(&body.text);
        if source.get() {
            view! { <pre class="plain" tabindex="0">{visible(text)}</pre> }.into_any()
        } else {
            markdown(text, &place)
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
