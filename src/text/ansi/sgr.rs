//! `CSI … m`: colours and marks.

use super::style::{Colour, Style};
use anstyle_parse::Params;

/// Changes the style as the parameters say. What they say of things that are not shown here (blinking, fonts, the colour
/// of an underline) is read and left out, and so is what makes no sense.
pub fn apply(style: &mut Style, params: &Params) {
    let mut groups = params.iter();
    while let Some(group) = groups.next() {
        match *group {
            [38] => set(&mut style.ink, spread(&mut groups)),
            [48] => set(&mut style.ground, spread(&mut groups)),
            [58] => {
                spread(&mut groups);
            }
            [38, ref parts @ ..] => set(&mut style.ink, joined(parts)),
            [48, ref parts @ ..] => set(&mut style.ground, joined(parts)),
            // The sort of underline: none, or one of several.
            [4, sort] => style.underline = sort != 0,
            [code] => mark(style, code),
            _ => {}
        }
    }
}

fn mark(style: &mut Style, code: u16) {
    match code {
        0 => *style = Style::default(),
        1 => style.bold = true,
        2 => style.dim = true,
        3 => style.italic = true,
        4 | 21 => style.underline = true,
        7 => style.inverse = true,
        8 => style.hidden = true,
        9 => style.strike = true,
        22 => (style.bold, style.dim) = (false, false),
        23 => style.italic = false,
        24 => style.underline = false,
        27 => style.inverse = false,
        28 => style.hidden = false,
        29 => style.strike = false,
        30..=37 => set(&mut style.ink, named(code - 30)),
        39 => style.ink = Colour::Own,
        40..=47 => set(&mut style.ground, named(code - 40)),
        49 => style.ground = Colour::Own,
        90..=97 => set(&mut style.ink, named(code - 90 + 8)),
        100..=107 => set(&mut style.ground, named(code - 100 + 8)),
        _ => {}
    }
}

fn set(colour: &mut Colour, to: Option<Colour>) {
    *colour = to.unwrap_or(*colour);
}

fn named(index: u16) -> Option<Colour> {
    u8::try_from(index).ok().map(Colour::Named)
}

/// `;5;n` or `;2;r;g;b`, each number a parameter of its own.
fn spread<'a>(groups: &mut impl Iterator<Item = &'a [u16]>) -> Option<Colour> {
    let mut number = || groups.next()?.first().copied();
    match number()? {
        5 => palette(number()?),
        2 => exact([number()?, number()?, number()?]),
        _ => None,
    }
}

/// `:5:n`, `:2::r:g:b` (the empty place is for a colour space) or, as some write it, `:2:r:g:b`.
fn joined(parts: &[u16]) -> Option<Colour> {
    match *parts {
        [5, index, ..] => palette(index),
        [2, r, g, b] | [2, _, r, g, b, ..] => exact([r, g, b]),
        _ => None,
    }
}

fn palette(index: u16) -> Option<Colour> {
    u8::try_from(index).ok().map(Colour::of_palette)
}

fn exact(levels: [u16; 3]) -> Option<Colour> {
    let [r, g, b] = levels.map(|level| u8::try_from(level).ok());
    Some(Colour::Exact([r?, g?, b?]))
}
