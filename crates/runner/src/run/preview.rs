//! `--dry-run`: the work of a run, its time and what it needs. Nothing is searched to full depth and
//! nothing is written.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{PoisonError, mpsc};
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use vnmp_engine::SearchSettings;

use crate::base::interrupt;
use crate::base::number::thousands;
use crate::base::progress::{duration, short};
use crate::base::terminal::print;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::run::cost;
use crate::run::forecast::{Trial, expected};
use crate::run::job::{Job, Watch};
use crate::run::journal::{self, encode};
use crate::run::search::Searches;
use crate::run::session::{Options, shown};
use crate::run::shard::in_turn;

/// Bytes of an entry of a transposition table.
pub(crate) const TABLE_ENTRY: usize = 16;
/// Trials that take longer are abandoned.
const PATIENCE: Duration = Duration::from_secs(4);
/// A single unit that represents all, such as a game, gets more time.
const PATIENCE_FOR_ONE: Duration = Duration::from_secs(30);
/// Once the trials' total exceeds this number of nodes, no deeper ones are made.
pub(crate) const ENOUGH: u64 = 16_000_000;
/// Entries of a trial's transposition table: a full one takes longer to allocate than to fill.
const TRIAL_ENTRIES: usize = 1 << 16;
/// Searches of which trials are made.
pub(crate) const SAMPLE: usize = 128;
/// A run's files in bytes for each byte of its journal, which is one of them.
const FILES: f64 = 4.0;

/// What units will take.
pub(crate) struct Preview {
    /// Nodes, where they can be predicted.
    nodes: Option<f64>,
    /// Wall-clock seconds with the threads that were asked for, where they can be predicted.
    seconds: Option<f64>,
    /// Bytes in the journal.
    bytes: Option<f64>,
    /// How that is known, or why it is not.
    how: String,
}

/// What a run has to do, or the points of a sweep together.
#[derive(Default)]
pub(crate) struct Outlook {
    units: &'static str,
    all: usize,
    had: usize,
    threads: usize,
    /// MiB that each thread needs, at most.
    each: f64,
    /// What is to be done, run by run.
    previews: Vec<Preview>,
}

impl Outlook {
    fn join(&mut self, point: Outlook) {
        self.units = point.units;
        (self.all, self.had) = (self.all + point.all, self.had + point.had);
        self.threads = self.threads.max(point.threads);
        self.each = self.each.max(point.each);
        self.previews.extend(point.previews);
    }

    /// The figures, each the sum over all runs.
    pub(crate) fn text(&self, journal: &Path, folder: &Path) -> String {
        let Outlook { units, all, had, threads, each, previews } = self;
        let (all, had) = (thousands(*all as u64), thousands(*had as u64));
        let mut text = format!("{units}: {all}, {had} of them already in {}\n", shown(journal));
        let sum = |of: fn(&Preview) -> Option<f64>, show: fn(f64) -> String| {
            let sum = previews.iter().map(of).sum::<Option<f64>>();
            sum.map_or_else(|| "unknown".to_owned(), show)
        };
        let how = match &previews[..] {
            [] => None,
            [one] => Some(one.how.clone()),
            several => Some(format!("the sum of {} points", several.len())),
        };
        if let Some(how) = how {
            let nodes = sum(|preview| preview.nodes, |n| short(n).trim().to_owned());
            let seconds = sum(|preview| preview.seconds, duration);
            let disk = sum(|preview| preview.bytes, |n| format!("about {}B", short(n * FILES)));
            let plural = if *threads == 1 { "" } else { "s" };
            text +=
                &format!("nodes: {nodes}; {how}\ntime: {seconds} with {threads} thread{plural}\n");
            text += &format!("disk: {disk} in {}\n", shown(folder));
        }
        let mib = |mib: f64| thousands(mib.round() as u64);
        let (memory, each) = (mib(each * *threads as f64), mib(*each));
        text += &format!("memory: {memory} MiB, {each} in each thread\n");
        text + "Nothing was run; leave out --dry-run to run it.\n"
    }
}

/// Prints what there is to do, or adds it to that of the other points of a sweep.
pub(crate) fn tell<J: Job>(job: &J, folder: &Path, options: &Options) -> anyhow::Result<()> {
    interrupt::watch()?;
    let order = job.order();
    let wanted = match options.shard {
        None => order,
        // the division is made when the run begins; here as it would be without trials
        Some(shard) => in_turn(&order, shard.of).swap_remove(shard.number as usize - 1),
    };
    let done = match options.fresh {
        true => vec![false; job.keys().len()],
        false => journal::done(job, &wanted, &options.journal)?,
    };
    let todo: Vec<usize> = wanted.iter().copied().filter(|&unit| !done[unit]).collect();
    let mut outlook = Outlook {
        units: J::UNITS,
        all: wanted.len(),
        had: wanted.len() - todo.len(),
        threads: options.threads.get().min(todo.len().max(1)),
        each: job.worker_bytes() as f64 / f64::from(1 << 20),
        previews: Vec::new(),
    };
    if !todo.is_empty() {
        outlook.previews.push(job.preview(&todo, options.threads)?);
    }
    match &options.outlook {
        Some(all) => all.lock().unwrap_or_else(PoisonError::into_inner).join(outlook),
        None => print(&outlook.text(&options.journal, folder))?,
    }
    Ok(())
}

