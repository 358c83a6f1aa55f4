//! Why the evidence cannot be read.

use std::path::PathBuf;

use thiserror::Error;

use crate::base::file::FileError;

/// Why the evidence cannot be read.
#[derive(Debug, Error)]
pub(crate) enum EvidenceError {
    /// The system refuses.
    #[error("{0}; give the folder of the results with --results")]
    Read(#[from] FileError),
    /// A JSON file of a run or a match does not have the form that this program writes.
    #[error("{}:{}: {source}; run the experiment again to write it anew", path.display(), source.line())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Records that do not belong together.
    #[error(
        "{}: position {index} occurs twice for variant '{variant}' at depth {depth}; \
         run the experiment again to write it anew", path.display()
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
    /// The manifest names a suite whose records are not there.
    #[error("{}: there are no records of suite '{suite}' beside the manifest; left out", folder.display())]
    NoRecords {
        /// The run's folder.
        folder: PathBuf,
        /// The suite.
        suite: String,
    },
    /// The manifest or the records.
    #[error(transparent)]
    Record(#[from] anyhow::Error),
}
