//! Which cards are in the app's second part, and what stands in their place until it is there.

use crate::present::Face;
use crate::ui::second::{Second, fetch, wanted};
use crate::ui::strings;
use leptos::prelude::*;

/// Whether a card with this face can be drawn now, as a signal. The cards of the web are in the first part; the others are
/// fetched with the first of them.
pub fn can_draw(face: Face) -> bool {
    match face {
        Face::WebSearch | Face::WebFetch | Face::Tool => true,
        Face::FileSearch | Face::Read | Face::Edit | Face::Terminal | Face::Plan | Face::Question | Face::Agent => {
            wanted() == Second::There
        }
    }
}

/// What stands where a card will be drawn.
pub fn in_its_place() -> AnyView {
    let t = strings();
    if wanted() == Second::Missing {
        return view! {
            <p class="note">
                {t.card.not_loaded} " "
                <button type="button" class="link" on:click=|_| fetch()>{t.load.retry}</button>
            </p>
        }
        .into_any();
    }
    view! { <p class="note" aria-busy="true">{t.card.loading}</p> }.into_any()
}

/// Draws what is in the second part once that is there.
pub fn later(draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let draw: Box<dyn Fn() -> AnyView + Send> = Box::new(draw);
    (move || if wanted() == Second::There { draw() } else { in_its_place() }).into_any()
}
