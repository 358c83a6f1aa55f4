//! `vnmp merge`: turns the shards of a run into the files that an undivided run would have written.
//! Nothing is written unless every shard is there, whole, and of the same division. Starts no program:
//! what the folder says about other engines is compared, not executed.

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
/// When a shard is missing or invalid, all of them were made by another build, or the folder holds
/// something else.
pub(crate) fn merge<J: Job>(
    folder: &Path,
    job: &J,
    manifest: &Manifest,
    division: &Division,
    finish: impl FnOnce(&Folder, &Fetch<J::Outcome>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let again = division.again(job, manifest, &division.request);
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
    if let Some(what) = folder.other(manifest, shard::FOLDER)? {
        let (path, shards) = (shown(folder.path()), shard::FOLDER);
        bail!("{path} holds {what}; move {shards}/ to a folder of its own and merge there");
    }
    folder.claim_checked(manifest, false)?;
    file::remove_partials(folder.path(), "");
    finish(&folder, &fetch)
}

/// Where each outcome is, if all shards are sound; otherwise says what is wrong and prints the
/// list of shards to repeat.
fn gather<J: Job>(
    shards: &Path,
    division: &Division,
    job: &J,
) -> anyhow::Result<(Files, Vec<Option<Place>>)> {
    let of = division.shards();
    let stray =
        find_stray(shards, division).with_context(|| format!("cannot read {}", shown(shards)))?;
    if let Some(stray) = stray {
        bail!("{} is not a shard of this division into {of}; remove it", stray.display());
    }
    let (mut files, mut places) = (Files::default(), vec![None; job.keys().len()]);
    let mut unfit: Vec<u32> = Vec::new();
    let mut sizes: Vec<Vec<Option<u64>>> = Vec::new();
    for number in 1..=of {
        let shard = Shard { number, of };
        match read(&shards.join(shard.file_name()), division, shard, job, &mut files) {
            Ok(own) => {
                own.iter().for_each(|&(unit, place, _)| places[unit] = Some(place));
                sizes.push(own.into_iter().map(|(_, _, size)| size).collect());
            }
            Err(fault) => {
                warn(&fault.to_string());
                unfit.push(number);
            }
        }
    }
    if unfit.is_empty() {
        if let Some(bound) = bound(&sizes) {
            warn(&bound);
        }
        return Ok((files, places));
    }
    let list = ranges(&unfit);
    print(&format!("{list}\n"))?;
    bail!("{} of {of} shards are missing or invalid; run these again: {list}", unfit.len())
}

/// What bounds the time of these shards, if it can be told from their nodes.
fn bound(sizes: &[Vec<Option<u64>>]) -> Option<String> {
    let sizes: Vec<Vec<u64>> =
        sizes.iter().map(|own| own.iter().copied().collect()).collect::<Option<_>>()?;
    let all = sizes.iter().flatten().sum::<u64>() as f64;
    let longest = sizes.iter().flatten().copied().max().filter(|&nodes| nodes > 0)? as f64;
    let shard = sizes.iter().map(|own| own.iter().sum::<u64>()).max()? as f64;
    Some(format!(
        "Shards: {}; the largest has {:.1} % of the nodes, the largest search {:.1} %: it bounds the \
         time from {:.0} workers on",
        sizes.len(),
        100.0 * shard / all,
        100.0 * longest / all,
        (all / longest).ceil()
    ))
}

/// Ascending numbers as a job array's list: `1-3,7`.
pub(crate) fn ranges(numbers: &[u32]) -> String {
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
    use super::{bound, ranges};

    #[test]
    fn the_largest_search_bounds_the_time() {
        let sizes = [vec![Some(40)], vec![Some(10), Some(45)], vec![Some(5), Some(0)]];
        let text = bound(&sizes).unwrap();
        assert_eq!(
            text,
            "Shards: 3; the largest has 55.0 % of the nodes, the largest search 45.0 %: it bounds the \
             time from 3 workers on"
        );
        assert_eq!(bound(&[vec![Some(4), None]]), None, "nobody told");
        assert_eq!(bound(&[vec![Some(0)], vec![]]), None);
    }

    #[test]
    fn a_list_for_a_job_array_joins_neighbours() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
    }
}
