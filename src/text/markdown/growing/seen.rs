//! Numbers that have been met.

/// A set of small numbers.
#[derive(Default, Clone)]
pub(super) struct Seen(Vec<bool>);

impl Seen {
    /// Takes a number in. Says whether it is new.
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let place = usize::try_from(number).unwrap_or_default();
        if self.0.len() <= place {
            self.0.resize(place + 1, false);
        }
        self.0.get_mut(place).is_some_and(|is_seen| !std::mem::replace(is_seen, true))
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
