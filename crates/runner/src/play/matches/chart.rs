//! Elo with its 95 % interval over the games of a match, as SVG and PNG.

use plotters::prelude::*;

use super::summary::{Standing, Summary};
use crate::show::canvas::{Canvas, Drawn, FAMILY, Figure, GRID, INK, WARNING};

/// Points drawn at most; a match of many games is thinned out evenly.
const MOST_POINTS: usize = 600;
const LINE: RGBColor = RGBColor(31, 87, 160);
const BAND: RGBColor = RGBColor(202, 217, 236);

/// The course of a match.
pub(crate) struct Chart {
    title: String,
    subtitle: String,
    /// Games, Elo, and the ends of its interval.
    points: Vec<(u32, f64, f64, f64)>,
    /// Elo of the paper's result.
    paper: Option<f64>,
}

impl Chart {
    /// The chart of a match; `None` before the first pair, and when there is no Elo.
    pub(crate) fn new(summary: &Summary, course: Vec<Standing>) -> Option<Chart> {
        let last = course.last().filter(|_| !summary.all_forfeited)?;
        let subtitle = format!(
            "{}; {} games: +{} ={} -{}",
            summary.setting.limit, last.games, last.tally.wins, last.tally.draws, last.tally.losses
        );
        let step = course.len().div_ceil(MOST_POINTS);
        let newest_first = course.iter().rev().step_by(step);
        let mut points: Vec<_> = newest_first
            .filter_map(|s| s.estimate.map(|e| (s.games, e.elo, e.elo_low, e.elo_high)))
            .collect();
        points.reverse();
        let paper = summary.paper.as_ref();
        let paper = paper.map(|p| super::statistics::elo(p.points / f64::from(p.games)));
        Some(Chart { title: summary.title.clone(), subtitle, points, paper })
    }

    /// The interval is wide at first: the axis follows the second half of the match, and the
    /// paper's line.
    fn range(&self) -> (f64, f64) {
        let settled = &self.points[self.points.len() / 4..];
        let low = settled.iter().map(|p| p.2).chain(self.paper).fold(-20.0, f64::min);
        let high = settled.iter().map(|p| p.3).chain(self.paper).fold(20.0, f64::max);
        let margin = (high - low) * 0.08;
        (low - margin, high + margin)
    }
}

impl Figure for Chart {
    fn size(&self) -> (u32, u32) {
        (900, 520)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let (root, scale) = (canvas.root(), canvas.scale());
        let size = |pixels: i32| pixels * scale;
        let text = |height: i32| (FAMILY, f64::from(size(height))).into_font().color(&INK);
        root.draw(&Text::new(self.title.clone(), (size(24), size(14)), text(22)))?;
        root.draw(&Text::new(self.subtitle.clone(), (size(24), size(42)), text(15)))?;
        let games = self.points.last().map_or(2, |p| p.0).max(2);
        let (low, high) = self.range();
        let mut chart = ChartBuilder::on(root)
            .margin_top(size(68))
            .margin_right(size(24))
            .margin_bottom(size(8))
            .margin_left(size(8))
            .x_label_area_size(size(48))
            .y_label_area_size(size(64))
            .build_cartesian_2d(0..games, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(GRID.stroke_width(scale as u32))
            .axis_style(INK.stroke_width(scale as u32))
            .set_all_tick_mark_size(size(5))
            .label_style(text(14))
            .axis_desc_style(text(15))
            .x_desc("Games")
            .y_desc("Elo, with its 95 % interval")
            .y_label_formatter(&|elo| format!("{elo:+.0}"))
            .draw()?;
        let within = |elo: f64| elo.clamp(low, high);
        let upper = self.points.iter().map(|p| (p.0, within(p.3)));
        let lower = self.points.iter().rev().map(|p| (p.0, within(p.2)));
        chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), BAND.filled())])?;
        let level = |elo: f64| [(0, elo), (games, elo)];
        chart.draw_series(LineSeries::new(level(0.0), INK.stroke_width(scale as u32)))?;
        if let Some(paper) = self.paper {
            chart.draw_series(DashedLineSeries::new(
                level(paper),
                size(8),
                size(6),
                WARNING.stroke_width(2 * scale as u32),
            ))?;
            let label = format!("the paper: {paper:+.0}");
            let style = text(14).color(&WARNING);
            let place = (games - games / 5, paper + (high - low) * 0.045);
            chart.draw_series([Text::new(label, place, style)])?;
        }
        let course = self.points.iter().map(|p| (p.0, within(p.1)));
        chart.draw_series(LineSeries::new(course, LINE.stroke_width(2 * scale as u32)))?;
        Ok(())
    }
}
