//! The one surface that everything is drawn on: lines, markers, boxes and text in units of one SVG
//! pixel, written as SVG and PNG alike. The same figure gives the same bytes; no system font or
//! library takes part.

mod font;
pub(crate) mod palette;
mod png;

use anyhow::{Context, anyhow, ensure};
use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use palette::Marker;

pub(crate) use font::{FAMILY, VIEWERS, width};
pub(crate) use png::png;

/// Colour of text.
pub(crate) const INK: RGBColor = RGBColor(38, 38, 38);
/// Colour of text inside cells and boxes, whose ground is light in every colour scheme.
pub(crate) const CELL_INK: RGBColor = RGBColor(20, 20, 20);
/// Colour of axes and lesser text.
pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
/// Colour of grid lines.
pub(crate) const GRID: RGBColor = RGBColor(225, 225, 225);
/// Colour of warnings and of the paper's own level.
pub(crate) const WARNING: RGBColor = RGBColor(150, 30, 30);

/// What can be drawn: every chart, heat map and tree.
pub(crate) trait Figure {
    /// Width and height in units.
    fn size(&self) -> (u32, u32);

    /// Draws it.
    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB>;

    /// The figure as SVG.
    fn svg(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        let backend = SVGBackend::with_string(&mut text, self.size());
        Canvas::paint(backend, 1, 0, self).context("cannot draw the figure as SVG")?;
        Ok(text)
    }

    /// The figure as PNG, twice the size of the SVG in pixels.
    fn png(&self) -> anyhow::Result<Vec<u8>> {
        png::png(&self.svg()?).context("cannot draw the figure as PNG")
    }
}

/// A place in units.
pub(crate) type Point = (f64, f64);

/// What drawing on a backend returns.
pub(crate) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stroke {
    /// Without gaps.
    Solid,
    /// With gaps.
    Dashed,
}

/// The surface that figures are drawn on.
pub(crate) struct Canvas<DB: DrawingBackend> {
    root: DrawingArea<DB, Shift>,
    scale: f64,
    text_drop: f64,
}

impl<DB: DrawingBackend> Canvas<DB> {
    /// Draws a whole figure on white. `scale` is the number of pixels per unit, `text_drop` how far
    /// below its place text must be drawn to be centred on it.
    fn paint(
        backend: DB,
        scale: i32,
        text_drop: i32,
        figure: &(impl Figure + ?Sized),
    ) -> anyhow::Result<()> {
        ensure!(font::register(), "the embedded font cannot be read");
        let root = backend.into_drawing_area();
        let canvas = Canvas { root, scale: f64::from(scale), text_drop: f64::from(text_drop) };
        let filled = canvas.root.fill(&WHITE).and_then(|()| figure.draw(&canvas));
        filled.and_then(|()| canvas.root.present()).map_err(|e| anyhow!("{e}"))
    }

    /// The whole surface, for what the drawing library lays out itself.
    pub(crate) fn root(&self) -> &DrawingArea<DB, Shift> {
        &self.root
    }

    /// Pixels per unit.
    pub(crate) fn scale(&self) -> i32 {
        self.scale as i32
    }

    /// How far below its place text must be drawn to be centred on it, in pixels.
    pub(crate) fn text_drop(&self) -> i32 {
        self.length(self.text_drop)
    }

    /// The place of a pixel.
    pub(crate) fn point(&self, (x, y): (i32, i32)) -> Point {
        (f64::from(x) / self.scale, f64::from(y) / self.scale)
    }

    fn pixel(&self, (x, y): Point) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    fn length(&self, units: f64) -> i32 {
        (units * self.scale).round() as i32
    }

    /// A line through points.
    pub(crate) fn line(
        &self,
        points: &[Point],
        colour: RGBColor,
        width: f64,
        stroke: Stroke,
    ) -> Drawn<DB> {
        let pixels: Vec<(i32, i32)> = points.iter().map(|&p| self.pixel(p)).collect();
        let style = colour.stroke_width(self.length(width).max(1) as u32);
        match stroke {
            Stroke::Solid => self.root.draw(&PathElement::new(pixels, style)),
            Stroke::Dashed => {
                let (dash, gap) = (self.length(6.0), self.length(4.0));
                self.root.draw(&DashedPathElement::new(pixels, dash, gap, style))
            }
        }
    }

    /// A filled marker, on a whole pixel.
    pub(crate) fn shape(
        &self,
        at: Point,
        marker: Marker,
        radius: f64,
        colour: RGBColor,
    ) -> Drawn<DB> {
        let tip = (radius * 1.25 * self.scale).floor() / self.scale;
        self.solid(at, marker, (radius, tip), colour.to_rgba())
    }

    /// A marker of this radius, and of this distance from its middle to its tips.
    fn solid(
        &self,
        at: Point,
        marker: Marker,
        (r, wide): (f64, f64),
        colour: RGBAColor,
    ) -> Drawn<DB> {
        let corners: &[Point] = match marker {
            Marker::Circle => {
                let disc = Circle::new(self.pixel(at), self.length(r), colour.filled());
                return self.root.draw(&disc);
            }
            Marker::Square => &[(-r, -r), (r, -r), (r, r), (-r, r)],
            Marker::Triangle => &[(0.0, -wide), (wide, r), (-wide, r)],
            Marker::Diamond => &[(0.0, -wide), (wide, 0.0), (0.0, wide), (-wide, 0.0)],
            Marker::Cross => &palette::CROSS.map(|(dx, dy)| (dx * r, dy * r)),
        };
        let corners = corners.iter().map(|&(dx, dy)| self.pixel((at.0 + dx, at.1 + dy)));
        self.root.draw(&Polygon::new(corners.collect::<Vec<_>>(), colour))
    }

    /// A filled box from its upper left to its lower right corner.
    pub(crate) fn block(&self, from: Point, to: Point, colour: RGBColor) -> Drawn<DB> {
        let corners = [self.pixel(from), self.pixel(to)];
        self.root.draw(&Rectangle::new(corners, colour.filled()))
    }

    /// Text beside a point, centred on its height.
    pub(crate) fn text(
        &self,
        text: &str,
        at: Point,
        anchor: HPos,
        size: f64,
        colour: RGBColor,
    ) -> Drawn<DB> {
        let font = (font::FAMILY, self.length(size)).into_text_style(&self.root);
        let style = font.color(&colour).pos(Pos::new(anchor, VPos::Center));
        self.root.draw_text(text, &style, self.pixel((at.0, at.1 + self.text_drop)))
    }
}
