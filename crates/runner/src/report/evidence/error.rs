//! Why the evidence cannot be read.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::base::file::{self, FileError};
use crate::record::manifest::{Kind, MANIFEST_FILE, Manifest};

/// Why the evidence cannot be read.
#[derive(Debug, Error)]
pub(crate) enum EvidenceError {
    /// The system refuses.
    #[error("{0}; give the folder of the results with --results")]
    Read(#[from] FileError),
    /// The run has not ended, or is of a form that does not name its files, and has no records.
    #[error("{}: there are no records of suite '{suite}' beside the manifest; left out", folder.display())]
    NoRecords {
        /// The run's folder.
        folder: PathBuf,
        /// The suite.
        suite: String,
    },
    /// The match has no score.
    #[error("{}: no score: no pair of games was played, or every game was forfeited; left out", folder.display())]
    NoScore {
        /// The match's folder.
        folder: PathBuf,
    },
    /// The manifest or the records.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

impl EvidenceError {
    /// A JSON file beside a run, if it is there.
    pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, EvidenceError> {
        let Some(text) = file::if_there(file::read_text(path))? else { return Ok(None) };
        let form = |e: serde_json::Error| {
            anyhow!("{}:{}: {e}; run the experiment again to rewrite it", path.display(), e.line())
        };
        Ok(Some(serde_json::from_str(&text).map_err(form)?))
    }

    /// Records that are not those of the run that the manifest describes; `what` is missing or superfluous.
    pub(super) fn incomplete(path: &Path, what: &str) -> EvidenceError {
        let path = path.display();
        EvidenceError::Other(anyhow!(
            "{path}: not the records of the run in the manifest beside it: {what}; restore the file, or \
             run again"
        ))
    }

    /// The manifest of a run of this kind, if the folder has one.
    pub(super) fn finished(folder: &Path, kind: Kind) -> Result<Option<Manifest>, EvidenceError> {
        let found = Manifest::read(folder)?.filter(|manifest| manifest.kind == kind);
        if let Some(manifest) = found.as_ref().filter(|manifest| !manifest.is_finished()) {
            let suite = match (kind, &manifest.suites[..]) {
                (Kind::Search, [first, ..]) => first.name.clone(),
                _ => manifest.suite_line(),
            };
            return Err(EvidenceError::NoRecords { folder: folder.to_owned(), suite });
        }
        Ok(found)
    }

    /// There are no records of a suite. A manifest that names files had them: one is lost.
    pub(super) fn missing(folder: &Path, manifest: &Manifest, suite: &str) -> EvidenceError {
        if manifest.files.is_empty() {
            return EvidenceError::NoRecords { folder: folder.to_owned(), suite: suite.to_owned() };
        }
        let what = format!("the file of the records of '{suite}' is missing");
        EvidenceError::incomplete(&folder.join(MANIFEST_FILE), &what)
    }
}
