//! Panels over two axes, side by side or, on narrow screens, one below the other: lines with bands or
//! bars for their intervals, labelled at their ends, and clouds of points.

use plotters::style::RGBColor;

use super::Picture;
use super::axis::Axis;
use super::drawing::{Anchor, Drawing};
use super::layout::{LINE, MARGIN, TEXT, is_narrow, wrap};
use crate::show::canvas::palette::Marker;
use crate::show::canvas::{self, GREY, INK, Point, Stroke};

/// The figure.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Panels {
    /// What it shows, in a sentence.
    pub(crate) title: String,
    /// Unit, number of positions, intervals.
    pub(crate) subtitle: String,
    /// What looks mean that no label says.
    pub(crate) key: Vec<(Look, String)>,
    /// The panels in reading order.
    pub(crate) panels: Vec<Panel>,
    /// How many are side by side where there is room.
    pub(crate) columns: usize,
    /// Height of the axes.
    pub(crate) height: f64,
}

/// One pair of axes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Panel {
    /// Above it.
    pub(crate) title: String,
    /// Horizontal axis.
    pub(crate) x: Axis,
    /// Vertical axis.
    pub(crate) y: Axis,
    /// Levels to compare with.
    pub(crate) rules: Vec<Rule>,
    /// What is drawn, the last on top.
    pub(crate) series: Vec<Series>,
}

/// A level across a panel.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rule {
    /// Its value.
    pub(crate) at: f64,
    /// What it is; may be empty.
    pub(crate) label: String,
    /// Its colour.
    pub(crate) colour: RGBColor,
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// How they look.
    pub(crate) look: Look,
    /// How they are drawn.
    pub(crate) mark: Mark,
    /// What stands at the last one; may be empty.
    pub(crate) label: String,
    /// The points, by the horizontal axis.
    pub(crate) points: Vec<Place>,
}

/// A point with its interval, if it has one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Place {
    /// On the horizontal axis.
    pub(crate) x: f64,
    /// On the vertical axis.
    pub(crate) y: f64,
    /// The ends of the interval of `y`.
    pub(crate) interval: Option<[f64; 2]>,
}

/// How points and lines look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Look {
    /// Colour of line and marker.
    pub(crate) colour: RGBColor,
    /// Markers at the points, if any.
    pub(crate) marker: Option<Marker>,
    /// Are markers hollow? Those of published figures are.
    pub(crate) hollow: bool,
    /// The line through the points, if any.
    pub(crate) stroke: Option<Stroke>,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// With a band for their intervals.
    Band,
    /// With a bar for each interval.
    Bars,
    /// As a cloud.
    Dots,
}

const GAP: f64 = 22.0;
/// From the axes to the labels beside them.
const LEADER: f64 = 14.0;
/// Between these labels.
const LABEL_LINE: f64 = 14.0;
const BAND_OPACITY: f64 = 0.16;

impl Picture for Panels {
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
        let columns =
            if is_narrow(width) { 1 } else { self.columns.clamp(1, self.panels.len().max(1)) };
        let cell = (width - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
        for row in self.panels.chunks(columns) {
            let lines = row.iter().map(|panel| panel.head(cell).len()).max().unwrap_or(0);
            let axes = y + lines as f64 * LINE + 6.0;
            let left = row.iter().map(Panel::left).fold(0.0, f64::max);
            let right = row.iter().map(Panel::right).fold(4.0, f64::max);
            for (i, panel) in (0..).zip(row) {
                let x = MARGIN + f64::from(i) * (cell + GAP);
                for (line, text) in (0..).zip(panel.head(cell)) {
                    let at = (x, y + LINE * (f64::from(line) + 0.5));
                    drawing.text(&text, at, Anchor::Start, TEXT, INK);
                }
                let area = Area {
                    left: x + left,
                    right: x + cell - right,
                    top: axes,
                    bottom: axes + self.height,
                };
                panel.draw(&area, &mut drawing);
            }
            y = axes + self.height + 2.0 * LINE + 14.0;
        }
        drawing.height = y;
        drawing
    }
}

/// Where the axes of a panel are.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

impl Panel {
    /// Its title and that of the vertical axis, in lines.
    fn head(&self, width: f64) -> Vec<String> {
        let mut lines = wrap(&self.title, width, TEXT);
        lines.extend(wrap(&self.y.title, width, TEXT));
        lines
    }

    /// Room for the labels of the vertical axis.
    fn left(&self) -> f64 {
        let widths = self.y.ticks.iter().map(|(_, label)| canvas::width(label, TEXT));
        widths.fold(0.0, f64::max) + 8.0
    }

    /// Room for the labels at the ends of lines.
    fn right(&self) -> f64 {
        let series = self.series.iter().map(|series| &series.label);
        let labels = series.chain(self.rules.iter().map(|rule| &rule.label));
        let widest = labels.map(|label| canvas::width(label, TEXT)).fold(0.0, f64::max);
        if widest > 0.0 { widest + LEADER + 4.0 } else { 4.0 }
    }

