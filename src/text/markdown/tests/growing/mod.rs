mod counts;
mod properties;
mod sights;

use super::*;
use crate::text::markdown::growing::Growing;

/// The prefixes of `text`, ending with the whole, each longer than the one before by one of the `steps`.
fn prefixes<'a>(text: &'a str, steps: &'a [usize]) -> impl Iterator<Item = &'a str> {
    let mut end = 0;
    let mut steps = steps.iter().cycle();
    std::iter::from_fn(move || {
        if end == text.len() {
            return None;
        }
        end = (end + steps.next()?).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Some(text.split_at(end).0)
    })
}
