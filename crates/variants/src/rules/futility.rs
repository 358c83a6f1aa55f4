//! Futility pruning (Heinz 1998): at frontier nodes (depth 1) and pre-frontier nodes (depth 2) a
//! move is left out if even a margin above the static value does not bring it to alpha. What it
//! captures counts; a check is always searched, and so is every move where alpha is a mate score,
//! about which a margin in centipawns says nothing.
//!
//! Heinz compares the material balance; here it is the whole static value, which the engine keeps
//! up to date at no cost.

use vnmp_engine::{Candidate, Depth, Node, Score, SkipRule};

use crate::parameter::Parameter;
use crate::rule::{Acts, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "futility",
    summary: "at depth 1 and 2, no moves that stay below alpha by a margin",
    source: "Heinz 1998, Extended futility pruning, ICCA J. 21(2); second-hand",
    parameters: &[
        Parameter::number("frontier", 300, (0, 10_000), "centipawns at depth 1"),
        Parameter::number("extended", 500, (0, 10_000), "centipawns at depth 2"),
    ],
    impossible: |_| None,
    acts: Acts::Skip(|p| {
        Box::new(Futility { frontier: p.get("frontier"), extended: p.get("extended") })
    }),
};

struct Futility {
    frontier: i32,
    extended: i32,
}

impl Futility {
    fn margin(&self, depth: Depth) -> Option<i32> {
        match depth {
            1 => Some(self.frontier),
            2 => Some(self.extended),
            _ => None,
        }
    }
}

impl SkipRule for Futility {
    fn acts_at(&self, node: &Node) -> bool {
        let margin = self.margin(node.depth);
        margin.is_some_and(|margin| node.value + margin < node.window.beta) // as alpha always is
    }

    fn skips(&self, node: &Node, candidate: &Candidate) -> Option<Score> {
        let fmax = node.value + self.margin(node.depth)? + candidate.gain();
        let hopeless = fmax <= candidate.alpha && candidate.alpha.mate_in().is_none();
        (hopeless && !candidate.gives_check()).then_some(fmax)
    }
}
