//! The committed results as one body of evidence: every folder below `results/` with a manifest
//! and records is a run. Reads files only; nothing here searches.

mod effort;
mod error;
mod matches;
mod run;
pub(crate) mod sample;
mod survey;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use effort::{Effort, Fixed, pareto_front};
pub use error::EvidenceError;
pub use matches::MatchScore;
pub use run::{Run, RunManifest, RunSuite, RunVariant};
pub use sample::Sample;
pub use survey::SurveyRun;

/// The folder of casual runs, which are no evidence.
const CASUAL: &str = "runs";

/// All runs by name: the path below the results folder, e.g. `table3` or `sensitivity/no-table`.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The runs.
    pub runs: BTreeMap<String, Run>,
    /// Scores of matches, by the same kind of name.
    pub matches: BTreeMap<String, MatchScore>,
    /// Comparisons of the survey's methods, by the same kind of name.
    pub surveys: BTreeMap<String, SurveyRun>,
    /// Runs that have a manifest but no records, as while they are made: why they do not count.
    pub incomplete: Vec<String>,
}

impl Evidence {
    /// Reads a results folder. A folder without a manifest is none of ours and is left alone.
    ///
    /// # Errors
    /// When the folder cannot be read, or a run in it is damaged.
    pub fn read(results: &Path) -> Result<Evidence, EvidenceError> {
        let mut evidence = Evidence::default();
        evidence.read_folder(results, "")?;
        Ok(evidence)
    }

    fn read_folder(&mut self, folder: &Path, name: &str) -> Result<(), EvidenceError> {
        if !name.is_empty() {
            let run = complete(Run::read(folder, name), &mut self.incomplete)?;
            self.runs.extend(run.map(|run| (name.to_owned(), run)));
            let survey = complete(SurveyRun::read(folder), &mut self.incomplete)?;
            self.surveys.extend(survey.map(|run| (name.to_owned(), run)));
            if let Some(score) = MatchScore::read(folder)? {
                self.matches.insert(name.to_owned(), score);
            }
        }
        for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
            let Some(own) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let below = if name.is_empty() { own.to_owned() } else { format!("{name}/{own}") };
            if below != CASUAL && !own.starts_with('.') {
                self.read_folder(&path, &below)?;
            }
        }
        Ok(())
    }

    /// The runs below a folder, e.g. the points of `sensitivity`, by name.
    pub fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a Run> + use<'a> {
        let prefix = format!("{folder}/");
        self.runs.iter().filter(move |(name, _)| name.starts_with(&prefix)).map(|(_, run)| run)
    }
}

/// A run without records is no error, but is remembered.
fn complete<T>(
    read: Result<Option<T>, EvidenceError>,
    incomplete: &mut Vec<String>,
) -> Result<Option<T>, EvidenceError> {
    match read {
        Err(error @ EvidenceError::NoRecords { .. }) => {
            incomplete.push(error.to_string());
            Ok(None)
        }
        other => other,
    }
}

/// What is in a folder, sorted by name: the order of the file system must reach no output.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, EvidenceError> {
    let failed = |source| EvidenceError::Read { path: folder.to_owned(), source };
    let read = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths = Vec::new();
    for entry in read {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}
