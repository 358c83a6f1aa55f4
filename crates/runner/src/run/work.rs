//! The searches of a run and where their results are: what the journal already has is not searched
//! again. Records are read back one search at a time, so that a run holds none of them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use vnmp_engine::SearchSettings;

use crate::base::progress::Progress;
use crate::experiment::plan::Plan;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::record::key::UnitKey;
use crate::run::cost::most_expensive_first;
use crate::run::execute::{Finished, Sink};
use crate::run::journal::{Damage, Journal, JournalError, Place};
use crate::run::outcome::Outcome;

/// All searches of a plan.
pub(crate) struct Work<'a> {
    /// In the order of the records: by suite, position and variant.
    pub(crate) units: Vec<Unit<'a>>,
    /// The fingerprint of each.
    pub(crate) keys: Vec<UnitKey>,
    /// Their indices in the order of the work, the most expensive first.
    pub(crate) order: Vec<usize>,
    /// Settings of all.
    pub(crate) settings: &'a SearchSettings,
}

impl<'a> Work<'a> {
    /// The searches of `plan`.
    pub(crate) fn new(plan: &'a Plan) -> Work<'a> {
        let (units, settings) = (plan.units(), &plan.experiment.settings);
        let key = |unit: &Unit| {
            let position = &unit.position.position;
            match unit.searcher {
                Searcher::Variant(variant) => UnitKey::new(position, variant, settings),
                Searcher::Engine(engine) => UnitKey::of_other(position, engine, unit.depth),
            }
        };
        let keys = units.iter().map(key).collect();
        let order = most_expensive_first(&units);
        Work { units, keys, order, settings }
    }

    /// Which units need the search of each key.
    pub(crate) fn by_key(&self, wanted: &[usize]) -> BTreeMap<UnitKey, Vec<usize>> {
        let mut map = BTreeMap::<UnitKey, Vec<usize>>::new();
        for &unit in wanted {
            map.entry(self.keys[unit]).or_default().push(unit);
        }
        map
    }
}

/// The journal of a run, and where in it each search stands.
pub(crate) struct Results<'a> {
    work: &'a Work<'a>,
    journal: Journal,
    places: Mutex<Vec<Option<Place>>>,
}

impl<'a> Results<'a> {
    /// Opens the journals in `folder` and looks the `wanted` units up, unless `fresh`.
    /// What is damaged comes back beside.
    pub(crate) fn open(
        work: &'a Work<'a>,
        wanted: &[usize],
        folder: &Path,
        name: &str,
        fresh: bool,
    ) -> Result<(Results<'a>, Vec<Damage>), JournalError> {
        let mut places = vec![None; work.units.len()];
        let wanted = if fresh { BTreeMap::new() } else { work.by_key(wanted) };
        let (journal, damage) = Journal::open(folder, name, &mut |place, outcome| {
            for &unit in wanted.get(&outcome.key).into_iter().flatten() {
                if places[unit].is_none() && outcome.answers(&work.units[unit]) {
                    places[unit] = Some(place);
                }
            }
        })?;
        Ok((Results { work, journal, places: Mutex::new(places) }, damage))
    }

    /// Has the search of this unit been done?
    pub(crate) fn has(&self, unit: usize) -> bool {
        self.places()[unit].is_some()
    }

    /// What the search of a unit found; `None` if it has not been done.
    pub(crate) fn fetch(&self, unit: usize) -> Result<Option<Outcome>, JournalError> {
        let place = self.places()[unit];
        place.map(|place| self.journal.fetch(place)).transpose()
    }

    /// Waits until the disk has all of it.
    pub(crate) fn sync(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }

    /// A sink that keeps each search and moves the bar.
    pub(crate) fn keeper<'b>(&'b self, progress: &'b Progress) -> impl Sink + 'b {
        Keeper { results: self, progress }
    }

    fn places(&self) -> std::sync::MutexGuard<'_, Vec<Option<Place>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Keeper<'a> {
    results: &'a Results<'a>,
    progress: &'a Progress,
}

impl Sink for Keeper<'_> {
    fn iteration(&self, nodes: u64) {
        self.progress.iteration(nodes);
    }

    fn finished(&self, search: &Finished) -> io::Result<()> {
        let outcome = self.results.work.outcome(search);
        let place = self.results.journal.append(&outcome)?;
        self.results.places()[search.unit] = Some(place);
        self.progress.unit_done();
        Ok(())
    }
}

impl Work<'_> {
    /// What is kept of a finished search.
    pub(crate) fn outcome(&self, search: &Finished) -> Outcome {
        let position = &self.units[search.unit].position.position;
        Outcome::new(self.keys[search.unit], position, &search.found)
    }
}
