//! The bytes of a stream of the browser's own, in pieces small enough that the page stays alive between two of them.

use js_sys::{Promise, Reflect, Uint8Array};
use std::ops::ControlFlow;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageChannel, ReadableStream, ReadableStreamDefaultReader};

/// How much is handed over at once: a file from a fast disk comes in chunks of megabytes.
pub(super) const PIECE_BYTES: usize = 64 * 1024;

/// Why a stream was not read to its end, in the browser's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("broke off: {0}")]
pub struct BrokeOff(pub String);

impl From<JsValue> for BrokeOff {
    fn from(error: JsValue) -> Self {
        let error = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
        Self(error.unwrap_or_default())
    }
}

/// Hands over the bytes of `stream`, until its end or until `take` says to break off.
///
/// # Errors
/// When the stream breaks off. What was handed over before stays valid.
pub async fn read(stream: &ReadableStream, mut take: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<(), BrokeOff> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().dyn_into().map_err(JsValue::from)?;
    let mut since_breath = 0;
    loop {
        let step = JsFuture::from(reader.read()).await?;
        let field = |name: &str| Reflect::get(&step, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        if field("done").is_truthy() {
            return Ok(());
        }
        let chunk = Uint8Array::new(&field("value"));
        for start in (0..chunk.length()).step_by(PIECE_BYTES) {
            // Taken over piece by piece as well: a chunk may be all there is.
            let piece = chunk.subarray(start, start.saturating_add(PIECE_BYTES as u32)).to_vec();
            if since_breath >= PIECE_BYTES {
                breathe().await;
                since_breath = 0;
            }
            since_breath += piece.len();
            if take(&piece).is_break() {
                // The rest is not wanted; whether the browser manages to cancel it changes nothing here.
                let _ = reader.cancel();
                return Ok(());
            }
        }
    }
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
