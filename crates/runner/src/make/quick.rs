//! `middlegames60`: a small suite for a first look at every table. A best move is one that a
//! search without null move keeps over its last two iterations and that leads the second-best
//! move by a margin; the difficulty is the depth from which it is held.

use vnmp_engine::{Color, Iteration, Limits, Move, PieceType, Position};

use super::collect::{Difficulty, Entry};
use super::selfplay::Game;
use crate::base::rng::Rng;
use crate::play::game::Judge;
use crate::suite::only_king_and_pawns;

/// Pieces besides kings and pawns: of both sides together, and of each.
const PIECES: (u32, u32) = (8, 3);
/// Plies of a game after its random opening before positions are taken.
const SETTLED: usize = 8;
/// Positions tried in a game.
const TRIES: usize = 8;
/// Largest advantage of a side in the game's own search, in centipawns.
const ADVANTAGE: i32 = 300;
/// The variant that vets.
const VETTER: &str = "none";
/// Depth of the vetting search.
const DEPTH: u8 = 8;
/// Nodes after which a vetting search is given up.
const NODES: u64 = 8_000_000;
/// The solution must not be held from this depth on.
const TOO_EASY: u8 = 4;
/// Depth of a cheap first look by the same rules; what fails there is not searched further.
const FIRST_LOOK: u8 = 6;
/// Lead of the best move, in centipawns.
const MARGIN: i32 = 50;
const TABLE_ENTRIES: usize = 1 << 18;

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "a middlegame: {SETTLED} plies or more after the random opening; at least {} pieces besides kings and pawns, {} of each side; not in \
             check; the players' own search sees no advantage above {ADVANTAGE} centipawns",
            PIECES.0, PIECES.1
        ),
        format!(
            "bm: vetted by this program only, not by an outside engine: the variant '{VETTER}' (no \
             null move) holds it at depths {} and {DEPTH}, but not from depth {TOO_EASY} on; at \
             depth {} it leads the second-best move by {MARGIN} centipawns or more",
            DEPTH - 1,
            DEPTH - 1
        ),
        format!("a first look at depth {FIRST_LOOK} has to satisfy the same rules"),
        "difficulty: the depth from which that search holds the move".into(),
    ]
}

/// The positions of a game that satisfy the rules; few are tried, because vetting is slow.
pub(crate) fn candidates(seed: u64, game: &Game) -> Vec<Entry> {
    let mut rng = Rng::of_item(!seed, game.number);
    let mut plies: Vec<usize> =
        (SETTLED..game.moves.len()).filter(|&ply| is_candidate(game, ply)).collect();
    for _ in 0..TRIES.min(plies.len()) {
        let ply = plies.swap_remove(rng.below(plies.len()));
        let position = game.moves[ply].position;
        if let Some((mv, depth)) = vet(&position) {
            let entry = Entry::new(game, ply, format!("bm {};", position.san(mv)));
            return vec![Entry { difficulty: Difficulty::HeldFrom(depth), ..entry }];
        }
    }
    Vec::new()
}

fn is_candidate(game: &Game, ply: usize) -> bool {
    let played = &game.moves[ply];
    played.score.0.abs() <= ADVANTAGE && is_middlegame(&played.position)
}

/// Enough pieces, and a free choice of moves.
pub(crate) fn is_middlegame(position: &Position) -> bool {
    let board = position.board();
    let pieces = |side| {
        (board.color(side) & !board.kind(PieceType::Pawn) & !board.kind(PieceType::King)).count()
    };
    let (white, black) = (pieces(Color::White), pieces(Color::Black));
    !only_king_and_pawns(position)
        && !position.in_check()
        && white + black >= PIECES.0
        && white.min(black) >= PIECES.1
}

/// The best move and the depth from which it is held.
fn vet(position: &Position) -> Option<(Move, u8)> {
    let mut judge = Judge::of(VETTER, TABLE_ENTRIES);
    let mut search = |depth, root_moves: &[Move]| -> Option<Vec<Iteration>> {
        let limits = Limits { depth, nodes: Some(NODES), root_moves, ..Limits::default() };
        let found = judge.search(position, &limits);
        (found.len() == depth as usize).then_some(found)
    };
    let mut vetted = None;
    for depth in [FIRST_LOOK, DEPTH] {
        let iterations = search(depth, &[])?;
        let (best, from) = held_from(&iterations)?;
        let others: Vec<Move> =
            position.legal_moves().into_iter().filter(|&mv| mv != best).collect();
        if from <= TOO_EASY || from >= DEPTH || others.is_empty() {
            return None;
        }
        let lead = iterations.get(depth as usize - 2)?.score;
        let second = search(depth - 1, &others)?.last()?.score;
        if lead.0 - second.0 < MARGIN {
            return None;
        }
        vetted = Some((best, from));
    }
    vetted
}

/// The last iteration's move, and the depth of the first iteration of those that end with it.
pub(crate) fn held_from(iterations: &[Iteration]) -> Option<(Move, u8)> {
    let best = iterations.last()?.best_move?;
    let held = iterations.iter().rev().take_while(|i| i.best_move == Some(best)).last()?;
    Some((best, held.depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Score;

    #[test]
    fn a_move_is_held_from_where_it_came_to_stay() {
        let position = Position::start();
        let (a, b) = (position.legal_moves()[0], position.legal_moves()[1]);
        let iterations: Vec<Iteration> = (1..)
            .zip([a, b, a, a])
            .map(|(depth, mv)| Iteration {
                depth,
                counts: Default::default(),
                score: Score::DRAW,
                best_move: Some(mv),
                pv: vec![mv],
                hash_per_mille: 0,
            })
            .collect();
        assert_eq!(held_from(&iterations), Some((a, 3)));
        assert_eq!(held_from(&iterations[..2]), Some((b, 2)));
        assert_eq!(held_from(&[]), None);
    }

    #[test]
    fn a_middlegame_has_pieces_on_both_sides_and_no_check() {
        assert!(is_middlegame(&Position::start()));
        for fen in [
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ] {
            assert!(!is_middlegame(&Position::from_fen(fen).unwrap()), "{fen}");
        }
    }
}
