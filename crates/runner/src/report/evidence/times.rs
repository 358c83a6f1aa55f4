//! The times of a run, from its `times.json`.

use serde::Deserialize;

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
