//! Shards: one run divided among computers that share nothing but a folder. The units, in the order of
//! their job, are dealt out in turn. `shards/division.json` freezes the order; its digest is
//! in every shard file. A shard file appears whole or not at all.

mod check;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, anyhow, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(crate) use check::{find_stray, read};

use crate::base::digest::sha256;
use crate::base::{file, json};
use crate::record::folder::Folder;
use crate::record::key::UnitKey;
use crate::record::manifest::Manifest;
use crate::run::job::{Job, Outcome};
use crate::run::journal::encode;
use crate::run::session::{Fetch, whole};

/// Folder of the shards within the run's folder.
pub(crate) const FOLDER: &str = "shards";
/// Name of the division's file.
pub(crate) const DIVISION_FILE: &str = "division.json";
/// Ending of a shard's name.
const EXTENSION: &str = "shard";
/// About the most tasks that a cluster's job array may have; file names have four digits.
pub(crate) const MOST_SHARDS: u32 = 9999;

/// One of several shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// Which, from 1.
    pub(crate) number: u32,
    /// How many there are.
    pub(crate) of: u32,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        let in_range =
            |s: &Shard| (1..=MOST_SHARDS).contains(&s.of) && (1..=s.of).contains(&s.number);
        numbers.filter(in_range).ok_or_else(|| {
            format!("write I/N, the shard's number from 1 and how many there are, at most {MOST_SHARDS}: 3/40")
        })
    }
}

impl Shard {
    /// Its units, of all in the order of the work.
    pub(crate) fn units(self, order: &[usize]) -> Vec<usize> {
        let first = self.number as usize - 1;
        order.iter().copied().skip(first).step_by(self.of as usize).collect()
    }

    /// `shard-0003-of-0040`.
    pub(crate) fn stem(self) -> String {
        format!("shard-{:04}-of-{:04}", self.number, self.of)
    }

    /// Name of its file.
    pub(crate) fn file_name(self) -> String {
        format!("{}.{EXTENSION}", self.stem())
    }
}

/// `division.json`: all that the shards of a run must agree on.
#[derive(Serialize, Deserialize)]
pub(crate) struct Division {
    /// How the run was asked for, so that `merge` can plan it again.
    pub(crate) request: serde_json::Value,
    /// What the run is: also the identities of other engines, which `merge` does not start.
    pub(crate) manifest: Manifest,
    /// Number of shards.
    pub(crate) shards: u32,
    /// All units in the order in which they are dealt out to the shards in turn.
    pub(crate) order: Vec<UnitKey>,
}

impl Division {
    /// The division of a run into `shards` shards.
    pub(crate) fn new<J: Job>(
        job: &J,
        manifest: &Manifest,
        request: &serde_json::Value,
        shards: u32,
    ) -> Division {
        let (request, manifest) = (request.clone(), manifest.clone());
        let order = job.order().into_iter().map(|unit| job.keys()[unit]).collect();
        Division { request, manifest, shards, order }
    }

    /// Reads it from the folder of the shards.
    ///
    /// # Errors
    /// When it is not there or is something else.
    pub(crate) fn open(shards: &Path) -> anyhow::Result<Division> {
        let path = shards.join(DIVISION_FILE);
        let text = file::read_text(&path)
            .map_err(|e| anyhow!("{e}; give the folder of a run made with --shard I/N"))?;
        let division: Division = serde_json::from_str(&text)
            .with_context(|| format!("{} is no division into shards", path.display()))?;
        let (shards, path) = (division.shards, path.display());
        ensure!((1..=MOST_SHARDS).contains(&shards), "{path}: {shards} is no number of shards");
        Ok(division)
    }

    /// How the run was asked for.
    ///
    /// # Errors
    /// When another version of the program has written it.
    pub(crate) fn request<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        serde_json::from_value(self.request.clone())
            .context("the request in the division is of another version")
    }

    /// SHA-256 of the file.
    pub(crate) fn fingerprint(&self) -> String {
        sha256(json::pretty(self).as_bytes())
    }

    /// Puts it into the folder of the shards, or finds the same there. Of several that try at once
    /// one succeeds, and the others compare theirs with it.
    ///
    /// # Errors
    /// When the folder holds another division.
    pub(crate) fn claim(&self, shards: &Folder) -> anyhow::Result<()> {
        let (path, text) = (shards.path().join(DIVISION_FILE), json::pretty(self));
        ensure!(
            shards.claim_file(DIVISION_FILE, text.as_bytes())? == text.as_bytes(),
            "{} divides another run, or this one into another number of shards; give another folder \
             with --out, or remove {}",
            path.display(),
            shards.path().display()
        );
        Ok(())
    }
}

/// First record of a shard file.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// SHA-256 of the division.
    division: String,
    shard: Shard,
    /// Units that follow.
    units: usize,
}

/// Writes a shard file: under a temporary name, synced, renamed.
pub(crate) fn write<O: Outcome>(
    shards: &Folder,
    division: &Division,
    shard: Shard,
    units: &[usize],
    fetch: &Fetch<O>,
) -> anyhow::Result<()> {
    let header = Header { division: division.fingerprint(), shard, units: units.len() };
    file::write_with(&shards.path().join(shard.file_name()), |file| {
        file.write_all(&encode(&header)?)?;
        for &unit in units {
            file.write_all(&encode(&whole(fetch, unit)?)?)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_dealt_out_in_turn_and_each_goes_to_one_shard() {
        let order = [5, 3, 8, 1, 0, 7, 2];
        let shard = |number| Shard { number, of: 3 }.units(&order);
        assert_eq!([shard(1), shard(2), shard(3)], [vec![5, 1, 2], vec![3, 0], vec![8, 7]]);
        assert!(Shard { number: 9, of: 9 }.units(&order).is_empty());
    }

    #[test]
    fn a_shard_is_a_number_from_1_of_a_number() {
        assert_eq!("3/40".parse(), Ok(Shard { number: 3, of: 40 }));
        for bad in ["", "3", "0/4", "5/4", "1/0", "1/10000", "a/b", "1/2/3", "-1/4", "3 /4"] {
            assert!(bad.parse::<Shard>().unwrap_err().contains("I/N"), "{bad}");
        }
    }
}
