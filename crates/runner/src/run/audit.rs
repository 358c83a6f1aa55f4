//! The determinism audit: the same searches with one thread and with several, in another order,
//! interrupted and resumed, and in shards. Equal, or the first difference.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, bail, ensure};

use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::base::terminal::print;
use crate::record::RunRecord;
use crate::record::folder::Folder;
use crate::record::manifest::Manifest;
use crate::run::execute::{collect, execute};
use crate::run::job::Job;
use crate::run::journal::{Files, Journal};
use crate::run::outcome::SearchOutcome;
use crate::run::search::Searches;
use crate::run::shard::{self, Division, Shard, in_turn};

/// Shards of the audit's division.
const SHARDS: u32 = 3;

/// A way to run the searches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// One thread, in the order of the records: the standard for the others.
    Plain,
    /// The same, repeated.
    Twice,
    /// Several threads, the most expensive first.
    Threads(NonZeroUsize),
    /// Two threads, in a shuffled order.
    Shuffled,
    /// Interrupted halfway, the journal's last record cut off, and resumed.
    Resumed,
    /// Divided into shards and merged.
    Sharded,
}

impl Way {
    /// All, the first to be compared with.
    pub(crate) fn all(threads: NonZeroUsize) -> [Way; 6] {
        let several = threads.saturating_add(1);
        let threads = Way::Threads(several);
        [Way::Plain, Way::Twice, threads, Way::Shuffled, Way::Resumed, Way::Sharded]
    }

    /// A short description for the screen.
    pub(crate) fn name(self) -> String {
        match self {
            Way::Plain => "1 thread".to_owned(),
            Way::Twice => "1 thread, again".to_owned(),
            Way::Threads(threads) => format!("{threads} threads"),
            Way::Shuffled => "2 threads, shuffled".to_owned(),
            Way::Resumed => "interrupted, cut and resumed".to_owned(),
            Way::Sharded => format!("{SHARDS} shards, merged"),
        }
    }

    /// Runs all searches this way; `scratch` is an empty folder.
    pub(crate) fn outcomes(
        self,
        work: &Searches,
        manifest: &Manifest,
        request: &serde_json::Value,
        scratch: &Path,
    ) -> anyhow::Result<Vec<SearchOutcome>> {
        let (one, two) = (NonZeroUsize::MIN, NonZeroUsize::MIN.saturating_add(1));
        let in_order: Vec<usize> = (0..work.units.len()).collect();
        match self {
            Way::Plain | Way::Twice => in_memory(work, &in_order, one),
            Way::Threads(threads) => in_memory(work, &work.order(), threads),
            Way::Shuffled => {
                let mut order = in_order;
                order.sort_by_key(|&unit| work.keys()[unit]); // digests are as good as dice
                in_memory(work, &order, two)
            }
            Way::Resumed => resumed(work, two, scratch),
            Way::Sharded => sharded(work, manifest, request, two, scratch),
        }
    }
}

fn in_memory(
    work: &Searches,
    order: &[usize],
    threads: NonZeroUsize,
) -> anyhow::Result<Vec<SearchOutcome>> {
    all(collect(work, order, threads, &Progress::hidden())?)
}

fn all(outcomes: Vec<Option<SearchOutcome>>) -> anyhow::Result<Vec<SearchOutcome>> {
    outcomes.into_iter().collect::<Option<_>>().context("a search is missing; please report")
}

