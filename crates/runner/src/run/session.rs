//! One run from beginning to end: suites, folder, searches, journal, records, tables, files.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::base::terminal::warn;
use crate::experiment::Experiment;
use crate::experiment::plan::Plan;
use crate::record::folder::Folder;
use crate::record::manifest::{Clock, Manifest, TIMES_FILE, Times};
use crate::run::cost::largest_trials_first;
use crate::run::execute::{ExecuteError, execute};
use crate::run::files::{shown, write_results};
use crate::run::journal::Files;
use crate::run::shard::{self, Origin, Shard};
use crate::run::work::{Results, Work};
use crate::show::grid::Format;
use crate::suite::LookupOptions;

/// Where journals are unless the user names another folder.
pub(crate) const JOURNAL_FOLDER: &str = "results/runs/journal";

/// How an experiment is run and shown; nothing here changes a record, except `sample`.
pub(crate) struct Options {
    /// Where suites are looked for, and what becomes of bad lines.
    pub(crate) lookup: LookupOptions,
    /// At most so many positions of each suite, evenly spread.
    pub(crate) sample: Option<NonZeroU32>,
    /// Worker threads.
    pub(crate) threads: NonZeroUsize,
    /// Output folder; by default one of the run's own.
    pub(crate) out: Option<PathBuf>,
    /// Write into a folder that holds something else.
    pub(crate) force: bool,
    /// Folder of the journals.
    pub(crate) journal: PathBuf,
    /// Search again what the journals have.
    pub(crate) fresh: bool,
    /// Only this part of the searches, and no tables.
    pub(crate) shard: Option<Shard>,
    /// Format of the table on standard output.
    pub(crate) format: Format,
    /// Records packed into `records.csv.gz`.
    pub(crate) compress: bool,
    /// No progress and no closing line.
    pub(crate) quiet: bool,
}

/// Runs an experiment, prints its tables and leaves its folder; or one shard of it.
/// `origin` says how the experiment was asked for.
pub(crate) fn run(
    experiment: Experiment,
    options: &Options,
    origin: &Origin,
) -> anyhow::Result<()> {
    let plan = Plan::new(experiment, &options.lookup, options.sample)?;
    for note in plan.notes() {
        warn(&format!("NOTE: {note}"));
    }
    let manifest = Manifest::new(&plan);
    let folder = Folder::open(options.out.as_deref(), &manifest, plan.deepest(), options.force)?;
    folder.claim(&manifest, options.force)?;
    interrupt::watch()?;
    let work = Work::new(&plan);
    match options.shard {
        Some(shard) => run_shard(&work, &manifest, &folder, shard, options, origin),
        None => run_all(&plan, &work, &manifest, &folder, options),
    }
}

fn run_all(
    plan: &Plan,
    work: &Work,
    manifest: &Manifest,
    folder: &Folder,
    options: &Options,
) -> anyhow::Result<()> {
    let name = format!("{}-{}", manifest.experiment, manifest.fingerprint);
    let (results, times) = search(work, &work.order, &name, options)?;
    folder.remove_partials(""); // the journal is locked: nobody else is at this run
    folder.write(TIMES_FILE, times.to_json().as_bytes())?;
    let fetch = |unit| results.fetch(unit)?.context("a search is missing; please report");
    write_results(plan, work, folder, options.compress, options.format, &fetch)?;
    if !options.quiet {
        if let Some(summary) = times.summary() {
            warn(&format!("Searches: {summary}"));
        }
        warn(&format!("Results: {}", shown(folder.path())));
    }
    Ok(())
}

fn run_shard(
    work: &Work,
    manifest: &Manifest,
    folder: &Folder,
    shard: Shard,
    options: &Options,
    origin: &Origin,
) -> anyhow::Result<()> {
    let division = shard::Division::new(work, manifest, origin, shard.of);
    let shards = Folder::create(&folder.path().join(shard::FOLDER))?;
    division.claim(&shards)?;
    let path = shards.path().join(shard.file_name());
    let tell = |what: &str| {
        if !options.quiet {
            warn(&format!("Shard {shard} {what}: {}", path.display()));
        }
    };
    if shard::read(&path, &division, shard, work, &mut Files::default()).is_ok() {
        tell("is complete already");
        return Ok(());
    }
    let units = shard.units(&work.order);
    let name = format!("{}-{}-{}", manifest.experiment, manifest.fingerprint, shard.stem());
    let (results, _) = search(work, &units, &name, options)?;
    let fetch = |unit| results.fetch(unit)?.context("a search is missing; please report");
    shards.remove_partials(&shard.stem());
    shard::write(&shards, &division, shard, &units, &fetch)?;
    tell("is complete");
    Ok(())
}

/// Searches the `wanted` units, in this order, that the journals do not have.
fn search<'a>(
    work: &'a Work<'a>,
    wanted: &[usize],
    name: &str,
    options: &Options,
) -> anyhow::Result<(Results<'a>, Times)> {
    let (results, damage) = Results::open(work, wanted, &options.journal, name, options.fresh)?;
    for damage in damage {
        warn(&format!("NOTE: {damage}; its search is done again if this run needs it"));
    }
    let todo: Vec<usize> = wanted.iter().copied().filter(|&unit| !results.has(unit)).collect();
    let from_journal = wanted.len() - todo.len();
    if from_journal > 0 && !options.quiet {
        warn(&format!(
            "Resuming: {from_journal} of {} searches are in the journal, {}",
            wanted.len(),
            shown(&options.journal)
        ));
    }
    let clock = Clock::start();
    let progress = Progress::new(todo.len(), options.quiet);
    let sink = results.keeper(&progress);
    let (units, settings, stop) = (&work.units, work.settings, interrupt::flag());
    let searches = todo.len();
    let done = largest_trials_first(units, todo, settings, options.threads, stop)
        .and_then(|todo| execute(units, &todo, settings, options.threads, stop, &sink));
    progress.clear();
    drop(sink);
    results.sync()?;
    if let Err(ExecuteError::Interrupted { left }) = done {
        let (done, all) = (wanted.len() - left, wanted.len());
        bail!(
            "interrupted: {done} of {all} searches are complete and kept in {}; the same command \
             goes on from there",
            shown(&options.journal)
        );
    }
    done?;
    let times = clock.times(options.threads.get(), progress.nodes());
    let (searches, from_journal) = (Some(searches), Some(from_journal));
    Ok((results, Times { searches, from_journal, ..times }))
}
