//! Views derived from a result's stored `meta`.
//!
//! Stored logs hold no views. What the web tools keep in `meta` are the very fields of their view, so the view can be had
//! back: for the tools named here and by the same strict reading, never by the look of the data, never from text.

use super::fields::{Malformed, Strict};
use super::result::{ToolResultView, Web};
use serde_json::Value;

/// The view that the result of `tool` would have had, or `None` where that tool's `meta` is no view.
///
/// # Errors
/// When the tool's `meta` should be a view and is not: the first field at fault. The result then shows its content.
pub fn derive(tool: &str, meta: &Value) -> Option<Result<ToolResultView, Malformed>> {
    let web = match tool {
        "web_search" => Strict::read(meta).map(Web::Search),
        "web_fetch" => Strict::read(meta).map(Web::Fetch),
        _ => return None,
    };
    Some(web.map(ToolResultView::Web))
}
