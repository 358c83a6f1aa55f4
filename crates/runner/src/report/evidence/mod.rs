//! The committed results as one body of evidence: every folder below `results/` with a manifest
//! and records is a run. Reads files only; nothing here searches.

mod commands;
mod effort;
mod error;
mod explain;
mod matches;
mod run;
pub(crate) mod sample;
mod survey;
mod times;
mod whole;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::base::file::{self, FileError};
use crate::census::session;
use crate::census::table::Rates;
use crate::record::folder::orphan;
use crate::record::manifest::Kind;
use crate::report::coverage;

pub(crate) use crate::figure8::SurveyRun;
pub(crate) use crate::record::manifest::SuiteEntry as RunSuite;
pub(crate) use effort::{Effort, Fixed, pareto_front};
pub(crate) use error::EvidenceError;
pub(crate) use explain::Explain;
pub(crate) use matches::MatchScore;
pub(crate) use run::{Part, Run};
pub(crate) use sample::Sample;
pub(crate) use times::Times;

/// The folder of casual runs, which do not count as evidence.
const CASUAL: &str = "runs";
/// The folder of drawn trees.
const TREES: &str = "tree";
/// The folder of the designed sweep for the paper's engine.
pub(crate) const EXPLAIN: &str = "explain";
/// The folders of the first look and of the later rounds, whose points are listed.
const EXPLAINED: [(&str, &str); 7] = [
    (EXPLAIN, ""),
    ("explain-first", ""),
    ("explain/count", include_str!("../../../../../experiments/explain/count.toml")),
    ("explain/horizon", include_str!("../../../../../experiments/explain/horizon.toml")),
    ("explain/material", include_str!("../../../../../experiments/explain/material.toml")),
    ("explain/nominated", include_str!("../../../../../experiments/explain/nominated.toml")),
    (
        "explain/nominated-all",
        include_str!("../../../../../experiments/explain/nominated-all.toml"),
    ),
];

/// All runs by name: the path below the results folder, e.g. `table3` or `sensitivity/no-table`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// The runs.
    pub(crate) runs: BTreeMap<String, Run>,
    /// Scores of matches, by the same kind of name.
    pub(crate) matches: BTreeMap<String, MatchScore>,
    /// Comparisons of the survey's methods, by the same kind of name.
    pub(crate) surveys: BTreeMap<String, SurveyRun>,
    /// Censuses of errors, by the same kind of name.
    pub(crate) censuses: BTreeMap<String, Rates>,
    /// Times of runs, by the same kind of name.
    pub(crate) times: BTreeMap<String, Times>,
    /// Commands of runs that kept no times, by the same kind of name.
    pub(crate) commands: BTreeMap<String, String>,
    /// Drawings of search trees, as `vnmp tree` makes them: file name without ending, SVG.
    pub(crate) trees: BTreeMap<String, String>,
    /// The sweeps in search of the engine behind the paper's numbers, by folder.
    pub(crate) explain: BTreeMap<String, Explain>,
    /// Recorded search trees, as `vnmp tree --format json` writes them: file name without ending, JSON.
    pub(crate) tree_records: BTreeMap<String, String>,
    /// How often intervals contain the true value, as simulated.
    pub(crate) coverage: Vec<coverage::Row>,
    /// Runs that have a manifest but no records, e.g. unfinished ones: why they do not count.
    pub(crate) incomplete: Vec<String>,
    /// The results folder, unless the evidence is a single run.
    pub(crate) results: Option<PathBuf>,
}

impl Evidence {
    /// Reads a results folder. A folder without a manifest and records is not ours and is ignored.
    ///
    /// # Errors
    /// When the folder cannot be read, or a run in it is damaged.
    pub(crate) fn read(results: &Path) -> Result<Evidence, EvidenceError> {
        Ok(Evidence { coverage: coverage::read(results)?, ..Evidence::measured(results)? })
    }

    /// The same without what was simulated from it.
    ///
    /// # Errors
    /// As [`Evidence::read`].
    pub(crate) fn measured(results: &Path) -> Result<Evidence, EvidenceError> {
        let mut evidence = Evidence { results: Some(results.to_owned()), ..Evidence::default() };
        let links = &mut Links { results: fs::canonicalize(results).ok(), followed: Vec::new() };
        evidence.read_folder(results, "", links)?;
        evidence.read_trees(&results.join(TREES))?;
        for (folder, listed) in EXPLAINED {
            let sweep = Explain::read(&results.join(folder), listed)?;
            evidence.explain.extend(sweep.map(|sweep| (folder.to_owned(), sweep)));
        }
        evidence.commands = commands::read(results)?;
        Ok(evidence)
    }

    /// Reads a single run, a match or a survey's comparison, under the name of its folder.
    ///
    /// # Errors
    /// As [`Evidence::read`].
    pub(crate) fn of_run(folder: &Path) -> Result<(Evidence, String), EvidenceError> {
        let mut evidence = Evidence::default();
        let name = folder.file_name().map_or("run".into(), |name| name.to_string_lossy());
        let links = &mut Links { results: fs::canonicalize(folder).ok(), followed: Vec::new() };
        evidence.read_folder(folder, &name, links)?;
        Ok((evidence, name.into_owned()))
    }

