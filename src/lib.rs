//! Webcard shows what an AI agent read.
//!
//! One direction runs through the rooms below: bytes become events ([`stream`]), events become updates ([`dialect`]),
//! updates fold into state ([`transcript`]), and state is drawn as cards.

pub mod dialect;
pub mod replay;
pub mod stream;
pub mod text;
pub mod transcript;
pub mod view;
