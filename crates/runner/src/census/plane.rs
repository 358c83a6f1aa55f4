//! Cost against error: what a null move or a rule saves, and how often it is wrong. Sums over positions,
//! which are the sampling unit of every interval.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{CensusRecord, LOW};
use crate::base::number::thousands;
use crate::show::grid::{ABSENT, Cell, Grid, csv};
use crate::show::plot::{Axis, Body, Drawn, Look, Mark, Panel, Picture, Place, Series};
use crate::stats::{Estimate, Interval, Scale, bootstrap, geometric_mean, least};

/// A position of a suite: index and id.
type Where = (u32, String);

/// One kind of claim of one variant.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Point {
    /// Canonical specification.
    pub(crate) variant: String,
    /// `cutoff` or `reduction` of null moves, or a rule.
    pub(crate) claim: String,
    /// The variant without it, if that was searched on the same positions.
    pub(crate) without: Option<String>,
    /// Positions searched.
    pub(crate) positions: u64,
    /// Claims over all positions and iterations.
    pub(crate) claims: u64,
    /// Searched again to an end.
    pub(crate) tested: u64,
    /// Share of all claims that are wrong, each cell weighted by its claims. `None` if more than a
    /// hundredth of the claims are of cells without a test.
    pub(crate) wrong: Option<Estimate>,
    /// The same of the side to move at the root and of its opponent.
    pub(crate) wrong_by_side: [Option<Estimate>; 2],
    /// Wrong claims for every 1,000 nodes of the search.
    pub(crate) per_1000: Option<Estimate>,
    /// Nodes as a multiple of those without it, the geometric mean over positions.
    pub(crate) nodes: Option<Estimate>,
}

const SIDES: [&str; 2] = ["root", "opponent"];

/// Every point of a census: by variant, null moves first.
pub(crate) fn points(records: &[CensusRecord]) -> Vec<Point> {
    let mut nodes: BTreeMap<&str, BTreeMap<Where, u64>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for record in records {
        let of_variant = nodes.entry(&record.variant).or_default();
        of_variant.insert((record.index, record.id.clone()), record.nodes);
        if !order.contains(&record.variant.as_str()) {
            order.push(&record.variant);
        }
    }
    let mut points = Vec::new();
    for variant in order {
        let own = || records.iter().filter(|record| record.variant == variant);
        let claims: BTreeSet<&str> =
            own().map(|r| name(&r.claim)).filter(|c| !c.is_empty()).collect();
        for claim in claims {
            let of_claim: Vec<&CensusRecord> = own().filter(|r| name(&r.claim) == claim).collect();
            let without = without(variant, claim).filter(|base| nodes.contains_key(base.as_str()));
            let mut point = Point {
                variant: variant.to_owned(),
                claim: claim.to_owned(),
                positions: nodes[variant].len() as u64,
                claims: of_claim.iter().map(|r| r.total).sum(),
                tested: of_claim.iter().map(|r| r.tested).sum(),
                without,
                ..Point::default()
            };
            let rows = |side: Option<&str>| sums(&of_claim, &nodes[variant], side);
            let rate = |&[wrong, tested, claims, nodes]: &[f64; 4]| {
                Some(1000.0 * wrong / positive(tested)? * claims / positive(nodes)?)
            };
            point.wrong = share_of(&rows(None));
            point.wrong_by_side = SIDES.map(|side| share_of(&rows(Some(side))));
            point.per_1000 = estimate(&rows(None), rate);
            point.nodes = point.without.as_ref().and_then(|base| {
                let (own, base) = (&nodes[variant], &nodes[base.as_str()]);
                let both = own.iter().filter_map(|(place, own)| Some((*own, *base.get(place)?)));
                geometric_mean(&both.collect::<Vec<_>>())
            });
            points.push(point);
        }
    }
    points
}

fn positive(value: f64) -> Option<f64> {
    Some(value).filter(|value| *value > 0.0)
}

/// Who makes a claim, on whichever side of the window.
fn name(claim: &str) -> &str {
    claim.strip_suffix(LOW).unwrap_or(claim)
}

/// The specification without what makes the claim: without the rule, or without null moves.
fn without(variant: &str, claim: &str) -> Option<String> {
    let mut parts: Vec<&str> = variant.split('+').collect();
    if claim == "cutoff" || claim == "reduction" {
        parts[0] = "none";
    } else {
        let is_rule = |part: &&str| part.split(':').next() == Some(claim);
        let place = parts.iter().skip(1).position(is_rule)?;
        parts.remove(place + 1);
    }
    Some(parts.join("+")).filter(|base| base != variant)
}

