//! Searches units in parallel: every (position, variant) once, to its depth; every shallower depth
//! is one of that search's own iterations. Workers take the units one by one in the order given.
//! Keeps and writes nothing: each finished search goes to the caller's [`Sink`] at once.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;
use vnmp_engine::{Iteration, Limits, SearchSettings, TableTooLarge, TranspositionTable};
use vnmp_variants::Variant;

use crate::engines::{Analysis, Engine, Engines};
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;

/// A finished search.
pub(crate) struct Finished<'a> {
    /// Index of the unit.
    pub(crate) unit: usize,
    /// What it found.
    pub(crate) found: Found<'a>,
}

/// What a search found.
pub(crate) enum Found<'a> {
    /// One of this program.
    Iterations {
        /// One for each depth from 1.
        all: &'a [Iteration],
        /// The node limit, if it ended the search before its depth.
        limit: Option<u64>,
    },
    /// One of another engine.
    Analysis(Analysis),
}

/// Receives what happens during a run; called from all workers.
pub(crate) trait Sink: Sync {
    /// An iteration has ended; it took `nodes` nodes.
    fn iteration(&self, _nodes: u64) {}

    /// A search is complete. An error ends the run.
    fn finished(&self, search: &Finished) -> std::io::Result<()>;
}

/// Why a run did not reach its end.
#[derive(Debug, Error)]
pub(crate) enum ExecuteError {
    /// The stop flag was set.
    #[error("interrupted with {left} searches left to do")]
    Interrupted {
        /// Searches that were not finished.
        left: usize,
    },
    /// The sink refused a result.
    #[error("cannot keep a finished search: {0}; what was kept before is not lost")]
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

/// Searches the units whose indices are in `queue`, in that order, with `threads` workers.
///
/// # Errors
/// When `stop` becomes true, the sink fails or threads cannot be had.
pub(crate) fn execute(
    units: &[Unit],
    queue: &[usize],
    settings: &SearchSettings,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    sink: &dyn Sink,
) -> Result<(), ExecuteError> {
    if queue.is_empty() {
        return Ok(());
    }
    let threads = threads.get().min(queue.len());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| ExecuteError::Threads { threads, source })?;
    let run = Run {
        units,
        queue,
        settings,
        stop,
        sink,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    pool.broadcast(|_| run.work());
    let Run { done, failure, .. } = run;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    match queue.len() - done.into_inner() {
        0 => Ok(()),
        left => Err(ExecuteError::Interrupted { left }),
    }
}

struct Run<'a> {
    units: &'a [Unit<'a>],
    queue: &'a [usize],
    settings: &'a SearchSettings,
    stop: &'a AtomicBool,
    sink: &'a dyn Sink,
    next: AtomicUsize,
    done: AtomicUsize,
    failed: AtomicBool,
    failure: Mutex<Option<ExecuteError>>,
}

