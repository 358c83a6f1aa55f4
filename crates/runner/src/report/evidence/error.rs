//! Why the evidence cannot be read.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::base::file::{self, FileError};
use crate::record::manifest::{MANIFEST_FILE, Manifest};

/// Why the evidence cannot be read.
#[derive(Debug, Error)]
pub(crate) enum EvidenceError {
    /// The system refuses.
    #[error("{0}; give the folder of the results with --results")]
    Read(#[from] FileError),
    /// A JSON file of a run or a match does not have the form that this program writes.
    #[error("{}:{}: {source}; run the experiment again to rewrite it", path.display(), source.line())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Inconsistent records.
    #[error(
        "{}: position {index} occurs twice for variant '{variant}' at depth {depth}; \
         run the experiment again to rewrite it", path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// Position in the suite.
        index: u32,
        /// Canonical specification.
        variant: String,
        /// Depth in plies.
        depth: u8,
    },
    /// Records that are not those of the run that the manifest describes.
    #[error("{}: not the records of the run in the manifest beside it: {what}; restore the file, or run again", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// What is missing or superfluous.
        what: String,
    },
    /// The run has not ended, or is of a form that does not name its files, and has no records.
    #[error("{}: there are no records of suite '{suite}' beside the manifest; left out", folder.display())]
    NoRecords {
        /// The run's folder.
        folder: PathBuf,
        /// The suite.
        suite: String,
    },
    /// Records of a run whose manifest is lost.
    #[error("{}: there is no manifest.json beside these records; restore it, or move them out of the results", path.display())]
    NoManifest {
        /// The file.
        path: PathBuf,
    },
    /// The manifest or the records.
    #[error(transparent)]
    Record(#[from] anyhow::Error),
}

impl EvidenceError {
    /// A JSON file beside a run, if it is there.
    pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, EvidenceError> {
        let Some(text) = file::if_there(file::read_text(path))? else { return Ok(None) };
        let form = |source| EvidenceError::Form { path: path.to_owned(), source };
        serde_json::from_str(&text).map(Some).map_err(form)
    }

    /// There are no records of a suite. A manifest that names files had them: one is lost.
    pub(super) fn missing(folder: &Path, manifest: &Manifest, suite: &str) -> EvidenceError {
        if manifest.files.is_empty() {
            return EvidenceError::NoRecords { folder: folder.to_owned(), suite: suite.to_owned() };
        }
        let what = format!("the file of the records of '{suite}' is missing");
        EvidenceError::Incomplete { path: folder.join(MANIFEST_FILE), what }
    }
}
