//! Why a view that came is not the one that is shown.

use crate::present::problem::rejection;
use crate::transcript::model::Call;
use crate::ui::strings;
use leptos::prelude::*;

/// The reasons, one a line: for the result's view and for the call's.
pub fn reasons(call: &Call) -> AnyView {
    let line = |words: String| view! { <p class="note">{words}</p> };
    let result = call.rejected().map(|reason| line(rejection(&reason, strings())));
    let own = call.call_rejected().map(|reason| line(rejection(reason, strings())));
    view! { {result} {own} }.into_any()
}
