//! Verification at high depth as in Stockfish 15: from a certain depth on, a fail-high is verified
//! by a search of the same node at the null search's depth, with null moves off for both sides in
//! the upper three quarters of it. Below that depth it cuts off like the standard null move.

use vnmp_engine::{Depth, Flags, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "high",
    summary: "cut off; at high depth verify first, at the depth of the null search, null moves off",
    source: "Stockfish 15, step 9",
    parameters: &[
        Parameter::plies("r", 3, "depth reduction of the null-move search"),
        Parameter::number("from", 14, (1, 64), "the least remaining depth that is verified"),
    ],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| format!("Verify from {}, R = {}", p.get("from"), p.get("r")),
    build: |p| Member::new(HighDepth { r: p.get("r"), from: p.get("from") }),
};

struct HighDepth {
    r: Depth,
    from: Depth,
}

/// Null moves are off above this ply, and verifications in all of a verification; 0 outside.
#[derive(Clone, Copy)]
struct NullMovesFrom(u8);

impl NullMovesFrom {
    fn is_verification(self) -> bool {
        self.0 > 0
    }
}

/// A value found in a verification serves everywhere, others only outside.
impl Flags for NullMovesFrom {
    fn bits(self) -> u8 {
        self.is_verification() as u8
    }
    fn served_by(self, stored: u8) -> bool {
        stored != 0 || !self.is_verification()
    }
}

impl PruningVariant for HighDepth {
    type Flags = NullMovesFrom;

    fn root(&self) -> NullMovesFrom {
        NullMovesFrom(0)
    }

    fn node<M: Mode>(
        &self,
        s: &mut Search<Self, M>,
        w: Window,
        depth: Depth,
        nulls: NullMovesFrom,
    ) -> Score {
        if s.ply() >= nulls.0 as usize && s.null_ok(w, depth) {
            let r = s.grown(self.r, w, depth);
            let left = depth - r - 1;
            let value = s.null_search(w.beta, left, nulls);
            if value >= w.beta {
                let value = if value.mate_in().is_some() { w.beta } else { value }; // none unproven
                if nulls.is_verification() || depth < self.from {
                    return s.cutoff(value);
                }
                s.count_verification();
                let from = NullMovesFrom((s.ply() + 3 * left.max(0) as usize / 4).max(1) as u8);
                let verified = s.reduced(Window::new(w.beta - 1, w.beta), left, from);
                if verified >= w.beta {
                    return s.cutoff(value);
                }
            }
        }
        s.pvs(w, depth, nulls)
    }
}
