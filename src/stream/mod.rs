//! Bytes to records.
//!
//! Whatever carries a stream, it comes in as chunks of bytes, cut anywhere. The decoders of this room turn chunks into
//! events, lines and records without reading anything themselves (sans-IO): the same code serves
//! the network and a recording, and what comes out never depends on where the chunks were cut. None of them can fail
//! or panic on bad bytes, look at a byte again because a new chunk came, or grow without bound.
//!
//! - [`sse`]: an event stream as the WHATWG HTML standard defines it (section 9.2);
//! - [`lines`]: newline-delimited text (JSON Lines);
//! - [`recording`]: tells which of these a file is, and reads it;
//! - [`archive`]: what is in an exported session's archive, and how much may come out of it;
//! - `fetch`, `blob`: the bytes of a body and of a file, in the pieces that `body` makes (browser only).

pub mod archive;
#[cfg(target_arch = "wasm32")]
pub mod blob;
#[cfg(target_arch = "wasm32")]
pub mod body;
#[cfg(target_arch = "wasm32")]
pub mod fetch;
pub mod lines;
pub mod recording;
mod split;
pub mod sse;
