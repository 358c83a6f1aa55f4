//! The font of every picture, embedded so that text is measured and drawn alike on every machine:
//! DejaVu Sans, cut down to the letters and signs that pictures use. Viewers are asked for the same
//! font, or for Verdana, which is as wide.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The font file.
pub(super) const FACE: &[u8] = include_bytes!("dejavu-sans.ttf");

/// What a viewer of an SVG is to look for.
pub(super) const VIEWERS: &str = "DejaVu Sans, Verdana, sans-serif";

/// Width of a line of text whose em is `em`, to a thousandth of that; 0 if the font cannot be read.
pub(crate) fn width(text: &str, em: f64) -> f64 {
    const FINE: f32 = 1000.0;
    let Ok(font) = FontRef::new(FACE) else { return 0.0 };
    let (letters, metrics) =
        (font.charmap(), font.glyph_metrics(Size::new(FINE), LocationRef::default()));
    let advance = |letter| metrics.advance_width(letters.map(letter).unwrap_or_default());
    let width: f32 = text.chars().filter_map(advance).sum();
    f64::from(width.trunc() / FINE) * em
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_wide_as_its_letters() {
        // The digits of DejaVu Sans are 1303 of 2048 units wide.
        assert!((width("000", 20.0) - 3.0 * 20.0 * 1303.0 / 2048.0).abs() < 0.1);
        assert!(width("wide", 12.0) > width("ill", 12.0));
        assert_eq!(width("", 12.0), 0.0);
    }
}
