//! Dates as providers write them: read where they are certain, left alone otherwise.

use time::format_description::well_known::{Rfc2822, Rfc3339};
use time::{Date, OffsetDateTime};

/// Seconds since 1970 that are taken for a time: the years 2000 to 2099. Milliseconds are told from them by size.
const EPOCH_SECONDS: std::ops::Range<i64> = 946_684_800..4_102_444_800;

/// Years that a document can be from. What is below are placeholders, such as the year 1 of a Go program's zero time.
const YEARS: std::ops::RangeInclusive<i32> = 1000..=9999;

/// What a provider's date says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// A day without a time. It is the same day in every time zone: never shift it.
    Day {
        /// 1000 to 9999.
        year: i32,
        /// 1 to 12.
        month: u8,
        /// 1 to 31, and in that month.
        day: u8,
    },
    /// An instant, to be shown in the reader's time zone.
    Moment {
        /// Milliseconds since 1970-01-01T00:00:00Z.
        epoch_ms: i64,
    },
    /// A day and a time of a clock that is not named. Show it as it is: never shift it.
    Local {
        /// 1000 to 9999.
        year: i32,
        /// 1 to 12.
        month: u8,
        /// 1 to 31, and in that month.
        day: u8,
        /// 0 to 23.
        hour: u8,
        /// 0 to 59.
        minute: u8,
        /// 0 to 59.
        second: u8,
    },
    /// Not certain (`Mar 3, 2024`, `3 days ago`, `2024`): show the provider's own words, unchanged.
    Words,
}

/// Reads a date.
///
/// Understood are RFC 3339 (also with an offset like `+0800`, with a blank for the `T`, and without an offset, which is
/// [`When::Local`]), RFC 2822, `YYYY-MM-DD`, and seconds or milliseconds since 1970 within the years 2000 to 2099.
/// Everything else is [`When::Words`].
pub fn read(raw: &str) -> When {
    let raw = raw.trim();
    epoch(raw)
        .or_else(|| day(raw))
        .or_else(|| rfc_3339(raw))
        .or_else(|| local(raw))
        .or_else(|| rfc_2822(raw))
        .unwrap_or(When::Words)
}

impl When {
    /// The value of the `datetime` attribute of an HTML `<time>`; `None` for words.
    pub fn datetime(&self) -> Option<String> {
        match *self {
            Self::Day { year, month, day } => Some(format!("{year:04}-{month:02}-{day:02}")),
            Self::Local { year, month, day, hour, minute, second } => {
                Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
            }
            Self::Moment { epoch_ms } => instant(epoch_ms),
            Self::Words => None,
        }
    }
}

fn instant(epoch_ms: i64) -> Option<String> {
    let at = OffsetDateTime::from_unix_timestamp(epoch_ms.div_euclid(1000)).ok()?;
    let local = clock(at)?.datetime()?;
    let ms = epoch_ms.rem_euclid(1000);
    Some(format!("{local}.{ms:03}Z"))
}

fn epoch(raw: &str) -> Option<When> {
    let is_number = raw.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = raw.parse().ok().filter(|_| is_number)?;
    let is_seconds = EPOCH_SECONDS.contains(&number);
    let is_milliseconds = EPOCH_SECONDS.contains(&(number / 1000));
    let epoch_ms = if is_seconds { Some(number * 1000) } else { is_milliseconds.then_some(number) };
    epoch_ms.map(|epoch_ms| When::Moment { epoch_ms })
}

fn day(raw: &str) -> Option<When> {
    let date = calendar_day(raw)?;
    Some(When::Day { year: date.year(), month: date.month().into(), day: date.day() })
}

/// Exactly `YYYY-MM-DD`, and a day that exists.
fn calendar_day(raw: &str) -> Option<Date> {
    let mut parts = raw.split('-');
    let mut part = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| is_number)
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let month = u8::try_from(month).ok()?.try_into().ok()?;
    let date = Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()?;
    let is_whole = parts.next().is_none();
    (is_whole && YEARS.contains(&date.year())).then_some(date)
}

/// The two halves of `YYYY-MM-DDThh:mm…`, the first one checked.
fn day_and_time(raw: &str) -> Option<(&str, &str)> {
    let (day, time) = raw.split_at_checked(10)?;
    calendar_day(day)?;
    let time = time.strip_prefix(['T', 't', ' '])?;
    Some((day, time))
}

fn rfc_3339(raw: &str) -> Option<When> {
    let (day, time) = day_and_time(raw)?;
    let time = with_colon(time);
    moment(OffsetDateTime::parse(&format!("{day}T{time}"), &Rfc3339).ok()?)
}

/// `+0800` as `+08:00`.
fn with_colon(time: &str) -> String {
    if let Some((clock, offset)) = time.len().checked_sub(5).and_then(|at| time.split_at_checked(at))
        && offset.starts_with(['+', '-'])
        && let Some((hours, minutes)) = offset.split_at_checked(3)
        && !minutes.contains(':')
    {
        return format!("{clock}{hours}:{minutes}");
    }
    time.to_owned()
}

/// RFC 3339 but for its offset; seconds may be missing.
fn local(raw: &str) -> Option<When> {
    let (day, time) = day_and_time(raw)?;
    let seconds = if time.len() == 5 { ":00" } else { "" };
    let as_if_utc = format!("{day}T{time}{seconds}Z");
    clock(OffsetDateTime::parse(&as_if_utc, &Rfc3339).ok()?)
}

