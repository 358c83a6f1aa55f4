//! Forward pruning (section 3.2): unsound methods that drop moves because of their immediate value,
//! here the static evaluation of the position after the move. A position in check is never judged.
//!
//! - marginal forward pruning: a move whose value is a margin below the bound is omitted;
//! - razoring (Birmingham and Kent): the same, but only near the horizon;
//! - gamma: a move is omitted if it is worse than the best value already found at the same node;
//! - tapered N-best: only the N moves of best immediate value are searched, N falling with the ply.
//!
//! The pruning rules of the reproduction's search share nothing with this; ARCHITECTURE says how
//! they differ, razoring among them, which is another one there.

use crate::score::{Depth, Score};

use super::searcher::Searcher;

/// Razoring applies to positions with at most this many plies left.
const RAZOR_DEPTH: Depth = 2;

/// At the position after a move: is the move omitted, and with what value for the side now to move?
/// "The expectation is that the side to move can improve the current value."
pub(super) fn omitted(s: &mut Searcher, beta: Score, depth: Depth) -> Option<Score> {
    let settings = s.settings;
    if depth == 0 || s.ply == 0 || s.position().in_check() {
        return None;
    }
    let near_horizon = depth <= RAZOR_DEPTH;
    let razoring = settings.razoring.filter(|_| near_horizon);
    let margin = razoring.into_iter().chain(settings.marginal).min();
    if margin.is_none() && !settings.gamma {
        return None;
    }
    let value = s.static_value();
    let by_margin = margin.filter(|&margin| value - i32::from(margin) >= beta);
    let by_gamma = settings.gamma && s.best_before().is_some_and(|best| -value < best);
    if by_margin.is_none() && !by_gamma {
        return None;
    }
    s.count_omitted();
    Some(value - by_margin.map_or(0, i32::from))
}

/// Tapered N-best: keeps the N most promising of the generated moves, in their order.
pub(super) fn keep_best(s: &mut Searcher) {
    let Some(widths) = s.settings.n_best else { return };
    let width = widths.at(s.ply);
    if s.position().in_check() || s.moves().len() <= width {
        return;
    }
    let mut values: Vec<(Score, usize)> = (0..s.moves().len())
        .map(|i| {
            let mv = s.moves()[i];
            (s.immediate_value(mv), i)
        })
        .collect();
    values.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    values.truncate(width);
    let mut kept: Vec<usize> = values.into_iter().map(|(_, i)| i).collect();
    kept.sort_unstable();
    s.retain_moves(&kept);
}
