//! Styles made legible: a reader must be able to read what the model has read.

use crate::text::ansi::{Colour, Rgb, Style};

/// The look of some characters on the card.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Look {
    /// The classes of its marks and of its colour, where the theme decides on that.
    pub classes: Vec<&'static str>,
    /// The colour of its letters, where the output decides.
    pub ink: Option<Ink>,
    /// The colour behind them.
    pub ground: Option<Rgb>,
}

/// A colour for letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// On a light ground.
    pub light: Rgb,
    /// On a dark one.
    pub dark: Rgb,
}

/// The least contrast (as WCAG defines it, from 1 to 21) that letters have on what is behind them: the 4.5 that small text
/// needs, and a little for what [`luminance`] is off by.
const LEGIBLE: f32 = 4.65;

/// The least luminance of the card's own ground where it is light, and the greatest where it is dark: see the tokens.
const LIGHT: f32 = 0.87;
const DARK: f32 = 0.02;

/// The classes of the sixteen colours that have names, as letters on the card's own ground.
const NAMED: [&str; 16] =
    ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12", "c13", "c14", "c15"];

/// The same colours behind letters, in every theme.
const GROUNDS: [Rgb; 16] = [
    [0x1f, 0x1d, 0x1a],
    [0xb4, 0x38, 0x2f],
    [0x2f, 0x78, 0x45],
    [0x9a, 0x6b, 0x00],
    [0x2f, 0x62, 0xb0],
    [0x8d, 0x45, 0x9c],
    [0x0e, 0x73, 0x7a],
    [0xd8, 0xd4, 0xca],
    [0x6b, 0x66, 0x5c],
    [0xf0, 0x94, 0x8c],
    [0x7c, 0xc6, 0x90],
    [0xe3, 0xb6, 0x62],
    [0x8f, 0xb4, 0xf0],
    [0xd3, 0x9b, 0xe0],
    [0x6a, 0xd0, 0xd6],
    [0xff, 0xff, 0xff],
];

impl Look {
    /// The look of a style.
    ///
    /// Letters keep their colour where that can be read on what is behind them, and are darker or lighter where it cannot
    /// be: white on white is no way to hide. Hidden text is shown for the same reason, and marked.
    #[must_use]
    pub fn of(style: &Style) -> Self {
        let mut look = Self { classes: marks(style), ..Self::default() };
        match (style.inverse, style.ink, style.ground) {
            (true, Colour::Own, _) => look.classes.push("inverse"),
            (true, ink, ground) => look.colour_both(ground, ink),
            (false, Colour::Own, Colour::Own) => {}
            (false, Colour::Named(index), Colour::Own) => look.classes.extend(NAMED.get(usize::from(index))),
            (false, Colour::Exact(rgb), Colour::Own) => {
                look.ink = Some(Ink { light: legible(rgb, LIGHT), dark: legible(rgb, DARK) });
            }
            (false, ink, ground) => look.colour_both(ink, ground),
        }
        look
    }

    /// Whether there is nothing to it.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    fn colour_both(&mut self, ink: Colour, ground: Colour) {
        let Some(ground) = rgb(ground) else { return };
        let behind = luminance(ground);
        let furthest = if contrast(0.0, behind) > contrast(1.0, behind) { [0; 3] } else { [255; 3] };
        let ink = legible(rgb(ink).unwrap_or(furthest), behind);
        self.ink = Some(Ink { light: ink, dark: ink });
        self.ground = Some(ground);
    }
}

fn marks(style: &Style) -> Vec<&'static str> {
    let marks = [
        (style.bold, "bold"),
        (style.dim, "dim"),
        (style.italic, "italic"),
        (style.underline, "underline"),
        (style.strike, "strike"),
        (style.hidden, "hidden-text"),
    ];
    marks.into_iter().filter_map(|(is_on, class)| is_on.then_some(class)).collect()
}

fn rgb(colour: Colour) -> Option<Rgb> {
    match colour {
        Colour::Own => None,
        Colour::Named(index) => GROUNDS.get(usize::from(index)).copied(),
        Colour::Exact(rgb) => Some(rgb),
    }
}

/// The colour itself, or as much of black or white (whichever leads further) added to it as makes it legible.
fn legible(rgb: Rgb, behind: f32) -> Rgb {
    const STEPS: u16 = 16;
    let goal = if contrast(0.0, behind) > contrast(1.0, behind) { 0 } else { 255_u16 };
    let mixed = |step: u16| {
        rgb.map(|level| {
            let sum = u16::from(level) * (STEPS - step) + goal * step;
            u8::try_from(sum / STEPS).unwrap_or(u8::MAX)
        })
    };
    let is_legible = |rgb: &Rgb| contrast(luminance(*rgb), behind) >= LEGIBLE;
    (0..STEPS).map(mixed).find(is_legible).unwrap_or_else(|| mixed(STEPS))
}

