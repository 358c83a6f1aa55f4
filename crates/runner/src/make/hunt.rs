//! The second survey: an outside engine looks for tactics in games of several methods.
//! Our own searches only play the games: the outside engine alone decides what is a tactic and how hard it is.

use vnmp_engine::Position;

use super::selfplay::{self, Game, MIXED, Player};
use super::survey::{APART, Evidence, SECOND, SETTLED, Surveys};
use super::uci::{Adviser, Opinion, Valued};
use crate::engines::Failure;
use crate::suite::only_king_and_pawns;

/// How much a tactic wins, and by how much it beats the second-best move, in centipawns.
pub(crate) const TACTIC: i32 = 200;
/// Nodes of a glance, and the values between which it leaves a position open: the least of the best
/// move and the greatest of the second.
const GLANCE: (u64, i32, i32) = (200, -300, 500);

/// What the engine looks for, and how closely.
pub(crate) struct Hunt {
    /// Seed of the shipped evidence.
    pub(crate) seed: u64,
    /// Nodes of a first test, and the best move's value and lead in it, in centipawns.
    first_look: (u64, i32),
    /// Nodes of a search from an empty table that recognises what is too easy.
    easy_look: u64,
    too_easy: TooEasy,
    /// Nodes of the vetting, from an empty table.
    pub(crate) nodes: u64,
}

/// Which tactics are dropped.
#[derive(Clone, Copy)]
enum TooEasy {
    /// Those held from this depth on or earlier, in the easy look or in the vetting.
    HeldFrom(u8),
    /// Those whose move the easy look already ends with.
    Seen,
}

/// For `tactics-mixed`.
pub(crate) const TACTICS: Hunt = Hunt {
    seed: 102,
    first_look: (8_000, 150),
    easy_look: 2_000,
    too_easy: TooEasy::HeldFrom(6),
    nodes: 100_000,
};

/// For `tactics-hidden`: what a short search does not see and a long one does. Those of [`TACTICS`] are
/// all seen within 8,000 nodes, which leaves the hard ones out.
pub(crate) const HIDDEN: Hunt = Hunt {
    seed: 103,
    first_look: (40_000, 150),
    easy_look: 1_500,
    too_easy: TooEasy::Seen,
    nodes: 400_000,
};

impl Hunt {
    /// The rules in words, for the manifest.
    pub(crate) fn rules(&self) -> Vec<String> {
        let easy_look = self.easy_look;
        let dropped = match self.too_easy {
            TooEasy::HeldFrom(depth) => {
                format!(
                    "not up to {depth}, nor in a search of {easy_look} nodes from an empty table"
                )
            }
            TooEasy::Seen => {
                format!("a search of {easy_look} nodes from an empty table has another best move")
            }
        };
        vec![
            format!(
                "looked at: every position of a game from {SETTLED} plies after its random opening, not \
                 in check, both sides with a piece"
            ),
            format!(
                "a glance at {} nodes: best move not below {}, second-best not above {} centipawns; first \
                 look: {} nodes, the best move worth {} centipawns and as much ahead of the second-best; \
                 both with the table of the positions before",
                GLANCE.0, GLANCE.1, GLANCE.2, self.first_look.0, self.first_look.1
            ),
            format!(
                "vetted: {} nodes from an empty table ('ucinewgame'), the best move worth {TACTIC} \
                 centipawns or more and {TACTIC} more than the second-best, which is not above {SECOND}",
                self.nodes
            ),
            format!(
                "held: the depth from which every iteration of the vetting has the best move; {dropped}"
            ),
            format!("positions of a game are {APART} plies apart"),
            "no search of this program chooses or drops a position".into(),
        ]
    }
}

/// One thread's player and engine.
pub(crate) struct Hunter {
    hunt: &'static Hunt,
    player: Player,
    engine: Adviser,
}

impl Hunter {
    pub(crate) fn new(hunt: &'static Hunt, program: &str) -> Result<Hunter, Failure> {
        let player = Player::of(MIXED, selfplay::NODES);
        Ok(Hunter { hunt, player, engine: Adviser::start(program)? })
    }

