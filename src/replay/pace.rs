//! How fast a recording is played.

/// The shortest and the longest wait between two events, in milliseconds: deltas that arrived together are still seen to
/// arrive, and nobody sits through the hour in which an agent waited for an answer.
const SHORTEST_MS: i64 = 20;
const LONGEST_MS: i64 = 2_000;

/// The speeds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// Four times as slow as it happened.
    Quarter,
    /// As it happened.
    Normal,
    /// Without any waiting.
    AtOnce,
}

impl Speed {
    /// All of them, the slowest first.
    pub const ALL: [Self; 3] = [Self::Quarter, Self::Normal, Self::AtOnce];

    /// A wait of `gap` milliseconds at this speed.
    #[must_use]
    pub fn stretch(self, gap: u32) -> u32 {
        match self {
            Self::Quarter => gap.saturating_mul(4),
            Self::Normal => gap,
            Self::AtOnce => 0,
        }
    }
}

/// The wait between two events by their own times, both in milliseconds since 1970. A clock that went back, and an event
/// that does not say when it happened, wait the shortest time.
#[must_use]
pub fn gap(before_ms: Option<i64>, next_ms: Option<i64>) -> u32 {
    let between = before_ms.zip(next_ms).map_or(0, |(before, next)| next.saturating_sub(before));
    // The bounds are far inside of 32 bits.
    u32::try_from(between.clamp(SHORTEST_MS, LONGEST_MS)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_the_time_between_two_events_within_its_bounds() {
        for (before, next, expected) in [
            (Some(1_000), Some(1_500), 500),
            (Some(1_000), Some(1_000), 20),
            (Some(1_000), Some(1_019), 20),
            (Some(1_000), Some(3_600_000), 2_000),
            (Some(1_000), Some(500), 20),
            (Some(i64::MIN), Some(i64::MAX), 2_000),
            (Some(i64::MAX), Some(i64::MIN), 20),
            (None, Some(7), 20),
            (Some(7), None, 20),
            (None, None, 20),
        ] {
            assert_eq!(gap(before, next), expected, "{before:?} {next:?}");
        }
    }

    #[test]
    fn a_speed_stretches_the_gaps() {
        assert_eq!(Speed::ALL.map(|speed| speed.stretch(20)), [80, 20, 0]);
        assert_eq!(Speed::Quarter.stretch(u32::MAX), u32::MAX);
    }
}
