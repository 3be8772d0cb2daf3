//! How a character looks.

/// Red, green and blue, each from 0 to 255.
pub type Rgb = [u8; 3];

/// A colour as the output asks for it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The terminal's own: its ink for letters, its ground behind them.
    #[default]
    Own,
    /// One of the sixteen that have names, 0 to 15; which colour that is belongs to the reader's theme.
    Named(u8),
    /// A colour that the output names itself.
    Exact(Rgb),
}

/// The look of a run of characters.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The marks are named after what they do.
pub struct Style {
    /// The colour of the letters.
    pub ink: Colour,
    /// The colour behind them.
    pub ground: Colour,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underline: bool,
    pub strike: bool,
    /// Ink and ground change places.
    pub inverse: bool,
    /// A terminal would not show it.
    pub hidden: bool,
}

impl Colour {
    /// A colour of the palette of 256: sixteen with names, a cube of 6 × 6 × 6, and 24 greys.
    #[must_use]
    pub fn of_palette(index: u8) -> Self {
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            0..=15 => Self::Named(index),
            16..=231 => {
                let place = index - 16;
                Self::Exact([level(place / 36), level(place / 6 % 6), level(place % 6)])
            }
            232..=255 => Self::Exact([8 + 10 * (index - 232); 3]),
        }
    }
}
