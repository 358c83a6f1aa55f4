//! Cost against error: the table of points and their plane.

use serde::Serialize;

use super::points::Point;
use crate::base::number::thousands;
use crate::show::grid::{ABSENT, Cell, Grid, csv};
use crate::show::plot::{Axis, Body, Drawn, Look, Mark, Panel, Picture, Place, Series};
use crate::stats::Estimate;

/// The table of points.
pub(crate) fn grid(points: &[Point]) -> Grid {
    let head = [
        "Variant",
        "Claim",
        "Claims",
        "Tested",
        "% wrong",
        "Root side %",
        "Opponent %",
        "Wrong in 1,000 nodes",
        "Nodes",
    ];
    let mut grid = Grid::new(&head, 2);
    grid.rows.extend(points.iter().map(|point| {
        let mut row = vec![Cell::from(point.variant.as_str()), point.claim.as_str().into()];
        row.extend([point.claims, point.tested].map(|count| Cell::from(thousands(count))));
        let [root, opponent] = point.wrong_by_side;
        row.extend([point.wrong, root, opponent].map(|share| Cell::from(shown(share, 100.0, ""))));
        row.push(shown(point.per_1000, 1.0, "").into());
        row.push(shown(point.nodes, 1.0, "×").into());
        row
    }));
    grid
}

/// `1.23 [1.10, 1.38]`; small numbers with two digits that are not 0.
fn shown(estimate: Option<Estimate>, scale: f64, unit: &str) -> String {
    let Some(Estimate { value, interval, .. }) = estimate else { return ABSENT.to_owned() };
    let places = match (scale * value).abs() {
        0.0 => 0,
        value => (1.0 - value.log10().floor()).clamp(2.0, 8.0) as usize,
    };
    let number = |value: f64| format!("{:.places$}", scale * value);
    let interval = interval.map(|i| format!(" [{}, {}]", number(i.low), number(i.high)));
    format!("{}{unit}{}", number(value), interval.unwrap_or_default())
}

/// A line of `plane.csv`.
#[derive(Default, Serialize)]
struct Line<'a> {
    variant: &'a str,
    claim: &'a str,
    without: Option<&'a str>,
    positions: u64,
    claims: u64,
    tested: u64,
    wrong: Option<f64>,
    wrong_low: Option<f64>,
    wrong_high: Option<f64>,
    wrong_root: Option<f64>,
    wrong_opponent: Option<f64>,
    wrong_per_1000: Option<f64>,
    wrong_per_1000_low: Option<f64>,
    wrong_per_1000_high: Option<f64>,
    node_ratio: Option<f64>,
    node_ratio_low: Option<f64>,
    node_ratio_high: Option<f64>,
}

/// Every point with its intervals, for other programs.
fn data(points: &[Point]) -> anyhow::Result<Vec<u8>> {
    let parts = |estimate: Option<Estimate>| {
        let interval = estimate.and_then(|estimate| estimate.interval);
        [estimate.map(|e| e.value), interval.map(|i| i.low), interval.map(|i| i.high)]
    };
    let lines = points.iter().map(|point| {
        let [wrong, wrong_low, wrong_high] = parts(point.wrong);
        let [wrong_per_1000, wrong_per_1000_low, wrong_per_1000_high] = parts(point.per_1000);
        let [node_ratio, node_ratio_low, node_ratio_high] = parts(point.nodes);
        let [wrong_root, wrong_opponent] = point.wrong_by_side.map(|side| parts(side)[0]);
        Line {
            variant: &point.variant,
            claim: &point.claim,
            without: point.without.as_deref(),
            positions: point.positions,
            claims: point.claims,
            tested: point.tested,
            wrong,
            wrong_low,
            wrong_high,
            wrong_root,
            wrong_opponent,
            wrong_per_1000,
            wrong_per_1000_low,
            wrong_per_1000_high,
            node_ratio,
            node_ratio_low,
            node_ratio_high,
        }
    });
    Ok(csv(lines)?.into_bytes())
}

/// The plane: nodes against wrong claims, a point for each rule and each null move that cuts off. `None`
/// if fewer than two can be drawn.
///
/// # Errors
/// When the data cannot be written.
pub(crate) fn figure(suites: &str, points: &[Point]) -> anyhow::Result<Option<Drawn>> {
    let drawn = points.iter().filter(|point| point.claim != "reduction").filter_map(|point| {
        let (x, y) = (point.nodes?, point.per_1000.filter(|rate| rate.value > 0.0)?);
        Some((point, x, y))
    });
    let drawn: Vec<(&Point, Estimate, Estimate)> = drawn.collect();
    if drawn.len() < 2 {
        return Ok(None);
    }
    let common = common(&drawn);
    let mut series = Vec::new();
    for (point, x, y) in &drawn {
        let own = Look::ours(&point.variant);
        series.extend(x.interval.map(|ends| {
            let place = |x| Place { x, y: y.value, interval: None };
            let points = [ends.low, ends.high].map(place).to_vec();
            Series::new(Look { marker: None, ..own }, Mark::Bars, "", points)
        }));
        let interval = y.interval.map(|ends| [ends.low, ends.high]);
        let points = vec![Place { x: x.value, y: y.value, interval }];
        series.push(Series::new(own, Mark::Bars, point.label(common), points));
    }
    let extent = |of: &Estimate| {
        let ends = of.interval.map(|ends| [ends.low, ends.high]);
        ends.into_iter().flatten().chain([of.value]).collect::<Vec<f64>>()
    };
    let panel = Panel {
        title: String::new(),
        x: Axis::ratio(
            "Nodes, as a multiple of those without it (log scale)",
            drawn.iter().flat_map(|(_, x, _)| extent(x)).chain([1.0]),
        ),
        y: Axis::log_percent(
            "Wrong claims in 1,000 nodes (log scale)",
            drawn.iter().flat_map(|(_, _, y)| extent(y)),
        ),
        rules: Vec::new(),
        series,
    };
    let subtitle = format!(
        "{suites}{}. Wrong: contradicted by a search of the same depth without null moves and rules. \
         Bars: 95 % intervals over positions.",
        common.map_or(String::new(), |without| format!("; rules stand beside {without}"))
    );
    let body = Body::Panels { panels: vec![panel], columns: 1, height: 360.0 };
    let mut picture = Picture::new([title(&drawn, common), subtitle], Vec::new(), body);
    let never = points.iter().filter(|p| p.nodes.is_some() && is_zero(p.per_1000));
    let never: Vec<String> = never.map(|point| point.label(common)).collect();
    if !never.is_empty() {
        picture.notes.push(format!("Not drawn, as no test was wrong: {}.", never.join(", ")));
    }
    Ok(Some(Drawn { stem: "plane".to_owned(), picture, csv: data(points)? }))
}

