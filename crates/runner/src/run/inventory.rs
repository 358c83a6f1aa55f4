//! The contents of `results/runs`: runs, complete or not, and journals; and their removal.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail, ensure};

use crate::base::file::is_name;
use crate::record::begun::{self, Begun};
use crate::record::folder::{Folder, orphan};
use crate::record::manifest::{MANIFEST_FILE, Manifest};
use crate::run::shard::{self, Division, Shard};

/// The folder of a sweep contains those of its points.
const DEEPEST: usize = 3;
/// Endings of journals.
const JOURNALS: [&str; 4] = ["journal", "games", "survey", "census"];

/// A run's folder or a journal.
pub(crate) struct Item {
    /// Its path below the folder of the runs.
    pub(crate) name: String,
    /// Its state.
    pub(crate) state: State,
    /// The last change.
    pub(crate) changed: Option<SystemTime>,
    /// Bytes on disk.
    pub(crate) bytes: u64,
    path: PathBuf,
}

/// The state of a run or a journal.
pub(crate) enum State {
    /// A process is working on it.
    Running,
    /// Complete.
    Complete,
    /// Units done, of all, and the command that resumes it.
    Interrupted { done: usize, all: usize, command: String },
    /// Shards that are not there yet, of all.
    Shards { missing: Vec<u32>, all: u32 },
    /// No result, and nothing to resume.
    Dead,
    /// A journal with this number of records.
    Journal { records: usize },
    /// Its manifest is missing or cannot be read.
    Unreadable(String),
}

impl Item {
    /// Does it contain nothing of use?
    fn is_dead(&self) -> bool {
        match self.state {
            State::Dead | State::Journal { records: 0 } => true,
            State::Interrupted { done, .. } => done == 0,
            _ => false,
        }
    }
}

/// All items, runs before journals, by name.
///
/// # Errors
/// When the folder is there and cannot be read.
pub(crate) fn items(runs: &Path) -> anyhow::Result<Vec<Item>> {
    let mut items = Vec::new();
    if runs.is_dir() {
        collect(runs, "", DEEPEST, &mut items)?;
    }
    items.sort_by(|a, b| (is_journal(a), &a.name).cmp(&(is_journal(b), &b.name)));
    Ok(items)
}

fn is_journal(item: &Item) -> bool {
    matches!(item.state, State::Journal { .. }) || item.path.is_file()
}

fn collect(
    folder: &Path,
    prefix: &str,
    deeper: usize,
    items: &mut Vec<Item>,
) -> anyhow::Result<()> {
    let read = || format!("cannot read the folder {}", folder.display());
    for entry in fs::read_dir(folder).with_context(read)? {
        let path = entry.with_context(read)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let state = if path.is_file() && JOURNALS.contains(&extension) {
            let records = begun::records(&path);
            if is_locked(&path) { State::Running } else { State::Journal { records } }
        } else if path.join(MANIFEST_FILE).is_file() {
            state(&path)
        } else if orphan(&path).is_some() {
            State::Unreadable(format!("{MANIFEST_FILE} is missing"))
        } else if path.is_dir() && !path.is_symlink() {
            if deeper > 1 {
                collect(&path, &name, deeper - 1, items)?;
            }
            let is_empty = fs::read_dir(&path).is_ok_and(|mut e| e.next().is_none());
            if !is_empty || name == "journal" {
                continue;
            }
            State::Dead
        } else {
            continue;
        };
        items.push(item(name, path, state));
    }
    Ok(())
}

fn item(name: String, path: PathBuf, state: State) -> Item {
    let (mut bytes, mut changed) = (0, None);
    measure(&path, &mut bytes, &mut changed);
    Item { name, state, changed, bytes, path }
}

/// Adds up the files of a folder.
fn measure(path: &Path, bytes: &mut u64, changed: &mut Option<SystemTime>) {
    let Ok(about) = path.symlink_metadata() else { return };
    if about.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| measure(&entry.path(), bytes, changed));
    } else {
        *bytes += about.len();
        *changed = (*changed).max(about.modified().ok());
    }
}

fn state(folder: &Path) -> State {
    if is_locked(folder) {
        return State::Running;
    }
    let manifest = match Manifest::read(folder) {
        Ok(Some(manifest)) => manifest,
        Ok(None) => return State::Unreadable("not the manifest of a run".to_owned()),
        Err(error) => return State::Unreadable(error.to_string()),
    };
    if let Some(begun) = Begun::read(folder) {
        let (done, all, command) = (begun.done(), begun.units, begun.command());
        return State::Interrupted { done, all, command };
    }
    if manifest.is_finished() {
        return State::Complete;
    }
    if folder.join(begun::BEGUN_FILE).exists() {
        return State::Unreadable(format!("{} is damaged", begun::BEGUN_FILE));
    }
    let shards = folder.join(shard::FOLDER);
    match Division::open(&shards) {
        Ok(division) => {
            let all = division.shards();
            let is_there = |number| shards.join(Shard { number, of: all }.file_name()).is_file();
            let missing = (1..=all).filter(|&number| !is_there(number)).collect();
            State::Shards { missing, all }
        }
        Err(_) => State::Dead,
    }
}

