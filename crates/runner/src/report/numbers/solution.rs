//! Nodes until positions are solved: `to-solution.table4.vrfd:r=3.q50`,
//! `to-solution.table4.std:r=2.fewer-than.vrfd:r=3`.

use super::{Number, Numbers, Unit, id};
use crate::report::evidence::Evidence;
use crate::report::solution::{Solution, solutions};
use crate::show::to_solution::{BUDGETS, Pair, QUARTERS, Times};
use crate::stats::survival::Quantile;

/// Of every suite: how many are solved, the quarters of nodes, the share within a budget, and for any two
/// variants the probability that the first needs fewer.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) -> anyhow::Result<()> {
    for Solution { of, part } in solutions(evidence)? {
        let (of, source) = (format!("to-solution.{}", id::part(of)), &of.run.name);
        for times in &part.variants {
            of_variant(numbers, &of, times, part.positions, source);
        }
        for pair in &part.pairs {
            of_pair(numbers, &of, pair, part.positions, source);
        }
    }
    Ok(())
}

fn of_variant(numbers: &mut Numbers, of: &str, times: &Times, positions: u64, source: &str) {
    let of = format!("{of}.{}", times.variant);
    let solved = Number::count(times.solved, Unit::Positions, source).out_of(positions);
    numbers.insert(format!("{of}.solved"), solved);
    for (share, Quantile { value, low, high }) in QUARTERS.into_iter().zip(times.quantiles) {
        let Some(value) = value else { continue };
        let [low, high] = [low, high].map(|end| end.map(|nodes| nodes as f64));
        let number = Number { low, high, ..Number::count(value, Unit::Nodes, source) };
        numbers.insert(format!("{of}.q{:.0}", 100.0 * share), number.out_of(positions));
    }
    for (budget, share) in BUDGETS.into_iter().zip(times.within) {
        let Some(share) = share else { continue };
        let number = Number::estimate(&share, Unit::Percent, source, |share| share * 100.0);
        numbers.insert(format!("{of}.within-{budget}"), number);
    }
}

fn of_pair(numbers: &mut Numbers, of: &str, pair: &Pair, positions: u64, source: &str) {
    let of = format!("{of}.{}", pair.first);
    let undecided = pair.found.neither + pair.found.cut_short;
    let undecided = Number::count(undecided, Unit::Positions, source).out_of(positions);
    numbers.insert(format!("{of}.undecided-with.{}", pair.second), undecided);
    let Some(probability) = pair.found.probability else { return };
    let percent = Number::estimate(&probability, Unit::Percent, source, |share| share * 100.0);
    numbers.insert(format!("{of}.fewer-than.{}", pair.second), percent);
}
