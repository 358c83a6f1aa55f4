//! Remarks about other engines for the tables, and their processor times, which like all times stay
//! out of the records.

use crate::base::escape;
use crate::engines::Analysis;
use crate::experiment::plan::Plan;
use crate::record::folder::Folder;
use crate::run::outcome::SearchOutcome;
use crate::run::search::Searches;
use crate::run::session::{Fetch, whole};

/// Processor time of each engine, position and depth.
const FILE: &str = "engine-times.csv";
/// Failures that are shown in full.
const TOLD: usize = 3;

/// The remarks on the engines of a finished run. With an engine, also writes `engine-times.csv`.
pub(crate) fn write(
    plan: &Plan,
    searches: &Searches,
    folder: &Folder,
    fetch: &Fetch<SearchOutcome>,
) -> anyhow::Result<Vec<String>> {
    let mut remarks = Vec::new();
    let mut times = csv::Writer::from_writer(Vec::new());
    times.write_record(["suite", "index", "id", "variant", "depth", "cpu_ms"])?;
    for engine in plan.searchers.iter().filter_map(|searcher| searcher.engine()) {
        let (spec, mut analyses) = (engine.spec(), Vec::new());
        let units = searches.units.iter().enumerate();
        for (index, unit) in units.filter(|(_, unit)| unit.searcher.spec() == spec) {
            let Some(analysis) = whole(fetch, index)?.analysis else { continue };
            for (row, depth) in analysis.rows.iter().zip(1..) {
                let Some(cpu) = row.cpu_us else { continue };
                let suite = &plan.parts[unit.suite].suite.name;
                let (number, id) = (unit.position.index.to_string(), &unit.position.id);
                let (depth, cpu) = (u8::to_string(&depth), format!("{:.3}", cpu as f64 / 1e3));
                times.write_record([suite, &*number, &escape::cell(id), &spec, &depth, &cpu])?;
            }
            analyses.push((&unit.position.id, analysis));
        }
        remarks.extend(of_engine(&spec, &analyses));
    }
    if plan.searchers.iter().any(|searcher| searcher.engine().is_some()) {
        folder.write(FILE, &times.into_inner()?)?;
    }
    Ok(remarks)
}

/// The remarks on an engine that searched these positions.
fn of_engine(spec: &str, analyses: &[(&String, Analysis)]) -> Vec<String> {
    let count = |of: &dyn Fn(&Analysis) -> bool| analyses.iter().filter(|(_, a)| of(a)).count();
    let failures =
        analyses.iter().filter_map(|(id, a)| Some(format!("{id}: {}", a.failure.as_ref()?)));
    let (failures, searches): (Vec<String>, usize) = (failures.collect(), analyses.len());
    let mut remarks = Vec::new();
    if !failures.is_empty() {
        let more = match failures.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        remarks.push(format!(
            "{spec} failed in {} of {searches} searches (--fresh tries again): {}{more}.",
            failures.len(),
            failures[..failures.len().min(TOLD)].join("; ")
        ));
    }
    let has_nodes = |a: &Analysis| a.rows.last().is_some_and(|row| row.nodes.is_some());
    let uncounted = count(&|a| a.failure.is_none() && !has_nodes(a));
    if uncounted > 0 {
        remarks.push(format!("{spec} told no node count in {uncounted} of {searches} searches."));
    }
    let (twice, different) =
        (count(&|a| a.repeatable.is_some()), count(&|a| a.repeatable == Some(false)));
    if different > 0 {
        remarks.push(format!(
            "{spec} is NOT repeatable: of {twice} positions searched twice {different} gave other \
             node counts."
        ));
    }
    remarks
}
