//! Which events of a session's log have been applied.

/// A set of `seq`s, kept as ranges: one range while nothing is missing.
///
/// An event is applied if and only if its `seq` is not in here. That makes a replay harmless, and it lets an event that
/// arrives late, or an older page, take the place that was left for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Inclusive, ascending, never touching each other.
    ranges: Vec<(u64, u64)>,
}

/// What an insertion did to the holes between the ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Insertion {
    /// It was in already.
    Known,
    /// It is in now. A hole (inclusive) may be gone, and up to two may have come.
    New { filled: Option<(u64, u64)>, opened: [Option<(u64, u64)>; 2] },
}

impl Seen {
    /// The highest `seq`, if any.
    pub fn last(&self) -> Option<u64> {
        self.ranges.last().map(|&(_, end)| end)
    }

    /// The lowest `seq`, if any.
    pub fn first(&self) -> Option<u64> {
        self.ranges.first().map(|&(start, _)| start)
    }

    /// Adds one `seq`. Constant time for the next one in line.
    pub fn insert(&mut self, seq: u64) -> Insertion {
        let at = self.ranges.partition_point(|&(start, _)| start <= seq);
        let before = at.checked_sub(1).and_then(|index| self.ranges.get(index)).copied();
        let after = self.ranges.get(at).copied();
        if before.is_some_and(|(_, end)| seq <= end) {
            return Insertion::Known;
        }
        let hole = |from: u64, to: u64| (from <= to).then_some((from, to));
        let below = before.and_then(|(_, end)| hole(end + 1, seq.checked_sub(1)?));
        let above = after.and_then(|(start, _)| hole(seq + 1, start - 1));
        let filled = before.zip(after).map(|((_, end), (start, _))| (end + 1, start - 1));
        let joined = (
            before.filter(|_| below.is_none()).map_or(seq, |(start, _)| start),
            after.filter(|_| above.is_none()).map_or(seq, |(_, end)| end),
        );
        let first = if before.is_some() && below.is_none() { at - 1 } else { at };
        let end = if after.is_some() && above.is_none() { at + 1 } else { at };
        self.ranges.splice(first..end, [joined]);
        Insertion::New { filled, opened: [below, above] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(filled: Option<(u64, u64)>, below: Option<(u64, u64)>, above: Option<(u64, u64)>) -> Insertion {
        Insertion::New { filled, opened: [below, above] }
    }

    #[test]
    fn the_first_event_sets_the_tail_and_the_next_joins_it() {
        let mut seen = Seen::default();
        assert_eq!(seen.insert(160), new(None, None, None));
        assert_eq!(seen.insert(161), new(None, None, None));
        assert_eq!(seen.insert(161), Insertion::Known);
        assert_eq!(seen.last(), Some(161));
        assert_eq!(seen.ranges, [(160, 161)]);
    }

    #[test]
    fn a_hole_opens_is_split_and_closes() {
        let mut seen = Seen::default();
        seen.insert(0);
        assert_eq!(seen.insert(5), new(None, Some((1, 4)), None));
        assert_eq!(seen.insert(2), new(Some((1, 4)), Some((1, 1)), Some((3, 4))));
        assert_eq!(seen.insert(1), new(Some((1, 1)), None, None));
        assert_eq!(seen.insert(4), new(Some((3, 4)), Some((3, 3)), None));
        assert_eq!(seen.insert(3), new(Some((3, 3)), None, None));
        assert_eq!(seen.ranges, [(0, 5)]);
    }

    #[test]
    fn an_older_event_opens_the_hole_above_it() {
        let mut seen = Seen::default();
        seen.insert(10);
        assert_eq!(seen.insert(7), new(None, None, Some((8, 9))));
        assert_eq!(seen.insert(0), new(None, None, Some((1, 6))));
    }

    #[test]
    fn the_largest_number_is_a_number_like_any_other() {
        let mut seen = Seen::default();
        assert_eq!(seen.insert(u64::MAX), new(None, None, None));
        assert_eq!(seen.insert(u64::MAX), Insertion::Known);
        assert_eq!(seen.insert(u64::MAX - 1), new(None, None, None));
        assert_eq!(seen.insert(0), new(None, None, Some((1, u64::MAX - 2))));
    }
}
