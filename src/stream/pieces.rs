//! Bytes in pieces that a page can take one after the other without standing still.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, MessageChannel};

/// How much is handed over at once: a file from a fast disk comes in chunks of megabytes, and the page stays alive between
/// pieces of this size.
pub const PIECE_BYTES: usize = 64 * 1024;

/// A file could not be read: it was moved, changed or taken away. The browser's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not readable: {0}")]
pub struct NotReadable(pub String);

/// The piece of a blob (a file is one) that begins at `offset`; empty at its end.
///
/// # Errors
/// See [`NotReadable`].
pub async fn piece(blob: &Blob, offset: u64) -> Result<Vec<u8>, NotReadable> {
    // A file is far smaller than the range in which a double is exact.
    #[allow(clippy::cast_precision_loss)]
    let (from, to) = (offset as f64, (offset + PIECE_BYTES as u64) as f64);
    let slice = blob.slice_with_f64_and_f64(from, to).map_err(|error| not_readable(&error))?;
    let buffer = JsFuture::from(slice.array_buffer()).await.map_err(|error| not_readable(&error))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

fn not_readable(error: &JsValue) -> NotReadable {
    NotReadable(words(error))
}

/// What an exception of the browser says.
pub(super) fn words(error: &JsValue) -> String {
    let error = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    error.unwrap_or_default()
}

/// Lets the browser do what is waiting (input, a frame) before going on. A message, unlike a timer, comes back at once
/// in a hidden page as well.
pub async fn breathe() {
    let Ok(channel) = MessageChannel::new() else { return };
    let mut post = |resolve: js_sys::Function, _| {
        channel.port1().set_onmessage(Some(&resolve));
        // A message that cannot be posted leaves nobody waiting.
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    };
    // The promise is never rejected.
    let _ = JsFuture::from(Promise::new(&mut post)).await;
}
