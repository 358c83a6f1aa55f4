//! Puts a suite's file where `find` looks and git does not, after a check that it is the file
//! it is said to be.

use std::path::{Path, PathBuf};

use super::error::SuiteError;
use super::known::{self, KnownSuite};
use super::lookup::{IMPORTED, SUITES, suites_folders};
use super::read::{ReadOptions, Suite, without_cr};
use crate::base::file::{self, FileError, LARGEST};

/// A suite that was imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Imported {
    /// Its name from now on.
    pub(crate) name: String,
    /// The new file.
    pub(crate) path: PathBuf,
    /// Positions in the file, before any discard.
    pub(crate) positions: u32,
    /// Of the file without carriage returns, which is how it is stored.
    pub(crate) sha256: String,
    /// The public suite that it is.
    pub(crate) known: Option<&'static KnownSuite>,
}

/// Why a suite was not imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    /// A name that cannot be a file's.
    #[error("'{name}' cannot be a suite's name; use letters, digits, '-' and '_'")]
    Name {
        /// As written.
        name: String,
    },
    /// The file cannot be used at all.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// Another file than the public suite of that name.
    #[error(
        "{file} is not the public suite '{name}': it has {found} positions, expected {expected}; \
         its SHA-256 is {found_sha256}, expected {expected_sha256}\n\
         {cure}; or import it under another name, or with --force under this one"
    )]
    Other {
        /// The file as the user named it.
        file: String,
        /// The known suite's name.
        name: &'static str,
        /// Positions in the file.
        found: u32,
        /// Positions in the known suite.
        expected: u32,
        /// The file's digest.
        found_sha256: String,
        /// The known suite's digest.
        expected_sha256: &'static str,
        /// How to get the right one.
        cure: String,
    },
    /// The name is taken by a different file.
    #[error("{} exists and differs; use --force to replace it, or another name", path.display())]
    Exists {
        /// The file in the way.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// Imports `file` as `as_name` into `suite_dir`, or into `suites/imported`. The name of a known
/// suite is given to that suite only, and an existing file is replaced only by its equal, unless
/// `force`d; bad lines are refused likewise.
pub(crate) fn import(
    file: &Path,
    as_name: &str,
    force: bool,
    suite_dir: Option<&Path>,
) -> Result<Imported, ImportError> {
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if as_name.is_empty() || !as_name.chars().all(valid) {
        return Err(ImportError::Name { name: as_name.to_owned() });
    }
    let bytes = file::read(file, LARGEST).map_err(SuiteError::Read)?;
    let known = known::by_name(as_name);
    let name = known.map_or(as_name, |known| known.name);
    let shown = file.display().to_string();
    let suite = Suite::read(name, &shown, &bytes, ReadOptions { skip_bad: force, discard: false })?;
    let positions = suite.positions.len() as u32;
    if let Some(expected) = known.filter(|_| !force) {
        check(expected, &suite, &shown, positions)?;
    }
    let path = place(name, &bytes, force, suite_dir)?;
    Ok(Imported {
        name: name.to_owned(),
        path,
        positions,
        sha256: suite.sha256,
        known: suite.known,
    })
}

/// Puts the bytes of a known suite, already checked, where it is found.
pub(super) fn place_known(
    known: &'static KnownSuite,
    bytes: &[u8],
    suite_dir: Option<&Path>,
) -> Result<Imported, ImportError> {
    let path = place(known.name, bytes, false, suite_dir)?;
    Ok(Imported {
        name: known.name.to_owned(),
        path,
        positions: known.positions,
        sha256: known.sha256.to_owned(),
        known: Some(known),
    })
}

fn place(
    name: &str,
    bytes: &[u8],
    force: bool,
    suite_dir: Option<&Path>,
) -> Result<PathBuf, ImportError> {
    let folder = suite_dir.map_or_else(imported_folder, Path::to_owned);
    let path = folder.join(format!("{name}.epd"));
    let content = without_cr(bytes);
    match file::read(&path, LARGEST) {
        Ok(existing) if existing != content && !force => return Err(ImportError::Exists { path }),
        _ => file::write(&path, &content)?,
    }
    Ok(path)
}

fn check(
    expected: &'static KnownSuite,
    suite: &Suite,
    file: &str,
    positions: u32,
) -> Result<(), ImportError> {
    if suite.sha256 == expected.sha256 && positions == expected.positions {
        return Ok(());
    }
    Err(ImportError::Other {
        file: file.to_owned(),
        name: expected.name,
        found: positions,
        expected: expected.positions,
        found_sha256: suite.sha256.clone(),
        expected_sha256: expected.sha256,
        cure: expected.how_to_get(),
    })
}

/// `suites/imported` of the nearest checkout, else below the current folder.
fn imported_folder() -> PathBuf {
    let suites = suites_folders().into_iter().next();
    suites.unwrap_or_else(|| PathBuf::from(SUITES)).join(IMPORTED)
}
