//! What null moves and rules save and how often they are wrong: `laboratory-census.std:r=3.cutoff.wrong`.

use super::{Number, Numbers, Unit, id};
use crate::census::points::{PHASES, Point, SIDES};
use crate::report::evidence::Evidence;
use crate::stats::Estimate;

/// Every kind of claim of every variant: claims and tests, the share that is wrong in percent, also by side,
/// phase and depth, wrong claims in 1,000 nodes, and the change of the nodes.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    for (name, census) in &evidence.censuses {
        for point in census.points() {
            of_point(numbers, name, point);
        }
    }
}

fn of_point(numbers: &mut Numbers, name: &str, point: &Point) {
    let of = format!("{}.{}.{}", id::run(name), point.variant, point.claim);
    let mut insert = |what: String, number| numbers.insert(format!("{of}.{what}"), number);
    insert("claims".to_owned(), Number::count(point.claims, Unit::Count, name));
    insert("tested".to_owned(), Number::count(point.tested, Unit::Count, name));
    let sides = SIDES.into_iter().zip(point.wrong_by_side);
    let phases = PHASES.into_iter().zip(point.wrong_by_phase);
    let parts = sides.chain(phases).map(|(part, share)| (format!("wrong.{part}"), share));
    let depths = point.wrong_by_depth.iter().map(|(d, share)| (format!("wrong.d{d}"), *share));
    let all = std::iter::once(("wrong".to_owned(), point.wrong));
    for (what, share) in all.chain(parts).chain(depths) {
        let percent =
            |share: Estimate| Number::estimate(&share, Unit::Percent, name, |s| s * 100.0);
        share.into_iter().for_each(|share| insert(what.clone(), percent(share)));
    }
    let rate = |rate: Estimate| Number::estimate(&rate, Unit::Count, name, |rate| rate);
    point.per_1000.into_iter().for_each(|own| insert("per-1000".to_owned(), rate(own)));
    let nodes = point.nodes.map(|ratio| Number::ratio(&ratio, name));
    nodes.into_iter().for_each(|nodes| insert("nodes".to_owned(), nodes));
}
