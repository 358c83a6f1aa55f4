//! The searches of the survey as units of work: one position by one method, to all its depths. A direct
//! method needs a search for each depth, an iterated one a single search.

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use vnmp_engine::{
    SurveyIteration, SurveyLimits, SurveySettings, TranspositionTable, measured_minimal_tree,
    survey_search,
};

use super::SurveyMethod;
use super::experiment::Experiment;
use super::record::{MINIMAL, SurveyRecord, TimeRecord};
use crate::record::key::{ENGINE_SIGNATURE, ENGINE_SOURCE, UnitKey};
use crate::run::job::{Job, Outcome, Watch};
use crate::run::preview::TABLE_ENTRY;
use crate::suite::EpdRecord;

/// A search shorter than this is repeated, and the shortest time counts.
const LONG_ENOUGH_S: f64 = 0.05;
/// At most this many times.
const REPETITIONS: u32 = 7;

/// The method of a unit; `None` is the measured minimal tree.
type Method<'a> = Option<&'a SurveyMethod>;
type Rows = (Vec<SurveyRecord>, Vec<TimeRecord>);

/// Output of a unit: a row for each depth and its processor times (none for the minimal tree).
///
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurveyOutcome {
    key: UnitKey,
    /// One for each depth.
    pub(crate) records: Vec<SurveyRecord>,
    /// In the same order.
    pub(crate) times: Vec<TimeRecord>,
}

impl Outcome for SurveyOutcome {
    fn key(&self) -> UnitKey {
        self.key
    }
}

/// All searches of an experiment, in the order of the records: by method and position, the minimal
/// tree last.
pub(crate) struct Comparison<'a> {
    experiment: &'a Experiment,
    units: Vec<(Method<'a>, &'a EpdRecord)>,
    keys: Vec<UnitKey>,
}

impl<'a> Comparison<'a> {
    /// Of an experiment on some positions.
    pub(crate) fn new(experiment: &'a Experiment, positions: &'a [EpdRecord]) -> Comparison<'a> {
        let methods = experiment.methods.iter().map(Some);
        let methods = methods.chain(experiment.minimal.then_some(None));
        let units: Vec<(Method, &EpdRecord)> =
            methods.flat_map(|method| positions.iter().map(move |p| (method, p))).collect();
        let keys = units.iter().map(|(method, unit)| key(experiment, *method, unit)).collect();
        Comparison { experiment, units, keys }
    }

    /// The position of a unit.
    pub(crate) fn position(&self, unit: usize) -> &'a EpdRecord {
        self.units[unit].1
    }
}

/// All that determines the rows of a unit, in words.
fn key(experiment: &Experiment, method: Method, unit: &EpdRecord) -> UnitKey {
    let EpdRecord { index, id, position, task, .. } = unit;
    let (spec, settings) = match method {
        Some(method) => (method.spec.as_str(), &method.settings),
        None => (MINIMAL, &experiment.settings),
    };
    let text = format!(
        "vnmp survey 1\nengine {ENGINE_SIGNATURE} {ENGINE_SOURCE}\nposition {}\nentry {index} {id}\n\
         task {}\nmethod {spec}\ndepths {:?}\n",
        position.to_fen(),
        task.text(position),
        experiment.depths
    );
    UnitKey::with(&text, settings.describe())
}

