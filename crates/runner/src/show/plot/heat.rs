//! A heat map of ratios: blue below 1, orange above, white at 1, on a scale of logarithms that
//! colour-blind readers can tell apart and a bar explains. Inconclusive cells are pale.

use super::layout::{LINE, MARGIN, TEXT, is_narrow};
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{self, Anchor, CELL_INK, Drawing, GREY, INK, Stroke};

/// Of texts in pale cells.
const PALE_INK: Colour = Colour(80, 80, 80);

/// The figure.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HeatMap {
    /// Headings of the columns, two lines each.
    pub(crate) columns: Vec<[String; 2]>,
    /// Groups of rows, each under a heading that may be empty.
    pub(crate) groups: Vec<(String, Vec<HeatRow>)>,
    /// What a pale cell is, and what a framed one.
    pub(crate) notes: [String; 2],
}

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HeatRow {
    /// Before it.
    pub(crate) label: String,
    /// Its cells by column, where there is a value.
    pub(crate) cells: Vec<Option<HeatCell>>,
}

/// A cell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HeatCell {
    /// Its text.
    pub(crate) text: String,
    /// The ratios that colour it, from left to right: one, or the ends of a range.
    pub(crate) ratios: Vec<f64>,
    /// Is it inconclusive?
    pub(crate) is_pale: bool,
    /// Is it highlighted?
    pub(crate) is_framed: bool,
}

const ROW: f64 = 23.0;
/// The ratio, or one over it, at which the colour is strongest.
const FULL: f64 = 2.0;

impl HeatMap {
    /// Draws it from `y` down; returns where the next part may begin.
    pub(super) fn draw(&self, drawing: &mut Drawing, y: f64) -> f64 {
        let (mut y, width) = (self.bar(drawing, y), drawing.width);
        let narrow = is_narrow(width);
        let rows = || self.groups.iter().flat_map(|(_, rows)| rows);
        let labels = rows().map(|row| canvas::width(&row.label, TEXT)).fold(0.0, f64::max);
        let left = if narrow { MARGIN } else { MARGIN + labels + 10.0 };
        let column = (width - MARGIN - left) / self.columns.len().max(1) as f64;
        for (i, head) in (0..).zip(&self.columns) {
            let middle = left + column * (f64::from(i) + 0.5);
            for (line, text) in (0..).zip(head) {
                let at = (middle, y + LINE * (f64::from(line) + 0.5));
                drawing.text(text, at, Anchor::Middle, TEXT, INK);
            }
        }
        y += 2.0 * LINE + 4.0;
        for (heading, rows) in &self.groups {
            if !heading.is_empty() {
                y = drawing.paragraph(heading, (MARGIN, y + 8.0), width - 2.0 * MARGIN, TEXT, GREY);
                y += 3.0;
            }
            for row in rows {
                if narrow {
                    drawing.text(&row.label, (left, y + LINE / 2.0), Anchor::Start, TEXT, INK);
                    y += LINE;
                } else {
                    let at = (left - 8.0, y + ROW / 2.0);
                    drawing.text(&row.label, at, Anchor::End, TEXT, INK);
                }
                for (i, cell) in (0..).zip(&row.cells) {
                    let x = left + column * f64::from(i);
                    if let Some(cell) = cell {
                        cell.draw(drawing, (x + 1.0, y + 1.0), (x + column - 1.0, y + ROW - 1.0));
                    }
                }
                y += ROW;
            }
        }
        y + MARGIN
    }

    /// The colours with their ratios, and what pale and framed cells are.
    fn bar(&self, drawing: &mut Drawing, y: f64) -> f64 {
        const STEPS: u32 = 40;
        let length = 200.0;
        let at = |ratio: f64| MARGIN + 14.0 + length * (0.5 + ratio.ln() / FULL.ln() / 2.0);
        for step in 0..STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            let ratio = ((share + 0.5 / f64::from(STEPS)) * 2.0 - 1.0) * FULL.ln();
            let x = MARGIN + 14.0 + length * share;
            let to = (x + length / f64::from(STEPS), y + 12.0);
            drawing.block((x, y), to, colour(ratio.exp(), false));
        }
        for (ratio, text) in [(0.5, "0.5×"), (0.7, "0.7×"), (1.0, "1×"), (1.4, "1.4×"), (2.0, "2×")]
        {
            drawing.text(text, (at(ratio), y + 20.0), Anchor::Middle, TEXT, INK);
        }
        let mut y = y + 34.0;
        for (note, is_pale) in self.notes.iter().zip([true, false]) {
            let sample =
                HeatCell { text: String::new(), ratios: vec![0.6], is_pale, is_framed: !is_pale };
            sample.draw(drawing, (MARGIN, y), (MARGIN + 20.0, y + 13.0));
            let room = drawing.width - 2.0 * MARGIN - 28.0;
            y = drawing.paragraph(note, (MARGIN + 28.0, y - 1.0), room, TEXT, INK) + 4.0;
        }
        y + 6.0
    }
}

