//! Where the outcome of each unit stands: what the journal already has is not done again. Outcomes are
//! read back one at a time, so that a run holds none of them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::record::key::UnitKey;
use crate::run::job::{Job, Outcome};
use crate::run::journal::{Journal, Place};

/// The journal of a run, and where in it each unit stands.
pub(crate) struct Results {
    journal: Journal,
    places: Mutex<Vec<Option<Place>>>,
}

impl Results {
    /// Opens the journals in `folder` and looks the `wanted` units up, unless `fresh`.
    /// What is damaged comes back beside.
    ///
    /// # Errors
    /// As those of [`Journal::open`].
    pub(crate) fn open<J: Job>(
        job: &J,
        wanted: &[usize],
        folder: &Path,
        name: &str,
        fresh: bool,
    ) -> anyhow::Result<(Results, Vec<String>)> {
        let keys = job.keys();
        let mut units = BTreeMap::<UnitKey, Vec<usize>>::new();
        for &unit in wanted.iter().filter(|_| !fresh) {
            units.entry(keys[unit]).or_default().push(unit);
        }
        let mut places = vec![None; keys.len()];
        let (journal, damage) =
            Journal::open(folder, name, J::JOURNAL, &mut |place, outcome: J::Outcome| {
                for &unit in units.get(&outcome.key()).into_iter().flatten() {
                    if job.answers(unit, &outcome) {
                        places[unit] = Some(place); // the last of several: games on a clock differ
                        job.note(unit, &outcome);
                    }
                }
            })?;
        Ok((Results { journal, places: Mutex::new(places) }, damage))
    }

    /// Has this unit been done?
    pub(crate) fn has(&self, unit: usize) -> bool {
        self.places()[unit].is_some()
    }

    /// The outcome of a unit; `None` if it has not been done.
    ///
    /// # Errors
    /// When the journal has changed, or cannot be read.
    pub(crate) fn fetch<O: Outcome>(&self, unit: usize) -> anyhow::Result<Option<O>> {
        let place = self.places()[unit];
        place.map(|place| self.journal.fetch(place)).transpose()
    }

    /// Waits until the disk has all of it.
    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        self.journal.sync()
    }

    /// Keeps the outcome of a unit.
    pub(crate) fn keep(&self, unit: usize, outcome: &impl Outcome) -> io::Result<()> {
        let place = self.journal.append(outcome)?;
        self.places()[unit] = Some(place);
        Ok(())
    }

    fn places(&self) -> MutexGuard<'_, Vec<Option<Place>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