/// For each position: wrong claims by the tests of their cells, claims of cells with tests, all claims,
/// and nodes.
fn sums(
    records: &[&CensusRecord],
    nodes: &BTreeMap<Where, u64>,
    side: Option<&str>,
) -> Vec<[f64; 4]> {
    let mut sums: BTreeMap<&Where, [f64; 4]> =
        nodes.iter().map(|(place, &nodes)| (place, [0.0, 0.0, 0.0, nodes as f64])).collect();
    for record in records.iter().filter(|record| side.is_none_or(|side| record.side == side)) {
        let Some(own) = sums.get_mut(&(record.index, record.id.clone())) else { continue };
        let total = record.total as f64;
        own[2] += total;
        if record.tested > 0 {
            own[0] += total * record.wrong as f64 / record.tested as f64;
            own[1] += total;
        }
    }
    sums.into_values().collect()
}

/// A ratio of totals with its interval over positions.
fn estimate(rows: &[[f64; 4]], statistic: impl Fn(&[f64; 4]) -> Option<f64>) -> Option<Estimate> {
    let total = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>();
    let is_covered = total(1) >= 0.99 * total(2);
    is_covered.then(|| bootstrap(rows, least::RATIO, Scale::Log, statistic)).flatten()
}

/// A share with its interval, which where few tests are wrong may end above all.
fn share_of(rows: &[[f64; 4]]) -> Option<Estimate> {
    let share = estimate(rows, |&[wrong, tested, ..]| positive(tested).map(|all| wrong / all))?;
    let interval = share.interval.map(|ends| Interval { high: ends.high.min(1.0), ..ends });
    Some(Estimate { interval, ..share })
}

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
        series.push(Series::new(own, Mark::Bars, point.label(), points));
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
        "{suites}. Wrong: contradicted by a search of the same depth without null moves and rules. Bars: \
         95 % intervals over positions."
    );
    let body = Body::Panels { panels: vec![panel], columns: 1, height: 360.0 };
    let mut picture = Picture::new([title(&drawn), subtitle], Vec::new(), body);
    let never = points.iter().filter(|p| p.nodes.is_some() && is_zero(p.per_1000));
    let never: Vec<String> = never.map(Point::label).collect();
    if !never.is_empty() {
        picture.notes.push(format!("Not drawn, as no test was wrong: {}.", never.join(", ")));
    }
    Ok(Some(Drawn { stem: "plane".to_owned(), picture, csv: Some(data(points)?) }))
}

fn is_zero(rate: Option<Estimate>) -> bool {
    rate.is_some_and(|rate| rate.value == 0.0)
}

impl Point {
    /// What it is called in the figure: the rule, or the family of the null move.
    fn label(&self) -> String {
        match self.claim.as_str() {
            "cutoff" => format!("null move of {}", self.variant),
            rule => format!("{rule} beside {}", self.without.as_deref().unwrap_or("nothing")),
        }
    }
}