fn resumed(
    work: &Searches,
    threads: NonZeroUsize,
    scratch: &Path,
) -> anyhow::Result<Vec<SearchOutcome>> {
    let (order, units, progress) = (work.order(), work.units.len(), Progress::hidden());
    let open = || Journal::open(work, &order, scratch, "audit", false);
    let (journal, _) = open()?;
    let (stop, half) = (AtomicBool::new(false), AtomicUsize::new(units.div_ceil(2)));
    execute(work, &order, threads, &stop, &progress, &|unit, outcome| {
        journal.keep(unit, &outcome)?;
        if half.fetch_sub(1, Ordering::Relaxed) <= 1 {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    })?;
    drop(journal);
    let path = scratch.join("audit.journal");
    let length = fs::metadata(&path)?.len();
    fs::OpenOptions::new().write(true).open(&path)?.set_len(length.saturating_sub(9))?;
    let (journal, _) = open()?;
    let todo: Vec<usize> = order.iter().copied().filter(|&unit| !journal.has(unit)).collect();
    ensure!(todo.len() < units || units < 3, "nothing was resumed, so this audit proves nothing");
    let keep = |unit, outcome| journal.keep(unit, &outcome);
    execute(work, &todo, threads, interrupt::flag(), &progress, &keep)?;
    all((0..units).map(|unit| journal.fetch(unit)).collect::<anyhow::Result<_>>()?)
}

fn sharded(
    work: &Searches,
    manifest: &Manifest,
    request: &serde_json::Value,
    threads: NonZeroUsize,
    scratch: &Path,
) -> anyhow::Result<Vec<SearchOutcome>> {
    let shares = in_turn(&work.order(), SHARDS);
    let division = Division::new(work, manifest, request, shares);
    let folder = Folder::open(scratch)?;
    let (mut files, mut outcomes) = (Files::default(), vec![None; work.units.len()]);
    for number in 1..=SHARDS {
        let shard = Shard { number, of: SHARDS };
        let own = collect(work, division.units(shard), threads, &Progress::hidden())?;
        shard::write(&folder, &division, shard, &|unit| Ok(own[unit].clone()))?;
        let path = scratch.join(shard.file_name());
        for (unit, place, _) in shard::read(&path, &division, shard, work, &mut files)? {
            outcomes[unit] = Some(files.fetch(place)?);
        }
    }
    all(outcomes)
}

/// Does the searches in every way, says so, and fails with the first difference.
pub(crate) fn audit(
    work: &Searches,
    ways: &[Way],
    outcomes: impl Fn(Way) -> anyhow::Result<Vec<SearchOutcome>>,
) -> anyhow::Result<()> {
    let mut plain: Option<Vec<SearchOutcome>> = None;
    for &way in ways {
        let outcomes = outcomes(way)?;
        let plain = plain.get_or_insert_with(|| outcomes.clone());
        compare(work, plain, &outcomes).with_context(|| format!("{} differs", way.name()))?;
        print(&format!("{:<30} {} searches, the same\n", way.name(), outcomes.len()))?;
    }
    Ok(())
}

/// Fails with the first difference.
fn compare(
    work: &Searches,
    plain: &[SearchOutcome],
    other: &[SearchOutcome],
) -> anyhow::Result<()> {
    for ((unit, plain), other) in work.units.iter().zip(plain).zip(other) {
        if plain == other {
            continue;
        }
        let (plain, other) = (plain.records(unit), other.records(unit));
        let place = format!("position {}, variant {}", unit.position.id, unit.searcher.spec());
        if plain.len() != other.len() {
            bail!("{place}: {} iterations, not {}", other.len(), plain.len());
        }
        if let Some((plain, other)) = plain.iter().zip(&other).find(|(a, b)| a != b) {
            let depth = plain.depth;
            bail!("{place}, depth {depth}: {}", first_field(plain, other)?);
        }
        bail!("{place}: another fingerprint or node limit");
    }
    Ok(())
}

/// The first column that differs, with both values.
pub(crate) fn first_field(plain: &RunRecord, other: &RunRecord) -> anyhow::Result<String> {
    let (plain, other) = (serde_json::to_value(plain)?, serde_json::to_value(other)?);
    let fields = plain.as_object().into_iter().flatten();
    let mut changed = fields.filter(|(name, value)| other.get(name) != Some(value));
    let text = changed.next().map(|(name, value)| {
        format!("{name} is {}, not {value}", other.get(name).unwrap_or(&serde_json::Value::Null))
    });
    Ok(text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    use crate::experiment::Experiment;
    use crate::experiment::plan::Plan;
    use crate::suite::LookupOptions;

    fn plan() -> Plan {
        let mut experiment = Experiment::of_the_paper("table4").unwrap();
        experiment.set_depth(3);
        experiment.set_suites(&["middlegames60".to_owned()]).unwrap();
        experiment.settings.hash_entries = 1 << 10;
        Plan::new(experiment, &LookupOptions::default(), NonZeroU32::new(2), &|_| panic!()).unwrap()
    }

    #[test]
    fn any_difference_fails_the_audit_and_is_named() {
        let plan = plan();
        let work = Searches::new(&plan);
        let order: Vec<usize> = (0..work.units.len()).collect();
        let plain = in_memory(&work, &order, NonZeroUsize::MIN).unwrap();
        let ways = Way::all(NonZeroUsize::MIN);
        audit(&work, &ways, |_| Ok(plain.clone())).unwrap();
        for wrong in &ways[1..] {
            let error = audit(&work, &ways, |way| {
                let mut outcomes = plain.clone();
                if way.name() == wrong.name() {
                    outcomes[4].rows.pop();
                }
                Ok(outcomes)
            });
            assert_eq!(error.unwrap_err().to_string(), format!("{} differs", wrong.name()));
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let plan = plan();
        let work = Searches::new(&plan);
        let order: Vec<usize> = (0..work.units.len()).collect();
        let plain = in_memory(&work, &order, NonZeroUsize::MIN).unwrap();
        compare(&work, &plain, &plain.clone()).unwrap();
        let mut other = plain.clone();
        other.swap(0, 3);
        let error = compare(&work, &plain, &other).unwrap_err().to_string();
        let unit = &work.units[0];
        let place = format!("position {}, variant {}", unit.position.id, unit.searcher.spec());
        assert!(error.starts_with(&place) && error.contains(", depth 1: "), "{error}");
        other = plain.clone();
        other[5].rows.pop();
        let error = compare(&work, &plain, &other).unwrap_err().to_string();
        assert!(error.contains("2 iterations, not 3"), "{error}");
    }
}
