//! Figure 7: alpha-beta search with transposition table. An entry serves three purposes, each of
//! which can be turned off: its score ends the search of a position seen before (`table_cutoff`),
//! narrows the window (`table_narrow`), and its move is tried first (`table_order`).

use crate::score::{Depth, Score};
use crate::table::{Bound, Hit};
use crate::types::Move;

use super::searcher::Searcher;

/// The figure's FUNCTION AB around the moves of the node, which `s.node` searches by any method.
pub(super) fn with_table(
    s: &mut Searcher,
    mut alpha: Score,
    mut beta: Score,
    depth: Depth,
) -> Score {
    // Seek score and best move for the current position
    let entry = s.retrieve();
    // height < 0: position not in table
    let height = entry.map_or(-1, |entry| entry.depth);
    let usable = |entry: &Hit| match s.settings.table_equal_height {
        true => entry.depth == depth,
        false => entry.depth >= depth,
    };
    if let Some(entry) = entry.filter(usable) {
        let (mut low, mut high) = (alpha, beta);
        match entry.bound {
            Bound::Exact => (low, high) = (entry.score, entry.score),
            Bound::Lower => low = low.max(entry.score),
            Bound::Upper => high = high.min(entry.score),
        }
        if low >= high {
            if s.settings.table_cutoff {
                s.note_table_cutoff(entry.best);
                return entry.score; // forward prune: fully seen before, or no further interest
            }
        } else if s.settings.table_narrow {
            (alpha, beta) = (low, high); // narrow the window
        }
    }
    if depth == 0 {
        return s.evaluate(alpha, beta); // horizon node
    }
    // If the score is insufficient to end the search, the best move from the table is tried first
    let best = entry.map_or(Move::NULL, |entry| entry.best);
    s.set_table_move(if s.settings.table_order { best } else { Move::NULL });
    let score = s.node(alpha, beta, depth);

    let bound = if score >= beta {
        Bound::Lower
    } else if score <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    };
    if height <= depth {
        let best = s.best_move();
        s.store(Hit { best, score, depth, bound, flags: 0 }); // update hash table
    }
    score
}
