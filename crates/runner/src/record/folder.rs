//! The folder of a run. A casual run never overwrites another one's results: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all.

use std::ffi::OsStr;
use std::fs;
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

/// An output folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The folder of a run, created and found fit before any search begins.
    pub(crate) fn open(
        out: Option<&Path>,
        manifest: &Manifest,
        deepest: u8,
        force: bool,
    ) -> Result<Folder, OutputError> {
        let Manifest { experiment, fingerprint, .. } = manifest;
        Folder::open_for(out, experiment, fingerprint, deepest, force)
    }

    /// The same for a run that is known by its experiment's name and its fingerprint alone.
    pub(crate) fn open_for(
        out: Option<&Path>,
        experiment: &str,
        fingerprint: &str,
        deepest: u8,
        force: bool,
    ) -> Result<Folder, OutputError> {
        let path = match out {
            Some(path) => path.to_owned(),
            None => {
                Path::new("results/runs").join(format!("{experiment}-d{deepest}-{fingerprint}"))
            }
        };
        fs::create_dir_all(&path).map_err(|e| failed("create the folder", &path, e))?;
        if !force && let Some(what) = occupied(&path, fingerprint)? {
            return Err(OutputError::Occupied { folder: path, what });
        }
        Ok(Folder(path))
    }

    /// A folder, created if need be, that its user has found fit by other means.
    pub(crate) fn create(path: &Path) -> Result<Folder, OutputError> {
        fs::create_dir_all(path).map_err(|e| failed("create the folder", path, e))?;
        Ok(Folder(path.to_owned()))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the manifest into the folder before the work begins, so that another run keeps out.
    /// Of several that try at once only one succeeds.
    pub(crate) fn claim(&self, manifest: &Manifest, force: bool) -> Result<(), OutputError> {
        let path = self.0.join(MANIFEST_FILE);
        let text = manifest.to_json();
        let fill = |file: &mut dyn Write| {
            file.write_all(text.as_bytes()).map_err(|e| failed("write", &path, e))
        };
        let partial = self.partial(MANIFEST_FILE, fill)?;
        let claimed = match fs::hard_link(&partial, &path) {
            Err(_) if force || !path.exists() => fs::rename(&partial, &path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        };
        let _ = fs::remove_file(&partial); // gone already if it was renamed
        claimed.map_err(|e| failed("write", &path, e))?;
        match occupied(&self.0, &manifest.fingerprint)? {
            Some(what) => Err(OutputError::Occupied { folder: self.0.clone(), what }),
            None => Ok(()),
        }
    }

    /// Writes a file beside its final name, then renames it.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let fail = |e| failed("write", &self.0.join(name), e);
        self.write_with(name, |file| file.write_all(bytes).map_err(fail))
    }

    /// The same for a file that is too large to hold.
    pub(crate) fn write_with<E: From<OutputError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.0.join(name);
        let partial = self.partial(name, fill)?;
        fs::rename(&partial, &path).map_err(|e| failed("write", &path, e).into())
    }

    /// Removes what a killed run left under temporary names of files that begin with `prefix`. To be
    /// called only where no other run can be writing them.
    pub(crate) fn remove_partials(&self, prefix: &str) {
        for entry in fs::read_dir(&self.0).into_iter().flatten().flatten() {
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
        let partial = self.0.join(format!(".{name}.{}.partial", std::process::id()));
        let fail = |e| failed("write", &self.0.join(name), e);
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
        let folder = Folder::create(dir.path()).unwrap();
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
