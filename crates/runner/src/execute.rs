//! From units to records: every (position, variant) is searched once, to its depth; every shallower
//! depth is one of that search's own iterations and is recorded too. Workers take the units one by one, the most
//! expensive first; the records come out in the order of the suite whatever the number of threads.
//! Writes nothing: each finished unit goes to the caller's [`Sink`] at once.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;
use vnmp_engine::{Iteration, Limits, SearchSettings, TableTooLarge, TranspositionTable};
use vnmp_variants::Variant;

use crate::record::RunRecord;
use crate::suite::EpdRecord;

/// One search: a position, a variant and the depth to which it goes.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// Which suite of the experiment, from 0.
    pub suite: usize,
    /// What is searched.
    pub position: &'a EpdRecord,
    /// By which variant.
    pub variant: &'a Variant,
    /// Depth of the search in plies; all iterations from 1 to it are recorded.
    pub depth: u8,
    /// Nodes after which the search gives up; the iterations that it has finished are kept.
    pub node_limit: Option<u64>,
}

/// Receives what happens during a run; called from all workers.
pub trait Sink: Sync {
    /// An iteration has ended; it took `nodes` nodes.
    fn iteration(&self, _nodes: u64) {}

    /// A unit is complete. An error ends the run.
    fn finished(&self, unit: &Unit, records: &[RunRecord]) -> std::io::Result<()>;
}

/// Why a run did not reach its end.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// The stop flag was set.
    #[error("interrupted: {done} of {total} searches were complete; no table was made of them")]
    Interrupted {
        /// Finished units.
        done: usize,
        /// All units.
        total: usize,
    },
    /// The sink refused a result.
    #[error("cannot keep a finished search: {0}")]
    Sink(#[source] std::io::Error),
    /// The operating system gives no threads.
    #[error("cannot start {threads} threads: {source}; try a smaller --threads")]
    Threads {
        /// As asked.
        threads: usize,
        /// Rayon's reason.
        source: rayon::ThreadPoolBuildError,
    },
    /// The tables of all workers do not fit into memory.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
    /// A search ended before its depth although nobody stopped it.
    #[error("position {id}: the search of '{variant}' ended before depth {depth}; please report")]
    Short {
        /// The position.
        id: String,
        /// Canonical specification.
        variant: String,
        /// Depth that was to be reached.
        depth: u8,
    },
}

/// Searches all units with `threads` workers. The outer list has one entry per unit, in the order
/// of `units`.
///
/// # Errors
/// When `stop` becomes true, the sink fails or threads cannot be had.
pub fn execute(
    units: &[Unit],
    settings: &SearchSettings,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    sink: &dyn Sink,
) -> Result<Vec<Vec<RunRecord>>, ExecuteError> {
    let threads = threads.get().min(units.len().max(1));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| ExecuteError::Threads { threads, source })?;
    let run = Run {
        units,
        settings,
        stop,
        sink,
        queue: most_expensive_first(units),
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        failure: Mutex::new(None),
        results: Mutex::new(vec![None; units.len()]),
    };
    pool.broadcast(|_| run.work());
    run.finish()
}

struct Run<'a> {
    units: &'a [Unit<'a>],
    settings: &'a SearchSettings,
    stop: &'a AtomicBool,
    sink: &'a dyn Sink,
    /// Indices of units in the order in which they are begun.
    queue: Vec<usize>,
    next: AtomicUsize,
    failed: AtomicBool,
    failure: Mutex<Option<ExecuteError>>,
    results: Mutex<Vec<Option<Vec<RunRecord>>>>,
}

