//! Mates that depend on zugzwang. Both values are exact: the defender is mated whatever he moves, and
//! would survive longer if he could pass. A search that trusts a null move sees no mate there.
//! `zugzwang` has them from games; `zugzwang-ply1` and `zugzwang-ply3` from random placements, by
//! how far below the root the nearest zugzwang is.

use vnmp_engine::Position;

use super::collect::{Collection, Entry, Taken, Wanted, collect};
use super::mates::{latest, operations};
use super::placement;
use super::selfplay::Game;
use super::solver::{GivenUp, Mate, Solver, can_pass};
use crate::base::rng::Rng;

/// Longest mates looked for; in longer ones a zugzwang could be deeper than three plies.
const MOVES: u32 = 3;
/// Solver nodes a position.
const NODES: u64 = 200_000;
/// Positions of a game that are tried: the winner's last moves but one.
const TRIES: usize = 8;

/// Plies from the root to the nearest zugzwang that a mate depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ply {
    /// After the first move.
    One,
    /// After the second, and not after the first.
    Three,
}

/// Where the mates of a suite of this name have their zugzwang.
pub(crate) fn of_suite(name: &str) -> Option<Ply> {
    match name {
        "zugzwang" | "zugzwang-ply1" => Some(Ply::One),
        "zugzwang-ply3" => Some(Ply::Three),
        _ => None,
    }
}

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

/// The rules of a suite from placements.
pub(crate) fn placed_rules(ply: Ply) -> Vec<String> {
    let fewest = if ply == Ply::One { 2 } else { 3 };
    let zugzwang = match ply {
        Ply::One => {
            "zugzwang one ply below the root: after each first move that mates in time the defender \
             is not in check and has a piece, and proven likewise, would not be mated in the moves \
             left if he could pass"
        }
        Ply::Three => {
            "zugzwang three plies below the root and none one ply below it: after each first move \
             that mates in time the defender is in check, has no piece, or proven likewise, would be \
             mated in the moves left even if he could pass; but he has a reply after which, proven \
             likewise, he would not be if he could pass at his next move, not in check and with a \
             piece"
        }
    };
    vec![
        placement::rule(),
        "the attacker's last move is taken back, neither capture nor promotion: of all such moves, in \
         an order that is drawn, the first for which the position before it satisfies what follows"
            .into(),
        format!(
            "dm: mate in {fewest} to {MOVES}, proven without pruning as in mate4 (at most {NODES} \
             nodes), and no faster one"
        ),
        zugzwang.into(),
        "no search of any variant has a part in it".into(),
    ]
}

/// The latest zugzwang of a game.
pub(crate) fn candidates(game: &Game) -> Vec<Entry> {
    latest(game, (2, MOVES), TRIES, NODES, |solver, position, mate| {
        nearest(solver, position, mate, NODES) == Ok(Some(Ply::One))
    })
}

/// Collects positions with the nearest zugzwang at this ply from random placements.
pub(crate) fn from_placements(ply: Ply, wanted: Wanted, report: super::Report) -> Collection {
    let find = |solver: &mut Solver, number| {
        placed(solver, ply, wanted.seed, number).into_iter().collect()
    };
    collect(wanted, Taken::new(wanted.count), Solver::new, find, report)
}

/// The position that a placement gives.
fn placed(solver: &mut Solver, wanted: Ply, seed: u64, number: u32) -> Option<Entry> {
    let mut rng = Rng::of_item(seed, number);
    let defender = placement::draw(&mut rng)?;
    let left = mated_in(solver, &defender)?;
    if after(solver, &defender, left, NODES) != Ok(Some(wanted)) {
        return None;
    }
    placement::before(&defender, &mut rng).find_map(|root| {
        let mate = solver.solve(&root, MOVES, NODES).ok()??;
        let qualifies = nearest(solver, &root, &mate, NODES) == Ok(Some(wanted));
        qualifies.then(|| Entry::placed(number, root, operations(&root, &mate)))
    })
}

/// In how many moves the side to move is mated whatever it plays.
fn mated_in(solver: &mut Solver, defender: &Position) -> Option<u32> {
    for left in 1..MOVES {
        if solver.is_lost(defender, left as u8, NODES).ok()? {
            return Some(left);
        }
    }
    None
}

/// The nearest zugzwang, if every first move that mates in time has it at the same ply; `None` if
/// the mate depends on none. Each proof takes at most `nodes`.
pub(crate) fn nearest(
    solver: &mut Solver,
    position: &Position,
    mate: &Mate,
    nodes: u64,
) -> Result<Option<Ply>, GivenUp> {
    let mut common = None;
    for &first in &mate.first {
        let found = after(solver, &position.make(first), mate.moves - 1, nodes)?;
        if found.is_none() || common.is_some_and(|ply| found != Some(ply)) {
            return Ok(None);
        }
        common = found;
    }
    Ok(common)
}

