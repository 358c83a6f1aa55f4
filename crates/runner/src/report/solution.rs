//! Nodes to solution of committed runs: which runs, and which of their columns.

use crate::record::manifest::VariantEntry;
use crate::report::evidence::{Evidence, Part, Run};
use crate::show::grid::Caption;
use crate::show::table::{Column, Counted};
use crate::show::to_solution::{self, ToSolution};

/// The runs. Of a factorial only its null moves alone and with one level of the second factor.
const RUNS: [&str; 4] = ["table3", "table4", "laboratory", "laboratory-ecm"];

/// A suite of a run.
pub(crate) struct Solution<'a> {
    pub(crate) of: Part<'a>,
    pub(crate) part: to_solution::Part,
}

/// Every suite of the runs that are there.
///
/// # Errors
/// When records contradict each other.
pub(crate) fn solutions(evidence: &Evidence) -> anyhow::Result<Vec<Solution<'_>>> {
    let mut found = Vec::new();
    for run in RUNS.iter().filter_map(|name| evidence.runs.get(*name)) {
        let columns: Vec<Column> =
            run.manifest.variants.iter().filter_map(|v| column(run, v)).collect();
        for of in run.parts() {
            let records: Vec<Counted> = of.sample.all().map(Counted::from).collect();
            let deepest = of.suite.depths.last().copied().unwrap_or_default();
            let part = to_solution::Part::build(&of.suite.name, &columns, &records, deepest)?;
            found.extend((part.positions > 0).then_some(Solution { of, part }));
        }
    }
    Ok(found)
}

fn column(run: &Run, variant: &VariantEntry) -> Option<Column> {
    let factors = run.manifest.factors.iter().zip(&variant.levels).skip(2);
    let is_plain = factors.into_iter().all(|(factor, level)| factor.levels.first() == Some(level));
    let (variant, title) = (variant.spec.clone(), variant.title.clone());
    is_plain.then_some(Column { variant, title })
}

impl Solution<'_> {
    /// As `vnmp table` shows it.
    pub(crate) fn table(self) -> ToSolution {
        let manifest = &self.of.run.manifest;
        let caption = Caption { title: manifest.title.clone(), ..Caption::default() };
        let reference = manifest.reference.clone();
        ToSolution { caption, reference, parts: vec![self.part] }
    }
}
