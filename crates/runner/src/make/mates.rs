//! `mate2` to `mate5`: positions shortly before the end of games won by mate, in which the side
//! to move mates in exactly n moves and by one first move only, both proven by `solver`.

use std::fmt::Write as _;

use vnmp_engine::Position;

use super::collect::Entry;
use super::selfplay::Game;
use super::solver::{Mate, Solver};
use crate::suite::only_king_and_pawns;

/// Solver nodes a position, by moves to mate from 0; what needs more is left out.
const NODES: [u64; 6] = [0, 0, 200_000, 500_000, 1_000_000, 500_000];
/// Positions of a game that are tried: the winner's moves before the last n.
const TRIES: usize = 6;

/// The rules in words, for the manifest.
pub(crate) fn rules(moves: u32) -> Vec<String> {
    vec![
        format!(
            "from the last {TRIES} positions of a game won by mate in which a mate in {moves} or \
             more is possible, the latest that qualifies"
        ),
        format!(
            "dm: proven by a search of every move of both sides, without pruning: mate in {moves} \
             with one first move only (bm), and no mate in {}; proofs that need more than {} \
             nodes are not attempted; repetitions and the fifty-move rule left aside",
            moves - 1,
            NODES[moves as usize]
        ),
        "pv: the first move, then the longest resistance to mate".into(),
    ]
}

/// The latest position of a game that is a mate in exactly `moves` moves.
pub(crate) fn candidates(moves: u32, game: &Game) -> Vec<Entry> {
    let is_it =
        |_: &mut Solver, _: &Position, mate: &Mate| mate.moves == moves && mate.first.len() == 1;
    latest(game, (moves, moves), TRIES, NODES[moves as usize], is_it)
}

/// Of the winner's `tries` positions that are `least` moves or more from the end of a game won by
/// mate, the latest with a mate in at most `most` moves that `qualifies`.
pub(super) fn latest(
    game: &Game,
    (least, most): (u32, u32),
    tries: usize,
    nodes: u64,
    qualifies: impl Fn(&mut Solver, &Position, &Mate) -> bool,
) -> Vec<Entry> {
    let last = (game.moves.len() + 1).checked_sub(2 * least as usize).filter(|_| game.mate);
    let mut solver = Solver::new();
    for ply in last.into_iter().flat_map(|last| (0..=last).rev().step_by(2).take(tries)) {
        let position = game.moves[ply].position;
        if only_king_and_pawns(&position) {
            continue;
        }
        match solver.solve(&position, most, nodes) {
            Ok(Some(mate)) if qualifies(&mut solver, &position, &mate) => {
                return vec![Entry::new(game, ply, operations(&position, &mate))];
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => break, // earlier positions are further from mate, or harder
        }
    }
    Vec::new()
}

/// `bm`, `dm` and `pv` of a proven mate. Readers take `dm` before `bm`.
pub(super) fn operations(position: &Position, mate: &Mate) -> String {
    let mut text = format!("bm {}; dm {}; pv", position.san(mate.first[0]), mate.moves);
    let mut position = *position;
    for &mv in &mate.line {
        let _ = write!(text, " {}", position.san(mv));
        position = position.make(mv);
    }
    text.push(';');
    text
}