    fn draw(&self, area: &Area, drawing: &mut Drawing) {
        self.axes(area, drawing);
        for rule in &self.rules {
            let y = area.y(self.y.within(rule.at));
            let ends = [(area.left, y), (area.right, y)];
            drawing.line(&ends, rule.colour, 1.5, Stroke::Solid);
        }
        let place = |p: &Place, y: f64| (area.x(self.x.within(p.x)), area.y(self.y.within(y)));
        for series in &self.series {
            series.intervals(&place, drawing);
        }
        for series in &self.series {
            series.draw(&place, drawing);
        }
        self.labels(area, drawing);
    }

    fn axes(&self, area: &Area, drawing: &mut Drawing) {
        let places: Vec<(f64, &str)> = self
            .x
            .ticks
            .iter()
            .map(|(tick, label)| (area.x(self.x.place(*tick)), label.as_str()))
            .collect();
        for &(x, _) in &places {
            drawing.line(&[(x, area.bottom), (x, area.bottom + 4.0)], GREY, 1.0, Stroke::Solid);
        }
        for (x, label) in fitting(&places, drawing.width) {
            drawing.text(label, (x, area.bottom + 4.0 + LINE / 2.0), Anchor::Middle, TEXT, INK);
        }
        for (tick, label) in &self.y.ticks {
            let y = area.y(self.y.place(*tick));
            drawing.grid((area.left, y), (area.right, y));
            drawing.text(label, (area.left - 6.0, y), Anchor::End, TEXT, INK);
        }
        let corner = [(area.left, area.top), (area.left, area.bottom), (area.right, area.bottom)];
        drawing.line(&corner, GREY, 1.0, Stroke::Solid);
        let half = canvas::width(&self.x.title, TEXT) / 2.0 + 2.0;
        let middle = ((area.left + area.right) / 2.0).min(drawing.width - half).max(half);
        let at = (middle, area.bottom + 4.0 + LINE * 1.5);
        drawing.text(&self.x.title, at, Anchor::Middle, TEXT, GREY);
    }

    /// What stands beside the axes at the height of last points and rules, moved apart where labels
    /// would cover each other; a thin line leads from each point to its label.
    fn labels(&self, area: &Area, drawing: &mut Drawing) {
        let of_series = self.series.iter().filter_map(|series| {
            let last = series.points.last()?;
            let at = (area.x(self.x.within(last.x)) + 6.0, area.y(self.y.within(last.y)));
            Some((at, &series.label, series.look.colour))
        });
        let of_rules = self
            .rules
            .iter()
            .map(|rule| ((area.right, area.y(self.y.within(rule.at))), &rule.label, rule.colour));
        let mut labels: Vec<(Point, &String, RGBColor)> =
            of_series.chain(of_rules).filter(|(_, label, _)| !label.is_empty()).collect();
        labels.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
        let wanted: Vec<f64> = labels.iter().map(|label| label.0.1).collect();
        for (y, (at, label, colour)) in spread(&wanted, area.top, area.bottom).iter().zip(labels) {
            let end = area.right + LEADER;
            drawing.line(&[at, (end - 3.0, *y)], colour, 0.7, Stroke::Solid);
            drawing.text(label, (end, *y), Anchor::Start, TEXT, ink(colour));
        }
    }
}

/// Every label, or every second, third and so on, so that none covers another; none leaves the picture.
pub(super) fn fitting<'a>(labels: &[(f64, &'a str)], width: f64) -> Vec<(f64, &'a str)> {
    let half = |label: &str| canvas::width(label, TEXT) / 2.0;
    let chosen =
        |step: usize| -> Vec<(f64, &'a str)> { labels.iter().copied().step_by(step).collect() };
    let is_free = |chosen: &Vec<(f64, &str)>| {
        chosen
            .windows(2)
            .all(|pair| pair[1].0 - pair[0].0 >= half(pair[0].1) + half(pair[1].1) + 6.0)
    };
    let chosen = (1..=labels.len().max(1)).map(chosen).find(is_free).unwrap_or_default();
    let inside = |&(x, label): &(f64, &str)| x - half(label) >= 0.0 && x + half(label) <= width;
    chosen.into_iter().filter(inside).collect()
}

/// Places as near to the wanted ones, which ascend, as their distance allows.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut places = wanted.to_vec();
    let mut free = top - LABEL_LINE / 2.0;
    for place in &mut places {
        *place = place.max(free);
        free = *place + LABEL_LINE;
    }
    let mut limit = bottom + LABEL_LINE / 2.0;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - LABEL_LINE;
    }
    // Those that were moved down as a group share the way: halfway back, if there is room.
    let mut free = f64::NEG_INFINITY;
    for (place, &wanted) in places.iter_mut().zip(wanted) {
        if *place > wanted {
            *place = (wanted + (*place - wanted) / 2.0).max(free);
        }
        free = *place + LABEL_LINE;
    }
    places
}

/// A colour dark enough for text.
pub(super) fn ink(RGBColor(r, g, b): RGBColor) -> RGBColor {
    let luminance = 0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b);
    let share = (95.0 / luminance.max(1.0)).min(1.0);
    let darker = |channel: u8| (f64::from(channel) * share) as u8;
    RGBColor(darker(r), darker(g), darker(b))
}

