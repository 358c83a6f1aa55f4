//! Reads shard files, distinguishing every way in which one can be invalid.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};

use super::{Division, EXTENSION, Header, Shard};
use crate::base::file;
use crate::run::job::{Job, Outcome};
use crate::run::journal::{Files, Place, decode, failed};

/// Reads and checks a shard file, to fetch from `files`; every record must be the expected one.
/// Gives each of its units with the place of its outcome and its size, where it has one.
pub(crate) fn read<J: Job>(
    path: &Path,
    division: &Division,
    shard: Shard,
    job: &J,
    files: &mut Files,
) -> anyhow::Result<Vec<(usize, Place, Option<u64>)>> {
    let (shown, units) = (path.display(), division.units(shard));
    let start = check_header(path, division, shard, units.len())?;
    let (mut places, mut fault) = (Vec::new(), None);
    let mut seen = BTreeSet::new();
    let scan = files.scan(path, start, &mut |place, outcome: J::Outcome| {
        let (number, key) = (places.len() + 1, outcome.key());
        let fits = |unit: &usize| key == job.keys()[*unit] && job.answers(*unit, &outcome);
        let what = match seen.insert(key) {
            true => "is not the one that belongs there",
            false => "occurs twice",
        };
        match units.get(places.len()).filter(|unit| fits(unit)) {
            Some(&unit) => {
                job.note(unit, &outcome);
                places.push((unit, place, outcome.size()));
            }
            None => {
                fault.get_or_insert_with(|| anyhow!("{shown}: result {number} {what}"));
            }
        }
    })?;
    if let Some((_, damage)) = scan.damage.first() {
        bail!("{damage}");
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    let (found, wanted) = (places.len(), units.len());
    ensure!(found == wanted, "{shown} has {found} of {wanted} results");
    Ok(places)
}

/// Where the records begin.
fn check_header(
    path: &Path,
    division: &Division,
    shard: Shard,
    units: usize,
) -> anyhow::Result<u64> {
    let (mut line, shown) = (Vec::new(), path.display());
    let file = file::open(path).map_err(|e| match e.source.kind() {
        io::ErrorKind::NotFound => anyhow!("{shown} is missing"),
        _ => failed("read", path, e.source),
    })?;
    let read = BufReader::new(file.take(4096)).read_until(b'\n', &mut line);
    read.map_err(|e| failed("read", path, e))?;
    let (header, _) =
        decode::<Header>(&line).map_err(|why| anyhow!("{shown}:1 (byte 0): {why}"))?;
    let expected = Header { division: division.fingerprint(), shard, units };
    ensure!(header == expected, "{shown} is of another run or another shard");
    Ok(line.len() as u64)
}

/// A shard file that does not belong to the division.
pub(crate) fn find_stray(folder: &Path, division: &Division) -> io::Result<Option<PathBuf>> {
    let of = division.shards();
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
