//! The names of numbers: `table6.mate4.d8.vrfd:r=3.solved`. Producers and consumers of a number
//! take its id from here.

use super::sensitivity::Noise;
use crate::figure8::table::{FORMULA, Measure};
use crate::report::claims::{Direction, Judged};
use crate::report::coverage::Row;
use crate::report::evidence::Part;

/// Prefix of the counts of the paper's claims.
pub(crate) const PAPER: &str = "claims";
/// Counts of the survey's.
pub(crate) const SURVEY: &str = "claims.survey";

/// A run by the name of its folder: `sensitivity.seed-1`.
pub(crate) fn run(name: &str) -> String {
    name.replace('/', ".")
}

/// A suite of a run; a run's only suite is not named.
pub(crate) fn part(of: Part) -> String {
    match of.run.manifest.suites.len() {
        1 => run(&of.run.name),
        _ => format!("{}.{}", run(&of.run.name), of.suite.wanted),
    }
}

/// A row of a run's table.
pub(crate) fn row(of: Part, depth: u8) -> String {
    format!("{}.d{depth}", part(of))
}

/// An end of a figure's range under noise: `sensitivity.noise.hash-keys.d9.std:r=2.nodes.least`.
pub(crate) fn noise(folder: &str, noise: Noise, of: &str, end: &str) -> String {
    format!("{folder}.noise.{}.{of}.{end}", noise.name)
}

/// How often an interval contains the true value: `coverage.ratio.table3.std:r=2.d9.n138`.
pub(crate) fn coverage(row: &Row) -> String {
    format!("coverage.{}.{}.n{}", row.kind.name(), run(&row.population.replace(' ', "-")), row.n)
}

/// A match: `match.v3-r2-20k`.
pub(crate) fn game(name: &str) -> String {
    format!("match.{}", run(name.strip_prefix("match/").unwrap_or(name)))
}

/// A claim, with what was counted if it leaves that open: `claim.survey-a.nodes.ours`.
pub(crate) fn claim(one: &Judged) -> String {
    match one.by {
        None => format!("claim.{}.ours", one.claim.id),
        Some(by) => format!("claim.{}.{}.ours", one.claim.id, by.name()),
    }
}

/// How many claims have a direction: `claims.direction.opposite`.
pub(crate) fn direction(of: &str, direction: Direction) -> String {
    format!("{of}.direction.{}", direction.id())
}

/// How many claims have their published size in our interval, out of how many that have one.
pub(crate) fn inside(of: &str) -> String {
    format!("{of}.size.inside")
}

/// What a method of the survey's solves, loses or gains.
pub(crate) fn solved(run_name: &str, depth: u8, method: &str, what: &str) -> String {
    format!("survey.{}.d{depth}.{method}.{what}", run(run_name))
}

/// A method of the survey's: `survey.figure8.nodes.d6.pvs+trans.percent`.
pub(crate) fn method(run_name: &str, by: Measure, depth: u8, method: &str) -> String {
    let method = if method == FORMULA { "minimal-formula" } else { method };
    format!("survey.{}.{}.d{depth}.{method}.percent", run(run_name), by.name())
}
