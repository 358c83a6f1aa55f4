//! The result of one search, as kept in journals and shards: iterations without the suite's
//! index, id and task, so that every table that needs the same search can use it.

use serde::{Deserialize, Serialize};
use vnmp_engine::{Iteration, Position};

use crate::base::notation;
use crate::engines::{Analysis, AnalysisRow};
use crate::experiment::unit::Unit;
use crate::record::RunRecord;
use crate::record::key::UnitKey;
use crate::run::job::Outcome;
use crate::suite::EpdRecord;

/// A finished search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchOutcome {
    /// What was searched.
    pub(crate) key: UnitKey,
    /// The node limit that ended the search, if one did.
    pub(crate) limit: Option<u64>,
    /// The iterations of the depths 1, 2, ...
    pub(crate) rows: Vec<Row>,
    /// Instead, those of another engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) analysis: Option<Analysis>,
}

/// One iteration; counts are cumulative, as in [`RunRecord`]. Moves are in long algebraic notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    main: u64,
    quiescence: u64,
    null_tried: u64,
    null_cut: u64,
    verifications: u64,
    researches: u64,
    researches_below_beta: u64,
    score_cp: Option<i32>,
    mate: Option<i32>,
    best_move: Option<String>,
    pv: String,
}

impl Outcome for SearchOutcome {
    fn key(&self) -> UnitKey {
        self.key
    }

    fn size(&self) -> Option<u64> {
        (!self.rows.is_empty()).then(|| self.nodes())
    }
}

impl SearchOutcome {
    /// Of a finished search.
    pub(crate) fn new(
        key: UnitKey,
        position: &Position,
        iterations: &[Iteration],
        limit: Option<u64>,
    ) -> SearchOutcome {
        let rows = iterations.iter().map(|i| row(position, i)).collect();
        SearchOutcome { key, limit, rows, analysis: None }
    }

    /// Of another engine's.
    pub(crate) fn of_engine(key: UnitKey, analysis: Analysis) -> SearchOutcome {
        SearchOutcome { key, limit: None, rows: Vec::new(), analysis: Some(analysis) }
    }

    /// Nodes of the last finished iteration.
    pub(crate) fn nodes(&self) -> u64 {
        self.rows.last().map_or(0, Row::nodes)
    }

    /// Nodes of the iteration of this depth, or those that the search ended after before it.
    pub(crate) fn nodes_to(&self, depth: u8) -> u64 {
        let row = usize::from(depth).checked_sub(1).and_then(|last| self.rows.get(last));
        row.map_or(self.limit.unwrap_or(self.nodes()), Row::nodes)
    }

    /// Is it what a search of `unit` would find? A deeper search contains the shallower one. One with
    /// another node limit serves as long as the unit's own limit would not have ended it. Another
    /// engine's has the depth in its key.
    pub(crate) fn answers(&self, unit: &Unit) -> bool {
        if self.analysis.is_some() || self.limit.is_some() && self.limit == unit.node_limit {
            return true;
        }
        let last = usize::from(unit.depth).checked_sub(1).and_then(|last| self.rows.get(last));
        last.is_some_and(|row| unit.node_limit.is_none_or(|limit| row.nodes() < limit))
    }

    /// The records of `unit`, which it must answer.
    pub(crate) fn records(&self, unit: &Unit) -> Vec<RunRecord> {
        if let Some(analysis) = &self.analysis {
            let rows = analysis.rows.iter().zip(1..);
            return rows.filter_map(|(row, depth)| engine_record(row, unit, depth)).collect();
        }
        let rows = self.rows.iter().take(usize::from(unit.depth));
        rows.zip(1..).map(|(row, depth)| row.record(unit, depth)).collect()
    }
}

impl Row {
    fn nodes(&self) -> u64 {
        self.main.saturating_add(self.quiescence)
    }

