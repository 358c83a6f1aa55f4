//! Direct and iterated search (section 3.4). A direct search goes to its depth at once; an iterated
//! one through a 1-ply, 2-ply, ... D-ply search, each first retracing the best path of the one
//! before. Between iterations the root moves are sorted by what they returned; among equal ones
//! the order of the static analysis is retained.

use std::sync::atomic::AtomicBool;

use crate::position::Position;
use crate::score::{Depth, Score};
use crate::table::TranspositionTable;
use crate::types::Move;

use super::aspiration::aspiration;
use super::counts::SurveyCounts;
use super::searcher::Searcher;
use super::settings::SurveySettings;

/// When to stop.
#[derive(Clone, Copy, Default)]
pub struct SurveyLimits<'a> {
    /// Depth of the search, from 1.
    pub depth: u8,
    /// Give up after this many nodes (checked now and then).
    pub nodes: Option<u64>,
    /// Give up when this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// The result of a direct search, or of one iteration of an iterated one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurveyIteration {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Counts since the first iteration.
    pub counts: SurveyCounts,
    /// Value of the root for the side to move.
    pub score: Score,
    /// Best move; `None` in a position without moves.
    pub best_move: Option<Move>,
    /// Main continuation; shorter than the depth where the table cut it off.
    pub pv: Vec<Move>,
}

/// Searches a position with the survey's methods; `report` gets each result as it is found.
/// A direct search has one result, of depth `limits.depth`. Nothing carries over from earlier
/// searches: the table is cleared.
pub fn survey_search(
    position: &Position,
    settings: &SurveySettings,
    limits: &SurveyLimits,
    table: &mut TranspositionTable,
    report: &mut dyn FnMut(&SurveyIteration),
) -> Vec<SurveyIteration> {
    let mut searcher = Searcher::new(position, settings, limits, table);
    let mut expected = searcher.static_value();
    let first = if settings.iterative { 1 } else { limits.depth.max(1) };
    let mut iterations = Vec::new();
    for depth in first..=limits.depth {
        let score = searcher.root_search(expected, Depth::from(depth));
        if searcher.stopped {
            break;
        }
        expected = score;
        let iteration = searcher.finish(depth, score);
        report(&iteration);
        iterations.push(iteration);
    }
    iterations
}

impl Searcher<'_> {
    /// The value of the root: through an aspiration window if that is on, else a full one.
    pub(super) fn root_search(&mut self, expected: Score, depth: Depth) -> Score {
        match self.settings.aspiration {
            Some(error) => aspiration(self, expected, i32::from(error.get()), depth),
            None => self.search(-Score::INFINITE, Score::INFINITE, depth),
        }
    }

    /// Takes the result, and prepares the next iteration.
    fn finish(&mut self, depth: u8, score: Score) -> SurveyIteration {
        let pv = self.root_line();
        if let Some(&best) = pv.first() {
            if !self.settings.refutation {
                self.refutations.clear(); // only the best path is retraced
            }
            self.refutations.set(best, &pv[1..]);
            self.root_best = best;
        }
        // Stable against the order of the static analysis, not that of the last iteration.
        self.root.sort_by(|a, b| b.value.cmp(&a.value).then(a.rank.cmp(&b.rank)));
        SurveyIteration { depth, counts: self.counts(), score, best_move: pv.first().copied(), pv }
    }
}
