//! Output of a search of the survey: one row per position, method and depth. Processor
//! times are rows of a file of their own.

use serde::{Deserialize, Serialize};
use vnmp_engine::{SurveyCounts, SurveyIteration};

use crate::record::manifest::Manifest;
use crate::suite::EpdRecord;

/// Name of the file of the records, without ending.
pub(crate) const RECORDS: &str = "records";
/// Name of the file of the processor times, without ending.
pub(crate) const TIMES: &str = "cpu";

/// Were processor times kept?
pub(crate) fn has_times(manifest: &Manifest) -> bool {
    manifest.files.keys().any(|name| name.split('.').next() == Some(TIMES))
}

/// Name of the measured minimal tree in records and tables.
pub(crate) const MINIMAL: &str = "minimal";

/// One search result: a row of `records.csv`. All counts are cumulative over the iterations to
/// `depth`; a direct search has none before its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SurveyRecord {
    /// Position in the suite, from 0.
    pub(crate) index: u32,
    /// The position's id in the suite.
    pub(crate) id: String,
    /// The method as in `SurveyMethod::spec`, or [`MINIMAL`] for the tree with the best move first.
    pub(crate) method: String,
    /// Nominal depth in plies.
    pub(crate) depth: u8,
    /// Evaluations at remaining depth 0.
    pub(crate) horizon_nodes: u64,
    /// Nodes above the horizon.
    pub(crate) interior_nodes: u64,
    /// Nodes of the quiescence search below the horizon and of static analyses.
    pub(crate) quiescence_nodes: u64,
    /// Interior nodes whose moves were generated.
    pub(crate) expanded_nodes: u64,
    /// Moves generated there.
    pub(crate) generated_moves: u64,
    /// Minimal-window searches repeated with an open window.
    pub(crate) researches: u64,
    /// Aspiration windows that failed.
    pub(crate) aspiration_researches: u64,
    /// Nodes that the transposition table ended.
    pub(crate) table_cutoffs: u64,
    /// Moves omitted by forward pruning.
    pub(crate) omitted_moves: u64,
    /// Score in centipawns for the side to move; empty when `mate` is given.
    pub(crate) score_cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; else empty.
    pub(crate) mate: Option<i32>,
    /// Best move in SAN.
    pub(crate) best_move: Option<String>,
    /// Main continuation in SAN; empty for the minimal tree, which keeps none.
    pub(crate) pv: String,
    /// Was the suite's task fulfilled? Empty when it gives none.
    pub(crate) solved: Option<bool>,
    /// The suite. This and the following are empty where the suite may not be published.
    #[serde(default)]
    pub(crate) suite: String,
    /// The position.
    #[serde(default)]
    pub(crate) fen: String,
    /// What the suite asks for, as in EPD.
    #[serde(default)]
    pub(crate) solution: String,
}

/// Processor time of one result: a row of `cpu.csv`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TimeRecord {
    /// Position in the suite, from 0.
    pub(crate) index: u32,
    /// The method.
    pub(crate) method: String,
    /// Nominal depth in plies.
    pub(crate) depth: u8,
    /// Seconds of the thread's processor time since the search began; the least of several runs.
    pub(crate) cpu_s: f64,
}

impl SurveyRecord {
    /// The row of a position with these counts and no result yet.
    pub(crate) fn counted(
        unit: &EpdRecord,
        method: &str,
        depth: u8,
        counts: &SurveyCounts,
    ) -> Self {
        SurveyRecord {
            index: unit.index,
            id: unit.id.clone(),
            method: method.to_owned(),
            depth,
            horizon_nodes: counts.horizon,
            interior_nodes: counts.interior,
            quiescence_nodes: counts.quiescence,
            expanded_nodes: counts.expanded,
            generated_moves: counts.generated,
            researches: counts.researches,
            aspiration_researches: counts.aspiration_researches,
            table_cutoffs: counts.table_cutoffs,
            omitted_moves: counts.omitted,
            ..SurveyRecord::default()
        }
    }

    /// The row of an iteration.
    pub(crate) fn of_iteration(
        unit: &EpdRecord,
        method: &str,
        iteration: &SurveyIteration,
    ) -> Self {
        let mate = iteration.score.mate_in();
        SurveyRecord {
            score_cp: mate.is_none().then_some(iteration.score.0),
            mate,
            best_move: iteration.best_move.map(|mv| unit.position.san(mv)),
            pv: crate::base::notation::line(&unit.position, &iteration.pv),
            solved: unit.task.solved(iteration.best_move, mate),
            ..SurveyRecord::counted(unit, method, iteration.depth, &iteration.counts)
        }
    }

    /// Interior, horizon and quiescence nodes.
    pub(crate) fn nodes(&self) -> u64 {
        self.interior_nodes + self.horizon_nodes + self.quiescence_nodes
    }

    /// Average width of the tree: moves at an interior node whose moves were generated.
    pub(crate) fn width(&self) -> Option<f64> {
        (self.expanded_nodes > 0).then(|| self.generated_moves as f64 / self.expanded_nodes as f64)
    }
}
