//! Output of a search: one row per position, variant and depth. Only deterministic values; times live in a
//! file of their own.

pub(crate) mod begun;
mod entries;
pub(crate) mod folder;
pub(crate) mod held;
pub(crate) mod io;
pub(crate) mod key;
pub(crate) mod manifest;
pub(crate) mod times;
mod upgrade;

use serde::{Deserialize, Serialize};

/// One iteration of one search: the row of `records.csv` and of `records.json`.
/// All counts are cumulative over the iterations 1 to `depth`. Other engines tell all nodes only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    /// Position in the suite after the discard, from 0.
    pub(crate) index: u32,
    /// The position's id in the suite, or its line number if it has none.
    pub(crate) id: String,
    /// Canonical specification of the variant, e.g. `vrfd:r=3`.
    pub(crate) variant: String,
    /// Nominal depth of the iteration in plies.
    pub(crate) depth: u8,
    /// Main plus quiescence nodes.
    pub(crate) nodes: u64,
    /// Nodes of the main search.
    pub(crate) main_nodes: Option<u64>,
    /// Nodes of the quiescence search.
    pub(crate) quiescence_nodes: Option<u64>,
    /// Null moves tried.
    pub(crate) null_tried: Option<u64>,
    /// Null moves whose fail-high cut the node off.
    pub(crate) null_cut: Option<u64>,
    /// Null-move fail-highs that led to a verification instead of a cutoff.
    pub(crate) verifications: Option<u64>,
    /// Verifications that fell below beta and were searched again at the full depth.
    pub(crate) researches: Option<u64>,
    /// Re-searches that stayed below beta: the zugzwang was real.
    pub(crate) researches_below_beta: Option<u64>,
    /// Score in centipawns for the side to move; empty when `mate` is given.
    pub(crate) score_cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; else empty.
    pub(crate) mate: Option<i32>,
    /// Best move in SAN; empty when the position has no move.
    pub(crate) best_move: Option<String>,
    /// Principal variation in SAN, separated by spaces.
    pub(crate) pv: String,
    /// Was the suite's task fulfilled? Empty when the suite gives none.
    pub(crate) solved: Option<bool>,
    /// The suite. This and the following are empty where the suite may not be published.
    #[serde(default)]
    pub(crate) suite: String,
    /// The position.
    #[serde(default)]
    pub(crate) fen: String,
    /// What the suite asks for: `bm Nf3`, `am Qxb2`, `dm 4`.
    #[serde(default)]
    pub(crate) solution: String,
}
