//! One run from beginning to end, whatever its units are: folder, journal, units, times. The
//! caller writes the results.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, ensure};

use crate::base::number::positive;
use crate::base::progress::Progress;
use crate::base::terminal::{note, warn};
use crate::base::{file, interrupt, json};
use crate::record::begun::{BEGUN_FILE, Begun};
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::record::times::{Clock, TIMES_FILE, Times};
use crate::run::execute::execute;
use crate::run::job::{Arranged, Job, Wanted};
use crate::run::journal::{Files, Journal};
use crate::run::preview::{self, Outlook};
use crate::run::shard::{self, Shard, divide};

/// Where journals are unless the user names another folder.
const JOURNAL_FOLDER: &str = "results/runs/journal";
/// Damaged records of a journal that are named; the others are only counted.
const DAMAGE_SHOWN: usize = 5;

/// How a run is done; nothing here changes a record.
#[derive(clap::Args, Clone)]
pub(crate) struct Options {
    /// The total cost of a sweep's points, where they are not listed one by one.
    #[arg(skip)]
    pub(crate) outlook: Option<Arc<Mutex<Outlook>>>,
    /// Worker threads [default: all]; changes the time only, never a result
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroUsize>,
          default_value_t = all_threads(), hide_default_value = true)]
    pub(crate) threads: NonZeroUsize,
    /// Output folder [default: one of its own under results/runs/]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write into an output folder that holds something else
    #[arg(long)]
    pub(crate) force: bool,
    /// Folder of the journals; work recorded there is not repeated
    #[arg(long, value_name = "DIR", default_value = JOURNAL_FOLDER)]
    pub(crate) journal: PathBuf,
    /// Repeat everything, ignoring the journals
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Run only shard I of N; `vnmp merge` makes the results once all are there
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Print the work, time, memory and disk space needed, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print no progress, no notes and no closing line
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// One thread for each processor.
pub(crate) fn all_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Reads the outcome of a unit; `None` if it has not been done.
pub(crate) type Fetch<'a, O> = dyn Fn(usize) -> anyhow::Result<Option<O>> + 'a;

/// The outcome of a unit that must have been done.
pub(crate) fn whole<O>(fetch: &Fetch<O>, unit: usize) -> anyhow::Result<O> {
    fetch(unit)?.context("an outcome is missing; please report")
}

