//! The font of every picture, embedded so that text is measured and drawn alike on every machine:
//! DejaVu Sans, cut down to the letters and signs that pictures use. Charts name it `sans-serif`;
//! the report's figures ask viewers for the same font, or for Verdana, which is as wide.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// The font file.
pub(super) const FACE: &[u8] = include_bytes!("dejavu-sans.ttf");

/// Name to ask for.
pub(crate) const FAMILY: &str = "sans-serif";

/// What a viewer of an SVG is to look for.
pub(crate) const VIEWERS: &str = "DejaVu Sans, Verdana, sans-serif";

/// The drawing library measures a font from its lowest to its highest point; that height in ems.
const HEIGHT_EM: f64 = (1901.0 + 483.0) / 2048.0;

/// Makes the font known to the drawing library, once. `false` if it cannot be read.
pub(crate) fn register() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| register_font(FAMILY, FontStyle::Normal, FACE).is_ok())
}

/// Width of a line of text whose em is `em`; 0 if the font cannot be read.
pub(crate) fn width(text: &str, em: f64) -> f64 {
    const FINE: f64 = 1000.0;
    if !register() {
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