/// Runs `work` with a flag that is set after `patience`, or when the user interrupts.
fn patiently<T>(patience: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (stop, (done, waiting)) = (AtomicBool::new(false), mpsc::channel::<()>());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let waiting = waiting; // it ends when `done` goes
            let until = Instant::now() + patience;
            let tick = Duration::from_millis(50);
            while waiting.recv_timeout(tick) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.fetch_or(Instant::now() > until || interrupt::flag().load(Relaxed), Relaxed);
            }
        });
        let result = work(&stop);
        drop(done);
        result
    })
}

/// The cost of the units if all are like the first.
///
/// # Errors
/// When it cannot be done.
pub(crate) fn first_unit<J: Job>(
    job: &J,
    todo: &[usize],
    threads: NonZeroUsize,
) -> anyhow::Result<Preview> {
    let (nodes, begun, processor) = (AtomicU64::new(0), Instant::now(), ThreadTime::now());
    let outcome = patiently(PATIENCE_FOR_ONE, |stop| {
        let count = |more| {
            nodes.fetch_add(more, Relaxed);
        };
        job.perform(todo[0], &mut job.worker()?, &Watch { stop, nodes: &count })
    })?;
    // processor time, where nothing else counts, is the same under other load on the computer
    let took = if job.waits() { begun.elapsed() } else { processor.elapsed() };
    let (all, seconds) = (todo.len() as f64, took.as_secs_f64());
    let Some(outcome) = outcome else {
        let how = format!("the first of the {} takes longer than {seconds:.0} s", J::UNITS);
        return Ok(Preview { nodes: None, seconds: None, bytes: None, how });
    };
    let nodes = nodes.into_inner() as f64;
    Ok(Preview {
        nodes: (nodes > 0.0).then_some(nodes * all),
        seconds: Some(seconds * all / at_a_time(threads, todo.len()) as f64),
        bytes: Some(encode(&outcome)?.len() as f64 * all),
        how: format!("if all {} are like the first, which took {seconds:.1} s", J::UNITS),
    })
}

/// The cost of searches, from a sample searched as deep as a few seconds allow, but not to full depth.
///
/// # Errors
/// As those of `execute`.
pub(crate) fn trials(
    job: &Searches,
    todo: &[usize],
    threads: NonZeroUsize,
) -> anyhow::Result<Preview> {
    let is_ours = |unit: &usize| matches!(job.units[*unit].searcher, Searcher::Variant(_));
    let deepest = todo.iter().map(|&unit| job.units[unit].depth).max().unwrap_or(1);
    if !todo.iter().all(is_ours) || deepest < 2 {
        return first_unit(job, todo, threads);
    }
    let count = todo.len().min(SAMPLE);
    let sample: Vec<Unit> = (0..count).map(|i| job.units[todo[i * todo.len() / count]]).collect();
    let mut found = None;
    for plies in (1..deepest).rev() {
        let begun = ProcessTime::now();
        let Some(nodes) = patiently(PATIENCE, |stop| trial(&sample, plies, job, threads, stop))?
        else {
            break;
        };
        let (took, is_enough) = (begun.elapsed(), nodes.iter().sum::<u64>() > ENOUGH);
        found = Some((plies, nodes, took));
        if is_enough {
            break;
        }
    }
    let Some((plies, nodes, took)) = found else {
        let how = "not even the shallowest trials end in time".to_owned();
        return Ok(Preview { nodes: None, seconds: None, bytes: None, how });
    };
    let less = |unit: &Unit| plies.min(unit.depth - 1);
    let trials = sample.iter().zip(&nodes).map(|(unit, &n)| Trial::of(unit, less(unit), n));
    let share = todo.len() as f64 / count as f64;
    let expected =
        expected(&trials.collect::<Vec<_>>()).iter().map(|e| e.nodes).sum::<f64>() * share;
    // in processor time, which other load on the computer does not change
    let rate = nodes.iter().sum::<u64>() as f64 / took.as_secs_f64().max(1e-6);
    let rate = rate * at_a_time(threads, todo.len()) as f64;
    let rows: usize = todo.iter().map(|&unit| usize::from(job.units[unit].depth)).sum();
    Ok(Preview {
        nodes: Some(expected),
        seconds: Some(expected / rate),
        bytes: Some(rows as f64 * ROW),
        how: format!(
            "predicted from {count} searches {plies} {} shallower, at {}/s",
            if plies == 1 { "ply" } else { "plies" },
            short(rate)
        ),
    })
}

/// Units that go on at the same time: no more than there are processors.
fn at_a_time(threads: NonZeroUsize, units: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(threads.get(), NonZeroUsize::get);
    threads.get().min(cores).min(units)
}

/// Bytes of an iteration in the journal.
const ROW: f64 = 200.0;

/// Nodes of the sample's trials, some plies shallower; `None` if they do not end in time.
fn trial(
    sample: &[Unit],
    plies: u8,
    job: &Searches,
    threads: NonZeroUsize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Vec<u64>>> {
    let less = |depth: u8| depth.saturating_sub(plies).max(1);
    let trials = sample.iter().map(|unit| Unit { depth: less(unit.depth), ..*unit }).collect();
    let hash_entries = job.settings.hash_entries.min(TRIAL_ENTRIES);
    let settings = SearchSettings { hash_entries, ..job.settings.clone() };
    let queue: Vec<usize> = (0..sample.len()).collect();
    cost::trial(trials, &settings, &queue, threads, stop)
}
