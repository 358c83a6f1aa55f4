//! Equal effort: what is solved within how many nodes.

use super::{Number, Numbers, Unit, id};
use crate::report::evidence::{Effort, Evidence, Fixed, Run, RunSuite, Sample};

/// Budgets of nodes per position.
pub(crate) const BUDGETS: [u64; 8] =
    [1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

/// For the runs that the evidence compares so.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    for run in evidence.of_effort() {
        of_run(numbers, run);
    }
}

pub(super) fn of_run(numbers: &mut Numbers, run: &Run) {
    for (suite, sample) in run.parts() {
        of_part(numbers, run, suite, sample);
    }
}

fn of_part(numbers: &mut Numbers, run: &Run, suite: &RunSuite, sample: &Sample) {
    let part = format!("effort.{}", id::part(run, suite));
    let positions = sample.positions().len() as u64;
    let fixed: Vec<Vec<Fixed>> =
        run.manifest.variants.iter().map(|variant| Fixed::all(sample, &variant.spec)).collect();
    if fixed.iter().all(Vec::is_empty) {
        return; // no tasks
    }
    let solved = |n| Number::count(n, Unit::Positions, &run.name).out_of(positions);
    for Fixed { variant, depth, solved: count, .. } in fixed.into_iter().flatten() {
        numbers.insert(format!("{part}.d{depth}.{variant}.solved"), solved(count));
    }
    for variant in &run.manifest.variants {
        let effort = Effort::of(sample, &variant.spec);
        for budget in BUDGETS.into_iter().filter(|&n| n <= sample.longest()) {
            let id = format!("{part}.n{budget}.{}.solved", variant.spec);
            numbers.insert(id, solved(effort.within(budget) as u64));
        }
    }
}
