//! `vnmp merge`: from the shards of a run to the files that the run would have left in one go.
//! Nothing is written unless every shard is there, whole, and of the same division.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::base::terminal::{print, warn};
use crate::experiment::plan::Plan;
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::run::files::{shown, write_results};
use crate::run::journal::{Files, Place};
use crate::run::shard::{self, Division, Fault, Shard, find_stray, read};
use crate::run::work::Work;
use crate::show::grid::Format;

/// Merges the shards under `folder`, which `division` divides and `plan` describes.
pub(crate) fn merge(
    folder: &Path,
    plan: &Plan,
    division: &Division,
    compress: bool,
    format: Format,
) -> anyhow::Result<()> {
    let (work, manifest) = (Work::new(plan), Manifest::new(plan));
    let again = Division::new(&work, &manifest, &division.origin, division.shards);
    ensure!(
        again.fingerprint()? == division.fingerprint()?,
        "the shards in {} were made with another engine, suite or version of this program; make \
         them again",
        shown(folder)
    );
    let shards = folder.join(shard::FOLDER);
    let (files, places) = gather(&shards, division, &work)?;
    let fetch = |unit: usize| {
        let place = places[unit].context("a search is missing; please report")?;
        Ok(files.fetch(place)?)
    };
    let folder = Folder::create(folder)?;
    folder.claim(&manifest, false)?;
    folder.remove_partials("");
    write_results(plan, &work, &folder, compress, format, &fetch)
}

/// Where each search stands, if all shards are sound; else says what is wrong and prints the list
/// of shards to do again.
fn gather(
    shards: &Path,
    division: &Division,
    work: &Work,
) -> anyhow::Result<(Files, Vec<Option<Place>>)> {
    let of = division.shards;
    let stray =
        find_stray(shards, division).with_context(|| format!("cannot read {}", shown(shards)))?;
    if let Some(stray) = stray {
        bail!("{} is no shard of this division into {of}; remove it", stray.display());
    }
    let (mut files, mut places) = (Files::default(), vec![None; work.units.len()]);
    let mut faults: Vec<(u32, Fault)> = Vec::new();
    for number in 1..=of {
        let shard = Shard { number, of };
        match read(&shards.join(shard.file_name()), division, shard, work, &mut files) {
            Ok(own) => own.into_iter().for_each(|(unit, place)| places[unit] = Some(place)),
            Err(fault) => faults.push((number, fault)),
        }
    }
    if faults.is_empty() {
        return Ok((files, places));
    }
    for (_, fault) in &faults {
        warn(&fault.to_string());
    }
    let numbers: Vec<u32> = faults.iter().map(|(number, _)| *number).collect();
    let list = ranges(&numbers);
    print(&format!("{list}\n"))?;
    bail!("{} of {of} shards are missing or unfit; run these again: {list}", faults.len())
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
