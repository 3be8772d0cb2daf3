//! JSON as agents' hosts write it.

use serde_json::Value;

/// Reads a JSON text. Half of a surrogate pair, which hosts write that cut text by UTF-16 units, becomes U+FFFD: the rest of
/// the event is worth more than the letter.
///
/// # Errors
/// The parser's, when the text is no JSON even so, or is nested deeper than 127 levels.
pub(super) fn parse(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).or_else(|error| match without_lone_surrogates(text) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    })
}

/// The text with each escape of a surrogate without its other half replaced; `None` if there is none.
fn without_lone_surrogates(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut found = false;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let low_follows = || matches!(escape.get(6..).and_then(surrogate), Some(0xdc00..=0xdfff));
        let length = match surrogate(escape) {
            Some(0xd800..=0xdbff) if low_follows() => 12,
            Some(_) => 6,
            None => escape.chars().take(2).map(char::len_utf8).sum(),
        };
        let (escape, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        let is_lone = length == 6;
        found |= is_lone;
        out.push_str(if is_lone { "\\ufffd" } else { escape });
        rest = after;
    }
    out.push_str(rest);
    found.then_some(out)
}

/// The surrogate that a text begins with as an escape (`\ud83e`), if it does.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok().filter(|code| (0xd800..=0xdfff).contains(code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn half_a_pair_becomes_a_replacement_and_the_rest_is_read() {
        let rows = [
            (r#"{"t":"cut \ud83e"}"#, "cut \u{fffd}"),
            (r#"{"t":"\udd8a late"}"#, "\u{fffd} late"),
            (r#"{"t":"\ud83e\ud83e\udd8a"}"#, "\u{fffd}🦊"),
            (r#"{"t":"\ud83ex\\ud83e \n"}"#, "\u{fffd}x\\ud83e \n"),
            (r#"{"t":"🦊\ud83e🦊"}"#, "🦊\u{fffd}🦊"),
        ];
        for (text, read) in rows {
            assert_eq!(parse(text).unwrap(), json!({"t": read}), "{text}");
        }
    }

    #[test]
    fn whole_pairs_stay_and_what_is_no_json_is_none() {
        assert_eq!(parse(r#""\ud83e\udd8a""#).unwrap(), json!("🦊"));
        for text in ["", "{", r#""\ud83e"#, r#""\u12"#, "\\", r#"{"a":\ud83e}"#] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
