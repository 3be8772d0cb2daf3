//! A file's name on one line, of which the end is always to be seen.

use crate::present::opening::split_name;
use leptos::prelude::*;

/// The name; where there is no room for all of it, letters before its end are left out.
#[component]
pub fn FileName(
    /// The name, as the person's system has it.
    name: String,
) -> impl IntoView {
    let (head, tail) = split_name(&name);
    let title = format!("{head}{tail}");
    view! {
        <bdi class="file-name" title=title>
            <span>{head}</span>
            <span>{tail}</span>
        </bdi>
    }
}
