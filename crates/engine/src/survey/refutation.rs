//! The refutation table (section 3.5): for each of the W moves at the root the D moves of its main
//! continuation in the last iteration. The next iteration tries those moves first as long as the
//! path follows them. Without the table only the line of the best move is kept, so that iterative
//! deepening can retrace the best path (section 3.4).

use crate::types::Move;

/// Continuations by root move.
pub(super) struct Refutations {
    lines: Vec<(Move, Vec<Move>)>,
}

impl Refutations {
    pub(super) fn new() -> Refutations {
        Refutations { lines: Vec::new() }
    }

    /// Forgets every line.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Sets the continuation after a root move. An empty one leaves the older one in place.
    pub(super) fn set(&mut self, root_move: Move, continuation: &[Move]) {
        if continuation.is_empty() {
            return;
        }
        match self.find(root_move) {
            Some(line) => {
                let moves = &mut self.lines[line].1;
                moves.clear();
                moves.extend_from_slice(continuation);
            }
            None => self.lines.push((root_move, continuation.to_vec())),
        }
    }

    /// The line of a root move, by number.
    pub(super) fn find(&self, root_move: Move) -> Option<usize> {
        self.lines.iter().position(|(first, _)| *first == root_move)
    }

    /// The move of a line at a ply from 1, the reply to the root move.
    pub(super) fn get(&self, line: usize, ply: usize) -> Option<Move> {
        self.lines.get(line)?.1.get(ply - 1).copied()
    }
}
