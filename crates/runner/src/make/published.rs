//! The survey of a published suite: which of its positions are tactics on which an outside engine agrees with
//! the book, and how hard each is for that engine. Moves are not kept: the solutions are not ours.

use super::hunt::{TACTIC, is_tactic};
use super::survey::{Evidence, SECOND, Surveys};
use super::uci::Adviser;
use crate::engines::Failure;
use crate::suite::{EpdRecord, LookupOptions, Suite, SuiteError, Task, find};

/// The suite surveyed, as `vnmp suites` names it.
pub(crate) const SUITE: &str = "ecm";
/// Nodes of the vetting, from an empty table.
pub(crate) const NODES: u64 = 1_000_000;

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "looked at: every position of {SUITE} that is searched; 'game' is its index there, from 0, and \
             its moves are left out, as they are not ours"
        ),
        format!(
            "vetted: {NODES} nodes from an empty table ('ucinewgame'), the best move one of the suite's, \
             worth {TACTIC} centipawns or more and {TACTIC} more than the second-best, which is not above \
             {SECOND}"
        ),
        "held: the depth from which every iteration of the vetting has the best move".into(),
        "no search of this program chooses or drops a position".into(),
    ]
}

/// The suite, with the positions that are searched.
pub(crate) fn suite(lookup: &LookupOptions) -> Result<Suite, SuiteError> {
    find(SUITE, lookup)
}

/// One thread's engine.
pub(crate) struct Examiner<'a> {
    positions: &'a [EpdRecord],
    engine: Adviser,
}

impl<'a> Examiner<'a> {
    pub(crate) fn new(positions: &'a [EpdRecord], program: &str) -> Result<Self, Failure> {
        Ok(Examiner { positions, engine: Adviser::start(program)? })
    }
}

impl Surveys for Examiner<'_> {
    fn game(&mut self, _seed: u64, number: u32) -> Result<Vec<Evidence>, Failure> {
        let EpdRecord { index, position, task, .. } = &self.positions[number as usize];
        self.engine.forget()?;
        let opinion = self.engine.ask(position, NODES, &[])?;
        let (Some(best), Some(second)) = (opinion.best, opinion.second) else { return Ok(vec![]) };
        let agreed = matches!(task, Task::BestMove { best: book, .. } if book.contains(&best.mv));
        let evidence = Evidence {
            game: *index,
            score: best.score,
            second_score: second.score,
            held: opinion.held(),
            ..Evidence::default()
        };
        Ok(Vec::from_iter((agreed && is_tactic(&opinion, TACTIC)).then_some(evidence)))
    }
}
