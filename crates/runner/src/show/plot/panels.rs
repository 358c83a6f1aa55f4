//! Panels over two axes, side by side or, on narrow screens, one below the other: lines with bands or
//! bars for their intervals, labelled at their ends, and clouds of points.

use super::Look;
use super::axis::Axis;
use super::layout::{LINE, MARGIN, TEXT, is_narrow, wrap};
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{self, Anchor, Drawing, GREY, INK, Point, Stroke};

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
    pub(crate) colour: Colour,
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// How they look.
    pub(crate) look: Look,
    /// How they are drawn.
    pub(crate) mark: Mark,
    /// Label of the last point; may be empty.
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

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// With a band for their intervals; of a single point it is a bar.
    Band,
    /// With a bar for each interval.
    Bars,
    /// As a cloud: dots, or small markers.
    Dots,
    /// With a bar for each interval, each with the label beside itself.
    Tags,
}

const GAP: f64 = 22.0;
/// From the axes to the labels beside them.
const LEADER: f64 = 14.0;
/// Between these labels.
const LABEL_LINE: f64 = 14.0;
const BAND_OPACITY: f64 = 0.16;
/// Most markers of a line.
const MARKERS: usize = 15;
/// Where a label beside a point may stand, in steps from it, the best first.
const SIDES: [(f64, f64); 8] = [
    (0.6, -0.9),
    (-0.6, -0.9),
    (0.6, 0.9),
    (-0.6, 0.9),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.1),
    (0.0, 1.1),
];

