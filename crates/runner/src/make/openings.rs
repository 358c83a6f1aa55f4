//! `openings`: balanced positions after eight plies from the start, for matches. Every move is
//! drawn from those near the best, so that openings differ and neither side blunders.

use std::fmt::Write as _;

use vnmp_engine::{Limits, Move, Position};

use super::collect::{Collection, Difficulty, Entry, Taken, Wanted, collect};
use crate::base::rng::Rng;
use crate::play::game::Judge;

/// Plies of an opening.
const PLIES: usize = 8;
/// How much worse than the best a move may be, in centipawns.
const TOLERANCE: i32 = 40;
/// Depth at which moves are compared.
const MOVE_DEPTH: u8 = 4;
/// Depth at which the final position is judged, and how far from even it may be.
const FINAL: (u8, i32) = (8, 40);
const VARIANT: &str = "std:r=2";
/// Small, because every search clears it and most are shallow.
const TABLE_ENTRIES: usize = 1 << 11;

/// The rules in words, for the manifest.
pub(crate) fn rules() -> Vec<String> {
    vec![
        format!(
            "{PLIES} plies from the start position, each drawn at random from the moves that lose \
             at most {TOLERANCE} centipawns on the best at depth {MOVE_DEPTH} (variant '{VARIANT}')"
        ),
        format!(
            "balanced: at most {} centipawns from even at depth {}; no position twice",
            FINAL.1, FINAL.0
        ),
    ]
}

/// Plays openings until there are enough.
pub(crate) fn find(wanted: Wanted, report: super::Report) -> Collection {
    let judge = || Judge::of(VARIANT, TABLE_ENTRIES);
    let find =
        |judge: &mut Judge, number| opening(judge, wanted.seed, number).into_iter().collect();
    collect(wanted, Taken::of_either_side(wanted.count), judge, find, report)
}

fn opening(judge: &mut Judge, seed: u64, number: u32) -> Option<Entry> {
    let mut rng = Rng::of_item(seed, number);
    let mut position = Position::start();
    let mut moves = String::new();
    for ply in 0..PLIES {
        let legal = position.legal_moves();
        let scores: Vec<i32> = legal
            .iter()
            .map(|mv| score(judge, &position, MOVE_DEPTH, std::slice::from_ref(mv)))
            .collect();
        let best = scores.iter().max()?;
        let near: Vec<Move> = legal
            .iter()
            .zip(&scores)
            .filter(|&(_, score)| best - score <= TOLERANCE)
            .map(|(&mv, _)| mv)
            .collect();
        let mv = near[rng.below(near.len())];
        if ply % 2 == 0 {
            let _ = write!(moves, "{}{}.", if ply == 0 { "" } else { " " }, ply / 2 + 1);
        }
        let _ = write!(moves, " {}", position.san(mv));
        position = position.make(mv);
    }
    let balanced = score(judge, &position, FINAL.0, &[]).abs() <= FINAL.1;
    balanced.then(|| Entry {
        game: number,
        ply: Some(PLIES),
        position,
        operations: format!("c1 \"{moves}\";"),
        difficulty: Difficulty::NotMeasured,
    })
}

fn score(judge: &mut Judge, position: &Position, depth: u8, root_moves: &[Move]) -> i32 {
    let limits = Limits { depth, root_moves, ..Limits::default() };
    judge.search(position, &limits).last().map_or(0, |iteration| iteration.score.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn openings_are_eight_plies_long_distinct_and_white_is_to_move() {
        let wanted = Wanted { seed: 1, count: 6, games: 100 };
        let found = find(wanted, &mut |_| {});
        assert_eq!(found.entries.len(), 6);
        let keys: HashSet<u64> = found.entries.iter().map(|e| e.position.key()).collect();
        assert_eq!(keys.len(), 6);
        for entry in &found.entries {
            let (position, number) = (entry.position, entry.position.fullmove_number());
            assert_eq!((position.turn() as usize, number), (0, 5), "{}", entry.operations);
        }
    }
}
