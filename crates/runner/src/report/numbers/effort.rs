//! Equal effort: what is solved within how many nodes.

use super::{Number, Numbers, Unit, id};
use crate::report::evidence::{Effort, Evidence, Fixed, Part, Run};

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
    run.parts().for_each(|part| of_part(numbers, part));
}

fn of_part(numbers: &mut Numbers, part: Part) {
    let Part { run, sample, .. } = part;
    let part = format!("effort.{}", id::part(part));
    let positions = sample.positions().len() as u64;
    let fixed: Vec<Fixed> = run.specs().flat_map(|spec| Fixed::all(sample, spec)).collect();
    if fixed.is_empty() {
        return; // no tasks
    }
    let solved = |n| Number::count(n, Unit::Positions, &run.name).out_of(positions);
    for Fixed { variant, depth, solved: count, .. } in fixed {
        numbers.insert(format!("{part}.d{depth}.{variant}.solved"), solved(count));
    }
    for variant in run.specs() {
        let effort = Effort::of(sample, variant);
        for budget in BUDGETS.into_iter().filter(|&n| n <= sample.longest()) {
            let id = format!("{part}.n{budget}.{variant}.solved");
            numbers.insert(id, solved(effort.within(budget) as u64));
        }
    }
}