impl Run<'_> {
    /// One worker: takes units until none is left. It keeps one table, cleared by each search.
    fn work(&self) {
        let mut table = match TranspositionTable::try_new(self.settings.hash_entries) {
            Ok(table) => table,
            Err(error) => return self.fail(error.into()),
        };
        while !self.stop.load(Ordering::Relaxed) && !self.failed.load(Ordering::Relaxed) {
            let Some(&index) = self.queue.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            match self.search(&self.units[index], &mut table) {
                Ok(Some(records)) => lock(&self.results)[index] = Some(records),
                Ok(None) => return,
                Err(error) => return self.fail(error),
            }
        }
    }

    /// Keeps the first failure and ends the run.
    fn fail(&self, error: ExecuteError) {
        lock(&self.failure).get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// The records of a unit; `None` if the search was stopped.
    fn search(
        &self,
        unit: &Unit,
        table: &mut TranspositionTable,
    ) -> Result<Option<Vec<RunRecord>>, ExecuteError> {
        let (depth, nodes) = (unit.depth, unit.node_limit);
        let limits = Limits { depth, nodes, stop: Some(self.stop), ..Limits::default() };
        let reported = AtomicU64::new(0);
        let iterations = unit.variant.search(
            &unit.position.position,
            self.settings,
            &limits,
            table,
            &mut |iteration: &Iteration| {
                let nodes = iteration.counts.nodes();
                self.sink.iteration(nodes - reported.swap(nodes, Ordering::Relaxed));
            },
        );
        if iterations.last().is_none_or(|last| last.depth < depth) {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if nodes.is_none() {
                let (id, variant) = (unit.position.id.clone(), unit.variant.spec());
                return Err(ExecuteError::Short { id, variant, depth });
            }
        }
        let records: Vec<_> = iterations.iter().map(|iteration| record(unit, iteration)).collect();
        self.sink.finished(unit, &records).map_err(ExecuteError::Sink)?;
        Ok(Some(records))
    }

    fn finish(self) -> Result<Vec<Vec<RunRecord>>, ExecuteError> {
        if let Some(error) = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let results = self.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let total = results.len();
        let complete: Vec<_> = results.into_iter().flatten().collect();
        if complete.len() < total {
            return Err(ExecuteError::Interrupted { done: complete.len(), total });
        }
        Ok(complete)
    }
}

/// A panic of another worker leaves the data as good as it was: units are stored whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Deepest searches first, then the variants by the size that their trees are expected to have;
/// nothing is known yet of the positions, so that they keep their order.
fn most_expensive_first(units: &[Unit]) -> Vec<usize> {
    let mut queue: Vec<usize> = (0..units.len()).collect();
    queue.sort_by_key(|&index| {
        let unit = &units[index];
        (u8::MAX - unit.depth, expected_rank(&unit.variant.spec()), index)
    });
    queue
}

/// Rank by expected tree size, 0 the largest; it decides only what is begun first.
fn expected_rank(spec: &str) -> u8 {
    match spec {
        "none" => 0,
        "std:r=1" => 1,
        "std:r=2" => 3,
        "std:r=3" => 4,
        _ => 2,
    }
}

