//! Curves and clouds of points over two axes, the legend at the right.

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::scale::{Axis, AxisSpec, short};
use crate::show::canvas::palette::{self, Style};
use crate::show::canvas::{Canvas, Drawn, Figure, GREY, GRID, INK, Point, Stroke};

const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 74.0;
const BOTTOM: f64 = 456.0;
/// Markers on a curve, the one at its end apart.
const CURVE_MARKERS: usize = 7;

/// A figure with two axes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plot {
    /// Title, drawn large.
    pub(crate) title: String,
    /// One line below it: suite and number of positions.
    pub(crate) subtitle: String,
    /// The horizontal axis.
    pub(crate) x: AxisSpec,
    /// The vertical axis.
    pub(crate) y: AxisSpec,
    /// Is the line x = y drawn?
    pub(crate) diagonal: bool,
    /// What is drawn, in the order of the legend, the first on top.
    pub(crate) series: Vec<PlotSeries>,
}

/// The points of one variant.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlotSeries {
    /// Canonical specification: gives colour and marker.
    pub(crate) variant: String,
    /// Text of the legend.
    pub(crate) label: String,
    /// How points are drawn.
    pub(crate) mark: Mark,
    /// The points.
    pub(crate) points: Vec<(f64, f64)>,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Markers, joined by a line.
    Joined,
    /// A line of many points, with a few markers that those of other lines do not hide.
    Curve,
    /// A cloud of small markers.
    Dots,
}

impl Figure for Plot {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, HEIGHT as u32)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Axis::over(self.x.scale, points().map(|p| p.0));
        let y = Axis::over(self.y.scale, points().map(|p| p.1));
        let place = |p: (f64, f64)| -> Point {
            (LEFT + x.place(p.0) * (RIGHT - LEFT), BOTTOM - y.place(p.1) * (BOTTOM - TOP))
        };
        canvas.text(&self.title, (24.0, 24.0), HPos::Left, 22.0, INK)?;
        canvas.text(&self.subtitle, (24.0, 50.0), HPos::Left, 15.0, GREY)?;
        self.axes(canvas, &x, &y)?;
        if self.diagonal {
            let low = x.range().start().max(*y.range().start());
            let high = x.range().end().min(*y.range().end());
            if low < high {
                let ends = [place((low, low)), place((high, high))];
                canvas.line(&ends, GREY, 1.0, Stroke::Dashed)?;
            }
        }
        for (number, series) in self.series.iter().enumerate().rev() {
            let Style { colour, marker } = palette::style(&series.variant);
            let finite = |p: &Point| p.0.is_finite() && p.1.is_finite();
            let places: Vec<Point> =
                series.points.iter().map(|&p| place(p)).filter(finite).collect();
            if series.mark != Mark::Dots && places.len() > 1 {
                canvas.line(&places, colour, 2.0, Stroke::Solid)?;
            }
            let step = (places.len() / CURVE_MARKERS).max(1);
            let shift = number * step / self.series.len();
            for (i, &at) in places.iter().enumerate() {
                match series.mark {
                    Mark::Joined => canvas.marker(at, marker, colour)?,
                    Mark::Dots => canvas.dot(at, marker, colour)?,
                    Mark::Curve if i % step == shift || i + 1 == places.len() => {
                        canvas.marker(at, marker, colour)?;
                    }
                    Mark::Curve => {}
                }
            }
        }
        self.legend(canvas)
    }
}

impl Plot {
    fn axes<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, x: &Axis, y: &Axis) -> Drawn<DB> {
        for tick in x.ticks() {
            let at = LEFT + x.place(tick) * (RIGHT - LEFT);
            canvas.line(&[(at, TOP), (at, BOTTOM)], GRID, 1.0, Stroke::Solid)?;
            canvas.text(&short(tick), (at, BOTTOM + 16.0), HPos::Center, 15.0, INK)?;
        }
        for tick in y.ticks() {
            let at = BOTTOM - y.place(tick) * (BOTTOM - TOP);
            canvas.line(&[(LEFT, at), (RIGHT, at)], GRID, 1.0, Stroke::Solid)?;
            canvas.text(&short(tick), (LEFT - 8.0, at), HPos::Right, 15.0, INK)?;
        }
        let frame = [(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)];
        canvas.line(&frame, GREY, 1.0, Stroke::Solid)?;
        let middle = (LEFT + RIGHT) / 2.0;
        canvas.text(&self.x.title, (middle, HEIGHT - 20.0), HPos::Center, 16.0, INK)?;
        canvas.upward_text(&self.y.title, (20.0, (TOP + BOTTOM) / 2.0), 16.0)
    }

    fn legend<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let mut y = TOP + 10.0;
        for series in &self.series {
            let Style { colour, marker } = palette::style(&series.variant);
            if series.mark != Mark::Dots {
                let ends = [(RIGHT + 14.0, y), (RIGHT + 46.0, y)];
                canvas.line(&ends, colour, 2.0, Stroke::Solid)?;
            }
            canvas.marker((RIGHT + 30.0, y), marker, colour)?;
            canvas.text(&series.label, (RIGHT + 54.0, y), HPos::Left, 14.0, INK)?;
            y += 26.0;
        }
        Ok(())
    }
}
