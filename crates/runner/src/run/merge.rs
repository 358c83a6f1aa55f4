//! `vnmp merge`: from the shards of a run to the files that the run would have left in one go.
//! Nothing is written unless every shard is there, whole, and of the same division. Starts no program:
//! what the folder says of other engines is compared, not obeyed.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::base::file;
use crate::base::terminal::{print, warn};
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::run::job::Job;
use crate::run::journal::{Files, Place};
use crate::run::session::{Fetch, shown};
use crate::run::shard::{self, Division, Shard, find_stray, read};

/// Merges the shards under `folder`, which `division` divides; `job` and `manifest` are what the
/// division's request plans today. `finish` writes what the run leaves.
///
/// # Errors
/// When a shard is missing or unfit, or all of them were made by another build.
pub(crate) fn merge<J: Job>(
    folder: &Path,
    job: &J,
    manifest: &Manifest,
    division: &Division,
    finish: impl FnOnce(&Folder, &Fetch<J::Outcome>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let again = Division::new(job, manifest, &division.request, division.shards);
    ensure!(
        again.fingerprint() == division.fingerprint(),
        "the shards in {} were made with another engine, suite or version of this program; make \
         them again",
        shown(folder)
    );
    let shards = folder.join(shard::FOLDER);
    let (files, places) = gather(&shards, division, job)?;
    let fetch = |unit: usize| places[unit].map(|place| files.fetch(place)).transpose();
    let folder = Folder::open(folder)?;
    folder.claim(manifest, false)?;
    file::remove_partials(folder.path(), "");
    finish(&folder, &fetch)
}

/// Where each outcome stands, if all shards are sound; else says what is wrong and prints the list
/// of shards to do again.
fn gather<J: Job>(
    shards: &Path,
    division: &Division,
    job: &J,
) -> anyhow::Result<(Files, Vec<Option<Place>>)> {
    let of = division.shards;
    let stray =
        find_stray(shards, division).with_context(|| format!("cannot read {}", shown(shards)))?;
    if let Some(stray) = stray {
        bail!("{} is no shard of this division into {of}; remove it", stray.display());
    }
    let (mut files, mut places) = (Files::default(), vec![None; job.keys().len()]);
    let mut unfit: Vec<u32> = Vec::new();
    for number in 1..=of {
        let shard = Shard { number, of };
        match read(&shards.join(shard.file_name()), division, shard, job, &mut files) {
            Ok(own) => own.into_iter().for_each(|(unit, place)| places[unit] = Some(place)),
            Err(fault) => {
                warn(&fault.to_string());
                unfit.push(number);
            }
        }
    }
    if unfit.is_empty() {
        return Ok((files, places));
    }
    let list = ranges(&unfit);
    print(&format!("{list}\n"))?;
    bail!("{} of {of} shards are missing or unfit; run these again: {list}", unfit.len())
}

/// Ascending numbers as a job array's list: `1-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let run = rest.iter().zip(first..).take_while(|(number, expected)| *number == expected);
        let length = run.count();
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match rest[length - 1] {
            last if last == first => write!(text, "{comma}{first}"),
            last => write!(text, "{comma}{first}-{last}"),
        };
        rest = &rest[length..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn a_list_for_a_job_array_joins_neighbours() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
    }
}
