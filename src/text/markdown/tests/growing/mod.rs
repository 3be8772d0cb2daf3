mod properties;

use super::*;
use crate::text::markdown::growing::{Frame, Growing, Piece};
