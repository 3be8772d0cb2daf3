//! Dates in the reader's locale, with the provider's own words kept.

use crate::text::date::{When, read};
use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// A provider's date. What cannot be understood stands as it was sent.
#[component]
pub fn Published(
    /// The provider's words.
    words: String,
) -> impl IntoView {
    let when = read(&words);
    let words = crate::text::plain::plain(&words);
    match format(&when) {
        Some(shown) => view! { <time datetime=when.datetime() title=words>{shown}</time> }.into_any(),
        None => view! { <span class="date">{words}</span> }.into_any(),
    }
}

/// The date in the reader's locale; `None` where only the provider's words will do.
fn format(when: &When) -> Option<String> {
    let utc = JsValue::from_str("UTC");
    match *when {
        When::Day { year, month, day } => format_at(utc_ms(year, month, day, 0), &[("timeZone", &utc)]),
        When::Moment { epoch_ms } => format_at(as_double(epoch_ms), &[("timeStyle", &JsValue::from_str("short"))]),
        When::Local { year, month, day, hour, minute, .. } => {
            let minutes = i32::from(hour) * 60 + i32::from(minute);
            let short = JsValue::from_str("short");
            format_at(utc_ms(year, month, day, minutes), &[("timeZone", &utc), ("timeStyle", &short)])
        }
        When::Words => None,
    }
}

fn utc_ms(year: i32, month: u8, day: u8, minutes: i32) -> f64 {
    let date = Date::new(&JsValue::from_f64(0.0));
    date.set_utc_full_year_with_month_date(year.unsigned_abs(), i32::from(month) - 1, i32::from(day));
    date.get_time() + f64::from(minutes) * 60_000.0
}

/// Dates are far inside the range in which a double is exact.
#[allow(clippy::cast_precision_loss)]
fn as_double(epoch_ms: i64) -> f64 {
    epoch_ms as f64
}

/// The time of day of a moment (milliseconds since 1970), to the second.
#[must_use]
pub fn clock(epoch_ms: i64) -> Option<String> {
    format_with(as_double(epoch_ms), &[("timeStyle", &JsValue::from_str("medium"))])
}

fn format_at(ms: f64, more: &[(&str, &JsValue)]) -> Option<String> {
    let date = [("dateStyle", &JsValue::from_str("medium"))];
    format_with(ms, &[&date, more].concat())
}

fn format_with(ms: f64, given: &[(&str, &JsValue)]) -> Option<String> {
    let options = Object::new();
    for (name, value) in given {
        Reflect::set(&options, &JsValue::from_str(name), value).ok()?;
    }
    // No locale named is the reader's own.
    let format: Function = Intl::DateTimeFormat::new(&Array::new(), &options).format().unchecked_into();
    format.call1(&JsValue::NULL, &Date::new(&JsValue::from_f64(ms))).ok()?.as_string()
}