    /// The vetted opinion of a position, if it is a tactic and not too easy. Each test is more
    /// expensive than the last.
    fn vet(&mut self, position: &Position) -> Result<Option<Opinion>, Failure> {
        let (nodes, least, most) = GLANCE;
        let open = |(best, second): (Valued, Valued)| best.score >= least && second.score <= most;
        if !both(&self.engine.ask(position, nodes, &[])?).is_some_and(open) {
            return Ok(None);
        }
        let (nodes, value) = self.hunt.first_look;
        let first = self.engine.ask(position, nodes, &[])?;
        if !is_tactic(&first, value) {
            return Ok(None);
        }
        self.engine.forget()?;
        let easy = self.engine.ask(position, self.hunt.easy_look, &[])?;
        if same_best(&easy, &first) && self.hunt.too_easy.drops(&easy, true) {
            return Ok(None);
        }
        self.engine.forget()?;
        let vetted = self.engine.ask(position, self.hunt.nodes, &[])?;
        let seen = same_best(&easy, &vetted);
        let keep = is_tactic(&vetted, TACTIC) && !self.hunt.too_easy.drops(&vetted, seen);
        Ok(Some(vetted).filter(|_| keep))
    }
}

impl TooEasy {
    /// Is a tactic too easy by this search, its move seen by the easy look or not?
    fn drops(self, opinion: &Opinion, seen: bool) -> bool {
        match self {
            TooEasy::HeldFrom(limit) => opinion.held().is_none_or(|depth| depth <= limit),
            TooEasy::Seen => seen,
        }
    }
}

impl Surveys for Hunter {
    fn game(&mut self, seed: u64, number: u32) -> Result<Vec<Evidence>, Failure> {
        let game = self.player.play(seed, number);
        self.engine.forget()?;
        let mut found: Vec<Evidence> = Vec::new();
        for ply in SETTLED..game.moves.len() {
            let near = found.last().is_some_and(|last| ply - last.ply < APART);
            if near || !is_candidate(&game, ply) {
                continue;
            }
            let Some(opinion) = self.vet(&game.moves[ply].position)? else { continue };
            let Some(moves) = both(&opinion) else { continue };
            found.push(Evidence::new((number, ply), moves, opinion.held()));
        }
        Ok(found)
    }
}

fn is_candidate(game: &Game, ply: usize) -> bool {
    let position = &game.moves[ply].position;
    !position.in_check() && !only_king_and_pawns(position)
}

fn both(opinion: &Opinion) -> Option<(Valued, Valued)> {
    Some((opinion.best?, opinion.second?))
}

/// Is the best move worth this much, and as much more than the second-best, which does not win anyway?
pub(super) fn is_tactic(opinion: &Opinion, value: i32) -> bool {
    both(opinion).is_some_and(|(best, second)| {
        best.score >= value && best.score - second.score >= value && second.score <= SECOND
    })
}

fn same_best(one: &Opinion, other: &Opinion) -> bool {
    one.best.map(|best| best.mv) == other.best.map(|best| best.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_easy_is_what_is_held_early_or_what_the_easy_look_has_seen() {
        let position = Position::start();
        let moves = position.legal_moves();
        let opinion = |held: &[(u32, usize)]| {
            let iterations = held.iter().map(|&(depth, mv)| (depth, moves[mv])).collect();
            Opinion { iterations, ..Opinion::default() }
        };
        let (early, late) =
            (opinion(&[(5, 1), (6, 0), (7, 0)]), opinion(&[(6, 1), (7, 0), (8, 0)]));
        let limit = TooEasy::HeldFrom(6);
        for seen in [false, true] {
            assert!(limit.drops(&early, seen) && !limit.drops(&late, seen));
            assert!(limit.drops(&opinion(&[]), seen), "an answer without an iteration");
            for held in [&early, &late] {
                assert_eq!(TooEasy::Seen.drops(held, seen), seen);
            }
        }
    }
}