impl Run<'_> {
    /// One worker: takes units until none is left. It keeps one table, cleared by each search.
    fn work(&self) {
        let mut table = match TranspositionTable::try_new(self.settings.hash_entries) {
            Ok(table) => table,
            Err(error) => return self.fail(error.into()),
        };
        let mut engines = Engines::default();
        while !self.stop.load(Ordering::Relaxed) && !self.failed.load(Ordering::Relaxed) {
            let Some(&unit) = self.queue.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let done = match self.units[unit].searcher {
                Searcher::Variant(variant) => self.search(unit, variant, &mut table),
                Searcher::Engine(engine) => self.ask(unit, engine, &mut engines),
            };
            match done {
                Ok(true) => _ = self.done.fetch_add(1, Ordering::Relaxed),
                Ok(false) => return,
                Err(error) => return self.fail(error),
            }
        }
    }

    /// Keeps the first failure and ends the run.
    fn fail(&self, error: ExecuteError) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Searches a unit; false if it was stopped.
    fn search(
        &self,
        index: usize,
        variant: &Variant,
        table: &mut TranspositionTable,
    ) -> Result<bool, ExecuteError> {
        let unit = &self.units[index];
        let (depth, nodes) = (unit.depth, unit.node_limit);
        let limits = Limits { depth, nodes, stop: Some(self.stop), ..Limits::default() };
        let reported = AtomicU64::new(0);
        let iterations = variant.search(
            &unit.position.position,
            self.settings,
            &limits,
            table,
            &mut |iteration: &Iteration| {
                let nodes = iteration.counts.nodes();
                self.sink.iteration(nodes - reported.swap(nodes, Ordering::Relaxed));
            },
        );
        let is_short = iterations.last().is_none_or(|last| last.depth < depth);
        if is_short && self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if is_short && nodes.is_none() {
            let (id, variant) = (unit.position.id.clone(), variant.spec());
            return Err(ExecuteError::Short { id, variant, depth });
        }
        let limit = nodes.filter(|_| is_short);
        let found = Found::Iterations { all: &iterations, limit };
        self.sink.finished(&Finished { unit: index, found }).map_err(ExecuteError::Sink)?;
        Ok(true)
    }

    /// Has another engine search a unit; false if it was stopped.
    fn ask(
        &self,
        index: usize,
        engine: &Engine,
        engines: &mut Engines,
    ) -> Result<bool, ExecuteError> {
        let Unit { position, depth, .. } = self.units[index];
        let (number, position) = (position.index, &position.position);
        let Some(analysis) = engines.search(engine, number, position, depth, self.stop) else {
            return Ok(false);
        };
        self.sink.iteration(analysis.rows.last().and_then(|row| row.nodes).unwrap_or(0));
        let found = Found::Analysis(analysis);
        self.sink.finished(&Finished { unit: index, found }).map_err(ExecuteError::Sink)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Position;

    use crate::suite::{EpdRecord, Task};

    /// Unit, depths reached, limit.
    #[derive(Default)]
    struct Log(Mutex<Vec<(usize, usize, Option<u64>)>>);

    impl Sink for Log {
        fn finished(&self, search: &Finished) -> std::io::Result<()> {
            let Found::Iterations { all, limit } = search.found else { panic!() };
            self.0.lock().unwrap().push((search.unit, all.len(), limit));
            Ok(())
        }
    }

    fn variant(spec: &str) -> Searcher {
        Searcher::Variant(Variant::parse(spec).unwrap())
    }

    struct FullDisk;

    impl Sink for FullDisk {
        fn finished(&self, _: &Finished) -> std::io::Result<()> {
            Err(std::io::Error::other("disk full"))
        }
    }

    fn position(index: u32) -> EpdRecord {
        let position = Position::start();
        EpdRecord { index, line: 1, id: format!("p{index}"), position, task: Task::None }
    }

    fn run(
        units: &[Unit],
        queue: &[usize],
        threads: usize,
        stop: bool,
        sink: &dyn Sink,
    ) -> Result<(), ExecuteError> {
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let threads = NonZeroUsize::new(threads).unwrap();
        execute(units, queue, &settings, threads, &AtomicBool::new(stop), sink)
    }

    #[test]
    fn the_units_of_the_queue_are_searched_once_each_in_its_order() {
        let searcher = variant("r3");
        let positions = [position(0), position(1), position(2)];
        let units: Vec<Unit> = positions
            .iter()
            .map(|position| Unit {
                suite: 0,
                position,
                searcher: &searcher,
                depth: 3,
                node_limit: None,
            })
            .collect();
        let log = Log::default();
        run(&units, &[2, 0], 1, false, &log).unwrap();
        assert_eq!(*log.0.lock().unwrap(), [(2, 3, None), (0, 3, None)]);
        let log = Log::default();
        run(&units, &[2, 0, 1], 5, false, &log).unwrap();
        assert_eq!(log.0.lock().unwrap().len(), 3);
    }

    #[test]
    fn a_node_limit_ends_a_search_but_not_the_run_and_keeps_whole_iterations() {
        let searcher = variant("none");
        let position = position(0);
        let unit = |depth, node_limit| Unit {
            suite: 0,
            position: &position,
            searcher: &searcher,
            depth,
            node_limit,
        };
        let log = Log::default();
        let units = [unit(5, Some(1)), unit(5, Some(3_000)), unit(2, Some(1_000_000))];
        run(&units, &[0, 1, 2], 1, false, &log).unwrap();
        let expected = [(0, 0, Some(1)), (1, 4, Some(3_000)), (2, 2, None)];
        assert_eq!(*log.0.lock().unwrap(), expected);
    }

    #[test]
    fn a_set_stop_flag_ends_the_run_and_a_failing_sink_too() {
        let searcher = variant("none");
        let position = position(0);
        let units = [Unit {
            suite: 0,
            position: &position,
            searcher: &searcher,
            depth: 2,
            node_limit: None,
        }];
        let error = run(&units, &[0], 3, true, &Log::default()).unwrap_err();
        assert!(matches!(error, ExecuteError::Interrupted { left: 1 }));
        let error = run(&units, &[0], 3, false, &FullDisk).unwrap_err();
        assert!(error.to_string().contains("disk full"));
    }
}