impl Job for Comparison<'_> {
    type Outcome = SurveyOutcome;
    type Worker = ();
    const UNITS: &'static str = "searches";
    const JOURNAL: &'static str = "survey";

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    /// By position: whatever else the machine does for a while then slows all methods of a position, and no
    /// method alone.
    fn order(&self) -> Vec<usize> {
        let mut units: Vec<usize> = (0..self.units.len()).collect();
        units.sort_by_key(|&unit| self.position(unit).index);
        units
    }

    fn answers(&self, unit: usize, outcome: &SurveyOutcome) -> bool {
        let (method, EpdRecord { index, id, .. }) = self.units[unit];
        let name = method.map_or(MINIMAL, |method| method.spec.as_str());
        let due = self.experiment.depths.iter().map(|depth| (index, name, depth));
        let records = outcome.records.iter().map(|r| (&r.index, r.method.as_str(), &r.depth));
        let times = outcome.times.iter().map(|t| (&t.index, t.method.as_str(), &t.depth));
        let is_timed = if method.is_some() { times.eq(due.clone()) } else { times.len() == 0 };
        is_timed && records.eq(due) && outcome.records.iter().all(|record| record.id == *id)
    }

    fn worker_bytes(&self) -> u64 {
        let largest = self.experiment.methods.iter().map(|m| m.settings.table_entries).max();
        (largest.unwrap_or(0) * TABLE_ENTRY) as u64
    }

    fn worker(&self) -> anyhow::Result<()> {
        // a table too large for the memory is refused before any search begins
        let largest = self.experiment.methods.iter().map(|m| m.settings.table_entries).max();
        Ok(TranspositionTable::try_new(largest.unwrap_or(0)).map(drop)?)
    }

    fn perform(
        &self,
        unit: usize,
        _: &mut (),
        watch: &Watch,
    ) -> anyhow::Result<Option<SurveyOutcome>> {
        let (method, position) = self.units[unit];
        let rows = match method {
            Some(method) => search(self.experiment, method, position, watch.stop),
            None => minimal(self.experiment, position, watch.stop),
        };
        let Some((records, times)) = rows else { return Ok(None) };
        (watch.nodes)(records.iter().map(SurveyRecord::nodes).max().unwrap_or(0));
        Ok(Some(SurveyOutcome { key: self.keys[unit], records, times }))
    }
}

/// All depths of a position by one method; `None` if told to stop.
fn search(
    experiment: &Experiment,
    method: &SurveyMethod,
    unit: &EpdRecord,
    stop: &AtomicBool,
) -> Option<Rows> {
    let deepest = experiment.depths.last().copied()?;
    let searches =
        if method.settings.iterative { vec![deepest] } else { experiment.depths.clone() };
    let mut rows = Rows::default();
    let mut table = TranspositionTable::new(method.settings.table_entries);
    // or the first search would pay for memory that the system hands out at first use
    table.get_ready(method.settings.table_entries);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{ReadOptions, Suite};

    #[test]
    fn an_outcome_answers_its_own_unit_and_no_other() {
        let mut experiment = Experiment::load("figure8").unwrap();
        experiment.set_methods("ab,iter").unwrap();
        experiment.set_depth(2);
        let text = "8/8/8/8/8/4k3/4p3/K7 b - - id \"a\";\n8/8/8/8/8/4k3/4p3/2K5 w - - id \"b\";\n";
        let options = ReadOptions { skip_bad: false, discard: false };
        let suite = Suite::read("s", "s.epd", text.as_bytes(), options).unwrap();
        let job = Comparison::new(&experiment, &suite.positions);
        let watch = Watch { stop: &AtomicBool::new(false), nodes: &|_| {} };
        // units are by method, the minimal tree last, and begun by position
        assert_eq!(job.order(), [0, 2, 4, 1, 3, 5]);
        let outcomes: Vec<SurveyOutcome> =
            (0..6).map(|unit| job.perform(unit, &mut (), &watch).unwrap().unwrap()).collect();
        for (unit, outcome) in outcomes.iter().enumerate() {
            assert!(job.answers(unit, outcome), "{unit}");
            assert!((0..6).all(|other| other == unit || !job.answers(other, outcome)), "{unit}");
            let cut = SurveyOutcome { records: Vec::new(), ..outcome.clone() };
            assert!(!job.answers(unit, &cut), "{unit}");
            let mut renamed = outcome.clone();
            renamed.records[0].id = "c".to_owned();
            assert!(!job.answers(unit, &renamed), "{unit}");
        }
        let untimed = SurveyOutcome { times: Vec::new(), ..outcomes[0].clone() };
        assert!(!job.answers(0, &untimed));
    }
}
