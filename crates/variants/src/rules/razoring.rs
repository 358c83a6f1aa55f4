//! Limited razoring (Heinz 1998): a pre-pre-frontier node (depth 3) that is a queen and more below
//! alpha loses a ply. Not in check, and not against three pieces or fewer, where the evaluation says
//! little. With `futility` the razored node is then pruned like any other of depth 2.

use vnmp_engine::{Node, NodeRule, PieceType, Position, Subsearch, Verdict};

use crate::parameter::Parameter;
use crate::rule::{Acts, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "razoring",
    summary: "at depth 3, one ply less if a margin above the static value is below alpha",
    source: "Heinz 1998, Extended futility pruning, ICCA J. 21(2); second-hand",
    parameters: &[Parameter::number("margin", 900, (0, 10_000), "centipawns")],
    impossible: |_| None,
    acts: Acts::BeforeNullMove(|p| Box::new(Razoring { margin: p.get("margin") })),
};

const PRE_PRE_FRONTIER: i32 = 3;

struct Razoring {
    margin: i32,
}

impl NodeRule for Razoring {
    fn judge(&self, node: &Node, s: &mut dyn Subsearch) -> Verdict {
        let fscore = node.value + self.margin;
        let razored = node.depth == PRE_PRE_FRONTIER
            && !node.in_check
            && fscore <= node.window.alpha
            && opposing_pieces(s.position()) > 3;
        if razored { Verdict::Reduce(1) } else { Verdict::SearchOn }
    }
}

/// Pieces of the side not to move, king and pawns apart.
fn opposing_pieces(position: &Position) -> u32 {
    let board = position.board();
    let king_and_pawns = board.kind(PieceType::King) | board.kind(PieceType::Pawn);
    (board.color(position.turn().other()) & !king_and_pawns).count()
}
