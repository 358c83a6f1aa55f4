//! Plain minimax (section 2.1): every move of every node, no bounds. The value that all sound
//! searches must return, and the standard of the tests; its tree is far too large for anything else.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// The minimax value of this node. The bounds are ignored.
pub(super) fn minimax(s: &mut Searcher, _: Score, _: Score, depth: Depth) -> Score {
    let mut score = -Score::INFINITE;
    while let Some(mv) = s.next_move() {
        s.make(mv);
        let value = -s.search(-Score::INFINITE, Score::INFINITE, depth - 1);
        s.undo();
        if value > score {
            score = value; // note new best score
            s.note_best(mv, score);
        }
    }
    if s.has_no_moves() { s.evaluate_leaf() } else { score }
}
