//! Shards: one run divided among computers that share only a folder. `shards/division.json`
//! records which units each has; its digest is in every shard file. A shard file appears whole or not
//! at all.

mod check;
mod deal;
mod division;
#[cfg(test)]
mod replay_tests;
mod trials;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub(crate) use check::{find_stray, read};
pub(crate) use deal::in_turn;
pub(crate) use division::{Division, divide};

use crate::base::file;
use crate::record::folder::Folder;
use crate::run::job::Outcome;
use crate::run::journal::encode;
use crate::run::session::{Fetch, whole};

/// Folder of the shards within the run's folder.
pub(crate) const FOLDER: &str = "shards";
/// Name of the division's file.
pub(crate) const DIVISION_FILE: &str = "division.json";
/// Ending of a shard's name.
const EXTENSION: &str = "shard";
/// Roughly the largest size of a cluster's job array; file names have four digits.
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
    /// `shard-0003-of-0040`.
    pub(crate) fn stem(self) -> String {
        format!("shard-{:04}-of-{:04}", self.number, self.of)
    }

    /// Name of its file.
    pub(crate) fn file_name(self) -> String {
        format!("{}.{EXTENSION}", self.stem())
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
    fetch: &Fetch<O>,
) -> anyhow::Result<()> {
    let units = division.units(shard);
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
    fn a_shard_is_a_number_from_1_of_a_number() {
        assert_eq!("3/40".parse(), Ok(Shard { number: 3, of: 40 }));
        for bad in ["", "3", "0/4", "5/4", "1/0", "1/10000", "a/b", "1/2/3", "-1/4", "3 /4"] {
            assert!(bad.parse::<Shard>().unwrap_err().contains("I/N"), "{bad}");
        }
    }
}
