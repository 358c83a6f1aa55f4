//! The searches of tables as units of work: every (position, variant) once, to its depth; every
//! shallower depth is one of that search's own iterations.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::ensure;
use vnmp_engine::{Iteration, Limits, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

use crate::engines::{Engine, Engines};
use crate::experiment::plan::Plan;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::record::key::UnitKey;
use crate::run::cost::{
    TRIAL_OF_SHARDS_FALLS_SHORT, can_be_tried, largest_trials_first, most_expensive_first, trials,
};
use crate::run::job::{Arranged, Job, Wanted, Watch};
use crate::run::outcome::SearchOutcome;
use crate::run::preview::{self, Preview, TABLE_ENTRY};

/// All searches of a plan.
pub(crate) struct Searches<'a> {
    /// In the order of the records: by suite, position and variant.
    pub(crate) units: Vec<Unit<'a>>,
    /// Settings of all.
    pub(crate) settings: &'a SearchSettings,
    keys: Vec<UnitKey>,
}

impl<'a> Searches<'a> {
    /// The searches of `plan`.
    pub(crate) fn new(plan: &'a Plan) -> Searches<'a> {
        Searches::of(plan.units(), &plan.experiment.settings)
    }

    /// Some searches.
    pub(crate) fn of(units: Vec<Unit<'a>>, settings: &'a SearchSettings) -> Searches<'a> {
        let key = |unit: &Unit| {
            let position = &unit.position.position;
            match unit.searcher {
                Searcher::Variant(variant) => UnitKey::new(position, variant, settings),
                Searcher::Engine(engine) => UnitKey::of_other(position, engine, unit.depth),
            }
        };
        let keys = units.iter().map(key).collect();
        Searches { units, settings, keys }
    }

    fn search(
        &self,
        index: usize,
        variant: &Variant,
        table: &mut TranspositionTable,
        watch: &Watch,
    ) -> anyhow::Result<Option<SearchOutcome>> {
        let unit = &self.units[index];
        let (depth, nodes, position) = (unit.depth, unit.node_limit, &unit.position.position);
        let limits = Limits { depth, nodes, stop: Some(watch.stop), ..Limits::default() };
        let deepens = self.settings.alternatives.iterative_deepening;
        let reported = AtomicU64::new(0);
        let report = &mut |iteration: &Iteration| {
            let nodes = iteration.counts.nodes();
            let before = if deepens { reported.swap(nodes, Ordering::Relaxed) } else { 0 };
            (watch.nodes)(nodes - before);
        };
        let iterations = variant.search(position, self.settings, &limits, table, report);
        let is_short = iterations.last().is_none_or(|last| last.depth < depth);
        if is_short && watch.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        ensure!(
            !is_short || nodes.is_some(),
            "position {}: the search of '{}' ended before depth {depth}; please report",
            unit.position.id,
            variant.spec()
        );
        let limit = nodes.filter(|_| is_short);
        Ok(Some(SearchOutcome::new(self.keys[index], position, &iterations, limit)))
    }

    fn ask(
        &self,
        index: usize,
        engine: &Engine,
        engines: &mut Engines,
        watch: &Watch,
    ) -> Option<SearchOutcome> {
        let Unit { position, depth, .. } = self.units[index];
        let (number, position) = (position.index, &position.position);
        let analysis = engines.search(engine, number, position, depth, watch.stop)?;
        (watch.nodes)(analysis.rows.last().and_then(|row| row.nodes).unwrap_or(0));
        Some(SearchOutcome::of_engine(self.keys[index], analysis))
    }
}

/// What a worker keeps: one table, cleared by each search, and the engines that it has started.
pub(crate) struct Worker {
    table: TranspositionTable,
    engines: Engines,
}

impl Job for Searches<'_> {
    type Outcome = SearchOutcome;
    type Worker = Worker;
    const UNITS: &'static str = "searches";
    const JOURNAL: &'static str = "journal";

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn order(&self) -> Vec<usize> {
        most_expensive_first(&self.units)
    }

    fn arrange(
        &self,
        wanted: Wanted<SearchOutcome>,
        threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> anyhow::Result<Arranged> {
        largest_trials_first(self, wanted, threads, stop)
    }

    fn has_trials(&self) -> bool {
        can_be_tried(&self.units, 0..self.units.len(), TRIAL_OF_SHARDS_FALLS_SHORT)
    }

    fn trials(
        &self,
        units: &[usize],
        threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<u64>>> {
        let nodes = trials(self, units, TRIAL_OF_SHARDS_FALLS_SHORT, threads, stop)?;
        Ok(nodes.map(|nodes| units.iter().map(|&unit| nodes[unit]).collect()))
    }

    fn kin(&self, unit: usize) -> u64 {
        self.units[unit].position.position.key()
    }

    fn preview(&self, todo: &[usize], threads: NonZeroUsize) -> anyhow::Result<Preview> {
        preview::trials(self, todo, threads)
    }

    fn waits(&self) -> bool {
        self.units.iter().any(|unit| !matches!(unit.searcher, Searcher::Variant(_)))
    }

    fn worker_bytes(&self) -> u64 {
        (self.settings.hash_entries * TABLE_ENTRY) as u64
    }

    fn answers(&self, unit: usize, outcome: &SearchOutcome) -> bool {
        outcome.answers(&self.units[unit])
    }

    fn worker(&self) -> anyhow::Result<Worker> {
        let table = TranspositionTable::try_new(self.settings.hash_entries)?;
        Ok(Worker { table, engines: Engines::default() })
    }

    fn perform(
        &self,
        unit: usize,
        worker: &mut Worker,
        watch: &Watch,
    ) -> anyhow::Result<Option<SearchOutcome>> {
        match self.units[unit].searcher {
            Searcher::Variant(variant) => self.search(unit, variant, &mut worker.table, watch),
            Searcher::Engine(engine) => Ok(self.ask(unit, engine, &mut worker.engines, watch)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Position;

    use crate::base::progress::Progress;
    use crate::run::execute::collect;
    use crate::suite::{EpdRecord, Task};

    #[test]
    fn a_node_limit_ends_a_search_but_not_the_run_and_keeps_whole_iterations() {
        let searcher = Searcher::Variant(Variant::parse("none").unwrap());
        let position = Position::start();
        let position = &EpdRecord { index: 0, line: 1, id: "p".into(), position, task: Task::None };
        let searcher = &searcher;
        let unit = |depth, node_limit| Unit { suite: 0, position, searcher, depth, node_limit };
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let units = vec![unit(5, Some(1)), unit(5, Some(3_000)), unit(2, Some(1_000_000))];
        let job = Searches::of(units, &settings);
        let done = collect(&job, &[0, 1, 2], NonZeroUsize::MIN, &Progress::hidden()).unwrap();
        let reached = done.into_iter().flatten().map(|outcome| (outcome.rows.len(), outcome.limit));
        assert_eq!(reached.collect::<Vec<_>>(), [(0, Some(1)), (4, Some(3_000)), (2, None)]);
    }
}
