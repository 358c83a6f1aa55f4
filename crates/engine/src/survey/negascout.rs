//! NegaScout (Reinefeld), the other well-known form of minimal-window search, for comparison with
//! PVS. The first search of a node that raises alpha is not the first move's alone: every move gets
//! the bound that stands, which is beta at first and one above the best value from then on.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// NegaScout over the moves of this node.
pub(super) fn negascout(s: &mut Searcher, alpha: Score, beta: Score, depth: Depth) -> Score {
    let mut score = -Score::INFINITE;
    let mut bound = beta; // upper bound of the next search: beta, then minimal
    while let Some(mv) = s.next_move() {
        s.make(mv);
        let value = -s.search(-bound, -alpha.max(score), depth - 1);
        if value > score {
            let failed_high = bound < beta && alpha < value && value < beta;
            score = if failed_high && depth > s.research_above() {
                s.count_research();
                -s.search(-beta, -value, depth - 1)
            } else {
                value
            };
            s.undo();
            s.note_best(mv, score);
        } else {
            s.undo();
        }
        if score >= beta {
            break; // a cut-off
        }
        bound = alpha.max(score) + 1;
    }
    if s.has_no_moves() { s.evaluate_leaf() } else { score }
}
