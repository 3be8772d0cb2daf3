//! States kept on the way through a recording, so that one can go back without beginning anew.

/// How many states are kept at most. Half as many are always there once there have been enough, so the way from one to
/// any position is at most a thirty-second part of the whole, and what was between two offers.
const MOST: usize = 64;

/// States of a recording, each at a position and at an offset into the bytes.
///
/// When there are too many, every second one goes and the distance between those to come is doubled: however long a
/// recording is, they are spread evenly over it.
#[derive(Debug, Clone)]
pub struct Checkpoints<T> {
    /// Ascending in both position and offset.
    kept: Vec<Checkpoint<T>>,
    /// How many events to leave between two.
    distance: u64,
}

/// One of them.
#[derive(Debug, Clone)]
pub struct Checkpoint<T> {
    /// How many events had been applied.
    pub position: u64,
    /// How many bytes had been read.
    pub offset: u64,
    /// The state.
    pub state: T,
}

impl<T: Clone> Checkpoints<T> {
    /// Only the beginning.
    pub fn new(beginning: T) -> Self {
        Self { kept: vec![Checkpoint { position: 0, offset: 0, state: beginning }], distance: 1 }
    }

    /// Keeps a copy of a state where there is none near before it. States behind the last one kept are what counts; the
    /// others are known.
    pub fn offer(&mut self, position: u64, offset: u64, state: &T) {
        let due = self.kept.last().is_none_or(|last| position >= last.position.saturating_add(self.distance));
        if !due {
            return;
        }
        self.kept.push(Checkpoint { position, offset, state: state.clone() });
        if self.kept.len() > MOST {
            let mut place = 0;
            self.kept.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            let spread = self.kept.last().map_or(0, |last| last.position) / self.kept.len() as u64;
            self.distance = self.distance.saturating_mul(2).max(spread);
        }
    }

    /// The nearest state at or before a position.
    #[must_use]
    pub fn before(&self, position: u64) -> Option<&Checkpoint<T>> {
        let after = self.kept.partition_point(|kept| kept.position <= position);
        self.kept.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_one_before_a_position_is_found() {
        let mut kept = Checkpoints::new("beginning");
        kept.offer(10, 100, &"ten");
        kept.offer(20, 200, &"twenty");
        let found = |position| kept.before(position).map(|kept| (kept.position, kept.offset, kept.state));
        assert_eq!(found(0), Some((0, 0, "beginning")));
        assert_eq!(found(9), Some((0, 0, "beginning")));
        assert_eq!(found(10), Some((10, 100, "ten")));
        assert_eq!(found(u64::MAX), Some((20, 200, "twenty")));
    }

    #[test]
    fn they_stay_few_and_even_however_many_are_offered() {
        for step in [1, 7, 300] {
            let mut kept = Checkpoints::new(());
            let mut worst = 0;
            for offered in 1..=20_000_u64 {
                let position = offered * step;
                worst = worst.max(position - kept.before(position).unwrap().position);
                kept.offer(position, offered, &());
            }
            let total = 20_000 * step;
            assert!(kept.kept.len() <= MOST);
            let positions: Vec<u64> = kept.kept.iter().map(|kept| kept.position).chain([total]).collect();
            let widest = positions.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
            assert!(widest <= total / (MOST as u64 / 2) + step, "{widest} of {total}");
            assert!(worst <= total / (MOST as u64 / 2) + step, "{worst} of {total}");
        }
    }

    #[test]
    fn a_state_that_was_passed_already_is_not_kept_again() {
        let mut kept = Checkpoints::new(0);
        for position in [5, 10, 3, 5, 10] {
            kept.offer(position, position, &1);
        }
        assert_eq!(kept.kept.iter().map(|kept| kept.position).collect::<Vec<_>>(), [0, 5, 10]);
    }
}
