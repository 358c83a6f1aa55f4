//! Runs units in parallel: workers take them one by one in the order given. Stores nothing: each
//! finished unit goes to the caller at once.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use anyhow::{anyhow, ensure};

use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::run::job::{Job, Watch};

/// Does the units in `queue`, in that order, with `threads` workers, until all are done, the job is
/// decided or `stop` becomes true. `keep` gets each outcome with its unit, from all workers. Returns
/// the number of units left undone.
///
/// # Errors
/// When a unit fails, `keep` refuses an outcome or the system gives no threads.
pub(crate) fn execute<J: Job>(
    job: &J,
    queue: &[usize],
    threads: NonZeroUsize,
    stop: &AtomicBool,
    progress: &Progress,
    keep: &(impl Fn(usize, J::Outcome) -> io::Result<()> + Sync),
) -> anyhow::Result<usize> {
    if queue.is_empty() || job.is_decided() {
        return Ok(0);
    }
    let threads = threads.get().min(queue.len());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|e| anyhow!("cannot start {threads} threads: {e}; try a smaller --threads"))?;
    let (next, done, ended) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let work = || -> anyhow::Result<()> {
        let mut worker = job.worker()?;
        while !stop.load(Relaxed) && !ended.load(Relaxed) {
            let place = next.fetch_add(1, Relaxed);
            let Some(&unit) = queue.get(place) else { break };
            progress.unit_begun(place);
            let nodes = |nodes| progress.iteration(place, nodes);
            let watch = Watch { stop, nodes: &nodes };
            let Some(outcome) = job.perform(unit, &mut worker, &watch)? else { break };
            job.note(unit, &outcome);
            keep(unit, outcome).map_err(|e| {
                anyhow!("cannot store a result: {e}; results stored earlier are not lost")
            })?;
            progress.unit_done(place, &job.standing());
            done.fetch_add(1, Relaxed);
            if job.is_decided() {
                ended.store(true, Relaxed);
            }
        }
        Ok(())
    };
    let ends = pool.broadcast(|_| work().inspect_err(|_| ended.store(true, Relaxed)));
    ends.into_iter().collect::<anyhow::Result<()>>()?;
    Ok(if job.is_decided() { 0 } else { queue.len() - done.into_inner() })
}

/// The same, collecting the outcomes by unit, for those in `queue`.
///
/// # Errors
/// As those of [`execute`], or when the user interrupts.
pub(crate) fn collect<J: Job>(
    job: &J,
    queue: &[usize],
    threads: NonZeroUsize,
    progress: &Progress,
) -> anyhow::Result<Vec<Option<J::Outcome>>> {
    let outcomes = Mutex::new(vec![None; job.keys().len()]);
    let left = execute(job, queue, threads, interrupt::flag(), progress, &|unit, outcome| {
        outcomes.lock().unwrap_or_else(PoisonError::into_inner)[unit] = Some(outcome);
        Ok(())
    })?;
    ensure!(left == 0, "interrupted; {left} are left to do");
    Ok(outcomes.into_inner().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    use crate::record::key::UnitKey;
    use crate::run::job::Outcome;

    /// Units whose outcome is their own number.
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

        fn worker_bytes(&self) -> u64 {
            0
        }

        fn worker(&self) -> anyhow::Result<()> {
            Ok(())
        }

        fn perform(&self, unit: usize, _: &mut (), _: &Watch) -> anyhow::Result<Option<Found>> {
            Ok(Some(Found(self.keys[unit], unit)))
        }

        fn note(&self, unit: usize, _: &Found) {
            self.sum.fetch_add(unit, Relaxed);
        }

        fn is_decided(&self) -> bool {
            self.decided_by.is_some_and(|sum| self.sum.load(Relaxed) >= sum)
        }
    }

    fn numbers(decided_by: Option<usize>) -> Numbers {
        let keys = (0..6).map(|n| UnitKey::of(&format!("number {n}"))).collect();
        Numbers { keys, decided_by, sum: AtomicUsize::new(0) }
    }

    /// Runs, and logs what is kept in the order of keeping; with a `broken` disk nothing is kept.
    fn run(
        job: &Numbers,
        queue: &[usize],
        threads: usize,
        stop: bool,
        broken: bool,
    ) -> (anyhow::Result<usize>, Vec<usize>) {
        let (threads, log) = (NonZeroUsize::new(threads).unwrap(), Mutex::new(Vec::new()));
        let keep = |unit, outcome: Found| {
            assert_eq!(unit, outcome.1);
            log.lock().unwrap().push(unit);
            if broken { Err(io::Error::other("disk full")) } else { Ok(()) }
        };
        let stop = AtomicBool::new(stop);
        let left = execute(job, queue, threads, &stop, &Progress::hidden(), &keep);
        (left, log.into_inner().unwrap())
    }

    #[test]
    fn the_units_of_the_queue_are_done_once_each_in_its_order() {
        let (left, log) = run(&numbers(None), &[2, 0, 5], 1, false, false);
        assert_eq!((left.unwrap(), log), (0, vec![2, 0, 5]));
        let (_, mut log) = run(&numbers(None), &[2, 0, 1, 4], 7, false, false);
        log.sort_unstable();
        assert_eq!(log, [0, 1, 2, 4]);
    }

    #[test]
    fn a_decided_job_ends_before_all_is_done_and_begins_nothing_more() {
        let job = numbers(Some(7));
        let (left, log) = run(&job, &[3, 4, 5, 1], 1, false, false);
        assert_eq!((left.unwrap(), log), (0, vec![3, 4]));
        assert!(run(&job, &[0, 1], 1, false, false).1.is_empty());
    }

    #[test]
    fn a_stop_flag_ends_the_run_and_so_does_a_failing_disk() {
        assert_eq!(run(&numbers(None), &[0, 3], 3, true, false).0.unwrap(), 2);
        let error = run(&numbers(None), &[0], 3, false, true).0.unwrap_err();
        assert!(error.to_string().contains("disk full"));
    }
}
