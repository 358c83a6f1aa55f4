//! The survey: an outside engine looks through every game of a seed for positions with one
//! clearly best move. Its answers are kept as evidence, so that the suites can be rebuilt and checked without it.
//! Here are the games of R = 2; `hunt` surveys games of several methods for tactics.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use vnmp_engine::{Limits, Move, Position};

use super::quick::{held_from, is_middlegame};
use super::sacrifice;
use super::selfplay::{Game, Player, R2};
use super::uci::{Adviser, Opinion, Valued};
use crate::engines::Failure;
use crate::play::game::Judge;
use crate::suite::only_king_and_pawns;

/// Seed of the shipped evidence.
pub(crate) const SEED: u64 = 101;
/// Nodes a move of the players, at least and at most: weak, so that games are cheap and every
/// other one holds a sacrifice or a tactic.
pub(crate) const PLAYERS: (usize, usize) = (30, 300);
/// Plies between two positions of one kind in a game.
pub(super) const APART: usize = 24;
/// Nodes and lead of a first test, which most positions fail.
pub(crate) const FIRST_LOOK: (u64, i32) = (200, 40);
/// Nodes of a second test.
pub(crate) const SECOND_LOOK: u64 = 3_000;
/// Nodes of the vetting, from an empty table.
pub(crate) const NODES: u64 = 60_000;
/// Lead of the best move over the second-best, in centipawns.
pub(crate) const MARGIN: i32 = 100;
/// The best move does not leave its side worse than this.
pub(crate) const WORST: i32 = -50;
/// The second-best move does not win anyway.
pub(crate) const SECOND: i32 = 300;
/// Plies after the random opening before positions are considered.
pub(super) const SETTLED: usize = 4;
/// Advantage in the players' own search above which a position is skipped.
const DECIDED: i32 = 500;
/// Every Nth game is searched for positions other than sacrifices, which are rarer.
const OTHERS: u32 = 3;
/// A search without null move to this depth must not hold the solution.
pub(crate) const TOO_EASY: u8 = 3;
/// The variant, deepest iteration and nodes of the search that measures the difficulty.
pub(crate) const MEASURE: (&str, u8, u64) = ("std:r=2", 11, 3_000_000);
const TABLE_ENTRIES: usize = 1 << 16;

/// The outside engine's word on one position of a game: a line of the evidence file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Evidence {
    /// Number of the game; in `published` the position's index in its suite.
    pub(crate) game: u32,
    /// Index among its moves.
    pub(crate) ply: usize,
    /// Best move at [`NODES`] nodes, as UCI writes it; empty in `published`.
    pub(crate) best: String,
    /// Its value for the side to move, in centipawns.
    pub(crate) score: i32,
    /// Second-best move.
    pub(crate) second: String,
    /// Its value.
    pub(crate) second_score: i32,
    /// Depth from which the best move is held: by our engine within [`MEASURE`], or in `hunt` by the
    /// outside engine.
    pub(crate) held: Option<u8>,
}

impl Evidence {
    /// A position is the number of its game and its place there.
    pub(super) fn new(
        (game, ply): (u32, usize),
        (best, second): (Valued, Valued),
        held: Option<u8>,
    ) -> Evidence {
        Evidence {
            game,
            ply,
            best: best.mv.to_string(),
            score: best.score,
            second: second.mv.to_string(),
            second_score: second.score,
            held,
        }
    }

    /// Lead of the best move, in centipawns.
    pub(crate) fn margin(&self) -> i32 {
        self.score - self.second_score
    }
}

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "looked at: every position of a game from {SETTLED} plies after its random opening, \
             not in check, both sides with a piece, no advantage above {DECIDED} centipawns in the \
             players' own search ({} to {} nodes a move); for other positions than sacrifices one \
             game in {OTHERS}, and middlegames only",
            PLAYERS.0, PLAYERS.1
        ),
        format!(
            "first look: {} nodes, the best move {} centipawns ahead; second look: {SECOND_LOOK} \
             nodes, by the rules of the vetting",
            FIRST_LOOK.0, FIRST_LOOK.1
        ),
        format!(
            "vetted: {NODES} nodes from an empty table ('ucinewgame'), the best move at least \
             {MARGIN} centipawns better than the second-best; best move not below {WORST}, \
             second-best not above {SECOND} centipawns"
        ),
        format!(
            "not held by variant 'none' at depth {TOO_EASY}, nor at depth {TOO_EASY} and on by the measure"
        ),
        format!(
            "held: the depth from which variant '{}' holds the best move, to depth {} within {} \
             nodes; empty where it does not",
            MEASURE.0, MEASURE.1, MEASURE.2
        ),
        format!("positions of a game are {APART} plies apart, sacrifices and others each"),
    ]
}

/// Plays games and looks through them, or looks at the positions of a suite.
pub(crate) trait Surveys {
    /// The evidence of one game or position.
    fn game(&mut self, seed: u64, number: u32) -> Result<Vec<Evidence>, Failure>;
}

