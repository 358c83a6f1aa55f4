//! The folder of a run. A casual run never overwrites another one's results: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::manifest::{MANIFEST_FILE, Manifest};

/// Why results cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
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
pub struct Folder(PathBuf);

impl Folder {
    /// The folder of a run, created and found fit before any search begins.
    pub fn open(
        out: Option<&Path>,
        manifest: &Manifest,
        deepest: u8,
        force: bool,
    ) -> Result<Folder, OutputError> {
        let Manifest { experiment, fingerprint, .. } = manifest;
        Folder::open_for(out, experiment, fingerprint, deepest, force)
    }

    /// The same for a run that is known by its experiment's name and its fingerprint alone.
    pub fn open_for(
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

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file beside its final name, then renames it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let path = self.0.join(name);
        let partial = self.0.join(format!(".{name}.{}.partial", std::process::id()));
        let result = fs::File::create(&partial)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&partial, &path));
        result.map_err(|e| {
            let _ = fs::remove_file(&partial); // the first error is the one to report
            failed("write", &path, e)
        })
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
