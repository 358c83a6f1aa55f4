//! The units of a census: a position and a variant each, searched with a listener, and then the nodes
//! that were drawn.

use std::num::NonZeroU64;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use vnmp_engine::{Census as Listening, Limits, Sample, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

use super::{Cell, CensusRecord, Draw};
use crate::experiment::plan::Plan;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::record::key::{ENGINE_SIGNATURE, ENGINE_SOURCE, UnitKey};
use crate::record::manifest::CensusEntry;
use crate::run::job::{Job, Outcome, Watch};
use crate::run::preview::TABLE_ENTRY;

/// Output of a unit: a record for each cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CensusOutcome {
    key: UnitKey,
    pub(crate) records: Vec<CensusRecord>,
}

impl Outcome for CensusOutcome {
    fn key(&self) -> UnitKey {
        self.key
    }
}

/// All units of a census, in the order of the records: by suite, position and variant.
pub(crate) struct Census<'a> {
    units: Vec<Unit<'a>>,
    settings: &'a SearchSettings,
    entry: CensusEntry,
    keys: Vec<UnitKey>,
    /// The tester: a search without null moves and rules.
    judge: Variant,
}

impl<'a> Census<'a> {
    /// Of the searches of a plan without other engines, which report no node.
    ///
    /// # Errors
    /// None, as long as there is a variant without null moves.
    pub(crate) fn new(plan: &'a Plan, entry: CensusEntry) -> anyhow::Result<Census<'a>> {
        let (units, settings) = (plan.units(), &plan.experiment.settings);
        let keys = units.iter().map(|unit| key(unit, settings, &entry)).collect();
        Ok(Census { units, settings, entry, keys, judge: Variant::parse("none")? })
    }

    /// Searches a node again: is the claim wrong? `None` at the node limit.
    fn is_wrong(
        &self,
        sample: &Sample,
        table: &mut TranspositionTable,
        watch: &Watch,
    ) -> Option<bool> {
        let nodes = Some(self.entry.limit.get());
        let limits = Limits { nodes, stop: Some(watch.stop), ..Limits::default() };
        let value = self.judge.search_again(sample, self.settings, &limits, table)?;
        Some(!sample.is_right(value))
    }
}

/// Everything that determines a unit's records, as text.
fn key(unit: &Unit, settings: &SearchSettings, entry: &CensusEntry) -> UnitKey {
    let CensusEntry { per_cell, seed, limit } = entry;
    let text = format!(
        "vnmp census 2\nengine {ENGINE_SIGNATURE} {ENGINE_SOURCE}\nposition {}\nentry {} {}\n\
         variant {}\ndepth {}\nnodes {:?}\nsample {per_cell} {seed} {limit}\n",
        unit.position.position.to_fen(),
        unit.position.index,
        unit.position.id,
        unit.searcher.spec(),
        unit.depth,
        unit.node_limit,
    );
    UnitKey::with(&text, settings.describe())
}

impl Job for Census<'_> {
    type Outcome = CensusOutcome;
    type Worker = TranspositionTable;
    const UNITS: &'static str = "searches";
    const JOURNAL: &'static str = "census";

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn worker_bytes(&self) -> u64 {
        (self.settings.hash_entries * TABLE_ENTRY) as u64
    }

    fn worker(&self) -> anyhow::Result<TranspositionTable> {
        Ok(TranspositionTable::try_new(self.settings.hash_entries)?)
    }

    fn perform(
        &self,
        unit: usize,
        table: &mut TranspositionTable,
        watch: &Watch,
    ) -> anyhow::Result<Option<CensusOutcome>> {
        let Unit { position, searcher, depth, node_limit, .. } = self.units[unit];
        let Searcher::Variant(variant) = searcher else { return Ok(None) };
        let seed = self.entry.seed ^ position.position.key();
        let draw = Mutex::new(Draw::new(variant, self.entry.per_cell, seed));
        let listener = |sample: &Sample| {
            if let Ok(mut draw) = draw.lock() {
                draw.hear(sample);
            }
        };
        let census = Some(Listening { seed, every: NonZeroU64::MIN, listener: &listener });
        let limits = Limits {
            depth,
            nodes: node_limit,
            stop: Some(watch.stop),
            census,
            ..Limits::default()
        };
        let found = variant.search(&position.position, self.settings, &limits, table, &mut |_| {});
        let nodes = found.last().map_or(0, |last| last.counts.nodes());
        (watch.nodes)(nodes);
        let draw = draw.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let search = CensusRecord {
            index: position.index,
            id: position.id.clone(),
            variant: variant.spec(),
            nodes,
            ..CensusRecord::default()
        };
        let mut records = Vec::new();
        for (cell, total, samples) in draw.cells() {
            let Cell { claim, depth, r, side, phase } = cell;
            let tests = samples.iter().map(|sample| self.is_wrong(sample, table, watch));
            let tests: Vec<Option<bool>> = tests.collect();
            let count = |result| tests.iter().filter(|test| **test == result).count() as u64;
            records.push(CensusRecord {
                claim: claim.into_owned(),
                depth,
                r,
                side: side.to_owned(),
                phase: phase.to_owned(),
                total,
                tested: count(Some(true)) + count(Some(false)),
                wrong: count(Some(true)),
                unfinished: count(None),
                ..search.clone()
            });
        }
        if records.is_empty() {
            records.push(search); // other variants' nodes are compared with its own
        }
        let is_stopped = watch.stop.load(Ordering::Relaxed);
        Ok((!is_stopped).then_some(CensusOutcome { key: self.keys[unit], records }))
    }
}
