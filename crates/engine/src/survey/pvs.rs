//! Figure 5: principal variation search. The first move gets the whole window, the others a
//! minimal one; a move that fails high inside the window is searched again, but only if the
//! remaining depth is greater than 2 (Reinefeld): nearer to the horizon a fail-soft value is
//! already exact, provided that the evaluation does not depend on the window.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// FUNCTION PVS (p : position; α, β, depth : integer) : integer
pub(super) fn pvs(s: &mut Searcher, mut alpha: Score, beta: Score, depth: Depth) -> Score {
    let Some(first) = s.next_move() else {
        return s.evaluate_leaf(); // leaf, no moves
    };
    // principal variation
    s.make(first);
    let mut score = -s.search(-beta, -alpha, depth - 1);
    s.undo();
    s.note_best(first, score);
    while score < beta {
        let Some(mv) = s.next_move() else { break };
        alpha = alpha.max(score); // fail-soft condition
        // zero-width minimal-window search
        s.make(mv);
        let value = -s.search(-(alpha + 1), -alpha, depth - 1);
        if value > score {
            // re-search, if "fail-high"
            score = if alpha < value && value < beta && depth > s.research_above() {
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
    }
    score
}
