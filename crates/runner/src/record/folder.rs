//! The folder of a run. A casual run never overwrites another one's results: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all.

use std::ffi::OsStr;
use std::fs;
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
    /// The system refuses.
    #[error(transparent)]
    File(#[from] FileError),
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
        fs::create_dir_all(&path).map_err(|e| FileError::new("create the folder", &path, e))?;
        if !force && let Some(what) = occupied(&path, fingerprint)? {
            return Err(OutputError::Occupied { folder: path, what });
        }
        Ok(Folder(path))
    }

    /// A folder, created if need be, that its user has found fit by other means.
    pub(crate) fn create(path: &Path) -> Result<Folder, OutputError> {
        fs::create_dir_all(path).map_err(|e| FileError::new("create the folder", path, e))?;
        Ok(Folder(path.to_owned()))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the manifest into the folder before the work begins, so that another run keeps out.
    /// Of several that try at once only one succeeds.
    pub(crate) fn claim(&self, manifest: &Manifest, force: bool) -> Result<(), OutputError> {
        let (path, text) = (self.0.join(MANIFEST_FILE), manifest.to_json());
        match force {
            true => file::write(&path, text.as_bytes())?,
            false => drop(file::create(&path, text.as_bytes())?),
        }
        match occupied(&self.0, &manifest.fingerprint)? {
            Some(what) => Err(OutputError::Occupied { folder: self.0.clone(), what }),
            None => Ok(()),
        }
    }

    /// Writes a file, whole or not at all.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        Ok(file::write(&self.0.join(name), bytes)?)
    }

    /// The same for a file that is too large to hold.
    pub(crate) fn write_with<E: From<FileError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        file::write_with(&self.0.join(name), fill)
    }

    /// Removes what a killed run left under temporary names of files that begin with `prefix`. To be
    /// called only where no other run can be writing them.
    pub(crate) fn remove_partials(&self, prefix: &str) {
        file::remove_partials(&self.0, prefix);
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
