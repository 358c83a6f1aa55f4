//! What must be said of other engines beside the tables, and their processor times, which as all times
//! stay out of the records.

use crate::base::escape;
use crate::base::file::FileError;
use crate::engines::Analysis;
use crate::experiment::plan::Plan;
use crate::experiment::unit::Unit;
use crate::record::folder::Folder;
use crate::run::outcome::SearchOutcome;
use crate::run::search::Searches;
use crate::run::session::{Fetch, whole};

/// Processor time of each engine, position and depth.
const FILE: &str = "engine-times.csv";
/// Failures that are told in full.
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
        let spec = engine.spec();
        let mut tally = Tally::default();
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
            tally.add(unit, &analysis);
        }
        remarks.extend(tally.remarks(&spec));
    }
    if plan.searchers.iter().any(|searcher| searcher.engine().is_some()) {
        let path = folder.path().join(FILE);
        let bytes =
            times.into_inner().map_err(|e| FileError::new("write", &path, e.into_error()))?;
        folder.write(FILE, &bytes)?;
    }
    Ok(remarks)
}

#[derive(Default)]
struct Tally {
    searches: usize,
    failures: Vec<String>,
    uncounted: usize,
    twice: usize,
    different: usize,
}

impl Tally {
    fn add(&mut self, unit: &Unit, analysis: &Analysis) {
        self.searches += 1;
        self.twice += usize::from(analysis.repeatable.is_some());
        self.different += usize::from(analysis.repeatable == Some(false));
        match &analysis.failure {
            Some(failure) => self.failures.push(format!("{}: {failure}", unit.position.id)),
            None => {
                let last = analysis.rows.last();
                self.uncounted += usize::from(last.is_none_or(|row| row.nodes.is_none()));
            }
        }
    }

    fn remarks(&self, spec: &str) -> Vec<String> {
        let Tally { searches, ref failures, uncounted, twice, different } = *self;
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
        if uncounted > 0 {
            remarks
                .push(format!("{spec} told no node count in {uncounted} of {searches} searches."));
        }
        if different > 0 {
            remarks.push(format!(
                "{spec} is NOT repeatable: of {twice} positions searched twice {different} gave other \
                 node counts."
            ));
        }
        remarks
    }
}
