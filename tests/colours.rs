//! The colours of the style sheets: which can be read on which.
#![cfg(not(target_arch = "wasm32"))]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;

/// The tokens that are colours, in each list of them: light, dark by the system, dark by the reader.
fn lists() -> Vec<BTreeMap<String, [f64; 3]>> {
    let style = include_str!("../style/tokens.css");
    let lists = style.split('{').filter(|block| block.contains("color-scheme:"));
    lists.map(|block| block.lines().filter_map(token).collect()).collect()
}

fn token(line: &str) -> Option<(String, [f64; 3])> {
    let (name, value) = line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": #")?;
    let digits: Vec<u32> = value.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let levels: Vec<u32> = match digits.len() {
        3 => digits.iter().map(|digit| digit * 17).collect(),
        _ => digits.chunks(2).map(|pair| pair.iter().fold(0, |level, digit| level * 16 + digit)).collect(),
    };
    let levels: [u32; 3] = levels.try_into().ok()?;
    Some((name.to_owned(), levels.map(|level| f64::from(level) / 255.0)))
}

/// As WCAG defines it.
fn luminance(colour: [f64; 3]) -> f64 {
    let [r, g, b] =
        colour.map(|level| if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn the_colours_of_a_terminal_can_be_read_on_its_ground() {
    let lists = lists();
    assert_eq!(lists.len(), 3);
    for tokens in lists {
        let ground = luminance(*tokens.get("sunken").expect("a ground"));
        // Between these, exact colours are made legible for either ground (`present::terminal::Look`).
        assert!(!(0.02..=0.87).contains(&ground), "{ground}");
        for index in 0..16 {
            let ink = tokens.get(&format!("term-{index}")).expect("each of the sixteen");
            let contrast = contrast(luminance(*ink), ground);
            assert!(contrast >= 4.5, "colour {index} has {contrast} on {ground}");
        }
    }
}
