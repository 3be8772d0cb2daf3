//! A body fetched as a stream: its bytes as they arrive.

use super::body::{self, BrokeOff};
use gloo_net::http::Request;
use std::ops::ControlFlow;
use web_sys::AbortSignal;

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
    #[error(transparent)]
    BrokeOff(#[from] BrokeOff),
}

/// Fetches `url` and hands over its bytes as they arrive, until the end or until `take` says to break off.
///
/// # Errors
/// See [`FetchError`]. What was handed over before an error stays valid.
pub async fn read(
    url: &str,
    signal: &AbortSignal,
    take: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(), FetchError> {
    let unreachable = |error: gloo_net::Error| FetchError::Unreachable(error.to_string());
    let response = Request::get(url).abort_signal(Some(signal)).send().await.map_err(unreachable)?;
    if !response.ok() {
        return Err(FetchError::Status(response.status()));
    }
    let Some(stream) = response.body() else { return Ok(()) };
    Ok(body::read(&stream, take).await?)
}
