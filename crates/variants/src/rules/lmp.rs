//! Late-move pruning (move-count pruning): near the leaves the quiet moves at the end of the list
//! are left out. If none of the many earlier moves was good enough, these are unlikely to be.

use vnmp_engine::{Candidate, Depth, Node, Score, SkipRule};

use crate::parameter::Parameter;
use crate::rule::{Acts, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "lmp",
    summary: "near the leaves, no quiet moves beyond the first base + depth^2",
    source: "Stockfish, move count based pruning",
    parameters: &[
        Parameter::number("depth", 4, (1, 16), "greatest remaining depth in plies"),
        Parameter::number("base", 3, (1, 255), "moves that are searched, and depth^2 more"),
    ],
    impossible: |_| None,
    acts: Acts::Skip(|p| {
        Box::new(LateMovePruning { depth: p.get("depth"), base: p.get("base") as usize })
    }),
};

struct LateMovePruning {
    depth: Depth,
    base: usize,
}

impl SkipRule for LateMovePruning {
    fn acts_at(&self, node: &Node) -> bool {
        node.depth <= self.depth && !node.is_open()
    }

    fn skips(&self, node: &Node, candidate: &Candidate) -> Option<Score> {
        let enough = self.base + (node.depth * node.depth) as usize;
        let late = self.acts_at(node) && candidate.searched >= enough;
        let skipped = late && candidate.is_quiet() && !candidate.gives_check();
        skipped.then_some(-Score::INFINITE) // nothing is known of its value
    }
}
