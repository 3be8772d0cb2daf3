//! Views derived from a result's stored `meta`.
//!
//! Stored logs hold no views. What some tools keep in `meta` are the very fields of their view, so the view can be had
//! back: for the tools named here and by the same strict reading, never by the look of the data, never from text.

use super::fields::{Fields, Strict};
use super::result::{Diff, FileDiff, ToolResultView, Web, search};
use super::{Malformed, Reason};
use serde_json::Value;

/// The view that the result of `tool` would have had, or `None` where that tool's `meta` is no view. `arguments` is the
/// model's own JSON text.
///
/// # Errors
/// When the tool's `meta` should be a view and is not: the first field at fault. The result then shows its content.
pub fn derive(tool: &str, arguments: &str, meta: &Value) -> Option<Result<ToolResultView, Reason>> {
    Some(match tool {
        "web_search" => Strict::read(meta).map(|found| ToolResultView::Web(Web::Search(found))).map_err(Reason::from),
        "web_fetch" => Strict::read(meta).map(|page| ToolResultView::Web(Web::Fetch(page))).map_err(Reason::from),
        "read" => Strict::read(meta).map(ToolResultView::Read).map_err(Reason::from),
        "grep" | "glob" => search(meta).map(ToolResultView::Search),
        "edit" => Strict::read(meta).map(ToolResultView::Diff).map_err(Reason::from),
        "write" => written(arguments, meta).map(ToolResultView::Diff).map_err(Reason::from),
        _ => return None,
    })
}

/// A write keeps no change where there is none to tell from what was there before: a new file is all that was written.
fn written(arguments: &str, meta: &Value) -> Result<Diff, Malformed> {
    let kept = Diff::read(meta)?;
    if !kept.diffs.is_empty() {
        return Ok(kept);
    }
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let fields = Fields::of(&arguments)?;
    let (path, new_text) = (fields.required("file_path")?, fields.required("content")?);
    Ok(Diff { diffs: vec![FileDiff { path, old_text: None, new_text }] })
}
