//! The surface that everything is drawn on, in units of one SVG pixel: a `Drawing`, written as
//! SVG, and from that as PNG. The same drawing gives the same bytes; no system font or library
//! takes part.

mod drawing;
mod font;
pub(crate) mod palette;
mod png;
mod svg;

use palette::Colour;

pub(crate) use drawing::faults;
pub(crate) use drawing::{Anchor, Drawing, Point, Stroke};
pub(crate) use font::width;
pub(crate) use png::png;

/// Colour of text.
pub(crate) const INK: Colour = Colour(38, 38, 38);
/// Colour of text inside cells and boxes, whose ground is light in every colour scheme.
pub(crate) const CELL_INK: Colour = Colour(20, 20, 20);
/// Colour of axes and lesser text.
pub(crate) const GREY: Colour = Colour(110, 110, 110);
/// Colour of grid lines.
pub(crate) const GRID: Colour = Colour(225, 225, 225);
/// Colour of warnings and of the paper's own level.
pub(crate) const WARNING: Colour = Colour(150, 30, 30);
/// The ground.
pub(crate) const WHITE: Colour = Colour(255, 255, 255);
