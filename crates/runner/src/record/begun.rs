//! The file that an unfinished run has next to its manifest, for `vnmp runs`.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::{file, json};
use crate::record::folder::Folder;
use crate::record::times::{arguments, command};

/// File name.
pub(crate) const BEGUN_FILE: &str = "begun.json";

/// `begun.json`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Begun {
    /// The command's arguments as they were typed.
    arguments: Vec<String>,
    /// All units.
    pub(crate) units: usize,
    /// Those that the journals had.
    done: usize,
    /// The run's own journal.
    journal: PathBuf,
    /// Its records at that time.
    records: usize,
}

impl Begun {
    /// A run of `units`, of which `done` are done, begins; its journal is there already.
    pub(crate) fn now(units: usize, done: usize, journal: &Path) -> Begun {
        let arguments = arguments();
        let journal = std::path::absolute(journal).unwrap_or(journal.to_owned());
        Begun { arguments, units, done, records: records(&journal), journal }
    }

    /// Writes it to the run's folder.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn write(&self, folder: &Folder) -> anyhow::Result<()> {
        Ok(folder.write(BEGUN_FILE, json::pretty(self).as_bytes())?)
    }

    /// Removes it from the folder of a finished run.
    pub(crate) fn remove(folder: &Folder) {
        let _ = fs::remove_file(folder.path().join(BEGUN_FILE)); // it does no harm if it stays
    }

    /// Reads it; `None` if it is not there or not of this version.
    pub(crate) fn read(folder: &Path) -> Option<Begun> {
        serde_json::from_str(&file::read_text(&folder.join(BEGUN_FILE)).ok()?).ok()
    }

    /// Units done by now.
    pub(crate) fn done(&self) -> usize {
        let since = records(&self.journal).saturating_sub(self.records);
        self.done.saturating_add(since).min(self.units)
    }

    /// May work that it counts as done be in this journal? A run reads all journals of its folder.
    pub(crate) fn reads(&self, journal: &Path) -> bool {
        let folder = |path: &Path| path.parent().and_then(|folder| folder.canonicalize().ok());
        self.done > 0
            && self.journal.extension() == journal.extension()
            && folder(&self.journal) == folder(journal)
    }

    /// The command that resumes the run.
    pub(crate) fn command(&self) -> String {
        command(self.arguments.iter().filter(|argument| *argument != "--fresh"))
    }
}

/// Records of a journal: its lines.
pub(crate) fn records(journal: &Path) -> usize {
    if !journal.is_file() {
        return 0; // a device would be read for ever
    }
    let bytes = fs::read(journal).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}