impl Series {
    fn intervals(&self, place: &dyn Fn(&Place, f64) -> Point, drawing: &mut Drawing) {
        let ends = self.points.iter().filter_map(|p| Some((p, p.interval?)));
        match self.mark {
            Mark::Band => {
                let upper = ends.clone().map(|(p, [_, high])| place(p, high));
                let lower: Vec<Point> = ends.clone().map(|(p, [low, _])| place(p, low)).collect();
                let around: Vec<Point> = upper.chain(lower.into_iter().rev()).collect();
                if around.len() > 2 {
                    drawing.area(around, self.look.colour, BAND_OPACITY);
                }
            }
            Mark::Bars => {
                for (p, [low, high]) in ends {
                    let bar = [place(p, low), place(p, high)];
                    drawing.line(&bar, self.look.colour, 1.5, Stroke::Solid);
                }
            }
            Mark::Dots => {}
        }
    }

    fn draw(&self, place: &dyn Fn(&Place, f64) -> Point, drawing: &mut Drawing) {
        let points: Vec<Point> = self.points.iter().map(|p| place(p, p.y)).collect();
        let Look { colour, marker, hollow, stroke } = self.look;
        if self.mark == Mark::Dots {
            return drawing.dots(points, colour);
        }
        if let Some(stroke) = stroke.filter(|_| points.len() > 1) {
            drawing.line(&points, colour, 2.0, stroke);
        }
        for &point in points.iter().filter(|_| marker.is_some()) {
            drawing.shape(point, marker.unwrap_or(Marker::Circle), colour, hollow);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::faults;
    use super::*;
    use crate::show::canvas::INK;

    fn panel(ends: &[f64]) -> Panel {
        let series = ends.iter().map(|&end| Series {
            look: Look {
                colour: INK,
                marker: Some(Marker::Square),
                hollow: false,
                stroke: Some(Stroke::Solid),
            },
            mark: Mark::Band,
            label: "a variant".into(),
            points: [(8.0, 1.0), (9.0, end)]
                .map(|(x, y)| Place { x, y, interval: Some([y * 0.9, y * 1.1]) })
                .to_vec(),
        });
        let rules = vec![Rule { at: 1.0, label: "the reference".into(), colour: INK }];
        let y = Axis::ratio("tree", ends.iter().copied().chain([0.8, 1.2]));
        let title = "Winning Chess Sacrifices, all of its 999 positions".into();
        Panel { title, x: Axis::plies([8.0, 9.0]), y, rules, series: series.collect() }
    }

    fn figure(panels: Vec<Panel>) -> Panels {
        Panels {
            title: "A title that is far too long to stand in one line of any figure that is \
                    readable on a telephone or on paper"
                .into(),
            subtitle: "n = 999".into(),
            key: Vec::new(),
            panels,
            columns: 3,
            height: 200.0,
        }
    }

    #[test]
    fn nothing_is_clipped_or_covered_at_either_width() {
        let tied = panel(&[0.6, 0.6, 0.6, 0.61]);
        let figure = figure(vec![tied.clone(), panel(&[0.5]), tied, panel(&[])]);
        for width in [super::super::WIDE, super::super::NARROW] {
            assert_eq!(faults::of(&figure.at(width)), [""; 0], "{width}");
        }
    }

    #[test]
    fn a_figure_without_panels_has_its_title() {
        let svg = figure(Vec::new()).at(360.0).to_svg("");
        assert!(svg.contains("readable") && svg.contains("n = 999"), "{svg}");
    }

    #[test]
    fn of_labels_that_would_cover_each_other_every_second_stays() {
        let labels =
            [(10.0, "1 k"), (30.0, "3 k"), (50.0, "10 k"), (70.0, "30 k"), (90.0, "100 k")];
        let chosen: Vec<&str> = fitting(&labels, 120.0).into_iter().map(|label| label.1).collect();
        assert_eq!(chosen, ["1 k", "10 k", "100 k"]);
        assert_eq!(fitting(&labels[..1], 120.0).len(), 1);
        assert_eq!(fitting(&labels[..1], 12.0).len(), 0, "it would leave the picture");
        assert_eq!(fitting(&[], 120.0).len(), 0);
    }

    #[test]
    fn labels_are_moved_apart_and_keep_their_order() {
        let places = spread(&[50.0, 50.0, 50.0, 90.0], 0.0, 100.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= LABEL_LINE), "{places:?}");
        assert!(places[0] <= 50.0 + 1e-9 && places[3] <= 107.0, "{places:?}");
        assert_eq!(spread(&[], 0.0, 9.0), [0.0; 0]);
    }

    #[test]
    fn text_is_dark_enough_to_be_read() {
        assert_eq!(ink(RGBColor(0, 0, 0)), RGBColor(0, 0, 0));
        let RGBColor(r, g, b) = ink(RGBColor(86, 180, 233));
        assert!(r < 60 && g < 115 && b < 150);
    }
}
