//! JSON for the eye.

use serde_json::Value;

use super::bidi;

/// How many lists and objects are shown inside each other.
const MAX_DEPTH: usize = 64;

/// Pretty JSON, indented by two blanks, without a line end at its end.
///
/// What is nested deeper than 64 levels is shown as `…`. Controls of writing direction, which would turn around
/// what follows them, are shown as their escapes (`\u202e`): that is the same JSON.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, 0);
    if text.contains(bidi::is_control) { escaped(&text) } else { text }
}

fn write(text: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
        Value::Array(items) if items.is_empty() => text.push_str("[]"),
        Value::Object(fields) if fields.is_empty() => text.push_str("{}"),
        Value::Array(_) | Value::Object(_) if depth >= MAX_DEPTH => text.push('…'),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                next_line(text, index, depth + 1);
                write(text, item, depth + 1);
            }
            end_line(text, depth);
            text.push(']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (index, (name, field)) in fields.iter().enumerate() {
                next_line(text, index, depth + 1);
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push_str(": ");
                write(text, field, depth + 1);
            }
            end_line(text, depth);
            text.push('}');
        }
    }
}

fn next_line(text: &mut String, index: usize, depth: usize) {
    if index > 0 {
        text.push(',');
    }
    end_line(text, depth);
}

fn end_line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth {
        text.push_str("  ");
    }
}

fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if bidi::is_control(c) {
            shown.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn objects_and_lists_are_indented() {
        let value = json!({"a": [1, 2.5, "x\n\"y\""], "b": {}, "c": [], "d": {"e": null}});
        let expected = "{\n  \"a\": [\n    1,\n    2.5,\n    \"x\\n\\\"y\\\"\"\n  ],\n  \"b\": {},\n  \"c\": [],\n  \
                        \"d\": {\n    \"e\": null\n  }\n}";
        assert_eq!(pretty(&value), expected);
    }

    #[test]
    fn what_is_nested_too_deep_is_left_out_visibly() {
        let nested = |depth| (0..depth).fold(json!(1), |inner, _| Value::Array(vec![inner]));
        assert_eq!(pretty(&nested(64)).matches('[').count(), 64);
        assert!(pretty(&nested(64)).contains('1'));
        let deep = pretty(&nested(1_000));
        assert_eq!(deep.matches('[').count(), 64);
        assert!(deep.contains('…') && !deep.contains('1'));
    }

    #[test]
    fn controls_of_direction_are_visible_and_mean_the_same() {
        let value = json!({"a\u{2066}": "invoice\u{202e}fdp.exe"});
        let shown = pretty(&value);
        assert!(shown.contains("\\u2066") && shown.contains("\\u202efdp"));
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
    }

    proptest! {
        #[test]
        fn it_is_the_same_json(value in any_json()) {
            prop_assert_eq!(serde_json::from_str::<Value>(&pretty(&value)).unwrap(), value);
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "(?s).{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::hash_map(".{0,6}", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }
}
