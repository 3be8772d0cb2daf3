//! What a document takes to draw, told by its source.

/// What is drawn at once, in bytes of plain words.
pub const LIGHT: usize = 192 << 10;

/// What a mark takes that may begin or part elements.
const MARK: usize = 12;

/// What a letter takes, beside its bytes, of the scripts in which a browser looks for the ends of words one by one: Thai and
/// its neighbours, and, as they begin with the same byte, those of India.
const SCRIPT: usize = 5;

/// The head of a document that takes more to draw than [`LIGHT`], so much as does not; `None` for one that can be drawn at
/// once. It stays the same when the document grows.
///
/// Looks at no more of the text than that.
#[must_use]
pub fn light_head(text: &str) -> Option<&str> {
    let mut weight = 0;
    let heavy = text.bytes().position(|byte| {
        weight += 1 + extra(byte);
        weight > LIGHT
    })?;
    let end = (0..=heavy).rev().find(|end| text.is_char_boundary(*end))?;
    text.get(..end)
}

fn extra(byte: u8) -> usize {
    match byte {
        b'\n' | b'*' | b'_' | b'`' | b'~' | b'[' | b'<' | b'|' | b'/' | b':' | b'@' | b'-' => MARK,
        0xe0 | 0xe1 => SCRIPT,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_and_models_write_is_light() {
        let words = "A paragraph of an answer has words, and **some** of them are `marked`. ".repeat(6);
        let text = format!("## Heading\n\n{words}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n").repeat(90);
        assert!(text.len() > 40_000);
        assert_eq!(light_head(&text), None);
        assert_eq!(light_head(""), None);
    }

    #[test]
    fn the_head_of_what_is_heavy_is_so_much_as_is_light() {
        let text = "word ".repeat(100_000);
        assert_eq!(light_head(&text).map(str::len), Some(LIGHT));
        let text = "x\n\n".repeat(40_000);
        let head = light_head(&text).expect("a head");
        assert!(head.len() < 24_000, "{}", head.len());
        assert_eq!((light_head(head), light_head(&text.repeat(2))), (None, Some(head)));
        let text = "ก".repeat(40_000);
        assert!(light_head(&text).is_some_and(|head| head.len() < 75_000 && text.starts_with(head)));
        let text = "*a* ".repeat(40_000);
        assert!(light_head(&text).is_some_and(|head| head.matches("*a*").count() < 8_000));
    }
}
