//! Counts the leaves of the tree of legal moves, the standard test of a move generator.
//! The last ply is counted without listing its moves.

use crate::position::Position;
use crate::types::Move;

/// Sequences of `depth` legal moves from here; 1 at depth 0. Leaves are counted, not made.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal()),
        _ => {
            let (mut nodes, mut next) = (0, *position);
            position.for_each_legal(|mv| {
                position.make_into(mv, &mut next);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// [`perft`] by first move, in the order of generation; empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| (mv, perft(&position.make(mv), rest))).collect()
}
