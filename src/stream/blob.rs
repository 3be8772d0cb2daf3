//! The bytes of a file that the browser holds: as they are, or inflated.

use super::body::{self, BrokeOff, PIECE_BYTES};
use js_sys::{Array, Function, Reflect, Uint8Array, global};
use std::ops::{ControlFlow, Range};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair};

/// Its size in bytes.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A whole number from 0, far below where doubles lose count.
pub fn size(blob: &Blob) -> u64 {
    blob.size() as u64
}

/// A part of it as a blob of its own, which costs nothing; what lies beyond its end is left out.
///
/// # Errors
/// When the browser refuses.
#[allow(clippy::cast_precision_loss)] // As above.
pub fn slice(blob: &Blob, range: &Range<u64>) -> Result<Blob, BrokeOff> {
    Ok(blob.slice_with_f64_and_f64(range.start as f64, range.end as f64)?)
}

/// All of its bytes at once; for small ones.
///
/// # Errors
/// When the file behind it is no longer what it was.
pub async fn bytes(blob: &Blob) -> Result<Vec<u8>, BrokeOff> {
    Ok(Uint8Array::new(&JsFuture::from(blob.array_buffer()).await?).to_vec())
}

/// A piece of its bytes, from an offset on; empty at its end.
///
/// # Errors
/// As [`bytes`].
pub async fn piece(blob: &Blob, offset: u64) -> Result<Vec<u8>, BrokeOff> {
    bytes(&slice(blob, &(offset..offset.saturating_add(PIECE_BYTES as u64)))?).await
}

/// Hands over its bytes piece by piece, until the end or until `take` says to break off.
///
/// # Errors
/// As [`bytes`]. What was handed over before stays valid.
pub async fn read(blob: &Blob, take: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<(), BrokeOff> {
    body::read(&blob.stream(), take).await
}

/// The same for what it unpacks to, by "deflate" without any header, as in a ZIP archive.
///
/// # Errors
/// As [`bytes`]; and when it is damaged, or the browser is too old to unpack.
pub async fn inflate(blob: &Blob, take: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<(), BrokeOff> {
    // By its name, since web-sys counts it among what may still change.
    let inflater: Function = Reflect::get(&global(), &JsValue::from_str("DecompressionStream"))?.dyn_into()?;
    let inflater = Reflect::construct(&inflater, &Array::of1(&JsValue::from_str("deflate-raw")))?;
    body::read(&blob.stream().pipe_through(inflater.unchecked_ref::<ReadableWritablePair>()), take).await
}

/// How much is held in memory before the browser gets it, which may put it on its disk. Handing over much more than this
/// at once holds up the page.
const PART_BYTES: usize = 1024 * 1024;

/// Bytes on their way into a blob, mostly in the browser's hands.
#[derive(Default)]
pub struct Parts {
    blobs: Array,
    rest: Vec<u8>,
}

impl Parts {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// When the browser refuses to hold any more.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), BrokeOff> {
        self.rest.extend_from_slice(bytes);
        if self.rest.len() >= PART_BYTES { self.hand_over() } else { Ok(()) }
    }

    /// All of them as one blob.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn into_blob(mut self) -> Result<Blob, BrokeOff> {
        self.hand_over()?;
        Ok(Blob::new_with_blob_sequence(&self.blobs)?)
    }

    fn hand_over(&mut self) -> Result<(), BrokeOff> {
        let bytes = Uint8Array::from(std::mem::take(&mut self.rest).as_slice());
        self.blobs.push(&*Blob::new_with_u8_array_sequence(&Array::of1(&bytes))?);
        Ok(())
    }
}
