//! Late-move reductions: a move late in a good order is searched with less depth, and again at full
//! depth if it still exceeds alpha. Captures, promotions, checks and answers to check are not late
//! moves. The history table makes the order of quiet moves, so "late" is "seldom good so far".
//!
//! Romstad reduces by one ply (`base=100,slope=0`); Stockfish by log(depth) log(moves), which is
//! the default, and by a ply less along the principal variation.

use vnmp_engine::{Candidate, Depth, Node, ReduceRule};

use crate::parameter::{Parameter, Parameters};
use crate::rule::{Acts, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "lmr",
    summary: "late quiet moves with less depth, again in full if they exceed alpha",
    source: "Romstad 2006, An introduction to late move reductions (second-hand); logarithms: Stockfish",
    parameters: &[
        Parameter::number("min", 3, (2, 64), "least remaining depth in plies"),
        Parameter::number("moves", 4, (1, 255), "moves that are searched in full"),
        Parameter::number("base", 0, (0, 900), "hundredths of a ply for every late move"),
        Parameter::number("slope", 25, (0, 400), "hundredths more per log2 depth x log2 moves"),
    ],
    impossible: |_| None,
    acts: Acts::Reduce(|p| Box::new(LateMoveReductions::new(p))),
};

struct LateMoveReductions {
    min: Depth,
    moves: usize,
    base: i32,
    slope: i32,
}

impl LateMoveReductions {
    fn new(p: &Parameters) -> LateMoveReductions {
        let moves = p.get("moves") as usize;
        LateMoveReductions { min: p.get("min"), moves, base: p.get("base"), slope: p.get("slope") }
    }

    /// Plies, at least one.
    fn plies(&self, depth: Depth, moves: usize) -> Depth {
        let growth = self.slope * log2(depth as usize) * log2(moves) / 256;
        ((self.base + growth) / 100).max(1)
    }
}

/// The logarithm to base 2 in sixteenths, exact: the logarithm of the sixteenth power.
fn log2(n: usize) -> i32 {
    (n.clamp(1, 255) as u128).pow(16).ilog2() as i32
}

impl ReduceRule for LateMoveReductions {
    fn acts_at(&self, node: &Node) -> bool {
        node.depth >= self.min && !node.in_check
    }

    fn reduction(&self, node: &Node, candidate: &Candidate) -> Depth {
        let late = self.acts_at(node) && candidate.searched >= self.moves;
        if !late || !candidate.is_quiet() || candidate.gives_check() {
            return 0;
        }
        self.plies(node.depth, candidate.searched) - node.is_open() as Depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_in_sixteenths() {
        let logarithms = [1, 2, 3, 4, 10, 64, 255, 1000].map(log2);
        assert_eq!(logarithms, [0, 16, 25, 32, 53, 96, 127, 127]);
    }

    #[test]
    fn reductions_grow_with_depth_and_moves_and_are_one_ply_without_a_slope() {
        let plies = |base, slope, depth, moves| {
            LateMoveReductions { min: 3, moves: 4, base, slope }.plies(depth, moves)
        };
        assert_eq!(
            [(3, 4), (6, 10), (8, 20), (12, 30)].map(|(d, m)| plies(0, 25, d, m)),
            [1, 2, 3, 4]
        );
        assert_eq!([(3, 4), (30, 40)].map(|(d, m)| plies(100, 0, d, m)), [1, 1]);
    }
}
