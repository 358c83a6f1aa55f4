//! Zugzwang positions and mates: what each variant solves at its deepest iteration, and what
//! the re-search does.

use super::{Number, Numbers, Unit, id};
use crate::report::evidence::{Part, Run};

/// The run of all variants on mates, of which the report gives what is held.
const MATES: &str = "variants-mates";

/// Largest suite whose positions are listed one by one.
pub(crate) const LISTED: usize = 50;

/// For runs on zugzwangs, and what is held of the mates.
pub(super) fn add(numbers: &mut Numbers, run: &Run) {
    for part in run.parts() {
        let is_zugzwang = run.is_zugzwang();
        if is_zugzwang || run.name == MATES {
            let each = is_zugzwang && part.sample.positions().len() <= LISTED;
            held(numbers, part, each);
        }
        if is_zugzwang {
            researches(numbers, part);
        }
    }
}

/// The number of positions and, for `each`, the depth from which on its solution is found.
fn held(numbers: &mut Numbers, part: Part, each: bool) {
    let Part { run, sample, .. } = part;
    let (part, positions) = (id::part(part), sample.positions());
    for variant in run.specs() {
        if sample.depths(variant).next().is_none() {
            continue;
        }
        let mut count = 0;
        for &index in &positions {
            let Some((depth, _)) = sample.held_from(variant, index) else { continue };
            count += 1;
            if each {
                let id = format!("{part}.{}.{variant}.held-from", sample.id(index));
                numbers.insert(id, Number::count(depth.into(), Unit::Plies, &run.name));
            }
        }
        let number = Number::count(count, Unit::Positions, &run.name);
        numbers.insert(format!("{part}.{variant}.held"), number.out_of(positions.len() as u64));
    }
}

/// Verifications, re-searches, and how many of those changed the outcome, over the deepest
/// iterations.
fn researches(numbers: &mut Numbers, part: Part) {
    let Part { run, sample, .. } = part;
    for variant in run.specs() {
        let mut sums = [0u64; 4];
        for record in sample.last(variant).into_values() {
            let counts = [
                record.null_tried,
                record.verifications,
                record.researches,
                record.researches_below_beta,
            ];
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count.unwrap_or(0);
            }
        }
        let [tried, verifications, researches, below] = sums;
        let changed = researches.saturating_sub(below);
        for (what, sum) in RESEARCHES.iter().zip([tried, verifications, researches, below, changed])
        {
            let id = format!("{}.{variant}.{what}", id::part(part));
            numbers.insert(id, Number::count(sum, Unit::Count, &run.name));
        }
    }
}

/// What is counted of null moves, in the order of the report's columns.
pub(crate) const RESEARCHES: [&str; 5] = [
    "null-moves",
    "verifications",
    "researches",
    "researches-below-beta",
    "researches-that-changed-the-outcome",
];
