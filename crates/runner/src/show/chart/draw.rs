//! How a chart looks, on any drawing backend: title and suite above, the legend at the right,
//! warnings below, so that nothing lies on the lines.
//! Lengths are in units of one SVG pixel; `scale` is the number of pixels per unit.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::{self, Axis};
use super::{Chart, Series, Source, YAxis};
use crate::show::canvas::palette::{self, Style};
use crate::show::canvas::{Canvas, Drawn, FAMILY, Figure, GREY, GRID, INK, Point, Stroke, WARNING};

/// Width left of the legend.
const PLOT_WIDTH: i32 = 710;
/// Height of the plot with its axis titles.
const PLOT_HEIGHT: i32 = 466;
const TITLE_LINE: i32 = 28;
const SUBTITLE_LINE: i32 = 20;
const NOTE_LINE: i32 = 19;
const LEGEND_LINE: i32 = 28;
/// Letters on one line. The viewer's font may be a good deal wider than ours.
const TITLE_LETTERS: usize = 70;
const SUBTITLE_LETTERS: usize = 100;
const NOTE_LETTERS: usize = 105;
/// Width to leave for one letter of the legend.
const LEGEND_LETTER: i32 = 9;

/// Where the parts of a chart are.
struct Layout {
    /// Lines of text with the middle of their height, size and colour.
    texts: Vec<(String, i32, f64, RGBColor)>,
    plot_top: i32,
    width: i32,
    height: i32,
}

impl Layout {
    fn new(chart: &Chart) -> Layout {
        let (mut texts, mut y) = (Vec::new(), 14);
        for line in wrap(&chart.title, TITLE_LETTERS) {
            texts.push((line, y + TITLE_LINE / 2, 23.0, INK));
            y += TITLE_LINE;
        }
        for line in wrap(&chart.subtitle, SUBTITLE_LETTERS) {
            texts.push((line, y + SUBTITLE_LINE / 2, 16.0, GREY));
            y += SUBTITLE_LINE;
        }
        let plot_top = y + 12;
        // Many variants make a legend that is higher than the plot.
        y = plot_top + PLOT_HEIGHT.max(38 + chart.series.len() as i32 * LEGEND_LINE);
        for line in chart.notes.iter().flat_map(|n| wrap(&format!("NOTE: {n}"), NOTE_LETTERS)) {
            texts.push((line, y + 8, 15.0, WARNING));
            y += NOTE_LINE;
        }
        let letters = chart.series.iter().map(|line| line.label.chars().count()).max();
        let width = PLOT_WIDTH + (66 + LEGEND_LETTER * letters.unwrap_or(0) as i32).max(190);
        let height = if chart.notes.is_empty() { y } else { y + 12 };
        Layout { texts, plot_top, width, height }
    }
}

/// The vertical axis: where values lie on it, and its ticks.
struct Scale {
    title: String,
    logarithmic: bool,
    unit: f64,
    range: std::ops::Range<f64>,
    /// Place and label.
    ticks: Vec<(f64, String)>,
}

impl Scale {
    fn of(chart: &Chart) -> Scale {
        let values = || chart.series.iter().flat_map(|line| &line.points).map(|point| point.1);
        let max = values().fold(f64::MIN_POSITIVE, f64::max);
        let (title, logarithmic, unit) = match &chart.y {
            YAxis::Nodes => {
                let unit = axis::unit(max);
                let name = unit.name.map(|name| format!(" ({name})")).unwrap_or_default();
                (format!("Nodes per position{name}"), false, unit.size)
            }
            YAxis::Percent(title) => (title.clone(), false, 1.0),
            YAxis::LogPercent(title) => (title.clone(), true, 1.0),
        };
        let ticks = if logarithmic {
            let min = values().filter(|&value| value > 0.0).fold(max, f64::min);
            let ticks = axis::log_ticks(min, max).into_iter();
            ticks.map(|(tick, label)| (tick.log10(), label)).collect()
        } else {
            axis::ticks(max / unit)
        };
        let end = |tick: Option<&(f64, String)>, other| tick.map_or(other, |tick| tick.0);
        let range = end(ticks.first(), 0.0)..end(ticks.last(), 1.0);
        Scale { title, logarithmic, unit, range, ticks }
    }

    /// Where a value lies.
    fn place(&self, value: f64) -> f64 {
        match self.logarithmic {
            true => value.max(f64::MIN_POSITIVE).log10(),
            false => value / self.unit,
        }
    }
}

impl Figure for Chart {
    fn size(&self) -> (u32, u32) {
        let layout = Layout::new(self);
        (layout.width as u32, layout.height as u32)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let layout = Layout::new(self);
        for (line, y, size, colour) in &layout.texts {
            canvas.text(line, (24.0, f64::from(*y)), HPos::Left, *size, *colour)?;
        }
        self.plot(canvas, layout.plot_top)?;
        for (i, line) in (0..).zip(&self.series) {
            line.legend_entry(canvas, layout.plot_top + 24 + i * LEGEND_LINE)?;
        }
        Ok(())
    }
}

