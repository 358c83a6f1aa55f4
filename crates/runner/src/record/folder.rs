//! The folder of a run. A casual run never overwrites another one's results: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all, and one process at a time works in a folder.

use std::ffi::OsStr;
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::file::{self, FileError, PARTIAL};
use crate::record::manifest::{MANIFEST_FILE, Manifest};

/// Why results cannot be written.
#[derive(Debug, Error)]
pub(crate) enum OutputError {
    /// The folder holds something else.
    #[error(
        "{} holds {what}; give another folder with --out, or --force to write into it",
        folder.display()
    )]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        what: &'static str,
    },
    /// Another process is at work in the folder.
    #[error("another process is writing into {}; wait for it, or give another folder with --out", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The system refuses.
    #[error(transparent)]
    File(#[from] FileError),
}

/// An output folder, locked as long as this lives where the system can lock folders.
pub(crate) struct Folder {
    path: PathBuf,
    _lock: Option<fs::File>,
}

impl Folder {
    /// A folder for one process, created if need be.
    ///
    /// # Errors
    /// When another process works in it, or the system refuses.
    pub(crate) fn open(path: &Path) -> Result<Folder, OutputError> {
        Folder::locked(path, fs::File::try_lock)
    }

    /// A folder in which other processes do other shards.
    ///
    /// # Errors
    /// When a process has it for itself, or the system refuses.
    pub(crate) fn open_shared(path: &Path) -> Result<Folder, OutputError> {
        Folder::locked(path, fs::File::try_lock_shared)
    }

    fn locked(
        path: &Path,
        lock: fn(&fs::File) -> Result<(), TryLockError>,
    ) -> Result<Folder, OutputError> {
        fs::create_dir_all(path).map_err(|e| FileError::new("create the folder", path, e))?;
        let folder = |lock| Folder { path: path.to_owned(), _lock: lock };
        let Ok(own) = fs::File::open(path) else { return Ok(folder(None)) };
        match lock(&own) {
            Ok(()) => Ok(folder(Some(own))),
            Err(TryLockError::WouldBlock) => Err(OutputError::InUse { folder: path.to_owned() }),
            Err(TryLockError::Error(_)) => Ok(folder(None)), // some network file systems
        }
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the manifest into the folder before the work begins, so that another run keeps out.
    /// Of several that try at once only one succeeds. A manifest that is there already stays until
    /// the run has ended: it belongs to the records beside it.
    ///
    /// # Errors
    /// When the folder holds something else, unless `force`.
    pub(crate) fn claim(&self, manifest: &Manifest, force: bool) -> Result<(), OutputError> {
        let occupied_by = |what| OutputError::Occupied { folder: self.path.clone(), what };
        if !force && let Some(what) = occupied(&self.path, &manifest.fingerprint)? {
            return Err(occupied_by(what));
        }
        let text = manifest.to_json();
        let found = self.claim_file(MANIFEST_FILE, text.as_bytes())?;
        let found = Manifest::fingerprint_of(&String::from_utf8_lossy(&found));
        match found.as_deref() == Some(&manifest.fingerprint) {
            true => Ok(()),
            false if force => {
                self.remove_old_records();
                self.write(MANIFEST_FILE, text.as_bytes())
            }
            false => Err(occupied_by("the results of another run")),
        }
    }

    /// The records of another run are not to be taken for those of the next.
    fn remove_old_records(&self) {
        let old = Manifest::read(&self.path).ok().flatten();
        for name in old.iter().flat_map(|old| old.files.keys()) {
            let _ = fs::remove_file(self.path.join(name)); // no manifest names it any more
        }
    }

    /// Puts a file into the folder unless it is there already; gives what is there then. Of several
    /// that try at once one succeeds.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn claim_file(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, OutputError> {
        let path = self.path.join(name);
        file::create(&path, bytes)?;
        Ok(fs::read(&path).map_err(|e| FileError::new("read", &path, e))?)
    }

    /// Writes a file beside its final name, then renames it.
    ///
    /// # Errors
    /// When the system refuses; the old file is still there then.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        Ok(file::write(&self.path.join(name), bytes)?)
    }

    /// The same for a file that is too large to hold.
    ///
    /// # Errors
    /// Those of `fill`, or when the system refuses; the old file is still there then.
    pub(crate) fn write_with<E: From<FileError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        file::write_with(&self.path.join(name), fill)
    }

    /// Removes what a killed run left under temporary names of files that begin with `prefix`. To be
    /// called only where no other run can be writing them.
    pub(crate) fn remove_partials(&self, prefix: &str) {
        file::remove_partials(&self.path, prefix);
    }
}

/// What keeps a run out of a folder.
fn occupied(path: &Path, fingerprint: &str) -> Result<Option<&'static str>, OutputError> {
    let file = path.join(MANIFEST_FILE);
    match fs::read_to_string(&file) {
        Ok(text) if Manifest::fingerprint_of(&text).as_deref() == Some(fingerprint) => Ok(None),
        Ok(_) => Ok(Some("the results of another run")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let entries =
                fs::read_dir(path).map_err(|e| FileError::new("read the folder", path, e))?;
            let is_other = |name: &OsStr| !name.to_string_lossy().ends_with(PARTIAL);
            let others = entries.flatten().any(|entry| is_other(&entry.file_name()));
            Ok(others.then_some("other files"))
        }
        Err(e) => Err(FileError::new("read", &file, e).into()),
    }
}