/// The same of a defender to move who is mated in `left` moves.
fn after(
    solver: &mut Solver,
    defender: &Position,
    left: u32,
    nodes: u64,
) -> Result<Option<Ply>, GivenUp> {
    if can_pass(defender) && solver.solve(&defender.make_null(), left, nodes)?.is_none() {
        return Ok(Some(Ply::One));
    }
    for reply in defender.legal_moves() {
        if !solver.mates_despite_passes(&defender.make(reply), left as u8, nodes)? {
            return Ok(Some(Ply::Three));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::EMBEDDED_SUITES;

    fn zugzwang(fen: &str) -> Option<Ply> {
        let position = Position::from_fen(fen).unwrap();
        let mut solver = Solver::new();
        let mate = solver.solve(&position, MOVES, u64::MAX).unwrap().unwrap();
        nearest(&mut solver, &position, &mate, u64::MAX).unwrap()
    }

    #[test]
    fn morphys_problem_is_a_zugzwang_and_a_threat_is_none() {
        // after Ra6 Black would hold if he could pass: neither bxa6 nor a bishop move is forced
        assert_eq!(zugzwang("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Some(Ply::One));
        // two rooks drive the king back with threats and checks
        assert_eq!(zugzwang("6k1/8/8/8/8/7n/R7/1R5K w - - 0 1"), None);
    }

    /// The definition of `Ply::Three`, without table, order or counting.
    fn mates(position: &Position, n: u32, passes: bool) -> bool {
        n > 0 && position.legal_moves().iter().any(|&mv| lost(&position.make(mv), n - 1, passes))
    }

    fn lost(position: &Position, n: u32, passes: bool) -> bool {
        let moves = position.legal_moves();
        let has_piece = position.board().has_piece(position.turn());
        if n == 0 || moves.is_empty() {
            return moves.is_empty() && position.in_check();
        }
        let may_pass = passes && !position.in_check() && has_piece;
        (!may_pass || mates(&position.make_null(), n, passes))
            && moves.iter().all(|&mv| mates(&position.make(mv), n, passes))
    }

    /// The shipped suites' positions, and the moves in which they are mates.
    fn shipped(name: &str) -> impl Iterator<Item = (Position, u32)> {
        let suite = EMBEDDED_SUITES.iter().find(|suite| suite.name == name).unwrap();
        suite.text.lines().map(|line| {
            let moves = line.split_once(" dm ").unwrap().1.split_once(';').unwrap().0;
            (Position::from_epd_fields(line).unwrap().0, moves.parse().unwrap())
        })
    }

    #[test]
    fn shipped_zugzwangs_satisfy_the_definition_move_by_move() {
        for (name, ply) in [("zugzwang-ply1", Ply::One), ("zugzwang-ply3", Ply::Three)] {
            assert_eq!(of_suite(name), Some(ply));
            for (root, moves) in shipped(name).step_by(40) {
                assert_eq!((1..=MOVES).find(|&n| mates(&root, n, false)), Some(moves));
                let first = root.legal_moves().into_iter().map(|mv| root.make(mv));
                for defender in first.filter(|defender| lost(defender, moves - 1, false)) {
                    let averts =
                        can_pass(&defender) && !mates(&defender.make_null(), moves - 1, false);
                    assert_eq!(averts, ply == Ply::One, "{}", root.to_fen());
                    let replies = defender.legal_moves().into_iter().map(|mv| defender.make(mv));
                    let mut later = replies.map(|reply| !mates(&reply, moves - 1, true));
                    assert!(ply == Ply::One || later.any(|averted| averted), "{}", root.to_fen());
                }
            }
        }
    }

    #[test]
    fn a_placement_gives_the_shipped_position() {
        let text = EMBEDDED_SUITES.iter().find(|suite| suite.name == "zugzwang-ply3").unwrap().text;
        let line = text.lines().next().unwrap();
        let number = line.split_once("placement ").unwrap().1.split_once('"').unwrap().0;
        let seed = super::super::recipe("zugzwang-ply3").unwrap().seed;
        let entry = placed(&mut Solver::new(), Ply::Three, seed, number.parse().unwrap()).unwrap();
        assert_eq!(Some(entry.position), Position::from_epd_fields(line).ok().map(|read| read.0));
        assert!(line.contains(&entry.operations), "{}", entry.operations);
    }
}