/// `Fewest nodes: lmr beside std:r=2 (0.31×); most errors: ...`.
fn title(drawn: &[(&Point, Estimate, Estimate)]) -> String {
    let saves = drawn.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let errs = drawn.iter().max_by(|a, b| a.2.value.total_cmp(&b.2.value));
    let saves = saves.map(|(p, x, _)| format!("Fewest nodes: {} ({:.2}×)", p.label(), x.value));
    let errs = errs.map(|(p, _, y)| {
        let rate = shown(Some(Estimate { interval: None, ..*y }), 1.0, "");
        format!("most errors: {} ({rate} in 1,000 nodes)", p.label())
    });
    saves.into_iter().chain(errs).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::canvas::faults;
    use crate::show::plot::{NARROW, WIDE};

    fn record(variant: &str, index: u32, nodes: u64) -> CensusRecord {
        let (variant, id) = (variant.to_owned(), format!("p{index}"));
        CensusRecord { index, id, variant, nodes, ..CensusRecord::default() }
    }

    fn claims(variant: &str, claim: &str, index: u32, counts: [u64; 3]) -> CensusRecord {
        let [total, tested, wrong] = counts;
        let side = SIDES[(index % 2) as usize].to_owned();
        let claim = claim.to_owned();
        CensusRecord { claim, side, total, tested, wrong, ..record(variant, index, 1000) }
    }

    /// A null move and a rule on 120 positions: of the rule's 10 claims each, the cell of one side is
    /// wrong in a fifth of its tests; the other never.
    fn census() -> Vec<CensusRecord> {
        let of = |index| {
            let wrong = u64::from(index % 2);
            [
                record("none", index, 4000),
                claims("std:r=3", "cutoff", index, [50, 10, 0]),
                claims("std:r=3+lmr", "cutoff", index, [40, 10, 1]),
                claims("std:r=3+lmr", "lmr", index, [10, 5, wrong]),
            ]
        };
        (0..120).flat_map(of).collect()
    }

    fn find<'a>(points: &'a [Point], variant: &str, claim: &str) -> &'a Point {
        points.iter().find(|point| point.variant == variant && point.claim == claim).unwrap()
    }

    #[test]
    fn a_rule_is_compared_with_the_variant_without_it_and_a_null_move_with_none() {
        let of = |variant, claim| without(variant, claim).unwrap_or_default();
        assert_eq!(of("std:r=2+probcut:t=100+lmr", "probcut"), "std:r=2+lmr");
        assert_eq!(of("std:r=2+lmr", "lmr"), "std:r=2");
        assert_eq!(of("vrfd:r=3+lmr", "cutoff"), "none+lmr");
        assert_eq!(of("none+lmr", "lmr"), "none");
        assert_eq!(without("none", "cutoff"), None);
        assert_eq!(without("std:r=2", "lmr"), None, "it has no such rule");
    }

    #[test]
    fn shares_are_weighted_by_claims_and_compared_over_the_same_positions() {
        let points = points(&census());
        assert_eq!(points.len(), 3);
        let null = find(&points, "std:r=3", "cutoff");
        let nodes = null.nodes.unwrap();
        assert!((nodes.value - 0.25).abs() < 1e-12 && nodes.samples == 120);
        assert_eq!((null.claims, null.tested), (6000, 1200));
        let zero = null.wrong.unwrap();
        assert_eq!((zero.value, zero.interval), (0.0, None));
        let lmr = find(&points, "std:r=3+lmr", "lmr");
        assert_eq!(lmr.nodes.unwrap().value, 1.0);
        assert!((lmr.wrong.unwrap().value - 0.1).abs() < 1e-12, "0 and 1 of 5 by turns");
        assert!(
            (lmr.per_1000.unwrap().value - 1.0).abs() < 1e-12,
            "2 of 10 on every other position"
        );
        let [root, opponent] = lmr.wrong_by_side.map(|share| share.unwrap().value);
        assert!(root == 0.0 && (opponent - 0.2).abs() < 1e-12);
        let interval = lmr.wrong.unwrap().interval.unwrap();
        assert!(interval.low > 0.05 && interval.high < 0.2, "{interval:?}");
        assert_eq!(
            find(&points, "std:r=3+lmr", "cutoff").without,
            None,
            "none+lmr was not searched"
        );
    }

    #[test]
    fn no_interval_of_a_share_ends_above_all() {
        // One wrong test in 120 positions, in the one cell that has nearly all claims.
        let of = |index| {
            let (total, wrong) = if index == 0 { (1_000_000, 1) } else { (1, 0) };
            claims("std:r=3+lmr", "lmr", index, [total, 10, wrong])
        };
        let records: Vec<CensusRecord> = (0..120).map(of).collect();
        let ends = points(&records)[0].wrong.unwrap().interval.unwrap();
        assert!(ends.low <= 0.1 && ends.high <= 1.0, "{ends:?}");
    }

    #[test]
    fn both_sides_of_the_window_are_one_rule_and_cells_without_tests_give_no_share() {
        let variant = "std:r=3+probcut";
        let low = claims(variant, "probcut-low", 0, [30, 3, 3]);
        let both = [claims(variant, "probcut", 0, [70, 7, 0]), low];
        let found = points(&both);
        assert_eq!((found.len(), found[0].claims, found[0].tested), (1, 100, 10));
        let wrong = found[0].wrong.unwrap();
        assert!((wrong.value - 0.3).abs() < 1e-12 && wrong.interval.is_none(), "one position");
        let untested = claims(variant, "probcut", 1, [2, 0, 0]);
        let found = points(&[both[0].clone(), both[1].clone(), untested]);
        assert_eq!((found[0].wrong, found[0].per_1000, found[0].positions), (None, None, 2));
    }

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
        assert!(svg.contains("lmr beside std:r=3") && !svg.contains("NaN"));
        let title = &figure.picture.title;
        assert!(title.starts_with("Fewest nodes: ") && title.contains("beside std:r=3 (1.00×)"));
        assert_eq!(
            figure.picture.notes,
            ["Not drawn, as no test was wrong: null move of std:r=3."]
        );
        for width in [WIDE, NARROW] {
            assert_eq!(faults::of(&figure.picture.at(width)), [""; 0], "{width}");
        }
        let csv = String::from_utf8(figure.csv.unwrap()).unwrap();
        assert_eq!(csv.lines().count(), 1 + 4, "the table has all");
        assert!(csv.contains("std:r=3+lmr,lmr,std:r=3,120,1200,600,0.1"), "{csv}");
    }

    #[test]
    fn small_numbers_keep_two_digits() {
        let of = |value| shown(Some(Estimate { value, interval: None, samples: 1 }), 1.0, "");
        assert_eq!([0.0, 0.00123, 0.25, 12.3456].map(of), ["0", "0.0012", "0.25", "12.35"]);
    }
}
