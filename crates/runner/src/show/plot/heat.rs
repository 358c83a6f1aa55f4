//! A heat map: settings as rows, published ratios as columns. The number in a cell is ours, its
//! colour how far it is from the paper's, on a scale of logarithms that colour-blind readers can
//! tell apart: blue below the paper, orange above, white at it.

use plotters::backend::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::HPos;

use crate::show::canvas::{CELL_INK, Canvas, Drawn, Figure, GREY, INK};

const ROW: f64 = 26.0;
const COLUMN: f64 = 118.0;
const LABELS: f64 = 330.0;
const HEAD: f64 = 128.0;
/// The deviation at which the colour is strongest: a factor of 2.
const FULL: f64 = std::f64::consts::LN_2;

/// A heat map.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HeatMap {
    /// Title, drawn large.
    pub(crate) title: String,
    /// One line below it.
    pub(crate) subtitle: String,
    /// Headings of the columns with the paper's ratio.
    pub(crate) columns: Vec<(String, f64)>,
    /// Heading of each row, and our ratio in each column where there is one.
    pub(crate) rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Figure for HeatMap {
    fn size(&self) -> (u32, u32) {
        let width = LABELS + self.columns.len() as f64 * COLUMN + 24.0;
        let height = HEAD + (self.rows.len() + 1) as f64 * ROW + 40.0;
        (width.max(760.0) as u32, height as u32)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        canvas.text(&self.title, (24.0, 24.0), HPos::Left, 22.0, INK)?;
        canvas.text(&self.subtitle, (24.0, 50.0), HPos::Left, 15.0, GREY)?;
        let x = |column: usize| LABELS + column as f64 * COLUMN;
        let mut y = HEAD;
        canvas.text("paper", (LABELS - 12.0, y + ROW / 2.0), HPos::Right, 15.0, INK)?;
        for (i, (heading, paper)) in self.columns.iter().enumerate() {
            let middle = x(i) + COLUMN / 2.0;
            for (line, text) in heading.split('\n').enumerate() {
                let at = (middle, HEAD - 44.0 + 18.0 * line as f64);
                canvas.text(text, at, HPos::Center, 14.0, INK)?;
            }
            canvas.text(&percent(*paper), (middle, y + ROW / 2.0), HPos::Center, 15.0, INK)?;
        }
        for (label, cells) in &self.rows {
            y += ROW;
            canvas.text(label, (LABELS - 12.0, y + ROW / 2.0), HPos::Right, 14.0, INK)?;
            for (i, (ratio, (_, paper))) in cells.iter().zip(&self.columns).enumerate() {
                let Some(ratio) = ratio else { continue };
                let deviation = (ratio / paper).ln();
                let from = (x(i) + 1.0, y + 1.0);
                canvas.block(from, (x(i) + COLUMN - 1.0, y + ROW - 1.0), colour(deviation))?;
                let at = (x(i) + COLUMN / 2.0, y + ROW / 2.0);
                canvas.text(&percent(*ratio), at, HPos::Center, 14.0, CELL_INK)?;
            }
        }
        let legend = "Colour: blue below the paper's ratio, orange above, white equal";
        canvas.text(legend, (24.0, y + ROW + 22.0), HPos::Left, 14.0, GREY)
    }
}

fn percent(ratio: f64) -> String {
    format!("{:+.1} %", (ratio - 1.0) * 100.0).replace('-', "−")
}

/// From blue over white to orange.
fn colour(deviation: f64) -> RGBColor {
    let strength = (deviation / FULL).clamp(-1.0, 1.0);
    let full = if strength < 0.0 { (86, 150, 210) } else { (230, 150, 30) };
    let mix = |channel: u8| {
        let white = 250.0;
        (white + (f64::from(channel) - white) * strength.abs()).round() as u8
    };
    RGBColor(mix(full.0), mix(full.1), mix(full.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_run_from_blue_over_white_to_orange() {
        assert_eq!(colour(0.0), RGBColor(250, 250, 250));
        assert_eq!(colour(-9.0), RGBColor(86, 150, 210));
        assert_eq!(colour(9.0), RGBColor(230, 150, 30));
    }

    #[test]
    fn a_cell_without_a_figure_stays_empty() {
        let map = HeatMap {
            title: "Sensitivity".into(),
            subtitle: String::new(),
            columns: vec![("R = 2\ndepth 9".into(), 1.4738)],
            rows: vec![("table off".into(), vec![Some(0.64)]), ("other".into(), vec![None])],
        };
        let svg = map.svg().unwrap();
        assert!(svg.contains("−36.0 %") && svg.contains("+47.4 %") && svg.contains("other"));
        assert_eq!(svg.matches("#F").count(), map.svg().unwrap().matches("#F").count());
        assert_eq!(svg.matches(" %").count(), 2);
    }
}
