//! A body fetched as a stream: its bytes in the chunks in which they arrive.

use gloo_net::http::Request;
use js_sys::{Promise, Reflect, Uint8Array};
use std::ops::ControlFlow;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, MessageChannel, ReadableStreamDefaultReader};

/// How much is handed over at once: a file from a fast disk comes in chunks of megabytes, and the page stays alive between
/// pieces of this size.
const PIECE_BYTES: usize = 64 * 1024;

/// Why a body was not read to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The server answered, but not with success.
    #[error("status {0}")]
    Status(u16),
    /// No answer came.
    #[error("no answer: {0}")]
    Unreachable(String),
    /// The answer came, and broke off.
    #[error("broke off: {0}")]
    BrokeOff(String),
}

/// Fetches `url` and hands over each chunk as it arrives, until the end or until `take` says to break off.
///
/// # Errors
/// See [`FetchError`]. Chunks that were handed over before an error stay valid.
pub async fn read(
    url: &str,
    signal: &AbortSignal,
    mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(), FetchError> {
    let unreachable = |error: gloo_net::Error| FetchError::Unreachable(error.to_string());
    let response = Request::get(url).abort_signal(Some(signal)).send().await.map_err(unreachable)?;
    if !response.ok() {
        return Err(FetchError::Status(response.status()));
    }
    let Some(body) = response.body() else { return Ok(()) };
    let reader: ReadableStreamDefaultReader =
        body.get_reader().dyn_into().map_err(|reader| broke_off(&JsValue::from(reader)))?;
    loop {
        let step = JsFuture::from(reader.read()).await.map_err(|error| broke_off(&error))?;
        let field = |name: &str| Reflect::get(&step, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        if field("done").is_truthy() {
            return Ok(());
        }
        let chunk = Uint8Array::new(&field("value")).to_vec();
        for (place, piece) in chunk.chunks(PIECE_BYTES).enumerate() {
            if place > 0 {
                breathe().await;
            }
            if take(piece).is_break() {
                // The rest is not wanted; whether the browser manages to cancel it changes nothing here.
                let _ = reader.cancel();
                return Ok(());
            }
        }
    }
}

/// Lets the browser do what is waiting (input, a frame) before going on. A message, unlike a timer, comes back at once
/// in a hidden page as well.
async fn breathe() {
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

fn broke_off(error: &JsValue) -> FetchError {
    let error = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    FetchError::BrokeOff(error.unwrap_or_default())
}