impl HeatCell {
    fn draw(&self, drawing: &mut Drawing, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
        let part = (to_x - x) / self.ratios.len().max(1) as f64;
        for (i, &ratio) in (0..).zip(&self.ratios) {
            let from = x + part * f64::from(i);
            drawing.block((from, y), (from + part, to_y), colour(ratio, self.is_pale));
        }
        if self.is_framed {
            let frame = [(x, y), (to_x, y), (to_x, to_y), (x, to_y), (x, y)];
            drawing.line(&frame, CELL_INK, 1.6, Stroke::Solid);
        }
        let ink = if self.is_pale { PALE_INK } else { CELL_INK };
        // A range may need smaller letters than a value.
        let fitting = (to_x - x - 4.0) / canvas::width(&self.text, 1.0).max(1e-9);
        let middle = ((x + to_x) / 2.0, (y + to_y) / 2.0);
        drawing.text(&self.text, middle, Anchor::Middle, TEXT.min(fitting), ink);
    }
}

/// From blue over white to orange; paler where inconclusive.
fn colour(ratio: f64, is_pale: bool) -> Colour {
    let strength = (ratio.ln() / FULL.ln()).clamp(-1.0, 1.0);
    let strength = if is_pale { strength * 0.25 } else { strength };
    let full = if strength < 0.0 { (86, 150, 210) } else { (230, 150, 30) };
    let mix = |channel: u8| {
        let white = 250.0;
        (white + (f64::from(channel) - white) * strength.abs()).round() as u8
    };
    Colour(mix(full.0), mix(full.1), mix(full.2))
}

#[cfg(test)]
mod tests {
    use super::super::{Body, NARROW, Picture, WIDE};
    use super::*;
    use crate::show::canvas::faults;

    #[test]
    fn colours_run_from_blue_over_white_to_orange() {
        assert_eq!(colour(1.0, false), Colour(250, 250, 250));
        assert_eq!(colour(0.1, false), Colour(86, 150, 210));
        assert_eq!(colour(9.0, false), Colour(230, 150, 30));
        let Colour(r, g, b) = colour(9.0, true);
        assert!(r > 240 && g > 220 && b > 190, "pale");
    }

    #[test]
    fn a_cell_without_a_figure_stays_empty_and_nothing_is_clipped() {
        let cell = |text: &str| {
            let text = text.to_owned();
            Some(HeatCell { text, ratios: vec![0.6, 0.8], is_pale: true, is_framed: true })
        };
        let row = |label: &str, cells| HeatRow { label: label.into(), cells };
        let columns = (8..14).map(|depth| ["R = 2".into(), format!("depth {depth}")]).collect();
        let full = vec![cell("−27.4 to −17.3 %"); 6];
        let map = HeatMap {
            columns,
            groups: vec![
                (String::new(), vec![row("reprobe-after-reduction=on", full)]),
                ("Apart".into(), vec![row("other", vec![None; 6])]),
                ("Empty".into(), Vec::new()),
            ],
            notes: ["pale".into(), "framed".into()],
        };
        let (title, subtitle) = ("Sensitivity".into(), "n = 100".into());
        let body = Body::Heat(map);
        let map = Picture { title, subtitle, key: Vec::new(), body, notes: Vec::new() };
        for width in [WIDE, NARROW] {
            let drawing = map.at(width);
            assert_eq!(faults::of(&drawing), [""; 0], "{width}");
            assert_eq!(drawing.to_svg("").matches(" %</text>").count(), 6);
        }
    }
}
