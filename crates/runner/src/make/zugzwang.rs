//! `zugzwang`: mates whose first move leaves the defender in zugzwang. Both values are exact: the
//! defender is mated whatever he moves, and would survive longer if he could pass.
//! A search that trusts a null move sees no mate there, so these are hard for null-move pruning.

use vnmp_engine::Position;

use super::collect::Entry;
use super::mates::latest;
use super::selfplay::Game;
use super::solver::{GivenUp, Mate, Solver};
use crate::suite::only_king_and_pawns;

/// Longest mates looked for.
const MOVES: u32 = 3;
/// Solver nodes a position.
const NODES: u64 = 200_000;
/// Positions of a game that are tried: the winner's last moves but one.
const TRIES: usize = 8;

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "from the winner's last {TRIES} moves of a game won by mate, the latest that qualifies"
        ),
        format!(
            "dm: mate in 2 to {MOVES}, proven without pruning as in mate4 (at most {NODES} nodes), \
             and no faster one"
        ),
        "zugzwang: each first move that mates in time is quiet and leaves a defender who has a \
         piece; proven likewise that the attacker has no mate in the moves left if the defender \
         could pass: null-move value above full-width value"
            .into(),
    ]
}

/// The latest zugzwang of a game.
pub(crate) fn candidates(game: &Game) -> Vec<Entry> {
    latest(game, (2, MOVES), TRIES, NODES, |solver, position, mate| {
        is_zugzwang(solver, position, mate) == Ok(true)
    })
}

/// Would a pass avert the mate, after every first move that mates in time?
pub(crate) fn is_zugzwang(
    solver: &mut Solver,
    position: &Position,
    mate: &Mate,
) -> Result<bool, GivenUp> {
    for &first in &mate.first {
        let defender = position.make(first);
        if mate.moves < 2 || defender.in_check() || only_king_and_pawns(&defender) {
            return Ok(false);
        }
        if solver.solve(&defender.make_null(), mate.moves - 1, NODES)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zugzwang(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let mut solver = Solver::new();
        let mate = solver.solve(&position, MOVES, u64::MAX).unwrap().unwrap();
        is_zugzwang(&mut solver, &position, &mate).unwrap()
    }

    #[test]
    fn morphys_problem_is_a_zugzwang_and_a_threat_is_none() {
        // after Ra6 Black would hold if he could pass: neither bxa6 nor a bishop move is forced
        assert!(zugzwang("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"));
        // two rooks drive the king back with threats and checks
        assert!(!zugzwang("6k1/8/8/8/8/7n/R7/1R5K w - - 0 1"));
    }
}
