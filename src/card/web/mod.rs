//! The web card: one family, whose body branches on `kind`.

mod fetch;
mod search;

use super::Undrawable;
use crate::transcript::model::Call;
use crate::view::result::Web;
use leptos::prelude::*;

/// The body of a web card. The one match on `kind`, without a `_` arm.
pub fn body(call: &Call, web: &Web, id: &str) -> Result<AnyView, Undrawable> {
    match web {
        Web::Search(found) => search::body(found, id),
        Web::Fetch(page) => Ok(fetch::body(call, page, id)),
    }
}