/// Draws panels from `y` down, `columns` side by side where there is room; where the next may begin.
pub(super) fn draw(
    panels: &[Panel],
    columns: usize,
    height: f64,
    drawing: &mut Drawing,
    mut y: f64,
) -> f64 {
    let columns = if is_narrow(drawing.width) { 1 } else { columns.clamp(1, panels.len().max(1)) };
    let cell = (drawing.width - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
    for row in panels.chunks(columns) {
        let lines = row.iter().map(|panel| panel.head(cell).len()).max().unwrap_or(0);
        let top = y + lines as f64 * LINE + 6.0;
        let left = row.iter().map(Panel::left).fold(0.0, f64::max);
        let right = row.iter().map(Panel::right).fold(4.0, f64::max);
        for (i, panel) in (0..).zip(row) {
            let x = MARGIN + f64::from(i) * (cell + GAP);
            for (line, text) in (0..).zip(panel.head(cell)) {
                let at = (x, y + LINE * (f64::from(line) + 0.5));
                drawing.text(&text, at, Anchor::Start, TEXT, INK);
            }
            let bottom = top + height;
            panel.draw(&Area { left: x + left, right: x + cell - right, top, bottom }, drawing);
        }
        y = top + height + 2.0 * LINE + 14.0;
    }
    y
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
        let series = self.series.iter().filter(|series| series.mark != Mark::Tags);
        let labels =
            series.map(|series| &series.label).chain(self.rules.iter().map(|rule| &rule.label));
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
        for (i, series) in self.series.iter().enumerate() {
            series.draw(i, &place, drawing);
        }
        self.labels(area, drawing);
        self.tags(area, drawing);
    }

    fn axes(&self, area: &Area, drawing: &mut Drawing) {
        for (tick, label) in &self.y.ticks {
            let y = area.y(self.y.place(*tick));
            drawing.grid((area.left, y), (area.right, y));
            drawing.text(label, (area.left - 6.0, y), Anchor::End, TEXT, INK);
        }
        drawing.line(&[(area.left, area.top), (area.left, area.bottom)], GREY, 1.0, Stroke::Solid);
        self.x.below(drawing, (area.left, area.right), area.bottom);
    }

    /// Labels beside the axes at the height of last points and rules, moved apart where they would
    /// overlap; a thin line leads from each point to its label.
    fn labels(&self, area: &Area, drawing: &mut Drawing) {
        let at_ends = self.series.iter().filter(|series| series.mark != Mark::Tags);
        let of_series = at_ends.filter_map(|series| {
            let last = series.points.last()?;
            let at = (area.x(self.x.within(last.x)) + 6.0, area.y(self.y.within(last.y)));
            Some((at, &series.label, series.look.colour))
        });
        let of_rules = self
            .rules
            .iter()
            .map(|rule| ((area.right, area.y(self.y.within(rule.at))), &rule.label, rule.colour));
        let mut labels: Vec<(Point, &String, Colour)> =
            of_series.chain(of_rules).filter(|(_, label, _)| !label.is_empty()).collect();
        labels.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
        let wanted: Vec<f64> = labels.iter().map(|label| label.0.1).collect();
        for (y, (at, label, colour)) in spread(&wanted, area.top, area.bottom).iter().zip(labels) {
            let end = area.right + LEADER;
            drawing.line(&[at, (end - 3.0, *y)], colour, 0.7, Stroke::Solid);
            drawing.text(label, (end, *y), Anchor::Start, TEXT, ink(colour));
        }
    }

    /// Labels beside single points, each on the side where it covers least.
    fn tags(&self, area: &Area, drawing: &mut Drawing) {
        let at = |p: &Place| (area.x(self.x.within(p.x)), area.y(self.y.within(p.y)));
        let tagged = self.series.iter().filter(|series| series.mark == Mark::Tags);
        let mut tagged: Vec<(&Series, Point)> =
            tagged.filter_map(|series| Some((series, at(series.points.last()?)))).collect();
        tagged.sort_by_key(|(series, _)| std::cmp::Reverse(series.label.len()));
        if tagged.is_empty() {
            return;
        }
        let around = |(x, y): Point, r: f64| [x - r, y - r, x + r, y + r];
        let mut taken: Vec<[f64; 4]> =
            tagged.iter().map(|&(_, point)| around(point, 5.0)).collect();
        // Bars along either axis.
        let bar = |[(x, y), (to_x, to_y)]: [Point; 2]| {
            let is_along = (x - to_x).abs() < 1.0 || (y - to_y).abs() < 1.0;
            let thick =
                [x.min(to_x) - 2.0, y.min(to_y) - 2.0, x.max(to_x) + 2.0, y.max(to_y) + 2.0];
            is_along.then_some(thick)
        };
        for series in &self.series {
            let ends = series.points.iter().filter_map(|p| Some((p, p.interval?)));
            let upright = ends.map(|(p, ends)| ends.map(|y| at(&Place { y, ..*p })));
            let drawn = <[Place; 2]>::try_from(series.points.as_slice()).ok();
            let across = drawn.map(|ends| ends.map(|place| at(&place)));
            taken.extend(upright.chain(across).filter_map(bar));
            let dots = series.points.iter().filter(|_| series.mark == Mark::Dots);
            taken.extend(dots.map(|p| around(at(p), 2.5)));
            let slanting = across.filter(|ends| bar(*ends).is_none()).into_iter();
            taken.extend(slanting.flat_map(dotted));
        }
        let mut labels: Vec<[f64; 4]> = Vec::new();
        for (series, (x, y)) in tagged {
            // A label that cannot stay close is led to its point.
            let leader = |own: &[f64; 4]| {
                let edge = (x.clamp(own[0], own[2]), y.clamp(own[1], own[3]));
                ((edge.0 - x).hypot(edge.1 - y) > 11.0).then_some([edge, (x, y)])
            };
            let (width, height) = (canvas::width(&series.label, TEXT) + 2.0, TEXT);
            let boxes = [1.0, 2.0, 3.0].into_iter().flat_map(|far| {
                SIDES.map(|(right, down)| {
                    let (x, y) = (x + right * (far * 7.0 + width / 2.0), y + down * far * 12.0);
                    [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0]
                })
            });
            let cost = |own: &[f64; 4]| {
                let covered: f64 = taken.iter().map(|&other| common(*own, other)).sum();
                let led = leader(own).into_iter().flat_map(dotted);
                let crossed = led.flat_map(|dot| labels.iter().map(move |&l| common(dot, l)));
                let frame = [area.left, area.top, area.right, area.bottom];
                covered + crossed.sum::<f64>() + 9.0 * (width * height - common(*own, frame))
            };
            let Some(own) = boxes.min_by(|a, b| cost(a).total_cmp(&cost(b))) else { continue };
            taken.push(own);
            let middle = ((own[0] + own[2]) / 2.0, (own[1] + own[3]) / 2.0);
            if let Some(line) = leader(&own) {
                taken.extend(dotted(line));
                drawing.line(&line, series.look.colour, 0.75, Stroke::Solid);
            }
            labels.push(own);
            drawing.text(&series.label, middle, Anchor::Middle, TEXT, ink(series.look.colour));
        }
    }
}

/// A line as a row of small boxes.
fn dotted([(x, y), (to_x, to_y)]: [Point; 2]) -> impl Iterator<Item = [f64; 4]> {
    (0..=60).map(move |i| {
        let share = f64::from(i) / 60.0;
        let (x, y) = (x + share * (to_x - x), y + share * (to_y - y));
        [x - 2.0, y - 2.0, x + 2.0, y + 2.0]
    })
}

/// The overlap of two boxes.
fn common(a: [f64; 4], b: [f64; 4]) -> f64 {
    let side = |from: usize| (a[from + 2].min(b[from + 2]) - a[from].max(b[from])).max(0.0);
    side(0) * side(1)
}

/// Places as close to the desired, ascending ones as the minimum distance allows.
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
fn ink(Colour(r, g, b): Colour) -> Colour {
    let luminance = 0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b);
    let share = (95.0 / luminance.max(1.0)).min(1.0);
    let darker = |channel: u8| (f64::from(channel) * share) as u8;
    Colour(darker(r), darker(g), darker(b))
}

impl Rule {
    /// A level with what it is.
    pub(crate) fn new(at: f64, label: impl Into<String>, colour: Colour) -> Rule {
        Rule { at, label: label.into(), colour }
    }
}

impl Series {
    /// Points that look alike, with the label of the last one.
    pub(crate) fn new(
        look: Look,
        mark: Mark,
        label: impl Into<String>,
        points: Vec<Place>,
    ) -> Series {
        Series { look, mark, label: label.into(), points }
    }

