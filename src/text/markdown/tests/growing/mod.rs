mod counts;
mod properties;

use super::*;
use crate::text::markdown::growing::Growing;
