//! Trials before a division, made by all shards that are at work, a block each. A block is done by the first
//! to claim it; once all are claimed, those without a result are redone, because their owner may have died.
//! Blocks have the same nodes on every machine.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{DIVISION_FILE, Shard};
use crate::base::digest::sha256;
use crate::base::file::{self, FileError};
use crate::base::{interrupt, json};
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::run::job::Job;
use crate::run::session::Options;

/// Folder of the blocks within that of the shards.
const FOLDER: &str = "trials";

/// A block's file.
#[derive(Serialize, Deserialize)]
struct Block {
    /// Digest of the run and its units.
    run: String,
    /// Nodes of each of its units.
    nodes: Vec<u64>,
}

/// The trials of a run, in blocks: each has every Nth unit.
struct Trials<'a, J: Job> {
    job: &'a J,
    options: &'a Options,
    folder: PathBuf,
    blocks: usize,
    run: String,
}

/// Nodes of the trials of all units; `None` if another shard has made the division meanwhile.
///
/// # Errors
/// When a trial fails, a file cannot be written, or the user interrupts.
pub(super) fn of_all<J: Job>(
    job: &J,
    manifest: &Manifest,
    shard: Shard,
    options: &Options,
    shards: &Folder,
) -> anyhow::Result<Option<Vec<u64>>> {
    let (blocks, own) = (shard.of as usize, shard.number as usize - 1);
    let keys: Vec<String> = job.keys().iter().map(ToString::to_string).collect();
    let run = sha256(format!("{} {blocks} {keys:?}", manifest.fingerprint).as_bytes());
    let folder = shards.path().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|e| FileError::new("create the folder", &folder, e))?;
    let trials = Trials { job, options, folder, blocks, run };
    let around = || (own..blocks).chain(0..own);
    for block in around().filter(|&block| trials.begins(block)).chain(around()) {
        if shards.path().join(DIVISION_FILE).exists() {
            return Ok(None);
        }
        if trials.found(block).is_none() {
            trials.make(block)?;
        }
    }
    let mut nodes = vec![0; job.keys().len()];
    for block in 0..blocks {
        let found = trials.found(block).context("a block of trials is gone; start again")?;
        trials.units(block).into_iter().zip(found).for_each(|(unit, found)| nodes[unit] = found);
    }
    Ok(Some(nodes))
}

impl<J: Job> Trials<'_, J> {
    fn units(&self, block: usize) -> Vec<usize> {
        (block..self.job.keys().len()).step_by(self.blocks).collect()
    }

    fn file(&self, block: usize, ending: &str) -> PathBuf {
        self.folder.join(format!("{:04}.{ending}", block + 1))
    }

    /// Is this the first to begin the block? Only who makes it depends on the answer.
    fn begins(&self, block: usize) -> bool {
        matches!(file::create(&self.file(block, "begun"), b""), Ok(true))
    }

    /// Its nodes, if they are there and of this run.
    fn found(&self, block: usize) -> Option<Vec<u64>> {
        let text = file::read_text(&self.file(block, "json")).ok()?;
        let found: Block = serde_json::from_str(&text).ok()?;
        (found.run == self.run && found.nodes.len() == self.units(block).len())
            .then_some(found.nodes)
    }

    fn make(&self, block: usize) -> anyhow::Result<()> {
        let (units, threads) = (self.units(block), self.options.threads);
        let nodes = self.job.trials(&units, threads, interrupt::flag())?;
        let nodes = nodes.context("interrupted during the trials; the same command goes on")?;
        let block_of_run = Block { run: self.run.clone(), nodes };
        file::write(&self.file(block, "json"), json::pretty(&block_of_run).as_bytes())?;
        Ok(())
    }
}