fn contrast(one: f32, other: f32) -> f32 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The relative luminance of a colour, from 0 to 1.
///
/// The curve of sRGB is taken as a polynomial, which is off by less than a thousandth: a power would bring as much code
/// into the page as all else here.
fn luminance(rgb: Rgb) -> f32 {
    let [r, g, b] = rgb.map(|level| {
        let level = f32::from(level) / 255.0;
        level * (level * (level * 0.305_306 + 0.682_171_1) + 0.012_522_878)
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As WCAG has it.
    fn exact_luminance(rgb: Rgb) -> f64 {
        let [r, g, b] = rgb.map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn exact_contrast(one: f64, other: f64) -> f64 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn colours() -> impl Iterator<Item = Rgb> + Clone {
        let levels = || (0..=255).step_by(51);
        levels().flat_map(move |r| levels().flat_map(move |g| levels().map(move |b| [r, g, b])))
    }

    fn style(ink: Colour, ground: Colour) -> Style {
        Style { ink, ground, ..Style::default() }
    }

    #[test]
    fn every_colour_can_be_read_on_the_cards_own_ground() {
        for rgb in colours() {
            let ink = Look::of(&style(Colour::Exact(rgb), Colour::Own)).ink.expect("an ink");
            assert!(exact_contrast(exact_luminance(ink.light), f64::from(LIGHT)) > 4.5, "{rgb:?} is {ink:?}");
            assert!(exact_contrast(exact_luminance(ink.dark), f64::from(DARK)) > 4.5, "{rgb:?} is {ink:?}");
        }
    }

    #[test]
    fn every_colour_can_be_read_on_every_other() {
        let named = (0..16).map(Colour::Named);
        let all = colours().map(Colour::Exact).chain(named).chain([Colour::Own]);
        for ground in all.clone().filter(|ground| *ground != Colour::Own) {
            for ink in all.clone() {
                let look = Look::of(&style(ink, ground));
                let (ink, ground) = (look.ink.expect("an ink"), look.ground.expect("a ground"));
                assert_eq!(ink.light, ink.dark);
                let contrast = exact_contrast(exact_luminance(ink.light), exact_luminance(ground));
                assert!(contrast > 4.5, "{ink:?} on {ground:?}: {contrast}");
            }
        }
    }

    #[test]
    fn a_colour_that_can_be_read_is_left_as_it_is() {
        let look = Look::of(&style(Colour::Exact([255, 255, 0]), Colour::Exact([0, 0, 128])));
        assert_eq!(look.ink, Some(Ink { light: [255, 255, 0], dark: [255, 255, 0] }));
        assert_eq!(look.ground, Some([0, 0, 128]));
        let ink = Look::of(&style(Colour::Exact([200, 0, 0]), Colour::Own)).ink.expect("an ink");
        assert_eq!(ink.light, [200, 0, 0]);
        assert_ne!(ink.dark, [200, 0, 0]);
    }

    #[test]
    fn white_on_white_and_hidden_text_are_to_be_seen() {
        let white = Colour::Exact([255; 3]);
        assert!(exact_luminance(Look::of(&style(white, white)).ink.expect("an ink").light) < 0.2);
        let hidden = Look::of(&Style { hidden: true, ..Style::default() });
        assert_eq!((hidden.classes, hidden.ink), (vec!["hidden-text"], None));
    }

    #[test]
    fn inverse_changes_ink_and_ground() {
        let look = |ink, ground| Look::of(&Style { inverse: true, ..style(ink, ground) });
        assert_eq!(look(Colour::Own, Colour::Own).classes, ["inverse"]);
        assert_eq!(look(Colour::Own, Colour::Named(4)).classes, ["inverse"]);
        let swapped = look(Colour::Exact([0, 0, 128]), Colour::Exact([255, 255, 0]));
        assert_eq!(swapped, Look::of(&style(Colour::Exact([255, 255, 0]), Colour::Exact([0, 0, 128]))));
        assert_eq!(look(Colour::Named(1), Colour::Own).ground, Some(GROUNDS[1]));
    }

    #[test]
    fn named_colours_and_marks_are_classes() {
        let all = Style { bold: true, dim: true, italic: true, underline: true, strike: true, ..Style::default() };
        assert_eq!(Look::of(&all).classes, ["bold", "dim", "italic", "underline", "strike"]);
        assert_eq!(Look::of(&style(Colour::Named(9), Colour::Own)).classes, ["c9"]);
        assert!(Look::of(&Style::default()).is_plain());
    }
}
