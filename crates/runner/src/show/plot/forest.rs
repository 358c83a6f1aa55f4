//! A forest plot: one row per claim, with the published value as a hollow diamond, ours with its
//! interval, and the verdict as a word and as the shape of our marker.

use super::axis::Axis;
use super::layout::{LINE, MARGIN, TEXT, is_narrow};
use crate::show::canvas::palette::{Colour, Marker};
use crate::show::canvas::{self, Anchor, Drawing, GREY, INK, Stroke, WHITE};

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
    pub(crate) colour: Colour,
}

const ROW: f64 = 20.0;
/// Of a row whose label stands above it.
const NARROW_ROW: f64 = 34.0;
const PAPER: Colour = INK;

/// Draws panels from `y` down; returns where the next part may begin.
pub(super) fn draw(panels: &[ForestPanel], drawing: &mut Drawing, y: f64) -> f64 {
    let rows = || panels.iter().flat_map(|panel| &panel.rows);
    let widest = |text: fn(&ForestRow) -> &str| {
        rows().map(|row| canvas::width(text(row), TEXT)).fold(0.0, f64::max)
    };
    let room = if is_narrow(drawing.width) {
        [8.0; 2]
    } else {
        [widest(|row| &row.label) + 14.0, widest(|row| row.sign.word) + 14.0]
    };
    let ends = (MARGIN + room[0], drawing.width - MARGIN - room[1]);
    panels.iter().fold(y, |y, panel| panel.draw(drawing, y, ends))
}

impl ForestPanel {
    fn draw(&self, drawing: &mut Drawing, mut y: f64, (left, right): (f64, f64)) -> f64 {
        let x = |value: f64| left + self.axis.within(value) * (right - left);
        let (narrow, room) = (is_narrow(drawing.width), drawing.width - 2.0 * MARGIN);
        y = drawing.paragraph(&self.title, (MARGIN, y), room, TEXT + 1.0, INK);
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
        self.axis.below(drawing, (left, right), bottom) + 12.0
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
    use super::super::{Body, NARROW, Picture, WIDE};
    use super::*;
    use crate::show::canvas::faults;

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
        let body = Body::Forest(vec![panel, empty]);
        let forest = Picture { title, subtitle, key: Vec::new(), body, notes: Vec::new() };
        for width in [WIDE, NARROW] {
            let drawing = forest.at(width);
            assert_eq!(faults::of(&drawing), [""; 0], "{width}");
            let svg = drawing.to_svg("");
            assert_eq!(svg.matches("stroke-width=\"1.6\"").count(), 4, "both ends of two ranges");
            assert!(svg.contains("needs a run") && !svg.contains("NaN"));
        }
    }
}
