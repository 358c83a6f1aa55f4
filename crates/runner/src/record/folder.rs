//! The folder of a run. A casual run never overwrites another one's results: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

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
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
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
        fs::create_dir_all(path).map_err(|e| failed("create the folder", path, e))?;
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
            false if force => self.write(MANIFEST_FILE, text.as_bytes()),
            false => Err(occupied_by("the results of another run")),
        }
    }

    /// Puts a file into the folder unless it is there already; gives what is there then. Of several
    /// that try at once one succeeds.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn claim_file(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, OutputError> {
        let path = self.path.join(name);
        let fail = |e| failed("write", &path, e);
        let partial = self.partial(name, |file| file.write_all(bytes).map_err(fail))?;
        let linked = match fs::hard_link(&partial, &path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(_) if !path.exists() => fs::rename(&partial, &path), // no hard links here
            other => other,
        };
        let _ = fs::remove_file(&partial); // gone already if it was renamed
        linked.map_err(fail)?;
        fs::read(&path).map_err(|e| failed("read", &path, e))
    }

    /// Writes a file beside its final name, then renames it.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let fail = |e| failed("write", &self.path.join(name), e);
        self.write_with(name, |file| file.write_all(bytes).map_err(fail))
    }

    /// The same for a file that is too large to hold.
    pub(crate) fn write_with<E: From<OutputError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.path.join(name);
        let partial = self.partial(name, fill)?;
        fs::rename(&partial, &path).map_err(|e| failed("write", &path, e).into())
    }

    /// Removes what a killed run left under temporary names of files that begin with `prefix`. To be
    /// called only where no other run can be writing them.
    pub(crate) fn remove_partials(&self, prefix: &str) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&format!(".{prefix}")) && name.ends_with(".partial") {
                let _ = fs::remove_file(entry.path()); // it does no harm if it stays
            }
        }
    }

    /// Writes and syncs a file under a temporary name.
    fn partial<E: From<OutputError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let partial = self.path.join(format!(".{name}.{}.partial", std::process::id()));
        let fail = |e| failed("write", &self.path.join(name), e);
        let file = fs::File::create(&partial).map_err(fail)?;
        let mut writer = BufWriter::new(file);
        let result = fill(&mut writer).and_then(|()| {
            let file = writer.into_inner().map_err(|e| fail(e.into_error()))?;
            Ok(file.sync_all().map_err(fail)?)
        });
        if result.is_err() {
            let _ = fs::remove_file(&partial); // the first error is the one to report
        }
        result.map(|()| partial)
    }
}

/// What keeps a run out of a folder.
fn occupied(path: &Path, fingerprint: &str) -> Result<Option<&'static str>, OutputError> {
    let file = path.join(MANIFEST_FILE);
    match fs::read_to_string(&file) {
        Ok(text) if Manifest::fingerprint_of(&text).as_deref() == Some(fingerprint) => Ok(None),
        Ok(_) => Ok(Some("the results of another run")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let entries = fs::read_dir(path).map_err(|e| failed("read the folder", path, e))?;
            let is_other = |name: &OsStr| !name.to_string_lossy().ends_with(".partial");
            let others = entries.flatten().any(|entry| is_other(&entry.file_name()));
            Ok(others.then_some("other files"))
        }
        Err(e) => Err(failed("read", &file, e)),
    }
}

fn failed(action: &'static str, path: &Path, source: io::Error) -> OutputError {
    OutputError::Io { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all_and_the_old_one_stays_until_then() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::open(dir.path()).unwrap();
        let path = dir.path().join("records.csv");
        let large = vec![b'x'; 100_000]; // more than is held before it is written
        for old in [None, Some(&b"old"[..])] {
            let seen = || fs::read(&path).ok();
            let fill = |end: io::Result<()>| {
                folder.write_with("records.csv", |file| {
                    let fail = |e| failed("write", &path, e);
                    file.write_all(&large).map_err(fail)?;
                    assert_eq!(seen().as_deref(), old, "while it is written");
                    end.map_err(fail)
                })
            };
            assert!(fill(Err(io::ErrorKind::StorageFull.into())).is_err());
            assert_eq!(seen().as_deref(), old, "after a failure");
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), usize::from(old.is_some()));
            fill(Ok(())).unwrap();
            assert_eq!(seen().as_ref(), Some(&large));
            folder.write("records.csv", b"old").unwrap();
        }
    }
}