    /// A text below the results folder, e.g. the output of a script; `None` if its folder is not there.
    ///
    /// # Errors
    /// When the file is missing or cannot be read.
    pub(crate) fn text(&self, path: &str) -> Result<Option<String>, FileError> {
        let Some(file) = self.results.as_ref().map(|results| results.join(path)) else {
            return Ok(None);
        };
        let is_there = file.parent().is_some_and(Path::is_dir);
        is_there.then(|| file::read_text(&file)).transpose()
    }

    /// Names of all runs that claims can be tested on.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let runs = self.runs.keys().chain(self.surveys.keys()).chain(self.matches.keys());
        runs.map(String::as_str)
    }

    fn read_trees(&mut self, folder: &Path) -> Result<(), EvidenceError> {
        if !folder.is_dir() {
            return Ok(());
        }
        for path in entries(folder)? {
            let ending = path.extension().and_then(|ending| ending.to_str());
            let trees = match ending {
                Some("svg") => &mut self.trees,
                Some("json") => &mut self.tree_records,
                _ => continue,
            };
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            trees.insert(name.to_owned(), file::read_text(&path)?);
        }
        Ok(())
    }

    fn read_folder(
        &mut self,
        folder: &Path,
        name: &str,
        links: &mut Links,
    ) -> Result<(), EvidenceError> {
        if !name.is_empty() {
            if let Some(path) = orphan(folder) {
                let path = path.display();
                return Err(EvidenceError::Other(anyhow!(
                    "{path}: there is no manifest.json beside these records; restore it, or move them \
                     out of the results"
                )));
            }
            let run = complete(Run::read(folder, name), &mut self.incomplete)?;
            self.runs.extend(run.map(|run| (name.to_owned(), run)));
            let survey = complete(SurveyRun::read(folder, None), &mut self.incomplete)?;
            self.surveys.extend(survey.map(|run| (name.to_owned(), run)));
            let census = complete(census(folder), &mut self.incomplete)?;
            self.censuses.extend(census.map(|census| (name.to_owned(), census)));
            let score = complete(MatchScore::read(folder), &mut self.incomplete)?;
            self.matches.extend(score.map(|score| (name.to_owned(), score)));
            if self.runs.contains_key(name) || self.surveys.contains_key(name) {
                let times = Times::read(folder)?;
                self.times.extend(times.map(|times| (name.to_owned(), times)));
            }
        }
        for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
            let Some(own) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let below = if name.is_empty() { own.to_owned() } else { format!("{name}/{own}") };
            if below != CASUAL && !own.starts_with('.') && links.lead_on(&path) {
                self.read_folder(&path, &below, links)?;
            }
        }
        Ok(())
    }

    /// The command that made a run, if it is known.
    pub(crate) fn command(&self, run: &str) -> Option<String> {
        let typed = self.times.get(run).and_then(Times::command);
        typed.or_else(|| self.commands.get(run).map(|arguments| format!("vnmp {arguments}")))
    }

    /// The runs that are compared at equal effort: that of Table 5 (or 4) and that of all variants.
    pub(crate) fn of_effort(&self) -> impl Iterator<Item = &Run> {
        let of_table = self.runs.get("table5").or_else(|| self.runs.get("table4"));
        of_table.into_iter().chain(self.runs.get("variants"))
    }

    /// The points of a sweep: the reproduction first, then by name.
    pub(crate) fn points<'a>(&'a self, folder: &str) -> Vec<&'a Run> {
        let mut points: Vec<&Run> = self.below(folder).collect();
        points.sort_by_key(|run| !run.changes().is_empty());
        points
    }

    /// The runs below a folder, e.g. the points of `sensitivity`, by name.
    pub(crate) fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a Run> + use<'a> {
        let prefix = format!("{folder}/");
        self.runs.iter().filter(move |(name, _)| name.starts_with(&prefix)).map(|(_, run)| run)
    }
}

/// Symbolic links among the folders: a cycle would never end.
struct Links {
    /// The results folder as the system knows it.
    results: Option<PathBuf>,
    /// Folders elsewhere that a link has led to.
    followed: Vec<PathBuf>,
}

impl Links {
    /// Is a folder to be read? A link is not if it leads to a folder of the results, which is read
    /// under its own name, or to one that another link has led to.
    fn lead_on(&mut self, path: &Path) -> bool {
        if !path.is_symlink() {
            return true;
        }
        let Ok(target) = fs::canonicalize(path) else { return false };
        let is_inside = self.results.as_ref().is_some_and(|results| target.starts_with(results));
        let is_new = !is_inside && !self.followed.contains(&target);
        self.followed.push(target);
        is_new
    }
}

/// The census in a folder; `None` if it holds none.
fn census(folder: &Path) -> Result<Option<Rates>, EvidenceError> {
    let manifest = EvidenceError::finished(folder, Kind::Census)?;
    Ok(manifest.map(|manifest| session::read(&manifest, folder)).transpose()?)
}

/// A run without records is not an error, but is remembered.
fn complete<T>(
    read: Result<Option<T>, EvidenceError>,
    incomplete: &mut Vec<String>,
) -> Result<Option<T>, EvidenceError> {
    match read {
        Err(error @ (EvidenceError::NoRecords { .. } | EvidenceError::NoScore { .. })) => {
            incomplete.push(error.to_string());
            Ok(None)
        }
        other => other,
    }
}

/// The contents of a folder, sorted by name: the file system's order must not reach any output.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, EvidenceError> {
    let failed = |source| FileError::new("read", folder, source);
    let read = fs::read_dir(folder).map_err(failed)?;
    let mut paths = Vec::new();
    for entry in read {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}
