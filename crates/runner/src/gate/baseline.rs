//! The regression gate: node counts, scores and best moves of fixed searches, compared exactly
//! with a text file that people review. The file lists its searches, so it is self-contained.

mod compare;
mod file;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use vnmp_engine::SearchSettings;
use vnmp_variants::{PRESETS, SpecError, Variant};

pub(crate) use compare::{compare, totals};

use crate::base::estimate::Forecast;
use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::gate::bench;
use crate::run::execute::collect;
use crate::run::job::Job;
use crate::run::search::Searches;
use crate::suite::{self, EpdRecord, LookupOptions, Task};

/// Name of the positions of `vnmp bench`, which need no file.
pub(crate) const BENCH: &str = "bench";
/// Depth of a new baseline, in plies.
pub(crate) const DEPTH: u8 = 8;

/// Which searches a baseline holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scope {
    /// [`BENCH`], or a suite's name or path.
    pub(crate) suite: String,
    /// In plies.
    pub(crate) depth: u8,
    /// Canonical specifications.
    pub(crate) variants: Vec<String>,
    /// Settings other than the reproduction's, `NAME=VALUE`.
    pub(crate) settings: Vec<String>,
}

impl Default for Scope {
    /// All presets on the positions of the bench.
    fn default() -> Scope {
        Scope {
            suite: BENCH.to_owned(),
            depth: DEPTH,
            variants: PRESETS.iter().map(|preset| preset.spec.to_owned()).collect(),
            settings: Vec::new(),
        }
    }
}

/// An iteration: position, variant, depth.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    /// Index in the suite, from 0, then the id.
    pub(crate) position: (u32, String),
    /// Index in the scope, from 0, then the specification.
    pub(crate) variant: (usize, String),
    /// In plies.
    pub(crate) depth: u8,
}

/// The values that must not change unnoticed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// Main and quiescence nodes since the first iteration.
    pub(crate) nodes: u64,
    /// Centipawns, or moves to mate behind `#`.
    pub(crate) score: String,
    /// In SAN; `-` where there is no move.
    pub(crate) best_move: String,
}

/// A baseline.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Baseline {
    /// Its searches.
    pub(crate) scope: Scope,
    /// Their iterations.
    pub(crate) values: BTreeMap<Key, Value>,
}

impl Baseline {
    /// Searches all that is in `scope`.
    pub(crate) fn search(
        scope: Scope,
        threads: NonZeroUsize,
        quiet: bool,
    ) -> anyhow::Result<Baseline> {
        let positions = positions(&scope.suite)?;
        let specs = scope.variants.iter();
        let searchers = specs.map(|spec| Ok(Searcher::Variant(Variant::parse(spec)?)));
        let searchers = searchers.collect::<Result<Vec<_>, SpecError>>()?;
        let mut settings = SearchSettings::default();
        crate::experiment::assign(&mut settings, &scope.settings)?;
        let mut units = Vec::new();
        for position in &positions {
            for searcher in &searchers {
                let depth = scope.depth;
                units.push(Unit { suite: 0, position, searcher, depth, node_limit: None });
            }
        }
        interrupt::watch()?;
        let progress = Progress::new(0, units.len(), Searches::UNITS, quiet);
        let job = Searches::of(units, &settings);
        progress.expect(job.units.len(), Forecast::default(), threads.get());
        let outcomes = collect(&job, &job.order(), threads, &progress);
        progress.clear();
        let mut values = BTreeMap::new();
        for (unit, outcome) in outcomes?.into_iter().enumerate() {
            for record in outcome.iter().flat_map(|outcome| outcome.records(&job.units[unit])) {
                let key = Key {
                    position: (record.index, record.id.replace(char::is_whitespace, "_")),
                    variant: (unit % searchers.len(), record.variant),
                    depth: record.depth,
                };
                let cp = || record.score_cp.unwrap_or_default().to_string();
                let score = record.mate.map_or_else(cp, |moves| format!("#{moves}"));
                let best_move = record.best_move.unwrap_or_else(|| "-".to_owned());
                values.insert(key, Value { nodes: record.nodes, score, best_move });
            }
        }
        Ok(Baseline { scope, values })
    }
}

fn positions(name: &str) -> anyhow::Result<Vec<EpdRecord>> {
    if name != BENCH {
        return Ok(suite::find(name, &LookupOptions::default())?.positions);
    }
    let positions = bench::positions()?.into_iter().zip(0..);
    let record = |(position, index)| EpdRecord {
        index,
        line: index as usize + 1,
        id: format!("{BENCH}.{:02}", index + 1),
        position,
        task: Task::None,
    };
    Ok(positions.map(record).collect())
}