/// Does a process hold it?
fn is_locked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

/// What was removed, and what was not.
#[derive(Default)]
pub(crate) struct Removed {
    /// Names of what is gone.
    pub(crate) names: Vec<String>,
    /// Journals that stay, with the run that uses each.
    pub(crate) kept: Vec<(String, String)>,
}

/// Removes a run with the journals that no other run uses, a journal, or a folder of runs.
///
/// # Errors
/// When there is none of this name, or a process is working on it.
pub(crate) fn remove(runs: &Path, name: &str) -> anyhow::Result<Removed> {
    let name = name.trim_end_matches('/');
    ensure!(
        name.split('/').all(is_name),
        "'{name}' is not the name of a run; `vnmp runs` lists them"
    );
    let items = items(runs)?;
    let within = format!("{name}/");
    let mut chosen: Vec<&Item> =
        items.iter().filter(|item| item.name == name || item.name.starts_with(&within)).collect();
    // A folder that holds nothing but journals is not one of runs.
    ensure!(
        chosen.iter().any(|item| item.name == name || !is_journal(item)),
        "there is no run '{name}' in {}; `vnmp runs` lists them",
        runs.display()
    );
    let key = |item: &Item| {
        let manifest = Manifest::read(&item.path).ok().flatten()?;
        Some(format!("{}-{}", manifest.experiment, manifest.fingerprint))
    };
    let is_of = |journal: &Item, key: &String| {
        let file = journal.path.file_stem().unwrap_or_default().to_string_lossy();
        let rest = file.strip_prefix(key.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("-shard-"))
    };
    let is_chosen = |item: &Item| item.name == name || item.name.starts_with(&within);
    let others: Vec<&Item> = items
        .iter()
        .filter(|item| !is_journal(item) && !is_chosen(item) && !matches!(item.state, State::Dead))
        .collect();
    let uses = |run: &Item, journal: &Item| {
        key(run).is_some_and(|key| is_of(journal, &key))
            || Begun::read(&run.path).is_some_and(|begun| begun.reads(&journal.path))
    };
    let own: Vec<String> = chosen.iter().filter_map(|item| key(item)).collect();
    let mut kept = Vec::new();
    for journal in items.iter().filter(|item| is_journal(item) && !is_chosen(item)) {
        if own.iter().any(|key| is_of(journal, key)) {
            match others.iter().find(|run| uses(run, journal)) {
                Some(run) => kept.push((journal.name.clone(), run.name.clone())),
                None => chosen.push(journal),
            }
        }
    }
    if let Some(busy) = chosen.iter().find(|item| matches!(item.state, State::Running)) {
        bail!("{}: a process is working on it; wait for it or interrupt it first", busy.name);
    }
    chosen.iter().try_for_each(|item| discard(&item.path))?;
    let parent = runs.join(name);
    if parent.is_dir() && !parent.is_symlink() {
        prune(&parent)?;
    }
    Ok(Removed { names: chosen.iter().map(|item| item.name.clone()).collect(), kept })
}

/// Removes what a sweep leaves beside its points, and folders that are then empty; all else stays.
fn prune(folder: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot remove {}", folder.display());
    for entry in fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_of_a_sweep = ["points.csv", "design.csv"].contains(&name.as_str())
            || name.strip_prefix("table").is_some_and(|rest| rest.starts_with(['.', '-']));
        if path.is_symlink() || path.join(MANIFEST_FILE).exists() {
            continue;
        } else if path.is_dir() {
            prune(&path)?;
        } else if is_of_a_sweep {
            fs::remove_file(&path).with_context(failed)?;
        }
    }
    let _ = fs::remove_dir(folder); // unless something else is in it
    Ok(())
}

/// Removes what is of no use: runs without any result, empty journals, empty folders.
///
/// # Errors
/// When the system refuses.
pub(crate) fn remove_dead(runs: &Path) -> anyhow::Result<Vec<String>> {
    let dead: Vec<Item> = items(runs)?.into_iter().filter(Item::is_dead).collect();
    dead.iter().try_for_each(|item| discard(&item.path))?;
    Ok(dead.into_iter().map(|item| item.name).collect())
}

fn discard(path: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot remove {}", path.display());
    if path.is_file() {
        return fs::remove_file(path).with_context(failed);
    }
    let _lock = Folder::open(path)?; // a run that has begun since then
    fs::remove_dir_all(path).with_context(failed)
}
