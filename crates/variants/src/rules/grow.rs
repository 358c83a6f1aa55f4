//! A null move whose R grows with the depth that is left and with the margin of the static value
//! over beta. It is a rule, not a family: R may grow whatever follows a fail-high, so
//! `vrfd:r=3+grow` is verified null-move pruning with a growing R.
//!
//! Stockfish 10: `R = (823 + 67 * depth) / 256 + min((eval - beta) / 200, 3)`, which is this with
//! r = 3, one ply every four of depth. There the null move is tried only if `eval >= beta` (the
//! setting `null-needs-eval`); a value below beta adds nothing here.

use vnmp_engine::{Depth, Node, NullMoveRule};

use crate::parameter::Parameter;
use crate::rule::{Acts, Composition, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "grow",
    summary: "R grows with the remaining depth and with the static value's margin over beta",
    source: "Stockfish 10, null move dynamic reduction",
    parameters: &[
        Parameter::number("per", 4, (1, 64), "plies of remaining depth for a ply of R"),
        Parameter::number("margin", 200, (1, 10_000), "centipawns over beta for a ply of R"),
        Parameter::number("most", 3, (0, 9), "plies that the margin can add"),
    ],
    impossible,
    acts: Acts::NullMove(|p| {
        Box::new(Grow { per: p.get("per"), margin: p.get("margin"), most: p.get("most") })
    }),
};

fn impossible(composition: &Composition) -> Option<String> {
    let family = composition.family;
    if family.on_fail_high == crate::family::OnFailHigh::NoNullMove {
        return Some(format!("'grow' changes R, and '{}' has no null move", family.name));
    }
    let fixed = family.parameters.iter().any(|parameter| parameter.name == "r");
    (!fixed)
        .then(|| format!("'grow' changes R, and '{}' has a rule of its own for it", family.name))
}

struct Grow {
    per: Depth,
    margin: i32,
    most: Depth,
}

impl NullMoveRule for Grow {
    fn more(&self, node: &Node) -> Depth {
        let over = node.value.0 - node.window.beta.0;
        node.depth / self.per + (over / self.margin).clamp(0, self.most)
    }
}