    fn record(&self, unit: &Unit, depth: u8) -> RunRecord {
        let EpdRecord { position, task, .. } = unit.position;
        let best = self.best_move.as_deref().and_then(|text| position.legal_uci(text));
        RunRecord {
            nodes: self.nodes(),
            main_nodes: Some(self.main),
            quiescence_nodes: Some(self.quiescence),
            null_tried: Some(self.null_tried),
            null_cut: Some(self.null_cut),
            verifications: Some(self.verifications),
            researches: Some(self.researches),
            researches_below_beta: Some(self.researches_below_beta),
            score_cp: self.score_cp,
            mate: self.mate,
            best_move: best.map(|mv| position.san(mv)),
            pv: notation::line(position, &notation::moves(position, &self.pv)),
            solved: task.solved(best, self.mate),
            ..begun(unit, depth)
        }
    }
}

/// The record of an iteration of which nothing else is known yet.
fn begun(unit: &Unit, depth: u8) -> RunRecord {
    let EpdRecord { index, ref id, .. } = *unit.position;
    let (id, variant) = (id.clone(), unit.searcher.spec());
    RunRecord { index, id, variant, depth, ..RunRecord::default() }
}

fn row(position: &Position, iteration: &Iteration) -> Row {
    let counts = &iteration.counts;
    let mate = iteration.score.mate_in();
    Row {
        main: counts.main,
        quiescence: counts.quiescence,
        null_tried: counts.null_tried,
        null_cut: counts.null_cut,
        verifications: counts.verifications,
        researches: counts.researches,
        researches_below_beta: counts.researches_below_beta,
        score_cp: mate.is_none().then_some(iteration.score.0),
        mate,
        best_move: iteration.best_move.map(|mv| mv.to_string()),
        pv: notation::uci_line(position, &iteration.pv),
    }
}

/// An iteration of another engine; none without a node count.
fn engine_record(row: &AnalysisRow, unit: &Unit, depth: u8) -> Option<RunRecord> {
    let EpdRecord { position, task, .. } = unit.position;
    let best = row.best_move.as_deref().and_then(|san| position.parse_san(san).ok());
    Some(RunRecord {
        nodes: row.nodes?,
        score_cp: row.score_cp,
        mate: row.mate,
        best_move: row.best_move.clone(),
        pv: row.pv.clone(),
        solved: task.solved(best, row.mate),
        ..begun(unit, depth)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::{Limits, SearchSettings, TranspositionTable};
    use vnmp_variants::Variant;

    use crate::experiment::searcher::Searcher;
    use crate::suite::Task;

    fn outcome(unit: &Unit, limit: Option<u64>) -> SearchOutcome {
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let mut table = TranspositionTable::new(settings.hash_entries);
        let limits = Limits { depth: unit.depth, nodes: limit, ..Limits::default() };
        let position = &unit.position.position;
        let Searcher::Variant(variant) = unit.searcher else { panic!() };
        let all = variant.search(position, &settings, &limits, &mut table, &mut |_| {});
        let cut = limit.filter(|_| all.len() < usize::from(unit.depth));
        SearchOutcome::new(UnitKey::new(position, variant, &settings), position, &all, cut)
    }

    #[test]
    fn deeper_searches_and_harmless_limits_answer_and_others_do_not() {
        let position = Position::start();
        let position = EpdRecord { index: 0, line: 1, id: "p".into(), position, task: Task::None };
        let searcher = Searcher::Variant(Variant::parse("r3").unwrap());
        let unit = |depth, node_limit| Unit {
            suite: 0,
            position: &position,
            searcher: &searcher,
            depth,
            node_limit,
        };
        let four = outcome(&unit(4, None), None);
        let nodes: Vec<u64> = four.rows.iter().map(Row::nodes).collect();
        assert!(four.answers(&unit(4, None)) && four.answers(&unit(2, None)));
        assert!(!four.answers(&unit(5, None)));
        assert!(
            four.answers(&unit(4, Some(nodes[3] + 1))) && !four.answers(&unit(4, Some(nodes[3])))
        );
        assert_eq!(
            four.records(&unit(2, None)),
            outcome(&unit(2, None), None).records(&unit(2, None))
        );

        let limit = (nodes[2] + nodes[3]) / 2;
        let cut = outcome(&unit(4, None), Some(limit));
        assert_eq!((cut.limit, cut.rows.len()), (Some(limit), 3));
        assert!(cut.answers(&unit(9, Some(limit))), "the limit would end it again");
        assert!(!cut.answers(&unit(4, None)) && !cut.answers(&unit(4, Some(limit + 1))));
        assert!(cut.answers(&unit(3, None)));
    }
}
