//! Every number in the report and the README, under a stable id. Computed here, once, from records; `page`
//! looks up ids, and `numbers.json` publishes them. What a run does not have has no id; it is never 0.

mod census;
mod claims;
mod effort;
mod games;
pub(crate) mod id;
pub(crate) mod judged;
pub(crate) mod laboratory;
mod number;
pub(crate) mod parity;
mod peers;
mod run;
mod sensitivity;
mod settings;
mod sides;
mod solution;
pub(crate) mod standard;
mod survey;
mod zugzwang;

use std::collections::BTreeMap;

use anyhow::{Context, bail};

pub(crate) use effort::BUDGETS;
pub(crate) use number::{Number, Unit};
pub(crate) use run::node_pairs;
pub(crate) use sensitivity::{NOISE, OF_SUITE, Published, SWEEPS, published, whole_suite};
pub(crate) use zugzwang::{LISTED, RESEARCHES};

use crate::report::claims::Judged;
use crate::report::evidence::Evidence;

/// Name of the file.
pub(crate) const FILE: &str = "numbers.json";
/// Version of the file format.
const SCHEMA: u32 = 1;

/// All numbers by id.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Numbers {
    numbers: BTreeMap<String, Number>,
    /// The first id that two numbers claimed.
    twice: Option<String>,
}

impl Numbers {
    /// Gathers them. `paper` and `survey` are the judged claims of each.
    pub(crate) fn of(
        evidence: &Evidence,
        paper: &[Judged],
        survey: &[Judged],
    ) -> anyhow::Result<Numbers> {
        let mut numbers = Numbers::default();
        for run in evidence.runs.values() {
            run::add(&mut numbers, run, run.is_table() || run.name == "variants");
            zugzwang::add(&mut numbers, run);
            parity::add(&mut numbers, run);
            judged::add(&mut numbers, run);
            laboratory::add(&mut numbers, run)?;
        }
        sensitivity::add(&mut numbers, evidence);
        effort::add(&mut numbers, evidence);
        census::add(&mut numbers, evidence);
        sides::add(&mut numbers, evidence);
        solution::add(&mut numbers, evidence)?;
        games::add(&mut numbers, evidence)?;
        for (name, run) in &evidence.surveys {
            survey::add(&mut numbers, name, run);
        }
        for row in &evidence.coverage {
            let number = Number::of(row.percent(), Unit::Percent, "coverage");
            numbers.insert(id::coverage(row), number.out_of(row.samples as u64));
        }
        settings::add(&mut numbers, evidence);
        peers::add(&mut numbers, &crate::report::peers::peers()?);
        claims::add(&mut numbers, id::PAPER, paper);
        claims::add(&mut numbers, id::SURVEY, survey);
        // A run whose searches were all in another run's journal took no time, which says nothing about its cost.
        for (name, times) in evidence.times.iter().filter(|(_, times)| times.nodes > 0) {
            let (run, name) = (id::run(name), name.as_str());
            let times = [
                ("wall", Number::of(times.wall_s, Unit::Seconds, name)),
                ("processor", Number::of(times.cpu_s, Unit::Seconds, name)),
                ("nodes", Number::count(times.nodes, Unit::Nodes, name)),
                ("threads", Number::count(times.threads, Unit::Count, name)),
            ];
            for (what, number) in times {
                numbers.insert(format!("cost.{run}.{what}"), number);
            }
        }
        numbers.all_distinct()
    }

    /// Gathers the numbers of users' own runs, without claims.
    pub(crate) fn of_run(evidence: &Evidence) -> anyhow::Result<Numbers> {
        let mut numbers = Numbers::default();
        for run in evidence.runs.values() {
            run::add(&mut numbers, run, true);
            laboratory::add(&mut numbers, run)?;
            effort::of_run(&mut numbers, run);
        }
        games::add(&mut numbers, evidence)?;
        for (name, run) in &evidence.surveys {
            survey::add(&mut numbers, name, run);
        }
        numbers.all_distinct()
    }

    fn all_distinct(self) -> anyhow::Result<Numbers> {
        match self.twice {
            Some(id) => {
                bail!(
                    "two numbers of the report have the id '{id}'; rename one of the runs' folders"
                )
            }
            None => Ok(self),
        }
    }

    pub(super) fn insert(&mut self, id: String, number: Number) {
        if self.numbers.insert(id.clone(), number).is_some() {
            self.twice.get_or_insert(id);
        }
    }

    /// A number that may be absent.
    pub(crate) fn find(&self, id: &str) -> Option<&Number> {
        self.numbers.get(id)
    }

    /// Does the id of any number begin so?
    pub(crate) fn any_begins(&self, prefix: &str) -> bool {
        let mut from = self.numbers.range(prefix.to_owned()..);
        from.next().is_some_and(|(id, _)| id.starts_with(prefix))
    }

    /// A number that always exists.
    ///
    /// # Panics
    /// In builds with debug assertions, naming the id; in others nothing is shown in its place.
    pub(crate) fn get(&self, id: &str) -> &Number {
        let found = self.find(id);
        debug_assert!(found.is_some(), "no number has the id '{id}'");
        found.unwrap_or(&number::NONE)
    }

    /// The file: one object, one number a line, by id.
    pub(crate) fn to_json(&self) -> anyhow::Result<String> {
        let line = |(id, number): (&String, &Number)| {
            let (id, number) = (serde_json::to_string(id)?, serde_json::to_string(number)?);
            Ok(format!("    {id}: {number}"))
        };
        let lines: anyhow::Result<Vec<String>> = self.numbers.iter().map(line).collect();
        let lines = lines.with_context(|| format!("cannot write {FILE}"))?;
        Ok(format!(
            "{{\n  \"schema\": {SCHEMA},\n  \"numbers\": {{\n{}\n  }}\n}}\n",
            lines.join(",\n")
        ))
    }
}

#[cfg(test)]
mod tests;
