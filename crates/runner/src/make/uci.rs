//! An outside engine's opinion of a position: its best and second-best move after a fixed number
//! of nodes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use vnmp_engine::{Move, Position};

use crate::base::interrupt;
use crate::engines::{Client, EngineConfig, Failure, ForeignScore, Info};

/// Options that make answers depend on the position and the nodes alone.
pub(crate) const OPTIONS: [(&str, &str); 3] = [("Threads", "1"), ("Hash", "1"), ("MultiPV", "2")];
/// Longest silence of the engine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Mate in n is `MATE - n` centipawns.
pub(crate) const MATE: i32 = 30_000;

/// A move and its value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Valued {
    /// The move.
    pub(crate) mv: Move,
    /// Centipawns; mates near [`MATE`].
    pub(crate) score: i32,
}

/// The best moves that the engine named last, at most two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Opinion {
    /// The best move.
    pub(crate) best: Option<Valued>,
    /// The second-best; `None` if there is only one legal move.
    pub(crate) second: Option<Valued>,
    /// The best move after each iteration, with its depth.
    pub(super) iterations: Vec<(u32, Move)>,
}

/// An engine that is asked for its opinion.
pub(crate) struct Adviser {
    client: Client,
    /// As it names itself.
    pub(crate) name: String,
}

impl Adviser {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// When it does not start or answer, or lacks one of [`OPTIONS`].
    pub(crate) fn start(program: &str) -> Result<Adviser, Failure> {
        let options = OPTIONS.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let config = EngineConfig {
            options: BTreeMap::from(options),
            start_timeout: PATIENCE,
            silence_timeout: PATIENCE,
            search_timeout: Duration::from_secs(86_400),
            ..EngineConfig::named(program, program)
        };
        let client = Client::start(&config, interrupt::flag())?;
        let name = client.identity.clone().unwrap_or(config.name);
        Ok(Adviser { client, name })
    }

    /// Forgets everything, so that the next answer depends on its question alone.
    ///
    /// # Errors
    /// As [`Client::new_game`].
    pub(crate) fn forget(&mut self) -> Result<(), Failure> {
        self.client.new_game(interrupt::flag())
    }

    /// The two best of these moves, or of all if none is given, after this number of nodes.
    ///
    /// # Errors
    /// As [`Client::search`].
    pub(crate) fn ask(
        &mut self,
        position: &Position,
        nodes: u64,
        moves: &[Move],
    ) -> Result<Opinion, Failure> {
        let place = format!("position fen {}", position.to_fen());
        let only = if moves.is_empty() { "" } else { " searchmoves" };
        let moves: String = moves.iter().map(|mv| format!(" {mv}")).collect();
        let go = format!("go nodes {nodes}{only}{moves}");
        let mut opinion = Opinion::default();
        self.client.search(&place, &go, None, interrupt::flag(), &mut |info, _| {
            opinion.hear(position, &info);
            ControlFlow::Continue(())
        })?;
        Ok(opinion)
    }
}

impl Opinion {
    /// The depth from which every iteration has the last one's best move.
    pub(crate) fn held(&self) -> Option<u8> {
        let &(_, best) = self.iterations.last()?;
        let held = self.iterations.iter().rev().take_while(|&&(_, mv)| mv == best).last();
        held.and_then(|&(depth, _)| u8::try_from(depth).ok())
    }

    /// Accepts a line with an exact score and a legal move; other lines are not final.
    fn hear(&mut self, position: &Position, info: &Info) {
        let score = match info.score {
            Some(ForeignScore::Centipawns(value)) => value,
            Some(ForeignScore::Mate(moves)) if moves > 0 => MATE.saturating_sub(moves),
            Some(ForeignScore::Mate(moves)) => (-MATE).saturating_sub(moves),
            None => return,
        };
        let mv = info.pv.first().and_then(|text| position.legal_uci(text));
        let valued = mv.map(|mv| Valued { mv, score });
        match info.rank {
            1 => {
                self.best = valued.or(self.best);
                if let (Some(valued), Some(depth)) = (valued, info.depth) {
                    self.iterations.retain(|&(before, _)| before < depth);
                    self.iterations.push((depth, valued.mv));
                }
            }
            2 => self.second = valued.or(self.second),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_moves_are_read_and_bounds_are_not() {
        let start = Position::start();
        let heard = |line: &str| {
            let mut opinion = Opinion::default();
            opinion.hear(&start, &Info::parse(line).unwrap());
            let Opinion { best, second, .. } = opinion;
            [best, second].map(|valued| valued.map(|v| (v.mv.to_string(), v.score)))
        };
        let e4 = |score| Some(("e2e4".to_owned(), score));
        assert_eq!(
            heard("info depth 3 multipv 2 score cp -31 nodes 5 pv e2e4 e7e5"),
            [None, e4(-31)]
        );
        assert_eq!(heard("info depth 3 multipv 1 score mate 2 pv e2e4"), [e4(MATE - 2), None]);
        assert_eq!(heard("info depth 3 multipv 1 score mate -2 pv e2e4"), [e4(2 - MATE), None]);
        for line in [
            "info depth 3 multipv 1 score cp 5 upperbound pv e2e4",
            "info depth 3 multipv 1 score cp 5 pv e2e5",
            "info depth 3 multipv 3 score cp 5 pv e2e4",
            "info string multipv 1 score cp 5",
        ] {
            assert_eq!(heard(line), [None, None], "{line}");
        }
    }

    #[test]
    fn a_move_is_held_from_where_it_came_to_stay_by_each_iterations_last_line() {
        let held = |lines: &[(u32, &str)]| {
            let mut opinion = Opinion::default();
            for (depth, mv) in lines {
                let line = format!("info depth {depth} multipv 1 score cp 5 pv {mv}");
                opinion.hear(&Position::start(), &Info::parse(&line).unwrap());
            }
            opinion.held()
        };
        assert_eq!(held(&[]), None);
        assert_eq!(held(&[(1, "e2e4"), (2, "d2d4"), (3, "e2e4"), (4, "e2e4")]), Some(3));
        assert_eq!(held(&[(1, "e2e4"), (2, "d2d4"), (2, "e2e4"), (3, "e2e4")]), Some(1));
    }
}
