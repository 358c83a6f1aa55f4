//! Where games begin. A suite gives its positions in order; without one, random lines of eight
//! plies from the start position are taken if a short search finds them balanced. Both are the
//! same on every machine, and the openings of a longer match begin with those of a shorter one.

use std::collections::BTreeSet;

use anyhow::bail;
use serde::Serialize;
use vnmp_engine::{Limits, Move, Position};

use crate::base::rng::Rng;
use crate::play::game::{Game, Judge};
use crate::suite::Suite;

/// Length of a random line in plies.
const PLIES: usize = 8;
/// A line is balanced when the score is less than this, in centipawns.
const BALANCE_CP: i32 = 60;
/// What finds the score.
const JUDGE: &str = "none";
const JUDGE_DEPTH: u8 = 4;
const SEED: u64 = 0x5eed_0000_2002;

/// A place where a game begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Opening {
    /// Name or number.
    pub(crate) name: String,
    /// Before `moves`.
    pub(crate) start: Position,
    /// Played already when the players take over.
    pub(crate) moves: Vec<Move>,
}

impl Opening {
    /// A game with the opening's moves on the board.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        self.moves.iter().for_each(|mv| game.play(*mv));
        game
    }
}

/// Openings with their origin.
pub(crate) struct Openings {
    /// Where they come from.
    pub(crate) source: Source,
    /// One for each pair, in order.
    pub(crate) list: Vec<Opening>,
}

/// Where openings come from, for manifests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Source {
    /// A suite.
    Suite {
        /// Its name.
        name: String,
        /// Its digest.
        sha256: String,
    },
    /// Random balanced lines.
    Random {
        /// Plies from the start position.
        plies: usize,
        /// The score of a line is less, in centipawns.
        balance_cp: i32,
        /// Who judges: variant and depth.
        judge: String,
        /// Of the generator.
        seed: u64,
    },
}

impl Openings {
    /// The first positions of a suite, one for each pair.
    ///
    /// # Errors
    /// When it has too few.
    pub(crate) fn of_suite(suite: &Suite, pairs: usize) -> anyhow::Result<Openings> {
        let playable = suite.positions.iter().filter(|p| p.position.has_legal_move());
        let list: Vec<Opening> = playable
            .take(pairs)
            .map(|record| Opening {
                name: record.id.clone(),
                start: record.position,
                moves: Vec::new(),
            })
            .collect();
        if list.len() < pairs {
            let (name, there) = (&suite.name, list.len());
            bail!(
                "openings '{name}' has {there} positions, enough for {} games; --games {} would \
                 play the same games again",
                2 * there,
                2 * pairs
            );
        }
        let source = Source::Suite { name: suite.name.clone(), sha256: suite.sha256.clone() };
        Ok(Openings { source, list })
    }

    /// Random balanced lines, no two to the same position.
    pub(crate) fn random(pairs: usize) -> Openings {
        let mut judge = Judge::of(JUDGE, 1 << 14);
        let limits = Limits { depth: JUDGE_DEPTH, ..Limits::default() };
        let (mut list, mut seen) = (Vec::with_capacity(pairs), BTreeSet::new());
        let mut random = Rng::new(SEED);
        while list.len() < pairs {
            let Some(moves) = random_line(&mut random) else { continue };
            let name = format!("random {}", list.len() + 1);
            let opening = Opening { name, start: Position::start(), moves };
            let game = opening.game();
            let found = judge.search(game.position(), &limits);
            let balanced = found.last().is_some_and(|last| last.score.0.abs() < BALANCE_CP);
            if balanced && seen.insert(game.position().key()) {
                list.push(opening);
            }
        }
        let source = Source::Random {
            plies: PLIES,
            balance_cp: BALANCE_CP,
            judge: format!("{JUDGE}, depth {JUDGE_DEPTH}"),
            seed: SEED,
        };
        Openings { source, list }
    }
}

/// A line of random legal moves that leaves moves to play and no check.
fn random_line(random: &mut Rng) -> Option<Vec<Move>> {
    let mut position = Position::start();
    let mut moves = Vec::with_capacity(PLIES);
    for _ in 0..PLIES {
        let legal = position.legal_moves();
        // as even as 64 bits allow
        let place = (u128::from(random.bits()) * legal.len() as u128) >> 64;
        let mv = *legal.get(place as usize)?;
        position = position.make(mv);
        moves.push(mv);
    }
    (position.has_legal_move() && !position.in_check()).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_match_begins_with_the_openings_of_a_shorter_one() {
        let (short, long) = (Openings::random(5), Openings::random(12));
        assert_eq!(short.list[..], long.list[..5]);
        let keys: BTreeSet<u64> = long.list.iter().map(|o| o.game().position().key()).collect();
        assert_eq!(keys.len(), 12);
    }
}
