//! What differs between a search of a table, a game of a match and a search of the survey. All else
//! about a run (journal, lock, workers, resume, shards) is the same for the three.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::estimate::Forecast;
use crate::record::key::UnitKey;
use crate::run::preview::{self, Preview};

/// What a unit leaves in the journal.
pub(crate) trait Outcome: Serialize + DeserializeOwned + Clone + PartialEq + Send {
    /// The unit that it is of.
    fn key(&self) -> UnitKey;

    /// Its size in nodes, where there is one.
    fn size(&self) -> Option<u64> {
        None
    }
}

/// What a worker is given beside the unit.
pub(crate) struct Watch<'a> {
    /// Set when the run is to end: a unit under way is given up at once.
    pub(crate) stop: &'a AtomicBool,
    /// Hears of nodes as they are searched.
    pub(crate) nodes: &'a (dyn Fn(u64) + Sync),
}

/// Units in the order of the work.
pub(crate) struct Arranged {
    /// Numbers of those left to do.
    pub(crate) queue: Vec<usize>,
    /// What all take.
    pub(crate) forecast: Forecast,
}

impl Arranged {
    /// Nobody knows what they take.
    pub(crate) fn unknown(queue: Vec<usize>) -> Arranged {
        Arranged { queue, forecast: Forecast::default() }
    }
}

/// What a run or a shard has to do, and what the journals have of it.
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
    /// What a worker keeps from one unit to the next, such as a transposition table.
    type Worker;
    /// What units are called, in the plural.
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

    /// Can shallow trials of all units tell their sizes?
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
    fn preview(&self, todo: &[usize], _threads: NonZeroUsize) -> anyhow::Result<Preview> {
        preview::first_unit(self, todo)
    }

    /// Bytes of a worker's transposition tables.
    fn worker_bytes(&self) -> u64;

    /// Is an outcome with the key of `unit` what the unit asks for?
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

    /// Has the run found out what it was to find out before all units are done?
    fn is_decided(&self) -> bool {
        false
    }

    /// A few words on how the run stands, for the line of progress.
    fn standing(&self) -> String {
        String::new()
    }
}
