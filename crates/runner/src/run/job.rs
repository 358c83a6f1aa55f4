//! The differences between a search of a table, a game of a match and a search of the survey.
//! Everything else about a run (journal, lock, workers, resuming, shards) is shared.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::estimate::Forecast;
use crate::record::key::UnitKey;
use crate::run::preview::{self, Preview};

/// What a unit writes to the journal.
pub(crate) trait Outcome: Serialize + DeserializeOwned + Clone + PartialEq + Send {
    /// The unit that it is of.
    fn key(&self) -> UnitKey;

    /// Its size in nodes, where there is one.
    fn size(&self) -> Option<u64> {
        None
    }
}

/// What a worker gets besides the unit.
pub(crate) struct Watch<'a> {
    /// Set when the run is to end: the current unit is abandoned at once.
    pub(crate) stop: &'a AtomicBool,
    /// Called with the number of nodes as they are searched.
    pub(crate) nodes: &'a (dyn Fn(u64) + Sync),
}

/// Units in the order of the work.
pub(crate) struct Arranged {
    /// Numbers of the units left to do.
    pub(crate) queue: Vec<usize>,
    /// The cost of all units.
    pub(crate) forecast: Forecast,
}

impl Arranged {
    /// Units of unknown cost.
    pub(crate) fn unknown(queue: Vec<usize>) -> Arranged {
        Arranged { queue, forecast: Forecast::default() }
    }
}

/// The units of a run or a shard, and which of them the journals have.
pub(crate) struct Wanted<'a, O> {
    /// All its units, in the order of [`Job::order`].
    pub(crate) units: &'a [usize],
    /// Those that the journals do not have.
    pub(crate) todo: Vec<usize>,
    /// The outcome of one that they have.
    pub(crate) fetch: &'a dyn Fn(usize) -> anyhow::Result<Option<O>>,
}

/// The units of a run, by number.
pub(crate) trait Job: Sync + Sized {
    /// What a unit leaves.
    type Outcome: Outcome;
    /// What a worker reuses between units, such as a transposition table.
    type Worker;
    /// The name of units, in the plural.
    const UNITS: &'static str;
    /// Ending of the journals' names.
    const JOURNAL: &'static str;
    /// Are results of some of the units worth writing when a run is interrupted?
    const PARTIAL: bool = false;

    /// Fingerprint of each unit: equal keys, equal outcomes.
    fn keys(&self) -> &[UnitKey];

    /// The order in which units are dealt out to shards and begun.
    fn order(&self) -> Vec<usize> {
        (0..self.keys().len()).collect()
    }

    /// A better order for the units left to do, if it can be found quickly, and what they are expected
    /// to take.
    ///
    /// # Errors
    /// As those of `execute`.
    fn arrange(
        &self,
        wanted: Wanted<Self::Outcome>,
        _threads: NonZeroUsize,
        _stop: &AtomicBool,
    ) -> anyhow::Result<Arranged> {
        Ok(Arranged::unknown(wanted.todo))
    }

    /// Can shallow trials predict the size of every unit?
    fn has_trials(&self) -> bool {
        false
    }

    /// Nodes of shallow trials of some units, in their order; `None` if it was stopped.
    ///
    /// # Errors
    /// As those of `execute`.
    fn trials(
        &self,
        _units: &[usize],
        _threads: NonZeroUsize,
        _stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<u64>>> {
        Ok(None)
    }

    /// Units of one kin, such as the variants of a position, have about the same size.
    fn kin(&self, unit: usize) -> u64 {
        unit as u64
    }

    /// What the units of `todo` will take, from a few seconds' work on some of them.
    ///
    /// # Errors
    /// As those of `execute`.
    fn preview(&self, todo: &[usize], threads: NonZeroUsize) -> anyhow::Result<Preview> {
        preview::first_unit(self, todo, threads)
    }

    /// Does a unit wait for a clock or another program, so that it takes longer than its processor time?
    fn waits(&self) -> bool {
        false
    }

    /// Bytes of a worker's transposition tables.
    fn worker_bytes(&self) -> u64;

    /// Does an outcome with the key of `unit` satisfy the unit?
    fn answers(&self, _unit: usize, _outcome: &Self::Outcome) -> bool {
        true
    }

    /// A worker.
    ///
    /// # Errors
    /// When it does not fit into memory.
    fn worker(&self) -> anyhow::Result<Self::Worker>;

    /// Does a unit; `None` if it was stopped.
    ///
    /// # Errors
    /// When the run cannot go on.
    fn perform(
        &self,
        unit: usize,
        worker: &mut Self::Worker,
        watch: &Watch,
    ) -> anyhow::Result<Option<Self::Outcome>>;

    /// Hears of every outcome, whether found in the journal or made just now.
    fn note(&self, _unit: usize, _outcome: &Self::Outcome) {}

    /// Is the run's question decided before all units are done?
    fn is_decided(&self) -> bool {
        false
    }

    /// The state of the run in a few words, for the progress line.
    fn standing(&self) -> String {
        String::new()
    }
}
