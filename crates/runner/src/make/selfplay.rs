//! Games that our engine plays against itself, the source of every position made here.
//! Effort is limited and uneven, so that tactics and blunders occur. A game is a function of
//! (seed, number) alone, so that games can be made in any order, on any number of threads.

use vnmp_engine::{Limits, Move, PieceType, Position, Score};

use crate::base::rng::Rng;
use crate::play::game::Judge;

/// Plies after which a game is broken off.
pub(crate) const MAX_PLIES: usize = 240;
/// Random plies at the start of a game, at least and at most.
pub(crate) const RANDOM_PLIES: (usize, usize) = (6, 12);
/// An opening is kept if neither side is better by more, in centipawns.
pub(crate) const BALANCE: i32 = 150;
/// Depth of the search that judges an opening.
const OPENING_DEPTH: u8 = 5;
/// Nodes a move, at least and at most; each side draws its own mean for the game.
pub(crate) const NODES: (usize, usize) = (300, 4000);
/// The variant that plays most suites' games.
pub(crate) const R2: &[&str] = &["std:r=2"];
/// Those of which each side of each game is drawn where no method should be favoured: full width, and
/// both sides of the paper's comparison.
pub(crate) const MIXED: &[&str] = &["none", "std:r=2", "vrfd:r=3"];
/// Entries of the players' transposition table: small, because every search clears it.
const TABLE_ENTRIES: usize = 1 << 12;

/// One move of a game.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The position before the move.
    pub(crate) position: Position,
    /// What the player thought of the position, for the side to move.
    pub(crate) score: Score,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its number among the games of the seed, from 0.
    pub(crate) number: u32,
    /// The moves after the opening.
    pub(crate) moves: Vec<Played>,
    /// Did it end by mate?
    pub(crate) mate: bool,
}

/// Plays games; one for each thread.
pub(crate) struct Player {
    /// Of each variant that plays.
    judges: Vec<Judge>,
    nodes: (usize, usize),
}

impl Player {
    /// A player of these variants whose mean effort in a game lies in this range of nodes a move.
    pub(crate) fn of(variants: &[&str], nodes: (usize, usize)) -> Player {
        let judges = variants.iter().map(|variant| Judge::of(variant, TABLE_ENTRIES)).collect();
        Player { nodes, judges }
    }

    /// The game of a seed and number.
    pub(crate) fn play(&mut self, seed: u64, number: u32) -> Game {
        let mut rng = Rng::of_item(seed, number);
        let plies = rng.between(RANDOM_PLIES.0, RANDOM_PLIES.1);
        let mut position = loop {
            if let Some(position) = self.opening(&mut rng, plies) {
                break position;
            }
        };
        let (low, high) = self.nodes;
        let mean = [rng.between(low, high), rng.between(low, high)];
        let sides = match self.judges.len() {
            1 => [0, 0],
            several => [rng.below(several), rng.below(several)],
        };
        let mut keys = Vec::new();
        let mut moves = Vec::new();
        while moves.len() < MAX_PLIES && position.has_legal_move() && !is_draw(&position, &keys) {
            let side = position.turn() as usize;
            let nodes = rng.between(mean[side] / 2, mean[side] * 3 / 2) as u64;
            let (mv, score) = self.choose(sides[side], &position, &keys, nodes);
            moves.push(Played { position, score });
            keys.push(position.key());
            position = position.make(mv);
        }
        let mate = position.in_check() && !position.has_legal_move();
        Game { number, moves, mate }
    }

    /// Random moves from the start; `None` if the game is over or out of balance after them.
    pub(crate) fn opening(&mut self, rng: &mut Rng, plies: usize) -> Option<Position> {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position = position.make(moves[rng.below(moves.len())]);
        }
        let limits = Limits { depth: OPENING_DEPTH, ..Limits::default() };
        let last = self.search(0, &position, &limits)?;
        (last.1.0.abs() <= BALANCE).then_some(position)
    }

    /// The move found within `nodes` nodes; if not even one iteration fits, that of the first.
    fn choose(
        &mut self,
        judge: usize,
        position: &Position,
        keys: &[u64],
        nodes: u64,
    ) -> (Move, Score) {
        let limits = Limits { depth: 12, nodes: Some(nodes), game: keys, ..Limits::default() };
        let one_ply = Limits { depth: 1, nodes: None, ..limits };
        let found = self.search(judge, position, &limits);
        let found = found.or_else(|| self.search(judge, position, &one_ply));
        found.expect("a position with legal moves has a best one")
    }

    fn search(
        &mut self,
        judge: usize,
        position: &Position,
        limits: &Limits,
    ) -> Option<(Move, Score)> {
        let iterations = self.judges[judge].search(position, limits);
        let last = iterations.last()?;
        Some((last.best_move?, last.score))
    }
}

/// Third occurrence, fifty moves without progress, or too little material to mate.
fn is_draw(position: &Position, keys: &[u64]) -> bool {
    position.halfmove_clock() >= 100
        || keys.iter().filter(|&&key| key == position.key()).count() >= 2
        || too_little_material(position)
}

/// At most one minor piece beside the kings.
fn too_little_material(position: &Position) -> bool {
    let board = position.board();
    let heavy = [PieceType::Pawn, PieceType::Rook, PieceType::Queen];
    board.occupied().count() <= 3 && heavy.iter().all(|&kind| board.kind(kind).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_a_function_of_seed_and_number() {
        let (mut one, mut other) = (Player::of(R2, NODES), Player::of(R2, NODES));
        other.play(5, 3);
        let (a, b) = (one.play(5, 4), other.play(5, 4));
        let moves = |game: &Game| game.moves.iter().map(|m| m.position.key()).collect::<Vec<_>>();
        assert_eq!(moves(&a), moves(&b));
        assert_ne!(moves(&a), moves(&one.play(6, 4)));
    }

    #[test]
    fn every_move_of_a_game_is_legal_and_follows_from_the_one_before() {
        let game = Player::of(MIXED, NODES).play(1, 0);
        assert!(game.moves.len() > 10);
        for pair in game.moves.windows(2) {
            let before = &pair[0].position;
            let after = |mv| before.make(mv) == pair[1].position;
            assert!(before.legal_moves().into_iter().any(after));
        }
    }

    #[test]
    fn a_bare_minor_piece_cannot_win_but_a_pawn_may() {
        let read = |fen| Position::from_fen(fen).unwrap();
        assert!(too_little_material(&read("8/8/4k3/8/8/2N1K3/8/8 w - - 0 1")));
        assert!(!too_little_material(&read("8/8/4k3/8/8/2P1K3/8/8 w - - 0 1")));
        assert!(!too_little_material(&read("8/8/4k3/8/8/2R1K3/8/8 w - - 0 1")));
    }
}
