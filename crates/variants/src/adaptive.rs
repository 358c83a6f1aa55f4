//! Heinz' adaptive null-move pruning: R = 3 in the upper part of the tree, R = 2 below.
//! Second-hand: after later descriptions, not the article itself.

use vnmp_engine::{Color, Depth, Mode, PieceType, Position, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "adaptive",
    summary: "cut off; R = 3 if d > 8, or d > 6 and both sides have 3 pieces, else R = 2",
    source: "Heinz 1999, ICCA J. 22(3); second-hand",
    parameters: &[],
    on_fail_high: OnFailHigh::CutOff,
    title: |_| "Adaptive R = 3/2".to_string(),
    build: |_| Member::new(Adaptive),
};

struct Adaptive;

impl PruningVariant for Adaptive {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        if s.null_ok(w, depth) {
            let r = if depth > 8 || depth > 6 && many_pieces(s.position()) { 3 } else { 2 };
            let value = s.null_search(w.beta, depth - r - 1, flags);
            if value >= w.beta {
                return s.cutoff(value);
            }
        }
        s.pvs(w, depth, flags)
    }
}

/// Have both sides at least three pieces besides king and pawns?
fn many_pieces(position: &Position) -> bool {
    let board = position.board();
    let pawns_and_kings = board.kind(PieceType::Pawn) | board.kind(PieceType::King);
    let pieces = |side| (board.color(side) & !pawns_and_kings).count();
    pieces(Color::White) >= 3 && pieces(Color::Black) >= 3
}
