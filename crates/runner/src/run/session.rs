//! One run from beginning to end, whatever its units are: folder, journal, units, times. What is
//! written at the end is the caller's.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::base::terminal::warn;
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::record::times::{Clock, TIMES_FILE, Times};
use crate::run::execute::{ExecuteError, execute};
use crate::run::job::Job;
use crate::run::journal::{Damage, Files};
use crate::run::results::Results;
use crate::run::shard::{self, Division, Shard};

/// Where journals are unless the user names another folder.
pub(crate) const JOURNAL_FOLDER: &str = "results/runs/journal";
/// Damaged records of a journal that are named; of the others only the number is told.
const DAMAGE_SHOWN: usize = 5;

/// How a run is done; nothing here changes a record.
pub(crate) struct Options {
    /// Worker threads.
    pub(crate) threads: NonZeroUsize,
    /// Output folder; by default one of the run's own.
    pub(crate) out: Option<PathBuf>,
    /// Write into a folder that holds something else.
    pub(crate) force: bool,
    /// Folder of the journals.
    pub(crate) journal: PathBuf,
    /// Do again what the journals have.
    pub(crate) fresh: bool,
    /// Only this part of the units, and no results.
    pub(crate) shard: Option<Shard>,
    /// No progress and no closing line.
    pub(crate) quiet: bool,
}

/// Reads the outcome of a unit; `None` if it has not been done.
pub(crate) type Fetch<'a, O> = dyn Fn(usize) -> anyhow::Result<Option<O>> + 'a;

/// The outcome of a unit that must have been done.
pub(crate) fn whole<O>(fetch: &Fetch<O>, unit: usize) -> anyhow::Result<O> {
    fetch(unit)?.context("an outcome is missing; please report")
}

/// Does the units of `job` that the journals do not have, and has `finish` write what the run leaves
/// into its folder; or does one shard of them. `request` says how the run was asked for.
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
    let folder = match options.shard {
        None => Folder::open(&path)?,
        Some(_) => Folder::open_shared(&path)?,
    };
    folder.claim(manifest, options.force)?;
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
    let (results, times, stopped) = work(job, &all, &name, options)?;
    if let Some(left) = stopped
        && !(J::PARTIAL && all.len() - left > 0 && adds_to(folder, all.len() - left)?)
    {
        return interrupted::<J>(stopped, all.len(), options);
    }
    folder.remove_partials(""); // the folder is locked: nobody else is at this run
    folder.write(TIMES_FILE, times.to_json().as_bytes())?;
    finish(folder, &|unit| Ok(results.fetch(unit)?))?;
    if !options.quiet {
        if let Some(summary) = times.summary() {
            warn(&format!("{}: {summary}", capital(J::UNITS)));
        }
        warn(&format!("Results: {}", shown(folder.path())));
    }
    interrupted::<J>(stopped, all.len(), options)
}

/// Would so many results replace no more than what the folder holds?
fn adds_to(folder: &Folder, done: usize) -> anyhow::Result<bool> {
    let old = Manifest::read(folder.path())?;
    let rows = old.iter().flat_map(|old| old.files.values()).map(|file| file.rows).max();
    Ok(rows.is_none_or(|rows| done as u64 >= rows))
}

/// An error if units are left.
fn interrupted<J: Job>(left: Option<usize>, all: usize, options: &Options) -> anyhow::Result<()> {
    let Some(left) = left else { return Ok(()) };
    let (done, journal) = (all - left, shown(&options.journal));
    let units = J::UNITS;
    bail!(
        "interrupted: {done} of {all} {units} are complete and kept in {journal}; the same command{} \
         goes on from there",
        if options.fresh { " without --fresh" } else { "" }
    )
}

fn run_shard<J: Job>(
    job: &J,
    manifest: &Manifest,
    folder: &Folder,
    shard: Shard,
    options: &Options,
    request: &serde_json::Value,
) -> anyhow::Result<()> {
    let division = Division::new(job, manifest, request, shard.of);
    let shards = Folder::open_shared(&folder.path().join(shard::FOLDER))?;
    division.claim(&shards)?;
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
    let units = shard.units(&job.order());
    let name = format!("{}-{}-{}", manifest.experiment, manifest.fingerprint, shard.stem());
    let (results, _, stopped) = work(job, &units, &name, options)?;
    interrupted::<J>(stopped, units.len(), options)?;
    shards.remove_partials(&shard.stem());
    shard::write(&shards, &division, shard, &units, &|unit| Ok(results.fetch(unit)?))?;
    drop(lock);
    let _ = std::fs::remove_dir(own); // it is empty
    tell("is complete");
    Ok(())
}

/// Does the `wanted` units, in this order, that the journals do not have; with the number of units
/// that an interrupt left.
fn work<'a, J: Job>(
    job: &'a J,
    wanted: &[usize],
    name: &str,
    options: &Options,
) -> anyhow::Result<(Results<'a, J>, Times, Option<usize>)> {
    let (results, damage) = Results::open(job, wanted, &options.journal, name, options.fresh)?;
    tell_damage(&damage);
    let todo: Vec<usize> = wanted.iter().copied().filter(|&unit| !results.has(unit)).collect();
    let (units, from_journal) = (todo.len(), wanted.len() - todo.len());
    if from_journal > 0 && !options.quiet {
        warn(&format!(
            "Resuming: {from_journal} of {} {} are in the journal, {}",
            wanted.len(),
            J::UNITS,
            shown(&options.journal)
        ));
    }
    let clock = Clock::start();
    let progress = Progress::new(units, J::UNITS, options.quiet);
    let sink = results.keeper(&progress);
    let (stop, threads) = (interrupt::flag(), options.threads);
    let done =
        job.arrange(todo, threads, stop).and_then(|todo| execute(job, &todo, threads, stop, &sink));
    progress.clear();
    drop(sink);
    results.sync()?;
    let left = match done {
        Err(ExecuteError::Interrupted { left }) => Some(left),
        done => done.map(|()| None)?,
    };
    let times = clock.times(threads.get(), progress.nodes());
    let (searches, from_journal) = (Some(units - left.unwrap_or(0)), Some(from_journal));
    Ok((results, Times { searches, from_journal, ..times }, left))
}

fn tell_damage(damage: &[Damage]) {
    for one in damage.iter().take(DAMAGE_SHOWN) {
        warn(&format!("NOTE: {one}; it is done again if this run needs it"));
    }
    if let Some(more) = damage.len().checked_sub(DAMAGE_SHOWN).filter(|more| *more > 0) {
        warn(&format!(
            "NOTE: {more} more records of the journals are damaged or of another version"
        ));
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A folder as it is shown to the user.
pub(crate) fn shown(path: &Path) -> String {
    format!("{}{}", path.display(), std::path::MAIN_SEPARATOR)
}
