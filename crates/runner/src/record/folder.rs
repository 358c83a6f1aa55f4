//! The folder of a run. A run never overwrites another one's results by accident: the default folder's
//! name holds the run's fingerprint, and a folder that the user names must be empty or hold the
//! same run. Every file appears whole or not at all, and one process at a time works in a folder.

use std::fs::{self, DirEntry, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};

use crate::base::file::{self, FileError, LARGEST, PARTIAL};
use crate::record::begun::BEGUN_FILE;
use crate::record::manifest::{MANIFEST_FILE, Manifest};

fn refuse_file(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_file(), "{} is a file; give a folder", path.display());
    Ok(())
}

/// An output folder, locked as long as this lives where the system can lock folders.
pub(crate) struct Folder {
    path: PathBuf,
    /// Was it empty?
    was_empty: bool,
    _lock: Option<fs::File>,
}

impl Folder {
    /// A folder for one process, created if need be.
    ///
    /// # Errors
    /// When another process works in it, or the system refuses.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Folder> {
        Folder::locked(path, fs::File::try_lock)
    }

    /// A folder shared with processes that run other shards.
    ///
    /// # Errors
    /// When a process has it exclusively, or the system refuses.
    pub(crate) fn open_shared(path: &Path) -> anyhow::Result<Folder> {
        Folder::locked(path, fs::File::try_lock_shared)
    }

    fn locked(
        path: &Path,
        lock: fn(&fs::File) -> Result<(), TryLockError>,
    ) -> anyhow::Result<Folder> {
        refuse_file(path)?;
        fs::create_dir_all(path).map_err(|e| FileError::new("create the folder", path, e))?;
        let was_empty = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        let folder = |lock| Folder { path: path.to_owned(), was_empty, _lock: lock };
        let Ok(own) = fs::File::open(path) else { return Ok(folder(None)) };
        match lock(&own) {
            Ok(()) => Ok(folder(Some(own))),
            Err(TryLockError::WouldBlock) => bail!(
                "another process is writing into {}; wait for it, or give another folder with --out",
                path.display()
            ),
            Err(TryLockError::Error(_)) => Ok(folder(None)), // some network file systems
        }
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Would a folder take this run? Neither makes nor changes anything.
    ///
    /// # Errors
    /// When another process writes into it, it holds something else, or it cannot be written into.
    pub(crate) fn check(
        path: &Path,
        manifest: &Manifest,
        force: bool,
        is_shard: bool,
    ) -> anyhow::Result<()> {
        refuse_file(path)?;
        if path.is_dir() {
            let open = if is_shard { Folder::open_shared } else { Folder::open };
            open(path)?.refuse_other(manifest, force)?;
        }
        let there = path.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
        Ok(file::writable(there)?)
    }

    /// Does it hold the results of another run, or without any run's manifest other files than `own`?
    ///
    /// # Errors
    /// When that cannot be read.
    pub(crate) fn other(
        &self,
        manifest: &Manifest,
        own: &str,
    ) -> Result<Option<&'static str>, FileError> {
        occupied(&self.path, &manifest.fingerprint, own)
    }

    fn refuse_other(&self, manifest: &Manifest, force: bool) -> anyhow::Result<()> {
        match self.other(manifest, "")? {
            Some(what) if !force => Err(self.refused(what)),
            _ => Ok(()),
        }
    }

    fn refused(&self, what: &str) -> anyhow::Error {
        let folder = self.path.display();
        anyhow!(
            "{folder} holds {what}; give another folder with --out, or --force to write into it"
        )
    }

    /// Writes the manifest before the work begins, which keeps other runs out.
    /// Of several that try at once only one succeeds. A manifest that is there already stays until
    /// the run has ended: it belongs to the records beside it.
    ///
    /// # Errors
    /// When the folder holds something else, unless `force`.
    pub(crate) fn claim(&self, manifest: &Manifest, force: bool) -> anyhow::Result<()> {
        self.refuse_other(manifest, force)?;
        self.claim_checked(manifest, force)
    }

    /// Claims a folder of which [`Folder::other`] has been asked.
    ///
    /// # Errors
    /// When another run was there first, unless `force`.
    pub(crate) fn claim_checked(&self, manifest: &Manifest, force: bool) -> anyhow::Result<()> {
        let text = manifest.to_json();
        let found = self.claim_file(MANIFEST_FILE, text.as_bytes())?;
        let found = Manifest::fingerprint_of(&String::from_utf8_lossy(&found));
        if found.as_deref() == Some(&manifest.fingerprint) {
            return Ok(());
        }
        if !force {
            return Err(self.refused("the results of another run"));
        }
        Ok(self.finish(manifest)?)
    }

    /// Removes what a run without results wrote to a folder that was empty.
    pub(crate) fn abandon(&self) {
        if self.was_empty {
            for name in [MANIFEST_FILE, BEGUN_FILE] {
                let _ = fs::remove_file(self.path.join(name));
            }
            let _ = fs::remove_dir(&self.path); // unless there is something else in it by now
        }
    }

    /// Replaces the manifest. Files of records that the old one names and this one does not are
    /// removed: no later run must take them for its own.
    ///
    /// # Errors
    /// When the system refuses to write.
    pub(crate) fn finish(&self, manifest: &Manifest) -> Result<(), FileError> {
        let old = Manifest::read(&self.path).ok().flatten();
        self.write(MANIFEST_FILE, manifest.to_json().as_bytes())?;
        let named = old.iter().flat_map(|old| old.files.keys());
        for name in named.filter(|name| !manifest.files.contains_key(*name)) {
            let _ = fs::remove_file(self.path.join(name)); // no manifest names it any more
        }
        Ok(())
    }

    /// Puts a file into the folder unless it is there already; gives what is there then. Of several
    /// that try at once one succeeds.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn claim_file(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, FileError> {
        let path = self.path.join(name);
        file::create(&path, bytes)?;
        file::read(&path, LARGEST)
    }

    /// Writes a file beside its final name, then renames it.
    ///
    /// # Errors
    /// When the system refuses; the old file is still there then.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        file::write(&self.path.join(name), bytes)
    }
}

/// A file of records in a folder without a manifest, which must have been lost.
pub(crate) fn orphan(folder: &Path) -> Option<PathBuf> {
    let is_records = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_data = [".csv.gz", ".csv", ".json"].iter().any(|ending| name.ends_with(ending));
        name.starts_with("records") && is_data && path.is_file()
    };
    let files = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    files.filter(is_records).min().filter(|_| !folder.join(MANIFEST_FILE).exists())
}

/// Why a run may not use a folder.
fn occupied(path: &Path, fingerprint: &str, own: &str) -> Result<Option<&'static str>, FileError> {
    if let Some(text) = file::if_there(file::read_text(&path.join(MANIFEST_FILE)))? {
        let is_own = Manifest::fingerprint_of(&text).as_deref() == Some(fingerprint);
        return Ok((!is_own).then_some("the results of another run"));
    }
    let entries = fs::read_dir(path).map_err(|e| FileError::new("read the folder", path, e))?;
    let is_other = |entry: DirEntry| {
        let name = entry.file_name();
        name != own && !name.to_string_lossy().ends_with(PARTIAL)
    };
    Ok(entries.flatten().any(is_other).then_some("other files"))
}
