//! The history heuristic (section 3.3, Schaeffer 1983): two tables of 64 x 64 entries, one a side,
//! which count how often a move was best anywhere in the tree. The engine's own table is used; the
//! settings decide what a success counts and whether captures take part.

use crate::ordering::{History, is_quiet};
use crate::position::Position;
use crate::score::Depth;
use crate::settings::HistoryGain;
use crate::types::Move;

use super::settings::{HistoryScope, HistoryWeight, SurveySettings};

/// A move was best or caused a cut-off at a node of this remaining depth.
pub(super) fn reward(
    history: &mut History,
    settings: &SurveySettings,
    position: &Position,
    mv: Move,
    depth: Depth,
) {
    let counts = settings.history_scope == HistoryScope::All || is_quiet(position.board(), mv);
    let gain = match settings.history {
        HistoryWeight::Off => return,
        HistoryWeight::Count => HistoryGain::One, // "a frequency count"
        HistoryWeight::Depth => HistoryGain::Exponential,
    };
    if counts {
        history.reward(position.turn(), mv, gain.at(depth));
    }
}