    fn intervals(&self, place: &dyn Fn(&Place, f64) -> Point, drawing: &mut Drawing) {
        let ends = self.points.iter().filter_map(|p| Some((p, p.interval?)));
        match self.mark {
            Mark::Band => {
                let upper = ends.clone().map(|(p, [_, high])| place(p, high));
                let lower: Vec<Point> = ends.clone().map(|(p, [low, _])| place(p, low)).collect();
                let around: Vec<Point> = upper.chain(lower.into_iter().rev()).collect();
                match around[..] {
                    [high, low] => drawing.line(&[high, low], self.look.colour, 1.5, Stroke::Solid),
                    _ => drawing.area(around, self.look.colour, BAND_OPACITY),
                }
            }
            Mark::Bars | Mark::Tags => {
                for (p, [low, high]) in ends {
                    let bar = [place(p, low), place(p, high)];
                    drawing.line(&bar, self.look.colour, 1.5, Stroke::Solid);
                }
            }
            Mark::Dots => {}
        }
    }

    /// The `i`th of its panel.
    fn draw(&self, i: usize, place: &dyn Fn(&Place, f64) -> Point, drawing: &mut Drawing) {
        let points: Vec<Point> = self.points.iter().map(|p| place(p, p.y)).collect();
        let Look { colour, marker, hollow, stroke } = self.look;
        if self.mark == Mark::Dots {
            return match marker {
                Some(marker) => points.iter().for_each(|&at| drawing.small(at, marker, colour)),
                None => drawing.dots(points, colour),
            };
        }
        if let Some(stroke) = stroke.filter(|_| points.len() > 1) {
            drawing.line(&points, colour, 2.0, stroke);
        }
        // Of long lines every few points, each line at its own.
        let step = points.len().div_ceil(MARKERS).max(1);
        let marked = points.iter().skip(i % step).step_by(step);
        for (&point, marker) in marked.zip(marker.into_iter().cycle()) {
            drawing.shape(point, marker, colour, hollow);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Body, NARROW, Picture, WIDE};
    use super::*;
    use crate::show::canvas::faults;
    use crate::show::canvas::palette::Marker;

    fn panel(ends: &[f64]) -> Panel {
        let series = ends.iter().map(|&end| Series {
            look: Look { marker: Some(Marker::Square), ..Look::line(INK, Stroke::Solid) },
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

    fn figure(panels: Vec<Panel>) -> Picture {
        Picture {
            title: "A title that is far too long to stand in one line of any figure that is \
                    readable on a telephone or on paper"
                .into(),
            subtitle: "n = 999".into(),
            key: Vec::new(),
            body: Body::Panels { panels, columns: 3, height: 200.0 },
            notes: vec![
                "Not the paper's suite, and this is said in a line that must be broken on \
                         a telephone"
                    .into(),
            ],
        }
    }

    #[test]
    fn nothing_is_clipped_or_covered_at_either_width() {
        let tied = panel(&[0.6, 0.6, 0.6, 0.61]);
        let figure = figure(vec![tied.clone(), panel(&[0.5]), tied, panel(&[])]);
        for width in [WIDE, NARROW] {
            assert_eq!(faults::of(&figure.at(width)), [""; 0], "{width}");
        }
    }

    #[test]
    fn a_figure_without_panels_has_its_title() {
        let svg = figure(Vec::new()).at(360.0).to_svg("");
        assert!(svg.contains("readable") && svg.contains("n = 999"), "{svg}");
    }

    #[test]
    fn labels_are_moved_apart_and_keep_their_order() {
        let places = spread(&[50.0, 50.0, 50.0, 90.0], 0.0, 100.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= LABEL_LINE), "{places:?}");
        assert!(places[0] <= 50.0 + 1e-9 && places[3] <= 107.0, "{places:?}");
        assert_eq!(spread(&[], 0.0, 9.0), [0.0; 0]);
    }

    #[test]
    fn labels_beside_points_cover_neither_each_other_nor_the_edge() {
        let at = [(8.0, 1.0), (8.02, 1.01), (8.0, 1.02), (8.9, 1.19), (9.0, 1.2), (8.5, 0.9)];
        let series = at.iter().enumerate().map(|(i, &(x, y))| {
            let look = Look {
                stroke: None,
                marker: Some(Marker::Circle),
                ..Look::line(INK, Stroke::Solid)
            };
            Series::new(
                look,
                Mark::Tags,
                format!("{}", i + 7),
                vec![Place { x, y, interval: None }],
            )
        });
        let tagged = Panel { series: series.collect(), rules: Vec::new(), ..panel(&[1.1]) };
        for width in [WIDE, NARROW] {
            assert_eq!(faults::of(&figure(vec![tagged.clone()]).at(width)), [""; 0], "{width}");
        }
    }

    #[test]
    fn text_is_dark_enough_to_be_read() {
        assert_eq!(ink(Colour(0, 0, 0)), Colour(0, 0, 0));
        let Colour(r, g, b) = ink(Colour(86, 180, 233));
        assert!(r < 60 && g < 115 && b < 150);
    }
}
