//! Positions that verified R = 3 solves less those that the standard variants solve, in the engines nearest to the
//! paper's: by the rules (experiments/explain) such an engine must also give the paper's differences.

use super::parity::published_difference;
use super::{Number, Numbers, Unit, id};
use crate::report::evidence::{Part, Run};
use crate::stats::mcnemar;

/// The runs judged.
pub(crate) const RUNS: [&str; 7] = [
    "explain-nearest/horizon-stored-flags-off",
    "explain-nearest/material",
    "explain-nearest/table1",
    "explain-nearest/table1-material",
    "explain-nearest/mates",
    "explain-nearest/mates-mixed",
    "explain-nearest/mates-material",
];
const VERIFIED: &str = "vrfd:r=3";
/// With which it is compared.
pub(crate) const STANDARD: [&str; 2] = ["std:r=2", "std:r=3"];

/// The id of a difference.
pub(crate) fn difference(part: Part, depth: u8, standard: &str) -> String {
    format!("judged.{}.d{depth}.{standard}.difference", id::part(part))
}

/// Of one run, where the paper has a difference.
pub(super) fn add(numbers: &mut Numbers, run: &Run) {
    if !RUNS.contains(&run.name.as_str()) {
        return;
    }
    for part in run.parts() {
        for &depth in &part.suite.depths {
            for standard in STANDARD {
                let pair = [VERIFIED, standard];
                let paper = published_difference(&part.suite.wanted, depth, pair);
                let test = mcnemar(&part.sample.solved_pairs(VERIFIED, standard, depth));
                if let (Some(paper), Some(test)) = (paper, test) {
                    let ours =
                        Number::estimate(&test.difference, Unit::Positions, &run.name, |n| n);
                    let inside = test.difference.interval.map(|i| i.contains(paper));
                    let number = Number { inside, ..ours.beside(Some(paper)) };
                    numbers.insert(difference(part, depth, standard), number);
                }
            }
        }
    }
}
