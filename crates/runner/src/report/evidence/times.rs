//! The times of a run, from its `times.json`.

use std::path::Path;

use serde::Deserialize;

use super::EvidenceError;
use crate::record::times::{TIMES_FILE, command};

/// The part of the file that is needed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Times {
    /// Wall-clock seconds of the searches.
    pub(crate) wall_s: f64,
    /// Seconds of processor time of all threads.
    pub(crate) cpu_s: f64,
    /// Nodes of the searches done.
    pub(crate) nodes: u64,
    /// Worker threads.
    pub(crate) threads: u64,
    /// The command's arguments.
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
}

impl Times {
    /// Of a run's folder; `None` if none were kept.
    pub(crate) fn read(folder: &Path) -> Result<Option<Times>, EvidenceError> {
        EvidenceError::read_json(&folder.join(TIMES_FILE))
    }

    /// The command that made the run, if it was kept.
    pub(crate) fn command(&self) -> Option<String> {
        (!self.arguments.is_empty()).then(|| command(&self.arguments))
    }
}
