//! A forest plot: a row a claim, the published value as a hollow diamond, ours with its interval, and
//! the verdict as a word and as the shape of our marker.

use plotters::style::{RGBColor, WHITE};

use super::Picture;
use super::axis::Axis;
use super::drawing::{Anchor, Drawing};
use super::layout::{LINE, MARGIN, TEXT, is_narrow, wrap};
use super::panels::{Look, fitting};
use crate::show::canvas::palette::Marker;
use crate::show::canvas::{self, GREY, INK, Stroke};

/// The figure.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Forest {
    /// What it shows, in a sentence.
    pub(crate) title: String,
    /// Unit, number of positions, intervals.
    pub(crate) subtitle: String,
    /// What the markers mean.
    pub(crate) key: Vec<(Look, String)>,
    /// The panels, one below the other.
    pub(crate) panels: Vec<ForestPanel>,
}

/// Rows with one scale.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ForestPanel {
    /// Above it.
    pub(crate) title: String,
    /// The horizontal axis.
    pub(crate) axis: Axis,
    /// Where nothing differs.
    pub(crate) boundary: f64,
    /// Its rows.
    pub(crate) rows: Vec<ForestRow>,
}

/// One claim.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ForestRow {
    /// On what it was tested.
    pub(crate) label: String,
    /// Published value, or the ends of a published range.
    pub(crate) paper: Option<[f64; 2]>,
    /// Ours.
    pub(crate) value: Option<f64>,
    /// The ends of its interval.
    pub(crate) interval: Option<[f64; 2]>,
    /// The verdict.
    pub(crate) sign: Sign,
}

/// How a verdict looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sign {
    /// In a word.
    pub(crate) word: &'static str,
    /// Shape of the marker.
    pub(crate) marker: Marker,
    /// Colour of marker and word.
    pub(crate) colour: RGBColor,
}

const ROW: f64 = 20.0;
/// Of a row whose label stands above it.
const NARROW_ROW: f64 = 34.0;
const PAPER: RGBColor = INK;

impl Picture for Forest {
    fn title(&self) -> &str {
        &self.title
    }

    fn subtitle(&self) -> &str {
        &self.subtitle
    }

    fn at(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width);
        let top = drawing.heading(&self.title, &self.subtitle);
        let mut y = drawing.key(&self.key, top);
        let rows = || self.panels.iter().flat_map(|panel| &panel.rows);
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| canvas::width(text, TEXT)).fold(0.0, f64::max)
        };
        let (left, right) = match is_narrow(width) {
            true => (MARGIN + 8.0, width - MARGIN - 8.0),
            false => {
                let labels = widest(&mut rows().map(|row| row.label.as_str()));
                let words = widest(&mut rows().map(|row| row.sign.word));
                (MARGIN + labels + 14.0, width - MARGIN - words - 14.0)
            }
        };
        for panel in &self.panels {
            y = panel.draw(&mut drawing, y, (left, right));
        }
        drawing.height = y;
        drawing
    }
}

