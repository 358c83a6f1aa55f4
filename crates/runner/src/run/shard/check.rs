//! Reading shard files back, with every way in which one can be unfit told apart.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Division, EXTENSION, Header, Shard};
use crate::run::job::{Job, Outcome};
use crate::run::journal::{Damage, Files, JournalError, Place, decode};

/// Why a shard cannot be used.
#[derive(Debug, Error)]
pub(crate) enum Fault {
    /// No file.
    #[error("{} is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] JournalError),
    /// Its first record is none.
    #[error("{}:1 (byte 0): {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
    /// A record in it is damaged.
    #[error("{0}")]
    Damaged(Damage),
    /// Made for another division, engine, suite or setting.
    #[error("{} is of another run or another shard", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A unit that belongs elsewhere or nowhere.
    #[error("{}: result {number} is not the one that belongs there", path.display())]
    Unexpected {
        /// The file.
        path: PathBuf,
        /// Which of the file, from 1.
        number: usize,
    },
    /// The same unit again.
    #[error("{}: result {number} is there twice", path.display())]
    Duplicate {
        /// The file.
        path: PathBuf,
        /// Which of the file, from 1.
        number: usize,
    },
    /// Fewer units than it should have.
    #[error("{} has {found} of {wanted} results", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// As it is.
        found: usize,
        /// As it should be.
        wanted: usize,
    },
}

/// Reads and checks a shard file, to fetch from `files`; every record must be the expected one.
/// Gives each of its units with the place of its outcome.
pub(crate) fn read<J: Job>(
    path: &Path,
    division: &Division,
    shard: Shard,
    job: &J,
    files: &mut Files,
) -> Result<Vec<(usize, Place)>, Fault> {
    let fail = |source| JournalError::Io { action: "read", path: path.to_owned(), source };
    if let Err(e) = fs::metadata(path) {
        return match e.kind() {
            io::ErrorKind::NotFound => Err(Fault::Missing { path: path.to_owned() }),
            _ => Err(fail(e).into()),
        };
    }
    let units = shard.units(&job.order());
    let start = check_header(path, division, shard, units.len())?;
    let (mut places, mut fault) = (Vec::new(), None);
    let mut seen = BTreeSet::new();
    let scan = files.scan(path, start, &mut |place, outcome: J::Outcome| {
        let number = places.len() + 1;
        let key = outcome.key();
        let fits = |unit: &usize| key == job.keys()[*unit] && job.answers(*unit, &outcome);
        let is_again = !seen.insert(key);
        match units.get(places.len()).filter(|unit| fits(unit)) {
            Some(&unit) => {
                job.note(unit, &outcome);
                places.push((unit, place));
            }
            None if fault.is_some() => {}
            None => {
                let path = path.to_owned();
                fault = Some(match is_again {
                    true => Fault::Duplicate { path, number },
                    false => Fault::Unexpected { path, number },
                });
            }
        }
    })?;
    if let Some(damage) = scan.damage.into_iter().next() {
        return Err(Fault::Damaged(damage));
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    if places.len() < units.len() {
        let (found, wanted) = (places.len(), units.len());
        return Err(Fault::Incomplete { path: path.to_owned(), found, wanted });
    }
    Ok(places)
}

/// Where the records begin.
fn check_header(
    path: &Path,
    division: &Division,
    shard: Shard,
    units: usize,
) -> Result<u64, Fault> {
    use std::io::{BufRead, BufReader, Read};
    let fail = |source| JournalError::Io { action: "read", path: path.to_owned(), source };
    let mut line = Vec::new();
    let file = fs::File::open(path).map_err(fail)?;
    BufReader::new(file.take(4096)).read_until(b'\n', &mut line).map_err(fail)?;
    let (header, _) = decode::<Header>(&line)
        .map_err(|reason| Fault::Header { path: path.to_owned(), reason })?;
    let fingerprint = division.fingerprint().map_err(|e| fail(e.into()))?;
    if header != (Header { division: fingerprint, shard, units }) {
        return Err(Fault::Foreign { path: path.to_owned() });
    }
    Ok(line.len() as u64)
}

/// A shard file that is none of the division's.
pub(crate) fn find_stray(folder: &Path, division: &Division) -> io::Result<Option<PathBuf>> {
    let of = division.shards;
    let own: BTreeSet<String> = (1..=of).map(|number| Shard { number, of }.file_name()).collect();
    let mut strays = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_shard = path.extension().is_some_and(|extension| extension == EXTENSION);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if is_shard && !name.is_some_and(|name| own.contains(&name)) {
            strays.insert(path);
        }
    }
    Ok(strays.into_iter().next())
}
