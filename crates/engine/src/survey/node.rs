//! A node of the path from the root, and the moves of the root.

use crate::position::Position;
use crate::score::Score;
use crate::types::Move;

/// A move at the root.
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// What its last search returned.
    pub(super) value: Score,
    /// Its place after the static analysis.
    pub(super) rank: usize,
}

/// A position of the path and what is known about its moves.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) position: Position,
    /// The move that led here.
    pub(super) made: Move,
    /// The move to try before any are generated: of the transposition table,
    pub(super) table_move: Move,
    /// and the one that is tried, from whatever memory.
    pub(super) first: Move,
    pub(super) first_given: bool,
    pub(super) generated: bool,
    pub(super) moves: Vec<Move>,
    pub(super) next: usize,
    pub(super) best: Move,
    pub(super) score: Score,
    pub(super) value: Score,
    /// Main continuation from here: a row of the triangular workspace.
    pub(super) line: Vec<Move>,
    /// The refutation line that the path has followed so far.
    pub(super) follows: Option<usize>,
}

impl Node {
    /// A node before anything is known of its moves.
    pub(super) fn at(position: &Position) -> Node {
        Node {
            position: *position,
            made: Move::NULL,
            table_move: Move::NULL,
            first: Move::NULL,
            first_given: false,
            generated: false,
            moves: Vec::new(),
            next: 0,
            best: Move::NULL,
            score: -Score::INFINITE,
            value: Score::DRAW,
            line: Vec::new(),
            follows: None,
        }
    }
}