impl ForestPanel {
    fn draw(&self, drawing: &mut Drawing, mut y: f64, (left, right): (f64, f64)) -> f64 {
        let x = |value: f64| left + self.axis.within(value) * (right - left);
        let narrow = is_narrow(drawing.width);
        for line in wrap(&self.title, drawing.width - 2.0 * MARGIN, TEXT + 1.0) {
            drawing.text(&line, (MARGIN, y + LINE / 2.0), Anchor::Start, TEXT + 1.0, INK);
            y += LINE + 1.0;
        }
        let height = if narrow { NARROW_ROW } else { ROW };
        let (top, bottom) = (y + 2.0, y + 6.0 + height * self.rows.len() as f64);
        for (tick, _) in &self.axis.ticks {
            drawing.grid((x(*tick), top), (x(*tick), bottom));
        }
        let boundary = [(x(self.boundary), top), (x(self.boundary), bottom)];
        drawing.line(&boundary, GREY, 1.2, Stroke::Solid);
        let top_of = |i: u32| y + 4.0 + height * f64::from(i);
        for (i, row) in (0..).zip(&self.rows) {
            let from = top_of(i);
            let (text, middle) = match narrow {
                true => (from + 8.0, from + 24.0),
                false => (from + height / 2.0, from + height / 2.0),
            };
            let ink = row.sign.colour;
            if narrow {
                // The grid ends at the words.
                for (text, left) in [(row.label.as_str(), true), (row.sign.word, false)] {
                    let width = canvas::width(text, TEXT) + 4.0;
                    let edge = drawing.width - MARGIN;
                    let (from, to) =
                        if left { (MARGIN, MARGIN + width) } else { (edge - width, edge) };
                    drawing.block((from, top_of(i)), (to, top_of(i) + LINE), WHITE);
                }
                drawing.text(&row.label, (MARGIN, text), Anchor::Start, TEXT, INK);
                let end = (drawing.width - MARGIN, text);
                drawing.text(row.sign.word, end, Anchor::End, TEXT, ink);
            } else {
                drawing.text(&row.label, (left - 12.0, text), Anchor::End, TEXT, INK);
                drawing.text(row.sign.word, (right + 12.0, text), Anchor::Start, TEXT, ink);
            }
            row.draw(drawing, middle, &x);
        }
        drawing.line(&[(left, bottom), (right, bottom)], GREY, 1.0, Stroke::Solid);
        let ticks = self.axis.ticks.iter();
        let ticks: Vec<(f64, &str)> =
            ticks.map(|(tick, label)| (x(*tick), label.as_str())).collect();
        for (at, label) in fitting(&ticks, drawing.width) {
            drawing.text(label, (at, bottom + 10.0), Anchor::Middle, TEXT, INK);
        }
        let mut y = bottom + 18.0;
        for line in wrap(&self.axis.title, drawing.width - 2.0 * MARGIN, TEXT) {
            let middle = match narrow {
                true => drawing.width / 2.0,
                false => (left + right) / 2.0,
            };
            drawing.text(&line, (middle, y + LINE / 2.0), Anchor::Middle, TEXT, GREY);
            y += LINE;
        }
        y + 12.0
    }
}

impl ForestRow {
    fn draw(&self, drawing: &mut Drawing, y: f64, x: &dyn Fn(f64) -> f64) {
        if let Some([low, high]) = self.interval {
            let bar = [(x(low), y), (x(high), y)];
            drawing.line(&bar, self.sign.colour, 3.0, Stroke::Solid);
        }
        if let Some(value) = self.value {
            drawing.shape((x(value), y), self.sign.marker, self.sign.colour, false);
        }
        if let Some([low, high]) = self.paper {
            if low < high {
                let range = [(x(low), y), (x(high), y)];
                drawing.line(&range, PAPER, 1.0, Stroke::Dashed);
                drawing.shape((x(high), y), Marker::Diamond, PAPER, true);
            }
            drawing.shape((x(low), y), Marker::Diamond, PAPER, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::faults;
    use super::*;

    fn row(value: Option<f64>, word: &'static str) -> ForestRow {
        ForestRow {
            label: "Encyclopedia of Middlegames, depth 11".into(),
            paper: Some([0.5, 0.6]),
            value,
            interval: value.map(|value| [value * 0.9, value * 1.1]),
            sign: Sign { word, marker: Marker::Cross, colour: INK },
        }
    }

    #[test]
    fn rows_without_a_value_have_the_published_one_and_nothing_is_clipped() {
        let rows = vec![row(Some(0.55), "as claimed"), row(None, "needs a run")];
        let axis =
            Axis::ratio("tree of one / tree of the other, on a logarithmic scale", [0.4, 1.0]);
        let panel = ForestPanel { title: "A. Trees".into(), axis, boundary: 1.0, rows };
        let empty = ForestPanel { rows: Vec::new(), ..panel.clone() };
        let (title, subtitle) = ("Title".to_owned(), "n = 9".to_owned());
        let forest = Forest { title, subtitle, key: Vec::new(), panels: vec![panel, empty] };
        for width in [super::super::WIDE, super::super::NARROW] {
            let drawing = forest.at(width);
            assert_eq!(faults::of(&drawing), [""; 0], "{width}");
            let svg = drawing.to_svg("");
            assert_eq!(svg.matches("stroke-width=\"1.6\"").count(), 4, "both ends of two ranges");
            assert!(svg.contains("needs a run") && !svg.contains("NaN"));
        }
    }
}