fn is_zero(rate: Option<Estimate>) -> bool {
    rate.is_some_and(|rate| rate.value == 0.0)
}

/// What all rules stand beside, if it is the same for all.
fn common<'a>(drawn: &[(&'a Point, Estimate, Estimate)]) -> Option<&'a str> {
    let rules = || drawn.iter().filter(|one| one.0.claim != "cutoff");
    let first = rules().next()?.0.without.as_deref()?;
    rules().all(|one| one.0.without.as_deref() == Some(first)).then_some(first)
}

impl Point {
    /// What it is called in the figure: the rule, or the family of the null move.
    fn label(&self, common: Option<&str>) -> String {
        match self.claim.as_str() {
            "cutoff" => format!("null move of {}", self.variant),
            rule if common.is_some() && self.without.as_deref() == common => rule.to_owned(),
            rule => format!("{rule} beside {}", self.without.as_deref().unwrap_or("nothing")),
        }
    }
}

/// `Fewest nodes: lmr (0.31×); most errors: lmp (2.29 in 1,000 nodes)`: each with all whose intervals overlap
/// that of the first.
fn title(drawn: &[(&Point, Estimate, Estimate)], common: Option<&str>) -> String {
    let named = |sign: f64, of: fn(&(&Point, Estimate, Estimate)) -> Estimate| -> Vec<String> {
        let mut all: Vec<(String, Estimate)> =
            drawn.iter().map(|one| (one.0.label(common), of(one))).collect();
        all.sort_by(|a, b| (sign * a.1.value).total_cmp(&(sign * b.1.value)));
        let Some(first) = all.first().and_then(|one| one.1.interval) else {
            return all.into_iter().take(1).map(|one| one.0).collect();
        };
        let overlaps = |estimate: &Estimate| {
            estimate.interval.is_none_or(|own| own.low <= first.high && first.low <= own.high)
        };
        all.into_iter().filter(|one| overlaps(&one.1)).map(|one| one.0).collect()
    };
    let (saves, errs) = (named(1.0, |one| one.1), named(-1.0, |one| one.2));
    let one_of = |names: &[String]| match names {
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}, undecided", others.join(", ")),
        [] => String::new(),
    };
    format!("Fewest nodes: {}; most errors in 1,000 nodes: {}", one_of(&saves), one_of(&errs))
}

#[cfg(test)]
mod tests {
    use super::super::CensusRecord;
    use super::super::points::points;
    use super::super::points::samples::{census, claims, record};
    use super::*;
    use crate::show::canvas::faults;
    use crate::show::plot::{NARROW, WIDE};

    #[test]
    fn an_empty_census_and_one_without_nodes_have_no_figure() {
        assert!(points(&[]).is_empty());
        assert!(figure("own", &points(&[record("none", 0, 9)])).unwrap().is_none());
        let old: Vec<CensusRecord> =
            census().into_iter().map(|record| CensusRecord { nodes: 0, ..record }).collect();
        let points = points(&old);
        assert!(points.iter().all(|point| point.per_1000.is_none() && point.nodes.is_none()));
        assert!(figure("own", &points).unwrap().is_none());
    }

    #[test]
    fn the_plane_has_a_point_with_intervals_for_each_that_errs() {
        let mut records = census();
        let of = |index| claims("std:r=3+lmp", "lmp", index, [100, 10, 1]);
        records.extend((0..120).map(of));
        let figure = figure("own (120 positions)", &points(&records)).unwrap().unwrap();
        let svg = figure.picture.svg();
        assert!(svg.contains(">lmr</text>") && !svg.contains("NaN"));
        let picture = &figure.picture;
        assert!(picture.subtitle.contains("; rules stand beside std:r=3. Wrong:"));
        assert!(picture.title.starts_with("Fewest nodes: "), "{}", picture.title);
        assert!(picture.title.contains("; most errors in 1,000 nodes: lmp"), "{}", picture.title);
        assert_eq!(
            figure.picture.notes,
            ["Not drawn, as no test was wrong: null move of std:r=3."]
        );
        for width in [WIDE, NARROW] {
            assert_eq!(faults::of(&figure.picture.at(width)), [""; 0], "{width}");
        }
        let csv = String::from_utf8(figure.csv).unwrap();
        assert_eq!(csv.lines().count(), 1 + 4, "the table has all");
        assert!(csv.contains("std:r=3+lmr,lmr,std:r=3,120,1200,600,0.1"), "{csv}");
    }

    #[test]
    fn small_numbers_keep_two_digits() {
        let of = |value| shown(Some(Estimate { value, interval: None, samples: 1 }), 1.0, "");
        assert_eq!([0.0, 0.00123, 0.25, 12.3456].map(of), ["0", "0.0012", "0.25", "12.35"]);
    }
}
