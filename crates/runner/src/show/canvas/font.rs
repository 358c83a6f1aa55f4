//! The font of every picture, embedded so that text is measured and drawn identically on every machine:
//! DejaVu Sans, cut down to the letters and signs that pictures use. Viewers are asked for the same
//! font, or for Verdana, which is as wide.

use std::sync::LazyLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// The font file.
pub(super) const FACE: &[u8] = include_bytes!("dejavu-sans.ttf");

/// The font families that an SVG asks for.
pub(super) const VIEWERS: &str = "DejaVu Sans, Verdana, sans-serif";

/// Plotters measures a font from its lowest to its highest point; that height in ems.
const HEIGHT_EM: f64 = (1901.0 + 483.0) / 2048.0;

/// Is the font known to plotters? Registered once.
static KNOWN: LazyLock<bool> =
    LazyLock::new(|| register_font("sans-serif", FontStyle::Normal, FACE).is_ok());

/// Width of a line of text whose em is `em`, to a thousandth of that; 0 if the font cannot be read.
pub(crate) fn width(text: &str, em: f64) -> f64 {
    const FINE: f64 = 1000.0;
    if !*KNOWN {
        return 0.0;
    }
    let font = FontDesc::new(FontFamily::SansSerif, FINE * HEIGHT_EM, FontStyle::Normal);
    font.box_size(text).map_or(0.0, |(width, _)| f64::from(width) * em / FINE)
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
