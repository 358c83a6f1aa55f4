//! `division.json`: what all shards of a run must agree on. The first shards make it, from trials
//! where the job has them; all others read it.

use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{DIVISION_FILE, MOST_SHARDS, Shard, deal, trials};
use crate::base::digest::sha256;
use crate::base::{file, json};
use crate::record::folder::Folder;
use crate::record::key::UnitKey;
use crate::record::manifest::Manifest;
use crate::run::job::Job;
use crate::run::session::{Options, shown};

/// Everything that the shards of a run must agree on.
#[derive(Serialize, Deserialize)]
pub(crate) struct Division {
    /// The request for the run, so that `merge` can plan it again.
    pub(crate) request: serde_json::Value,
    /// What the run is: also the identities of other engines, which `merge` does not start.
    pub(crate) manifest: Manifest,
    /// Of all units, in the order of the job.
    keys: Vec<UnitKey>,
    /// The units of each shard, by number from 0, in the order in which they are begun.
    shares: Vec<Vec<usize>>,
}

impl Division {
    /// A run with these shares.
    pub(crate) fn new<J: Job>(
        job: &J,
        manifest: &Manifest,
        request: &serde_json::Value,
        shares: Vec<Vec<usize>>,
    ) -> Division {
        let (request, manifest) = (request.clone(), manifest.clone());
        Division { request, manifest, keys: job.keys().to_vec(), shares }
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
        let (shards, path) = (division.shares.len(), path.display());
        ensure!(
            (1..=MOST_SHARDS as usize).contains(&shards),
            "{path}: {shards} is no number of shards"
        );
        let mut units: Vec<usize> = division.shares.concat();
        units.sort_unstable();
        ensure!(
            units.into_iter().eq(0..division.keys.len()),
            "{path}: the shards do not have each unit once"
        );
        Ok(division)
    }

    /// Number of shards.
    pub(crate) fn shards(&self) -> u32 {
        self.shares.len() as u32
    }

    /// Number of units.
    pub(crate) fn all(&self) -> usize {
        self.keys.len()
    }

    /// The units of a shard, in the order of the work.
    pub(crate) fn units(&self, shard: Shard) -> &[usize] {
        self.shares.get(shard.number as usize - 1).map_or(&[], Vec::as_slice)
    }

    /// The request for the run.
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

    /// The same with today's units, run and request, to be compared.
    pub(crate) fn again<J: Job>(
        &self,
        job: &J,
        manifest: &Manifest,
        request: &serde_json::Value,
    ) -> Division {
        Division::new(job, manifest, request, self.shares.clone())
    }
}

/// The division of the run that `shard` belongs to. Where there is none, trials are made, shared by
/// all running shards; the first to have them writes the division.
///
/// # Errors
/// When the folder holds another division, or the user interrupts.
pub(crate) fn divide<J: Job>(
    job: &J,
    manifest: &Manifest,
    request: &serde_json::Value,
    shard: Shard,
    options: &Options,
    shards: &Folder,
) -> anyhow::Result<Division> {
    let path = shards.path().join(DIVISION_FILE);
    while !path.exists() {
        let shares = match job.has_trials() {
            true => trials::of_all(job, manifest, shard, options, shards)?
                .map(|nodes| deal::by_trials(&nodes, |unit| job.kin(unit), shard.of)),
            false => Some(deal::in_turn(&job.order(), shard.of)),
        };
        let Some(shares) = shares else { continue }; // another has made it meanwhile
        let division = Division::new(job, manifest, request, shares);
        shards.claim_file(DIVISION_FILE, json::pretty(&division).as_bytes())?;
    }
    let found = file::read_text(&path)?;
    let division = Division::open(shards.path()).ok().filter(|division| {
        let again = division.again(job, manifest, request);
        division.shards() == shard.of && json::pretty(&again) == found
    });
    division.with_context(|| {
        let (path, shards) = (path.display(), shown(shards.path()));
        format!(
            "{path} divides another run, or this one into another number of shards; give another \
             folder with --out, or remove {shards}"
        )
    })
}
