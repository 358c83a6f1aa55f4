//! The second survey: an outside engine looks for tactics in games of several methods.
//! Our own searches only play the games: the outside engine alone decides what is a tactic and how hard it is.

use vnmp_engine::Position;

use super::selfplay::{self, Game, MIXED, Player};
use super::survey::{APART, Evidence, SECOND, SETTLED, Surveys};
use super::uci::{Adviser, Opinion, Valued};
use crate::engines::Failure;
use crate::suite::only_king_and_pawns;

/// Seed of the shipped evidence.
pub(crate) const SEED: u64 = 102;
/// Nodes of the vetting, from an empty table.
pub(crate) const NODES: u64 = 100_000;
/// How much a tactic wins, and by how much it beats the second-best move, in centipawns.
pub(crate) const TACTIC: i32 = 200;
/// Nodes of a first test, and the best move's value and lead in it.
const FIRST_LOOK: (u64, i32) = (8_000, 150);
/// Nodes of a glance, and the values between which it leaves a position open: the least of the best
/// move and the greatest of the second.
const GLANCE: (u64, i32, i32) = (200, -300, 500);
/// Held from this depth on or earlier, a tactic is too easy.
const TOO_EASY: u8 = 6;
/// Nodes of a search from an empty table that recognises most of those.
const EASY_LOOK: u64 = 2_000;

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "looked at: every position of a game from {SETTLED} plies after its random opening, not in \
             check, both sides with a piece"
        ),
        format!(
            "a glance at {} nodes: best move not below {}, second-best not above {} centipawns; first \
             look: {} nodes, the best move worth {} centipawns and as much ahead of the second-best; both \
             with the table of the positions before",
            GLANCE.0, GLANCE.1, GLANCE.2, FIRST_LOOK.0, FIRST_LOOK.1
        ),
        format!(
            "vetted: {NODES} nodes from an empty table ('ucinewgame'), the best move worth {TACTIC} \
             centipawns or more and {TACTIC} more than the second-best, which is not above {SECOND}"
        ),
        format!(
            "held: the depth from which every iteration of the vetting has the best move; not up to \
             {TOO_EASY}, nor in a search of {EASY_LOOK} nodes from an empty table"
        ),
        format!("positions of a game are {APART} plies apart"),
        "no search of this program chooses or drops a position".into(),
    ]
}

/// One thread's player and engine.
pub(crate) struct Hunter {
    player: Player,
    engine: Adviser,
}

impl Hunter {
    pub(crate) fn new(program: &str) -> Result<Hunter, Failure> {
        Ok(Hunter { player: Player::of(MIXED, selfplay::NODES), engine: Adviser::start(program)? })
    }

    /// The vetted opinion of a position, if it is a tactic and not too easy. Each test is more
    /// expensive than the last.
    fn vet(&mut self, position: &Position) -> Result<Option<Opinion>, Failure> {
        let (nodes, least, most) = GLANCE;
        let open = |(best, second): (Valued, Valued)| best.score >= least && second.score <= most;
        if !both(&self.engine.ask(position, nodes, &[])?).is_some_and(open) {
            return Ok(None);
        }
        let (nodes, value) = FIRST_LOOK;
        let first = self.engine.ask(position, nodes, &[])?;
        if !is_tactic(&first, value) {
            return Ok(None);
        }
        self.engine.forget()?;
        let easy = self.engine.ask(position, EASY_LOOK, &[])?;
        let same = easy.best.map(|best| best.mv) == first.best.map(|best| best.mv);
        if same && is_too_easy(&easy) {
            return Ok(None);
        }
        self.engine.forget()?;
        let vetted = self.engine.ask(position, NODES, &[])?;
        Ok(Some(vetted).filter(|vetted| is_tactic(vetted, TACTIC) && !is_too_easy(vetted)))
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
fn is_tactic(opinion: &Opinion, value: i32) -> bool {
    both(opinion).is_some_and(|(best, second)| {
        best.score >= value && best.score - second.score >= value && second.score <= SECOND
    })
}

fn is_too_easy(opinion: &Opinion) -> bool {
    opinion.held().is_none_or(|depth| depth <= TOO_EASY)
}
