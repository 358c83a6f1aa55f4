//! The font of the charts, embedded so that text is measured and drawn alike on every machine.
//! It goes by the name `sans-serif`, which an SVG viewer replaces by its own.

use std::sync::OnceLock;

use epaint_default_fonts::UBUNTU_LIGHT;
use plotters::style::{FontStyle, register_font};

/// The font file.
pub(super) const FACE: &[u8] = UBUNTU_LIGHT;

/// Name to ask for.
pub(crate) const FAMILY: &str = "sans-serif";

/// Makes the font known to the drawing library, once. `false` if it cannot be read.
pub(crate) fn register() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| register_font(FAMILY, FontStyle::Normal, FACE).is_ok())
}
