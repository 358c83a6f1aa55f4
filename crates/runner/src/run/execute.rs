//! Does units in parallel: workers take them one by one in the order given. Keeps and writes nothing:
//! each finished unit goes to the caller's [`Sink`] at once.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;
use vnmp_engine::TableTooLarge;

use crate::run::job::{Job, Watch};

/// Receives what happens during a run; called from all workers.
pub(crate) trait Sink<O>: Sync {
    /// So many more nodes have been searched.
    fn nodes(&self, _nodes: u64) {}

    /// A unit is complete. An error ends the run.
    fn finished(&self, unit: usize, outcome: O) -> std::io::Result<()>;
}

/// Why a run did not reach its end.
#[derive(Debug, Error)]
pub(crate) enum ExecuteError {
    /// The stop flag was set.
    #[error("interrupted; {left} are left to do")]
    Interrupted {
        /// Units that were not finished.
        left: usize,
    },
    /// The sink refused a result.
    #[error("cannot keep a result: {0}; what was kept before is not lost")]
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

/// Does the units in `queue`, in that order, with `threads` workers, until all are done or the job is
/// decided.
///
/// # Errors
/// When `stop` becomes true, the sink fails or the system gives no threads.
pub(crate) fn execute<J: Job>(
    job: &J,
    queue: &[usize],
    threads: NonZeroUsize,
    stop: &AtomicBool,
    sink: &dyn Sink<J::Outcome>,
) -> Result<(), ExecuteError> {
    if queue.is_empty() || job.is_decided() {
        return Ok(());
    }
    let threads = threads.get().min(queue.len());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| ExecuteError::Threads { threads, source })?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (ended, failure) = (AtomicBool::new(false), Mutex::new(None));
    let run = Run { job, queue, stop, sink, next, done, ended, failure };
    pool.broadcast(|_| {
        if let Err(error) = run.work() {
            run.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            run.ended.store(true, Ordering::Relaxed);
        }
    });
    let Run { done, failure, .. } = run;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    match queue.len() - done.into_inner() {
        left if left > 0 && !job.is_decided() => Err(ExecuteError::Interrupted { left }),
        _ => Ok(()),
    }
}

struct Run<'a, J: Job> {
    job: &'a J,
    queue: &'a [usize],
    stop: &'a AtomicBool,
    sink: &'a dyn Sink<J::Outcome>,
    next: AtomicUsize,
    done: AtomicUsize,
    /// No further units: the job is decided, or something failed.
    ended: AtomicBool,
    failure: Mutex<Option<ExecuteError>>,
}

impl<J: Job> Run<'_, J> {
    /// One worker: takes units until none is left.
    fn work(&self) -> Result<(), ExecuteError> {
        let mut worker = self.job.worker()?;
        let nodes = |nodes| self.sink.nodes(nodes);
        let watch = Watch { stop: self.stop, nodes: &nodes };
        while !self.stop.load(Ordering::Relaxed) && !self.ended.load(Ordering::Relaxed) {
            let Some(&unit) = self.queue.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let Some(outcome) = self.job.perform(unit, &mut worker, &watch)? else { break };
            self.job.note(unit, &outcome);
            self.sink.finished(unit, outcome).map_err(ExecuteError::Sink)?;
            self.done.fetch_add(1, Ordering::Relaxed);
            if self.job.is_decided() {
                self.ended.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    use crate::record::key::UnitKey;
    use crate::run::job::Outcome;

    /// Units that find their own number.
    struct Numbers {
        keys: Vec<UnitKey>,
        decided_by: Option<usize>,
        sum: AtomicUsize,
    }

    #[derive(Clone, PartialEq, Serialize, Deserialize)]
    struct Found(UnitKey, usize);

    impl Outcome for Found {
        fn key(&self) -> UnitKey {
            self.0
        }
    }

    impl Job for Numbers {
        type Outcome = Found;
        type Worker = ();
        const UNITS: &'static str = "numbers";
        const JOURNAL: &'static str = "numbers";

        fn keys(&self) -> &[UnitKey] {
            &self.keys
        }

        fn worker(&self) -> Result<(), ExecuteError> {
            Ok(())
        }

        fn perform(
            &self,
            unit: usize,
            _: &mut (),
            _: &Watch,
        ) -> Result<Option<Found>, ExecuteError> {
            Ok(Some(Found(self.keys[unit], unit)))
        }

        fn note(&self, unit: usize, _: &Found) {
            self.sum.fetch_add(unit, Ordering::Relaxed);
        }

        fn is_decided(&self) -> bool {
            self.decided_by.is_some_and(|sum| self.sum.load(Ordering::Relaxed) >= sum)
        }
    }

    fn numbers(decided_by: Option<usize>) -> Numbers {
        let keys = (0..6).map(|n| UnitKey::of(&format!("number {n}"))).collect();
        Numbers { keys, decided_by, sum: AtomicUsize::new(0) }
    }

    #[derive(Default)]
    struct Log(Mutex<Vec<usize>>);

    impl Sink<Found> for Log {
        fn finished(&self, unit: usize, outcome: Found) -> std::io::Result<()> {
            assert_eq!(unit, outcome.1);
            self.0.lock().unwrap().push(unit);
            Ok(())
        }
    }

    struct FullDisk;

    impl Sink<Found> for FullDisk {
        fn finished(&self, _: usize, _: Found) -> std::io::Result<()> {
            Err(std::io::Error::other("disk full"))
        }
    }

    fn run(
        job: &Numbers,
        queue: &[usize],
        threads: usize,
        stop: bool,
        sink: &dyn Sink<Found>,
    ) -> Result<(), ExecuteError> {
        let threads = NonZeroUsize::new(threads).unwrap();
        execute(job, queue, threads, &AtomicBool::new(stop), sink)
    }

    #[test]
    fn the_units_of_the_queue_are_done_once_each_in_its_order() {
        let log = Log::default();
        run(&numbers(None), &[2, 0, 5], 1, false, &log).unwrap();
        assert_eq!(*log.0.lock().unwrap(), [2, 0, 5]);
        let log = Log::default();
        run(&numbers(None), &[2, 0, 1, 4], 7, false, &log).unwrap();
        let mut done = log.0.into_inner().unwrap();
        done.sort_unstable();
        assert_eq!(done, [0, 1, 2, 4]);
    }

    #[test]
    fn a_decided_job_ends_before_all_is_done_and_begins_nothing_more() {
        let (job, log) = (numbers(Some(7)), Log::default());
        run(&job, &[3, 4, 5, 1], 1, false, &log).unwrap();
        assert_eq!(*log.0.lock().unwrap(), [3, 4]);
        run(&job, &[0, 1], 1, false, &log).unwrap();
        assert_eq!(log.0.lock().unwrap().len(), 2);
    }

    #[test]
    fn a_set_stop_flag_ends_the_run_and_a_failing_sink_too() {
        let error = run(&numbers(None), &[0, 3], 3, true, &Log::default()).unwrap_err();
        assert!(matches!(error, ExecuteError::Interrupted { left: 2 }));
        let error = run(&numbers(None), &[0], 3, false, &FullDisk).unwrap_err();
        assert!(error.to_string().contains("disk full"));
    }
}
