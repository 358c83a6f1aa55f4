//! Input and output of a search: limits, counts, iterations.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use crate::census::Census;
use crate::score::Score;
use crate::trace::Trace;
use crate::types::Move;

/// Node and event counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Nodes of the main search, null moves included.
    pub main: u64,
    /// Nodes of the quiescence search.
    pub quiescence: u64,
    /// Null moves tried.
    pub null_tried: u64,
    /// Null moves whose fail-high cut the node off.
    pub null_cut: u64,
    /// Fail-highs that led to a search with reduced depth instead.
    pub verifications: u64,
    /// Verifications below beta, searched again at the original depth.
    pub researches: u64,
    /// Re-searches that stayed below beta.
    pub researches_below_beta: u64,
}

impl Counts {
    /// Main and quiescence nodes: one for each move made.
    pub fn nodes(&self) -> u64 {
        self.main + self.quiescence
    }
}

/// The result of one iteration of iterative deepening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Counts since the first iteration; without iterative deepening those of this one.
    pub counts: Counts,
    /// Value of the root for the side to move.
    pub score: Score,
    /// Best move; `None` in a position without moves.
    pub best_move: Option<Move>,
    /// Principal variation; shorter than the depth where the table cut it off.
    pub pv: Vec<Move>,
    /// Share of the table in use, per mille of a sample.
    pub hash_per_mille: u32,
}

/// Result of an iteration that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Counts since the first iteration; without iterative deepening those of this one.
    pub counts: Counts,
    /// Principal variation of the best move so far; empty if no move was finished.
    pub pv: Vec<Move>,
}

/// When to stop.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The deepest iteration, from 1.
    pub depth: u8,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop when this becomes true (checked every few thousand nodes).
    pub stop: Option<&'a AtomicBool>,
    /// Keys of earlier positions of the game, oldest first, for repetitions.
    pub game: &'a [u64],
    /// Only these moves at the root; all if empty.
    pub root_moves: &'a [Move],
    /// Receives the result of a stopped iteration, for play.
    pub unfinished: Option<&'a OnceLock<Unfinished>>,
    /// Listener for every main node; none in a measurement.
    pub trace: Option<Trace<'a>>,
    /// Listener for a sample of the null moves that fail high; none in a measurement.
    pub census: Option<Census<'a>>,
}