/// The row of one iteration.
fn record(unit: &Unit, iteration: &Iteration) -> RunRecord {
    let EpdRecord { index, id, position, task, .. } = unit.position;
    let counts = &iteration.counts;
    let mate = iteration.score.mate_in();
    RunRecord {
        index: *index,
        id: id.clone(),
        variant: unit.variant.spec(),
        depth: iteration.depth,
        nodes: counts.nodes(),
        main_nodes: counts.main,
        quiescence_nodes: counts.quiescence,
        null_tried: counts.null_tried,
        null_cut: counts.null_cut,
        verifications: counts.verifications,
        researches: counts.researches,
        researches_below_beta: counts.researches_below_beta,
        score_cp: mate.is_none().then_some(iteration.score.0),
        mate,
        best_move: iteration.best_move.map(|mv| position.san(mv)),
        pv: crate::notation::line(position, &iteration.pv),
        solved: task.solved(iteration.best_move, mate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Position;

    use crate::suite::Task;

    struct Nobody;

    impl Sink for Nobody {
        fn finished(&self, _: &Unit, _: &[RunRecord]) -> std::io::Result<()> {
            Ok(())
        }
    }

    struct FullDisk;

    impl Sink for FullDisk {
        fn finished(&self, _: &Unit, _: &[RunRecord]) -> std::io::Result<()> {
            Err(std::io::Error::other("disk full"))
        }
    }

    fn position(index: u32) -> EpdRecord {
        let position = Position::start();
        EpdRecord { index, line: 1, id: format!("p{index}"), position, task: Task::None }
    }

    fn unit<'a>(position: &'a EpdRecord, variant: &'a Variant, depth: u8) -> Unit<'a> {
        Unit { suite: 0, position, variant, depth, node_limit: None }
    }

    fn variants(specs: &[&str]) -> Vec<Variant> {
        specs.iter().map(|spec| Variant::parse(spec).unwrap()).collect()
    }

    fn run(
        units: &[Unit],
        stop: bool,
        sink: &dyn Sink,
    ) -> Result<Vec<Vec<RunRecord>>, ExecuteError> {
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let threads = NonZeroUsize::new(3).unwrap();
        execute(units, &settings, threads, &AtomicBool::new(stop), sink)
    }

    #[test]
    fn records_come_in_the_order_of_the_units_with_every_iteration() {
        let variants = variants(&["std:r=3", "none"]);
        let positions = [position(0), position(1)];
        let units: Vec<Unit> = positions
            .iter()
            .flat_map(|position| variants.iter().map(move |variant| unit(position, variant, 2)))
            .collect();
        let records = run(&units, false, &Nobody).unwrap().concat();
        let keys: Vec<_> = records.iter().map(|r| (r.index, r.variant.as_str(), r.depth)).collect();
        assert_eq!(
            keys[..4],
            [(0, "std:r=3", 1), (0, "std:r=3", 2), (0, "none", 1), (0, "none", 2)]
        );
        assert_eq!(keys.len(), 8);
        assert_eq!(keys[4].0, 1);
    }

    #[test]
    fn deep_searches_and_large_trees_are_begun_first() {
        let variants = variants(&["std:r=3", "vrfd:r=3", "none", "std:r=1"]);
        let position = position(0);
        let mut units = Vec::new();
        for depth in [3, 5] {
            for variant in &variants {
                units.push(unit(&position, variant, depth));
            }
        }
        assert_eq!(most_expensive_first(&units), [6, 7, 5, 4, 2, 3, 1, 0]);
    }

    #[test]
    fn a_node_limit_ends_a_search_but_not_the_run_and_keeps_whole_iterations() {
        let variants = variants(&["none"]);
        let position = position(0);
        let whole = run(&[unit(&position, &variants[0], 5)], false, &Nobody).unwrap().concat();
        let limit = (whole[3].nodes + whole[4].nodes) / 2;
        let units = [Unit { node_limit: Some(limit), ..unit(&position, &variants[0], 5) }];
        let cut = run(&units, false, &Nobody).unwrap().concat();
        assert_eq!(cut, whole[..4]);
        let units = [Unit { node_limit: Some(1), ..unit(&position, &variants[0], 5) }];
        assert_eq!(run(&units, false, &Nobody).unwrap(), [vec![]], "not even depth 1");
    }

    #[test]
    fn a_set_stop_flag_ends_the_run_without_records() {
        let variants = variants(&["none"]);
        let position = position(0);
        let units = [unit(&position, &variants[0], 3)];
        let error = run(&units, true, &Nobody).unwrap_err();
        assert!(matches!(error, ExecuteError::Interrupted { done: 0, total: 1 }));
    }

    #[test]
    fn a_failing_sink_ends_the_run() {
        let variants = variants(&["none"]);
        let position = position(0);
        let units = [unit(&position, &variants[0], 2)];
        let error = run(&units, false, &FullDisk).unwrap_err();
        assert!(error.to_string().contains("disk full"));
    }
}