/// Surveys games on `threads` threads, each with a surveyor of its own, and hands the evidence on in
/// the order of the games. What was handed on before an error or an interrupt counts.
pub(crate) fn survey<'a>(
    surveyor: impl Fn() -> Result<Box<dyn Surveys + 'a>, Failure> + Sync,
    seed: u64,
    games: std::ops::Range<u32>,
    threads: usize,
    deliver: impl FnMut(u32, Vec<Evidence>) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    let (next, stop) = (AtomicU32::new(games.start), AtomicBool::new(false));
    // the game that is due, and those after it that are done
    let delivery = Mutex::new((games.start, BTreeMap::new(), deliver));
    let work = || -> anyhow::Result<()> {
        let mut surveyor = surveyor()?;
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games.end {
                break;
            }
            let found = surveyor.game(seed, number)?;
            let mut delivery = delivery.lock().unwrap_or_else(PoisonError::into_inner);
            let (due, waiting, deliver) = &mut *delivery;
            waiting.insert(number, found);
            while let Some(found) = waiting.remove(due) {
                deliver(*due, found)?;
                *due += 1;
            }
        }
        Ok(())
    };
    let work = || work().inspect_err(|_| stop.store(true, Ordering::Relaxed));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker without panic"))
    })
}

/// One thread's player, engine and searches.
pub(crate) struct Surveyor {
    player: Player,
    engine: Adviser,
    easy: Judge,
    measure: Judge,
}

impl Surveys for Surveyor {
    /// The sacrifices and the other positions of a game, those of a kind not near each other.
    fn game(&mut self, seed: u64, number: u32) -> Result<Vec<Evidence>, Failure> {
        let game = self.player.play(seed, number);
        let mut found: Vec<Evidence> = Vec::new();
        let mut last: [Option<usize>; 2] = [None; 2];
        for ply in SETTLED..game.moves.len() {
            let near = last.map(|last| last.is_some_and(|last| ply - last < APART));
            let sought = [!near[0] && number.is_multiple_of(OTHERS), !near[1]];
            if sought == [false; 2] || !is_candidate(&game, ply) {
                continue;
            }
            let position = game.moves[ply].position;
            if let Some((best, second)) = self.vet(&position, sought)? {
                let held = self.held(&position, best.mv);
                if held.is_none_or(|depth| depth > TOO_EASY) {
                    last[usize::from(sacrifice::wins(&position, best))] = Some(ply);
                    found.push(Evidence::new((number, ply), (best, second), held));
                }
            }
        }
        Ok(found)
    }
}

impl Surveyor {
    pub(crate) fn new(program: &str) -> Result<Surveyor, Failure> {
        Ok(Surveyor {
            player: Player::of(R2, PLAYERS),
            engine: Adviser::start(program)?,
            easy: Judge::of("none", TABLE_ENTRIES),
            measure: Judge::of(MEASURE.0, TABLE_ENTRIES),
        })
    }

    /// Best and second-best move, if the best is of a kind that is sought (others, sacrifices),
    /// leads clearly and is not found at once. Three tests, each more expensive than the last.
    fn vet(
        &mut self,
        position: &Position,
        sought: [bool; 2],
    ) -> Result<Option<(Valued, Valued)>, Failure> {
        let (glance, lead) = FIRST_LOOK;
        let opinion = self.engine.ask(position, glance, &[])?;
        let (Some(best), Some(second)) = (opinion.best, opinion.second) else { return Ok(None) };
        let sacrifice = sacrifice::gives_up_material(position, best.mv);
        if best.score - second.score < lead || !(sacrifice && sought[1] || sought[0]) {
            return Ok(None);
        }
        let easy = self.found_at_once(position);
        let passes = |opinion: &Opinion| {
            clear_best(opinion).filter(|&(best, _)| {
                let sacrifice = sacrifice::wins(position, best);
                let fits = sacrifice || is_middlegame(position);
                fits && sought[usize::from(sacrifice)] && Some(best.mv) != easy
            })
        };
        if Some(best.mv) == easy || passes(&self.engine.ask(position, SECOND_LOOK, &[])?).is_none()
        {
            return Ok(None);
        }
        self.engine.forget()?;
        Ok(passes(&self.engine.ask(position, NODES, &[])?))
    }

    /// The move that is too easy.
    fn found_at_once(&mut self, position: &Position) -> Option<Move> {
        let limits = Limits { depth: TOO_EASY, ..Limits::default() };
        self.easy.search(position, &limits).last().and_then(|iteration| iteration.best_move)
    }

    /// The depth from which our engine holds the move.
    fn held(&mut self, position: &Position, mv: Move) -> Option<u8> {
        let (_, depth, nodes) = MEASURE;
        let limits = Limits { depth, nodes: Some(nodes), ..Limits::default() };
        let found = self.measure.search(position, &limits);
        held_from(&found).filter(|&(best, _)| best == mv).map(|(_, depth)| depth)
    }
}

fn is_candidate(game: &Game, ply: usize) -> bool {
    let played = &game.moves[ply];
    played.score.0.abs() <= DECIDED
        && !played.position.in_check()
        && !only_king_and_pawns(&played.position)
}

/// Best and second-best move, if the best leads clearly and is worth playing.
fn clear_best(opinion: &Opinion) -> Option<(Valued, Valued)> {
    let (best, second) = (opinion.best?, opinion.second?);
    clear(best.score, second.score).then_some((best, second))
}

/// Does a best move of this value lead clearly, and is it worth playing?
pub(crate) fn clear(best: i32, second: i32) -> bool {
    best - second >= MARGIN && best >= WORST && second <= SECOND
}
