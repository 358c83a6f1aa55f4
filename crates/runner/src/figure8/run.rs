//! From positions and methods to records and times. A unit is one position searched by one method;
//! workers take the units one by one, and the records come out in the same order whatever their
//! number. A direct method needs a search for each depth, an iterated one a single search.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;
use vnmp_engine::{
    SurveyIteration, SurveyLimits, SurveySettings, TranspositionTable, measured_minimal_tree,
    survey_search,
};

use super::experiment::Experiment;
use super::record::{MINIMAL, SurveyRecord, TimeRecord};
use crate::base::progress::Progress;
use crate::suite::EpdRecord;

/// A search shorter than this is repeated, and the least time counts.
const LONG_ENOUGH_S: f64 = 0.05;
/// At most so often.
const REPETITIONS: u32 = 7;

/// What a run leaves.
pub(crate) struct Results {
    /// In the order of methods, positions, depths; the minimal tree last.
    pub(crate) records: Vec<SurveyRecord>,
    /// In the same order, without the minimal tree.
    pub(crate) times: Vec<TimeRecord>,
}

/// The method of a unit; `None` is the measured minimal tree.
type Method<'a> = Option<&'a super::SurveyMethod>;
type Rows = (Vec<SurveyRecord>, Vec<TimeRecord>);

/// Number of units of an experiment on so many positions.
pub(crate) fn units(experiment: &Experiment, positions: usize) -> usize {
    positions * (experiment.methods.len() + usize::from(experiment.minimal))
}

/// Runs an experiment.
pub(crate) fn run(
    experiment: &Experiment,
    positions: &[EpdRecord],
    threads: NonZeroUsize,
    stop: &AtomicBool,
    progress: &Progress,
) -> anyhow::Result<Results> {
    let methods = experiment.methods.iter().map(Some);
    let methods: Vec<Method> = methods.chain(experiment.minimal.then_some(None)).collect();
    let units: Vec<(Method, &EpdRecord)> = methods
        .iter()
        .flat_map(|&method| positions.iter().map(move |position| (method, position)))
        .collect();
    let threads = threads.get().min(units.len().max(1));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .with_context(|| format!("cannot start {threads} threads; try a smaller --threads"))?;
    // a table too large for the memory is refused before any search begins
    let largest = experiment.methods.iter().map(|method| method.settings.table_entries).max();
    TranspositionTable::try_new(largest.unwrap_or(0))?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Rows>>> = Mutex::new(vec![None; units.len()]);
    pool.broadcast(|_| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(method, position)) = units.get(index) else { return };
            let rows = match method {
                Some(method) => search(experiment, method, position, stop),
                None => minimal(experiment, position, stop),
            };
            let Some(rows) = rows else { return };
            let nodes = rows.0.iter().map(SurveyRecord::nodes).max();
            progress.search_done(nodes.unwrap_or(0));
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(rows);
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let done = results.iter().flatten().count();
    ensure!(done == units.len(), "interrupted: {done} of {} searches were complete", units.len());
    let (mut records, mut times) = (Vec::new(), Vec::new());
    for (unit_records, unit_times) in results.into_iter().flatten() {
        records.extend(unit_records);
        times.extend(unit_times);
    }
    Ok(Results { records, times })
}

/// All depths of a position by one method; `None` if told to stop.
fn search(
    experiment: &Experiment,
    method: &super::SurveyMethod,
    unit: &EpdRecord,
    stop: &AtomicBool,
) -> Option<Rows> {
    let deepest = experiment.depths.last().copied()?;
    let searches =
        if method.settings.iterative { vec![deepest] } else { experiment.depths.clone() };
    let mut rows = Rows::default();
    let mut table = TranspositionTable::new(method.settings.table_entries);
    for depth in searches {
        let results = timed_search(&method.settings, unit, depth, &mut table, stop)?;
        let wanted = results.iter().filter(|(i, _)| experiment.depths.contains(&i.depth));
        for (iteration, cpu_s) in wanted {
            rows.0.push(SurveyRecord::of_iteration(unit, &method.spec, iteration));
            rows.1.push(TimeRecord {
                index: unit.index,
                method: method.spec.clone(),
                depth: iteration.depth,
                cpu_s: *cpu_s,
            });
        }
    }
    Some(rows)
}

/// The results of one search with the processor time since its beginning, in seconds.
fn timed_search(
    settings: &SurveySettings,
    unit: &EpdRecord,
    depth: u8,
    table: &mut TranspositionTable,
    stop: &AtomicBool,
) -> Option<Vec<(SurveyIteration, f64)>> {
    let limits = SurveyLimits { depth, nodes: None, stop: Some(stop) };
    let mut best: Vec<(SurveyIteration, f64)> = Vec::new();
    for _ in 0..REPETITIONS {
        let mut times = Vec::new();
        let clock = ThreadTime::now();
        let results = survey_search(&unit.position, settings, &limits, table, &mut |_| {
            times.push(clock.elapsed())
        });
        let times = times.iter().map(std::time::Duration::as_secs_f64);
        if results.last().is_none_or(|last| last.depth < depth) {
            return None;
        }
        if best.is_empty() {
            best = results.into_iter().zip(times).collect();
        } else {
            for ((_, least), time) in best.iter_mut().zip(times) {
                *least = least.min(time);
            }
        }
        if best.last().is_some_and(|last| last.1 > LONG_ENOUGH_S) {
            break;
        }
    }
    Some(best)
}

fn minimal(experiment: &Experiment, unit: &EpdRecord, stop: &AtomicBool) -> Option<Rows> {
    let mut rows = Rows::default();
    for &depth in &experiment.depths {
        let limits = SurveyLimits { depth, nodes: None, stop: Some(stop) };
        let tree = measured_minimal_tree(&unit.position, &experiment.settings, &limits)?;
        let mate = tree.score.mate_in();
        rows.0.push(SurveyRecord {
            score_cp: mate.is_none().then_some(tree.score.0),
            mate,
            ..SurveyRecord::counted(unit, MINIMAL, depth, &tree.counts)
        });
    }
    Some(rows)
}