/// Does the units of `job` that the journals do not have, and has `finish` write what the run leaves
/// into its folder; or does one shard of them. `request` is the request for the run.
///
/// # Errors
/// When a file cannot be used, or the user interrupted.
pub(crate) fn run<J: Job>(
    job: &J,
    manifest: &Manifest,
    options: &Options,
    request: &serde_json::Value,
    finish: impl FnOnce(&Folder, &Fetch<J::Outcome>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let path = options.out.clone().unwrap_or_else(|| manifest.default_folder());
    let units = job.keys().len();
    if options.dry_run {
        Folder::check(&path, manifest, options.force, options.shard.is_some())?;
        refuse_fewer::<J>(&path, units, options)?;
        return preview::tell(job, &path, options);
    }
    let folder = match options.shard {
        None => Folder::open(&path)?,
        Some(_) => Folder::open_shared(&path)?,
    };
    folder.claim(manifest, options.force)?;
    refuse_fewer::<J>(&path, units, options)?;
    interrupt::watch()?;
    match options.shard {
        Some(shard) => run_shard(job, manifest, &folder, shard, options, request),
        None => run_all(job, manifest, &folder, options, finish),
    }
}

fn run_all<J: Job>(
    job: &J,
    manifest: &Manifest,
    folder: &Folder,
    options: &Options,
    finish: impl FnOnce(&Folder, &Fetch<J::Outcome>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = format!("{}-{}", manifest.experiment, manifest.fingerprint);
    let all = job.order();
    let worked = work(job, &all, &name, options, Some(folder));
    let came_to_nothing = match &worked {
        Ok((_, _, left)) => *left == all.len() && *left > 0,
        Err(_) => !folder.path().join(BEGUN_FILE).exists(), // e.g. its journal is locked
    };
    if came_to_nothing {
        folder.abandon();
    }
    let (journal, times, left) = worked?;
    let done = all.len() - left;
    if left > 0 && !(J::PARTIAL && done > 0 && adds_to(folder.path(), done)?) {
        return interrupted::<J>(left, all.len(), options);
    }
    file::remove_partials(folder.path(), ""); // the folder is locked: nobody else is at this run
    folder.write(TIMES_FILE, json::pretty(&times).as_bytes())?;
    let written = finish(folder, &|unit| journal.fetch::<J::Outcome>(unit));
    let manifest = Manifest::read(folder.path()).ok().flatten();
    if left == 0 && manifest.is_some_and(|manifest| manifest.is_finished()) {
        Begun::remove(folder);
    }
    written?;
    if !options.quiet {
        if let Some(summary) = times.summary() {
            let (first, rest) = J::UNITS.split_at(1);
            warn(&format!("{}{rest}: {summary}", first.to_uppercase()));
        }
        warn(&format!("Results: {}", shown(folder.path())));
    }
    interrupted::<J>(left, all.len(), options)
}

/// Refuses to replace existing results by fewer.
fn refuse_fewer<J: Job>(folder: &Path, units: usize, options: &Options) -> anyhow::Result<()> {
    ensure!(
        options.force || !J::PARTIAL || adds_to(folder, units)?,
        "{} holds more than {units} {} of the same run; ask for as many, give another folder with \
         --out, or --force to write into it",
        shown(folder),
        J::UNITS
    );
    Ok(())
}

/// Does the folder hold at most `done` results, which these would replace?
fn adds_to(folder: &Path, done: usize) -> anyhow::Result<bool> {
    let old = Manifest::read(folder)?;
    let rows = old.iter().flat_map(|old| old.files.values()).map(|file| file.rows).max();
    Ok(rows.is_none_or(|rows| done as u64 >= rows))
}

/// An error if units are left.
fn interrupted<J: Job>(left: usize, all: usize, options: &Options) -> anyhow::Result<()> {
    let (units, journal) = (J::UNITS, shown(&options.journal));
    ensure!(
        left == 0,
        "interrupted: {} of {all} {units} are complete and kept in {journal}; repeat the command{} to \
         resume",
        all - left,
        if options.fresh { " without --fresh" } else { "" }
    );
    Ok(())
}

fn run_shard<J: Job>(
    job: &J,
    manifest: &Manifest,
    folder: &Folder,
    shard: Shard,
    options: &Options,
    request: &serde_json::Value,
) -> anyhow::Result<()> {
    let shards = Folder::open_shared(&folder.path().join(shard::FOLDER))?;
    let division = divide(job, manifest, request, shard, options, &shards)?;
    let path = shards.path().join(shard.file_name());
    let tell = |what: &str| {
        if !options.quiet {
            warn(&format!("Shard {shard} {what}: {}", path.display()));
        }
    };
    if shard::read(&path, &division, shard, job, &mut Files::default()).is_ok() {
        tell("is complete already");
        return Ok(());
    }
    let own = shards.path().join(format!(".{}", shard.stem()));
    let lock = Folder::open(&own)?; // one process a shard, whatever its journal
    let units = division.units(shard);
    let name = format!("{}-{}-{}", manifest.experiment, manifest.fingerprint, shard.stem());
    let (journal, _, left) = work(job, units, &name, options, None)?;
    interrupted::<J>(left, units.len(), options)?;
    file::remove_partials(shards.path(), &shard.stem());
    shard::write(&shards, &division, shard, &|unit| journal.fetch::<J::Outcome>(unit))?;
    drop(lock);
    let _ = std::fs::remove_dir(own); // it is empty
    tell("is complete");
    Ok(())
}

/// Does the `wanted` units, in this order, that the journals do not have; with the number of units
/// that an interrupt left.
fn work<J: Job>(
    job: &J,
    wanted: &[usize],
    name: &str,
    options: &Options,
    folder: Option<&Folder>,
) -> anyhow::Result<(Journal, Times, usize)> {
    let (journal, damage) = Journal::open(job, wanted, &options.journal, name, options.fresh)?;
    if !options.quiet {
        tell_damage(&damage);
    }
    let todo: Vec<usize> = wanted.iter().copied().filter(|&unit| !journal.has(unit)).collect();
    let (units, from_journal) = (todo.len(), wanted.len() - todo.len());
    if from_journal > 0 && !options.quiet {
        warn(&format!(
            "Resuming: {from_journal} of {} {} are in the journal, {}",
            wanted.len(),
            J::UNITS,
            shown(&options.journal)
        ));
    }
    if let Some(folder) = folder {
        Begun::now(wanted.len(), from_journal, journal.path()).write(folder)?;
    }
    let clock = Clock::start();
    let progress = Progress::new(from_journal, wanted.len(), J::UNITS, options.quiet);
    let (stop, threads) = (interrupt::flag(), options.threads);
    let keep = |unit, outcome| journal.keep(unit, &outcome);
    let wanted = Wanted { units: wanted, todo, fetch: &|unit| journal.fetch(unit) };
    let left = job.arrange(wanted, threads, stop).and_then(|arranged| {
        let Arranged { queue, forecast } = arranged;
        progress.expect(queue.len(), forecast, threads.get());
        execute(job, &queue, threads, stop, &progress, &keep)
    });
    progress.clear();
    journal.sync()?;
    let left = left?;
    let times = clock.times(threads.get(), units - left, from_journal, &progress);
    Ok((journal, times, left))
}

fn tell_damage(damage: &[String]) {
    for one in damage.iter().take(DAMAGE_SHOWN) {
        note(&format!("{one}; it is redone if this run needs it"));
    }
    if let Some(more @ 1..) = damage.len().checked_sub(DAMAGE_SHOWN) {
        note(&format!("{more} more records of the journals are damaged or of another version"));
    }
}

/// A folder as it is shown to the user.
pub(crate) fn shown(path: &Path) -> String {
    format!("{}{}", path.display(), std::path::MAIN_SEPARATOR)
}
