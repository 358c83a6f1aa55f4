//! Figure 1: depth-limited alpha-beta in the negamax framework, with Fishburn's fail-soft condition.
//! `s.search` is the figure's recursive call of AB: it evaluates at the horizon and, when memory
//! tables are on, puts them around the next call.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// FUNCTION AB (p : position; α, β, depth : integer) : integer
pub(super) fn ab(s: &mut Searcher, alpha: Score, beta: Score, depth: Depth) -> Score {
    // find score of best variation
    let mut score = -Score::INFINITE;
    while let Some(mv) = s.next_move() {
        s.make(mv); // make current move
        let value = -s.search(-beta, -alpha.max(score), depth - 1);
        s.undo(); // retract current move
        if value > score {
            score = value; // note new best score
            s.note_best(mv, score);
        }
        if score >= beta {
            break; // a cut-off
        }
    }
    if s.has_no_moves() {
        return s.evaluate_leaf(); // leaf, no moves
    }
    score
}
