//! What null moves and rules save and how often they are wrong: one point per kind of claim, from sums
//! over positions, the sampling unit of every interval.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{CensusRecord, LOW};
use crate::base::distinct::distinct;
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
    /// The same by the phase of the game, in the order of [`PHASES`].
    pub(crate) wrong_by_phase: [Option<Estimate>; 3],
    /// The same by the remaining depth of what is judged.
    pub(crate) wrong_by_depth: BTreeMap<i32, Option<Estimate>>,
    /// Wrong claims for every 1,000 nodes of the search.
    pub(crate) per_1000: Option<Estimate>,
    /// Nodes as a multiple of those without it, the geometric mean over positions.
    pub(crate) nodes: Option<Estimate>,
}

/// Whose decision it was.
pub(crate) const SIDES: [&str; 2] = ["root", "opponent"];
/// By the number of pieces.
pub(crate) const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// Every point of a census: by variant, null moves first.
pub(crate) fn points(records: &[CensusRecord]) -> Vec<Point> {
    let mut nodes: BTreeMap<&str, BTreeMap<Where, u64>> = BTreeMap::new();
    for record in records {
        let of_variant = nodes.entry(&record.variant).or_default();
        of_variant.insert((record.index, record.id.clone()), record.nodes);
    }
    let mut points = Vec::new();
    for variant in distinct(records.iter().map(|record| record.variant.as_str())) {
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
            let all = sums(of_claim.iter().copied(), &nodes[variant]);
            let share = |is_of: &dyn Fn(&CensusRecord) -> bool| {
                let own = of_claim.iter().copied().filter(|record| is_of(record));
                share_of(&sums(own, &nodes[variant]))
            };
            let rate = |&[wrong, tested, claims, nodes]: &[f64; 4]| {
                Some(1000.0 * wrong / positive(tested)? * claims / positive(nodes)?)
            };
            point.wrong = share_of(&all);
            point.wrong_by_side = SIDES.map(|side| share(&|record| record.side == side));
            point.wrong_by_phase = PHASES.map(|phase| share(&|record| record.phase == phase));
            let depths: BTreeSet<i32> = of_claim.iter().map(|record| record.depth).collect();
            let of_depth = |depth| (depth, share(&|record| record.depth == depth));
            point.wrong_by_depth = depths.into_iter().map(of_depth).collect();
            point.per_1000 = estimate(&all, rate);
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

/// The maker of a claim, on either side of the window.
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
fn sums<'a>(
    records: impl Iterator<Item = &'a CensusRecord>,
    nodes: &BTreeMap<Where, u64>,
) -> Vec<[f64; 4]> {
    let mut sums: BTreeMap<&Where, [f64; 4]> =
        nodes.iter().map(|(place, &nodes)| (place, [0.0, 0.0, 0.0, nodes as f64])).collect();
    for record in records {
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

/// A share with its interval over the positions that have claims, cut off at 1 where few tests are wrong.
fn share_of(rows: &[[f64; 4]]) -> Option<Estimate> {
    let rows: Vec<_> = rows.iter().copied().filter(|&[_, _, claims, _]| claims > 0.0).collect();
    let share = estimate(&rows, |&[wrong, tested, ..]| positive(tested).map(|all| wrong / all))?;
    let interval = share.interval.map(|ends| Interval { high: ends.high.min(1.0), ..ends });
    Some(Estimate { interval, ..share })
}

/// Sample censuses for tests of their readers.
#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    pub(crate) fn record(variant: &str, index: u32, nodes: u64) -> CensusRecord {
        let (variant, id) = (variant.to_owned(), format!("p{index}"));
        CensusRecord { index, id, variant, nodes, ..CensusRecord::default() }
    }

    pub(crate) fn claims(variant: &str, claim: &str, index: u32, counts: [u64; 3]) -> CensusRecord {
        let [total, tested, wrong] = counts;
        let side = SIDES[(index % 2) as usize].to_owned();
        let claim = claim.to_owned();
        CensusRecord { claim, side, total, tested, wrong, ..record(variant, index, 1000) }
    }

    /// A null move and a rule on 120 positions. Of the rule's 10 claims on each position, one
    /// side's cell is wrong in a fifth of its tests, the other's never.
    pub(crate) fn census() -> Vec<CensusRecord> {
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
}

#[cfg(test)]
mod tests {
    use super::samples::{census, claims};
    use super::*;

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
        // One wrong test in 120 positions, in the one cell that holds nearly all claims.
        let of = |index| {
            let (total, wrong) = if index == 0 { (1_000_000, 1) } else { (1, 0) };
            claims("std:r=3+lmr", "lmr", index, [total, 10, wrong])
        };
        let records: Vec<CensusRecord> = (0..120).map(of).collect();
        let ends = points(&records)[0].wrong.unwrap().interval.unwrap();
        assert!(ends.low <= 0.1 && ends.high <= 1.0, "{ends:?}");
    }

    #[test]
    fn an_interval_of_a_part_needs_enough_positions_with_claims_in_it() {
        // Of 200 positions, all with claims of the opponent, `few` have claims of the root side.
        let share = |few: u32| {
            let of = |index: u32| {
                let part = |side: &str, wrong| {
                    let side = side.to_owned();
                    CensusRecord { side, ..claims("std:r=3", "cutoff", index, [10, 10, wrong]) }
                };
                let root = (index < few).then(|| part("root", u64::from(index.is_multiple_of(3))));
                [Some(part("opponent", 0)), root]
            };
            let records: Vec<CensusRecord> = (0..200).flat_map(of).flatten().collect();
            points(&records)[0].wrong_by_side[0]
        };
        assert_eq!(share(0), None);
        let one = share(1).unwrap();
        assert_eq!((one.value, one.interval, one.samples), (0.1, None, 1));
        assert_eq!(share(99).unwrap().interval, None);
        let enough = share(100).unwrap();
        assert_eq!(enough.samples, 100);
        let ends = enough.interval.unwrap();
        assert!(ends.low < 0.034 && 0.034 < ends.high && ends.low > 0.0, "{ends:?}");
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
}
