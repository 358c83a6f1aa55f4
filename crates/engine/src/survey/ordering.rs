//! The order of moves at a node, as the survey's program has it (section 3.6): the move of a memory
//! table first, without generating others; killers; then safe captures, the most valuable victim
//! first, ahead of other moves as generated. With the history table on, the list is re-ordered by
//! it. At the root the moves are ordered by a static analysis.

use crate::ordering::{History, is_quiet, mvv_lva};
use crate::position::Position;
use crate::see::static_exchange;
use crate::types::{Color, Move};

use super::settings::{HistoryScope, HistoryWeight, SurveySettings};

/// Sorts the generated moves of a position, the most plausible first.
pub(super) fn sort(
    moves: &mut [Move],
    keys: &mut Vec<(u64, Move)>,
    position: &Position,
    settings: &SurveySettings,
    history: &History,
    killers: [Move; 2],
) {
    keys.clear();
    keys.extend(moves.iter().map(|&mv| {
        let history = match settings.history {
            HistoryWeight::Off => 0,
            _ => history_of(position, mv, settings.history_scope, history),
        };
        let provisional = if settings.killers && killers.contains(&mv) {
            KILLER - u64::from(mv == killers[1])
        } else {
            safe_capture(position, mv)
        };
        (history << 16 | provisional, mv)
    }));
    keys.sort_by_key(|&(key, _)| std::cmp::Reverse(key)); // stable: the order of generation decides ties
    for (mv, (_, sorted)) in moves.iter_mut().zip(keys.iter()) {
        *mv = *sorted;
    }
}

/// Killers stand before captures: "it should be considered first".
const KILLER: u64 = 1 << 15;

fn history_of(position: &Position, mv: Move, scope: HistoryScope, history: &History) -> u64 {
    match scope {
        HistoryScope::All => u64::from(history.get(position.turn(), mv)),
        HistoryScope::Quiet if is_quiet(position.board(), mv) => {
            u64::from(history.get(position.turn(), mv))
        }
        HistoryScope::Quiet if safe_capture(position, mv) > 0 => 1 << 32,
        HistoryScope::Quiet => 0,
    }
}

/// MVV-LVA of a capture or queen promotion that loses nothing by static exchange; else 0.
fn safe_capture(position: &Position, mv: Move) -> u64 {
    let board = position.board();
    if is_quiet(board, mv) {
        return 0;
    }
    let us: Color = position.turn();
    let Some((_, attacker)) = board.piece_at(mv.from()).get() else { return 0 };
    if static_exchange(board, us, mv) < 0 {
        return 0;
    }
    1 + u64::from(mvv_lva(board, attacker, mv))
}