fn clock(at: OffsetDateTime) -> Option<When> {
    YEARS.contains(&at.year()).then(|| When::Local {
        year: at.year(),
        month: at.month().into(),
        day: at.day(),
        hour: at.hour(),
        minute: at.minute(),
        second: at.second(),
    })
}

fn rfc_2822(raw: &str) -> Option<When> {
    let at = OffsetDateTime::parse(raw, &Rfc2822).ok()?;
    // A date on another day of the week than it says is not certain.
    let named = raw.split_once(',').map(|(name, _)| name);
    let weekday = at.weekday().to_string();
    let agrees = named.is_none_or(|name| {
        let start = weekday.get(..3).unwrap_or_default();
        name.trim().eq_ignore_ascii_case(start)
    });
    moment(at).filter(|_| agrees)
}

fn moment(at: OffsetDateTime) -> Option<When> {
    let epoch_ms = at.unix_timestamp() * 1000 + i64::from(at.millisecond());
    // The year that counts is that of the attribute, which is in UTC.
    instant(epoch_ms).map(|_| When::Moment { epoch_ms })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moment(raw: &str) -> i64 {
        let When::Moment { epoch_ms } = read(raw) else {
            panic!("{raw} is no moment");
        };
        epoch_ms
    }

    #[test]
    fn what_is_not_certain_stays_in_the_words_of_the_provider() {
        for raw in [
            "",
            " ",
            "2024",
            "2024-02-30",
            "2023-02-29",
            "0000-00-00",
            "2024-13-01",
            "2024-3-3",
            "2024-03",
            "20240303",
            "+2024-03-03",
            "2024-03-03-04",
            "03/04/2024",
            "Mar 3, 2024",
            "3 days ago",
            "yesterday",
            "2024-03-03T25:00:00Z",
            "2024-03-03T10:00:00+99:00",
            "2024-03-03x10:00:00Z",
            "2024-03-03T10:00:00 Europe/Berlin",
            "0001-01-01T00:00:00Z",
            "0001-01-01",
            "Mon, 03 Mar 2024 10:00:00 +0000",
            "Sun, 32 Mar 2024 10:00:00 +0000",
            "0",
            "-1",
            "1",
            "12345",
            "946684799",
            "4102444800",
            "1709424000000000",
            "99999999999999999999999",
            "1.709424e9",
            "Invalid Date",
            "null",
        ] {
            assert_eq!(read(raw), When::Words, "{raw}");
            assert_eq!(read(raw).datetime(), None);
        }
    }

    #[test]
    fn a_day_is_a_day_also_in_the_future() {
        let day = |year, month, day| When::Day { year, month, day };
        assert_eq!(read("2024-02-29"), day(2024, 2, 29));
        assert_eq!(read(" 2999-12-31\n"), day(2999, 12, 31));
        assert_eq!(read("2024-02-29").datetime().unwrap(), "2024-02-29");
    }

    #[test]
    fn seconds_and_milliseconds_since_1970() {
        assert_eq!(moment("1709424000"), 1_709_424_000_000);
        assert_eq!(moment("1709424000000"), 1_709_424_000_000);
        assert_eq!(moment("946684800"), 946_684_800_000);
        assert_eq!(moment("4102444799999"), 4_102_444_799_999);
    }

    #[test]
    fn an_instant_with_its_offset() {
        let at = 1_709_431_200_000;
        for raw in [
            "2024-03-03T10:00:00+0800",
            "2024-03-03T10:00:00+08:00",
            "2024-03-03 10:00:00+08:00",
            "2024-03-03T02:00:00Z",
            "2024-03-03t02:00:00z",
            "2024-03-02T21:30:00-0430",
            "2024-03-03T02:00:00.000000000Z",
            "Sun, 03 Mar 2024 02:00:00 GMT",
            "Sun, 3 Mar 2024 10:00:00 +0800",
            "3 Mar 2024 02:00 +0000",
        ] {
            assert_eq!(moment(raw), at, "{raw}");
        }
        let fraction = read("2024-03-03T02:00:00.1239+00:00");
        assert_eq!(fraction.datetime().unwrap(), "2024-03-03T02:00:00.123Z");
        assert_eq!(read("1969-12-31T23:59:59.5Z").datetime().unwrap(), "1969-12-31T23:59:59.500Z");
        assert_eq!(moment("2999-01-01T00:00:00Z"), 32_472_144_000_000);
    }

    #[test]
    fn a_time_without_a_zone_is_not_shifted() {
        for raw in ["2024-03-03T23:30:00", "2024-03-03 23:30:00", "2024-03-03T23:30", "2024-03-03T23:30:00.5"] {
            assert_eq!(read(raw).datetime().unwrap(), "2024-03-03T23:30:00", "{raw}");
            assert!(matches!(read(raw), When::Local { .. }));
        }
    }

    proptest! {
        #[test]
        fn no_string_makes_it_panic(raw in "\\PC{0,40}|[0-9T:+\\-Z .]{0,32}") {
            let _ = read(&raw).datetime();
        }

        #[test]
        fn the_attribute_is_read_as_the_same_date(raw in "(1[0-9]|20)[0-9]{2}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?([+\\-][01][0-9]:?[0-5][0-9]|Z)?)?") {
            let when = read(&raw);
            if let Some(attribute) = when.datetime() {
                prop_assert_eq!(read(&attribute), when);
            }
        }
    }
}
