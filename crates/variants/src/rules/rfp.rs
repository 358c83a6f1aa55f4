//! Reverse futility pruning (static null move): near the leaves a static value far above beta is
//! taken for a fail-high. Like the null move it assumes that some move is better than none, so
//! the side to move needs a piece. Not along the principal variation, nor where beta is a mate.

use vnmp_engine::{Depth, Node, NodeRule, Subsearch, Verdict};

use crate::parameter::Parameter;
use crate::rule::{Acts, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "rfp",
    summary: "near the leaves, cut off if the static value is a margin per ply above beta",
    source: "static null move of CPW-engine; Stockfish, futility pruning of the child node",
    parameters: &[
        Parameter::number("depth", 6, (1, 16), "greatest remaining depth in plies"),
        Parameter::number("margin", 100, (0, 10_000), "centipawns per ply of depth"),
    ],
    impossible: |_| None,
    acts: Acts::BeforeNullMove(|p| {
        Box::new(ReverseFutility { depth: p.get("depth"), margin: p.get("margin") })
    }),
};

struct ReverseFutility {
    depth: Depth,
    margin: i32,
}

impl NodeRule for ReverseFutility {
    fn judge(&self, node: &Node, s: &mut dyn Subsearch) -> Verdict {
        let beta = node.window.beta;
        if node.depth > self.depth || node.is_open() || node.in_check || beta.mate_in().is_some() {
            return Verdict::SearchOn;
        }
        let position = s.position();
        let value = node.value - self.margin * node.depth;
        if value >= beta && position.board().has_piece(position.turn()) {
            return Verdict::CutOff(value);
        }
        Verdict::SearchOn
    }
}
