//! Null move as Fruit 2.1 has it: a fail-high is verified by a search of the same node without a
//! null move of its own, at v plies less; by default only where the side to move has at most one
//! piece, the endgames in which zugzwang is likely.

use vnmp_engine::{Depth, Mode, PieceType, Position, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "fruit",
    summary: "verify at a depth v plies less, by default only with one piece or none; then cut",
    source: "Letouzey 2005, Fruit 2.1",
    parameters: &[
        Parameter::plies("r", 3, "depth reduction of the null-move search"),
        Parameter::number("v", 5, (1, 9), "depth reduction of the verification, which needs more"),
        Parameter::switch("endgame", true, "verify only with one piece or none"),
        Parameter::switch("eval", true, "null moves only if the static value is at least beta"),
    ],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| {
        let always = if p.on("endgame") { "" } else { ", always" };
        let eval = if p.on("eval") { "" } else { ", any value" };
        format!("Fruit R = {}, V = {}{always}{eval}", p.get("r"), p.get("v"))
    },
    build: |p| {
        let (endgame, eval) = (p.on("endgame"), p.on("eval"));
        Member::new(Fruit { r: p.get("r"), v: p.get("v"), endgame, eval })
    },
};

struct Fruit {
    r: Depth,
    v: Depth,
    endgame: bool,
    eval: bool,
}

impl PruningVariant for Fruit {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        // null-move pruning
        let here = depth >= 2 && w.is_minimal() && w.beta.mate_in().is_none();
        let likely =
            |s: &Search<Self, M>| !self.eval || depth <= self.r + 1 || s.evaluation() >= w.beta;
        if here && s.null_ok(w, depth) && likely(s) {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, flags);
            if value >= w.beta {
                // verification search
                let verified = match depth > self.v && self.is_doubtful(s.position()) {
                    true => {
                        s.count_verification();
                        s.reduced(w, depth - self.v, flags)
                    }
                    false if value.mate_in().is_some() => w.beta, // no unproven mates
                    false => value,
                };
                // pruning
                if verified >= w.beta {
                    return s.cutoff(verified);
                }
            }
        }
        s.pvs(w, depth, flags)
    }
}

impl Fruit {
    fn is_doubtful(&self, position: &Position) -> bool {
        let board = position.board();
        let king_and_pawns = board.kind(PieceType::King) | board.kind(PieceType::Pawn);
        !self.endgame || !(board.color(position.turn()) & !king_and_pawns).many()
    }
}
