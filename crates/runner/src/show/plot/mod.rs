//! The report's figures: panels over two axes (`panels`), forest plots (`forest`) and heat maps
//! (`heat`). Each lays itself out for the width that there is and becomes a `drawing`, a list of
//! what is to be drawn, from which SVG and PNG are written alike.

mod axis;
mod datum;
mod drawing;
mod drawn;
mod forest;
mod heat;
mod layout;
mod panels;
mod svg;

pub(crate) use axis::Axis;
pub(crate) use datum::Datum;
pub(crate) use drawing::Drawing;
#[cfg(test)]
pub(crate) use drawing::faults;
pub(crate) use drawn::Drawn;
pub(crate) use forest::{Forest, ForestPanel, ForestRow, Sign};
pub(crate) use heat::{HeatCell, HeatMap, HeatRow};
pub(crate) use panels::{Look, Mark, Panel, Panels, Place, Rule, Series};

/// A figure before it is drawn.
pub(crate) trait Picture {
    /// What it shows, in a sentence.
    fn title(&self) -> &str;

    /// Units, numbers of positions and level of intervals.
    fn subtitle(&self) -> &str;

    /// Lays it out for a width in units of one SVG pixel.
    fn at(&self, width: f64) -> Drawing;
}

/// Width in an article.
pub(crate) const WIDE: f64 = 760.0;
/// Width on a telephone.
pub(crate) const NARROW: f64 = 360.0;
