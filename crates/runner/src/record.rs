//! What a search leaves behind: one row per position, variant and depth.
//! Only deterministic values; times live in a file of their own.

mod io;

use serde::{Deserialize, Serialize};

pub use io::{RecordError, RecordFormat, from_csv, from_json, read, to_csv, to_csv_gz, to_json};

/// One iteration of one search: the row of `records.csv` and of `records.json`.
/// All counts are cumulative over the iterations 1 to `depth`. Other engines tell all nodes only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunRecord {
    /// Position in the suite after the discard, from 0.
    pub index: u32,
    /// The position's id in the suite, or its line number if it has none.
    pub id: String,
    /// Canonical specification of the variant, e.g. `vrfd:r=3`.
    pub variant: String,
    /// Nominal depth of the iteration in plies.
    pub depth: u8,
    /// Main plus quiescence nodes.
    pub nodes: u64,
    /// Nodes of the main search.
    pub main_nodes: Option<u64>,
    /// Nodes of the quiescence search.
    pub quiescence_nodes: Option<u64>,
    /// Null moves tried.
    pub null_tried: Option<u64>,
    /// Null moves whose fail-high cut the node off.
    pub null_cut: Option<u64>,
    /// Null-move fail-highs that led to a verification instead of a cutoff.
    pub verifications: Option<u64>,
    /// Verifications that fell below beta and were searched again at the full depth.
    pub researches: Option<u64>,
    /// Re-searches that stayed below beta: the zugzwang was real.
    pub researches_below_beta: Option<u64>,
    /// Score in centipawns for the side to move; empty when `mate` is given.
    pub score_cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; else empty.
    pub mate: Option<i32>,
    /// Best move in SAN; empty when the position has no move.
    pub best_move: Option<String>,
    /// Principal variation in SAN, separated by spaces.
    pub pv: String,
    /// Was the suite's task fulfilled? Empty when the suite gives none.
    pub solved: Option<bool>,
}
