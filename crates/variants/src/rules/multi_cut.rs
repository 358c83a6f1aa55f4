//! Multi-cut (Björnsson and Marsland 2001): at an expected cut-node the first M moves are searched
//! with R plies less; if C of them fail high, the node is cut off. One fail-high may be wrong, but
//! with C of them a single error matters less.
//!
//! It stands after the null move. If a family searches on after a fail-high, multi-cut would cut
//! that search off by a still shallower one, so it combines only with families that cut off.

use vnmp_engine::{Depth, Node, NodeRule, Subsearch, Verdict};

use crate::family::OnFailHigh;
use crate::parameter::Parameter;
use crate::rule::{Acts, Composition, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "multicut",
    summary: "cut off an expected cut-node if c of its first m moves fail high with less depth",
    source: "Björnsson & Marsland 2001, Multi-cut alpha-beta-pruning, Theor. Comp. Sci. 252; second-hand",
    parameters: &[
        Parameter::number("m", 6, (1, 32), "moves that are tried"),
        Parameter::number("c", 3, (1, 32), "fail-highs that cut off"),
        Parameter::number("r", 2, (1, 9), "depth reduction of the tries"),
    ],
    impossible,
    acts: Acts::BeforeMoves(|p| {
        let (m, c) = (p.get("m") as usize, p.get("c") as usize);
        Box::new(MultiCut { m, c, r: p.get("r") })
    }),
};

fn impossible(composition: &Composition) -> Option<String> {
    let family = composition.family;
    if family.on_fail_high == OnFailHigh::SearchOn {
        let name = family.name;
        return Some(format!(
            "'multicut' would cut off, by shallower searches, the search that '{name}' makes after \
             a fail-high; it goes with families that cut off at once (std, adaptive, double) and \
             with none"
        ));
    }
    let (m, c) = (composition.value("multicut", "m")?, composition.value("multicut", "c")?);
    (c > m).then(|| format!("'multicut' can never find c={c} fail-highs among m={m} moves"))
}

struct MultiCut {
    m: usize,
    c: usize,
    r: Depth,
}

impl NodeRule for MultiCut {
    fn judge(&self, node: &Node, s: &mut dyn Subsearch) -> Verdict {
        let (beta, depth) = (node.window.beta, node.depth - 1 - self.r);
        if !node.expected_cut || node.in_check || depth < 1 {
            return Verdict::SearchOn;
        }
        let mut fail_highs = 0;
        for mv in s.first_moves(self.m) {
            if s.move_value(mv, beta, depth) >= beta {
                fail_highs += 1;
                if fail_highs == self.c {
                    return Verdict::CutOff(beta);
                }
            }
        }
        Verdict::SearchOn
    }
}
