//! The minimal game tree (section 2.3), measured: repeated alpha-beta over the same tree, each time trying
//! the previous pass's best move first at every node, until the number of horizon nodes stops falling. A
//! cut-off move is the first that was found, not the one with the smallest sub-tree: the result is the
//! survey's tree with "the best move examined first", and an upper bound of the smallest possible one.

use crate::position::Position;
use crate::score::{Depth, Score};
use crate::table::TranspositionTable;

use super::counts::SurveyCounts;
use super::iterate::SurveyLimits;
use super::searcher::Searcher;
use super::settings::{HistoryWeight, Method, SurveySettings};

/// Largest number of passes.
const MAX_PASSES: u32 = 12;

/// A tree searched with the best move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimalTree {
    /// Counts of the smallest pass.
    pub counts: SurveyCounts,
    /// Number of passes.
    pub passes: u32,
    /// Value of the root.
    pub score: Score,
}

/// Measures the minimal tree of a position. Horizon, leaf extension and evaluation are those of
/// `settings`; `None` if the search was stopped.
pub fn measured_minimal_tree(
    position: &Position,
    settings: &SurveySettings,
    limits: &SurveyLimits,
) -> Option<MinimalTree> {
    let settings = SurveySettings {
        method: Method::AlphaBeta,
        aspiration: None,
        table_entries: 0,
        refutation: false,
        history: HistoryWeight::Depth, // orders what the memory does not know yet
        killers: true,
        ..settings.clone()
    };
    let mut smallest: Option<MinimalTree> = None;
    let mut memory = Some(Default::default());
    let mut table = TranspositionTable::new(0);
    for passes in 1..=MAX_PASSES {
        let mut searcher = Searcher::new(position, &settings, limits, &mut table);
        searcher.memory = memory.take();
        let score =
            searcher.search(-Score::INFINITE, Score::INFINITE, Depth::from(limits.depth.max(1)));
        if searcher.stopped {
            return None;
        }
        memory = searcher.memory.take();
        let counts = searcher.counts();
        let before = smallest.map_or(u64::MAX, |tree| tree.counts.horizon);
        if counts.horizon >= before {
            return smallest.map(|tree| MinimalTree { passes, ..tree });
        }
        smallest = Some(MinimalTree { counts, passes, score });
    }
    smallest
}