impl Chart {
    /// Axes, grid and lines.
    fn plot<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, top_edge: i32) -> Drawn<DB> {
        let all = || self.series.iter().flat_map(|line| &line.points);
        let scale = Scale::of(self);
        let first = all().map(|p| p.0).min().unwrap_or(0);
        let last = all().map(|p| p.0).max().unwrap_or(0);
        let depths: Vec<f64> = (first..=last).map(f64::from).collect();

        let s = canvas.scale();
        let area =
            canvas.root().clone().shrink((0, top_edge * s), (PLOT_WIDTH * s, PLOT_HEIGHT * s));
        let places = (f64::from(first) - 0.25)..(f64::from(last) + 0.25);
        let mut builder = ChartBuilder::on(&area);
        let mut plot = builder
            .margin(12 * s)
            .x_label_area_size(52 * s)
            .y_label_area_size(72 * s)
            .build_cartesian_2d(
            Axis { range: places, ticks: depths.clone() },
            Axis { range: scale.range.clone(), ticks: scale.ticks.iter().map(|t| t.0).collect() },
        )?;
        let tick_label = |value: &f64| {
            let extent = scale.range.end - scale.range.start;
            let near = scale.ticks.iter().find(|tick| (tick.0 - value).abs() < 1e-6 * extent);
            near.map_or(String::new(), |tick| tick.1.clone())
        };
        plot.configure_mesh()
            .disable_x_mesh()
            .x_labels(depths.len())
            .y_labels(scale.ticks.len())
            .max_light_lines(0)
            .bold_line_style(GRID.stroke_width(s as u32))
            .set_tick_mark_size(LabelAreaPosition::Bottom, 9 * s)
            .set_tick_mark_size(LabelAreaPosition::Left, 8 * s)
            .axis_style(GREY.stroke_width(s as u32))
            .label_style((FAMILY, 16 * s).into_font().color(&INK))
            .axis_desc_style((FAMILY, 17 * s).into_font().color(&INK))
            .y_label_offset(canvas.text_drop())
            .x_label_formatter(&|depth| format!("{depth:.0}"))
            .y_label_formatter(&tick_label)
            .x_desc("Depth (plies)")
            .y_desc(scale.title.clone())
            .draw()?;
        // Others' lines first, so that ours stay on top.
        for source in [Source::Bound, Source::Paper, Source::Ours] {
            for line in self.series.iter().filter(|line| line.source == source) {
                let pixel = |&(depth, value): &(u8, f64)| {
                    let place = (f64::from(depth), scale.place(value));
                    canvas.point(plot.plotting_area().map_coordinate(&place))
                };
                let points: Vec<Point> = line.points.iter().map(pixel).collect();
                line.line(canvas, &points)?;
                for &point in &points {
                    line.marker(canvas, point)?;
                }
            }
        }
        Ok(())
    }
}

impl Series {
    fn legend_entry<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, y: i32) -> Drawn<DB> {
        let (left, y) = (f64::from(PLOT_WIDTH + 6), f64::from(y));
        self.line(canvas, &[(left, y), (left + 40.0, y)])?;
        self.marker(canvas, (left + 20.0, y))?;
        canvas.text(&self.label, (left + 50.0, y), HPos::Left, 16.0, INK)
    }

    fn line<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, points: &[Point]) -> Drawn<DB> {
        let stroke = match self.source {
            Source::Ours => Stroke::Solid,
            Source::Paper | Source::Bound => Stroke::Dashed,
        };
        canvas.line(points, palette::style(&self.variant).colour, 2.0, stroke)
    }

    /// Filled for ours, hollow for the paper's.
    fn marker<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, at: Point) -> Drawn<DB> {
        let Style { colour, marker } = palette::style(&self.variant);
        match self.source {
            Source::Ours => canvas.shape(at, marker, 6.0, colour),
            // Two filled shapes instead of an outline, whose corners the bitmap would not close.
            Source::Paper => {
                canvas.shape(at, marker, 6.0, colour)?;
                canvas.shape(at, marker, 4.0, WHITE)
            }
            Source::Bound => Ok(()),
        }
    }
}

/// Breaks text between words into lines of at most `letters`, unless one word is longer.
fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_between_words_and_nothing_is_lost() {
        assert_eq!(wrap("the size of a tree", 8), ["the size", "of a", "tree"]);
        assert_eq!(wrap("zwischenzug now", 5), ["zwischenzug", "now"]);
        assert_eq!(wrap("", 5), [""; 0]);
    }
}
