//! Figure 3: narrow-window aspiration search. The first window spans the expected value V by the
//! expected error e on either side; a value outside it is found by a second search with a
//! semi-infinite window that begins at the value that failed.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// The value of the root, expected to lie within `e` of `expected`.
pub(super) fn aspiration(s: &mut Searcher, expected: Score, e: i32, depth: Depth) -> Score {
    let alpha = (expected - e).max(-Score::INFINITE); // lower bound
    let beta = (expected + e).min(Score::INFINITE); // upper bound
    let value = s.search(alpha, beta, depth);
    if value >= beta && beta < Score::INFINITE {
        // failing high
        s.count_aspiration_research();
        let line = s.root_line();
        let again = s.search(value, Score::INFINITE, depth);
        if again <= value {
            s.set_root_line(line); // the value itself: its line is the one that failed high
        }
        // Only a deeper table entry could contradict the first search; what that proved stays.
        again.max(value)
    } else if value <= alpha && alpha > -Score::INFINITE {
        // failing low
        s.count_aspiration_research();
        s.search(-Score::INFINITE, value, depth).min(value)
    } else {
        value
    }
    // A successful search has now been completed
}
