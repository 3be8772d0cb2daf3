//! A body fetched as a stream: its bytes in the chunks in which they arrive.

use super::pieces::{PIECE_BYTES, breathe, words};
use gloo_net::http::Request;
use js_sys::{Reflect, Uint8Array};
use std::ops::ControlFlow;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStreamDefaultReader};

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

fn broke_off(error: &JsValue) -> FetchError {
    FetchError::BrokeOff(words(error))
}
