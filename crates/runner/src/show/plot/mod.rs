//! Every chart and figure: panels over two axes (`panels`), forest plots (`forest`) and heat maps
//! (`heat`), under one heading (`layout`). Each lays itself out for the width that there is and
//! becomes a drawing, from which SVG and PNG are written alike.

mod axis;
mod datum;
mod drawn;
mod forest;
mod heat;
mod layout;
mod panels;

use super::canvas::{self, Drawing, Stroke};

pub(crate) use axis::Axis;
pub(crate) use datum::{Datum, extent, places};
pub(crate) use drawn::Drawn;
pub(crate) use forest::{ForestPanel, ForestRow, Sign};
pub(crate) use heat::{HeatCell, HeatMap, HeatRow};
pub(crate) use panels::{Mark, Panel, Place, Rule, Series};

use canvas::palette::{self, Colour, Marker, Style};

/// A figure before it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picture {
    /// What it shows, in a sentence.
    pub(crate) title: String,
    /// Units, numbers of positions and level of intervals.
    pub(crate) subtitle: String,
    /// The meaning of looks that have no label.
    pub(crate) key: Vec<(Look, String)>,
    /// The content.
    pub(crate) body: Body,
    /// Warnings, below all else.
    pub(crate) notes: Vec<String>,
}

/// What a figure shows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Body {
    /// Panels in reading order, `columns` side by side where there is room, with axes of this height.
    Panels { panels: Vec<Panel>, columns: usize, height: f64 },
    /// Rows with intervals, one panel below the other.
    Forest(Vec<ForestPanel>),
    /// Cells in colour.
    Heat(HeatMap),
}

/// How points and lines look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Look {
    /// Colour of line and marker.
    pub(crate) colour: Colour,
    /// Markers at the points, if any.
    pub(crate) marker: Option<Marker>,
    /// Are markers hollow? Those of published figures are.
    pub(crate) hollow: bool,
    /// The line through the points, if any.
    pub(crate) stroke: Option<Stroke>,
}

/// Width in an article.
pub(crate) const WIDE: f64 = 760.0;
/// Width on a telephone.
pub(crate) const NARROW: f64 = 360.0;

impl Picture {
    /// Without warnings.
    pub(crate) fn new(
        [title, subtitle]: [String; 2],
        key: Vec<(Look, String)>,
        body: Body,
    ) -> Picture {
        Picture { title, subtitle, key, body, notes: Vec::new() }
    }

    /// Lays it out for a width in units of one SVG pixel.
    pub(crate) fn at(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width);
        let top = drawing.heading(&self.title, &self.subtitle, &self.key);
        let bottom = match &self.body {
            Body::Panels { panels, columns, height } => {
                panels::draw(panels, *columns, *height, &mut drawing, top)
            }
            Body::Forest(panels) => forest::draw(panels, &mut drawing, top),
            Body::Heat(map) => map.draw(&mut drawing, top),
        };
        drawing.height = drawing.notes(&self.notes, bottom);
        drawing
    }

    /// As SVG, laid out for an article.
    pub(crate) fn svg(&self) -> String {
        self.at(WIDE).to_svg(&self.title)
    }

    /// The same as PNG, twice the size of the SVG in pixels.
    pub(crate) fn png(&self) -> anyhow::Result<Vec<u8>> {
        canvas::png(&self.svg())
    }
}

impl Look {
    /// A variant's own figures.
    pub(crate) fn ours(variant: &str) -> Look {
        let Style { colour, marker } = palette::style(variant);
        Look { marker: Some(marker), ..Look::line(colour, Stroke::Solid) }
    }

    /// Its published figures.
    pub(crate) fn paper(variant: &str) -> Look {
        Look { hollow: true, stroke: Some(Stroke::Dashed), ..Look::ours(variant) }
    }

    /// A line without markers.
    pub(crate) fn line(colour: Colour, stroke: Stroke) -> Look {
        Look { colour, marker: None, hollow: false, stroke: Some(stroke) }
    }
}
