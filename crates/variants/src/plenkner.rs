//! Plenkner's null move "impervious to zugzwang": a fail-high is verified by a shallow search
//! without null moves. Second-hand: after later descriptions, not the article itself.

use vnmp_engine::{Depth, Flags, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "plenkner",
    summary: "verify at the depth of a null search one ply shallower, null moves off; then cut",
    source: "Plenkner 1995, ICCA J. 18(2); second-hand",
    parameters: &[Parameter::plies("r", 2, "depth reduction of the null-move search")],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| format!("Plenkner R = {}", p.get("r")),
    build: |p| Member::new(Plenkner { r: p.get("r") }),
};

struct Plenkner {
    r: Depth,
}

#[derive(Clone, Copy, PartialEq)]
enum NullMoves {
    Off,
    On,
}

/// A value found without null moves serves everywhere, others only where they are on.
impl Flags for NullMoves {
    fn bits(self) -> u8 {
        self as u8
    }
    fn served_by(self, stored: u8) -> bool {
        stored == NullMoves::Off as u8 || self == NullMoves::On
    }
}

impl PruningVariant for Plenkner {
    type Flags = NullMoves;

    fn root(&self) -> NullMoves {
        NullMoves::On
    }

    fn node<M: Mode>(
        &self,
        s: &mut Search<Self, M>,
        w: Window,
        depth: Depth,
        nulls: NullMoves,
    ) -> Score {
        if nulls == NullMoves::On && s.null_ok(w, depth) {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, nulls);
            if value >= w.beta {
                s.count_verification();
                let minimal = Window::new(w.beta - 1, w.beta);
                let verified = s.reduced(minimal, depth - (r + 1) - 1, NullMoves::Off);
                if verified >= w.beta {
                    return s.cutoff(verified);
                }
            }
        }
        s.pvs(w, depth, nulls)
    }
}
