//! Double null move: a null move may answer a null move, only a third in a row is forbidden.
//! In a zugzwang the second one refutes the first. Second-hand.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "double",
    summary: "cut off; only a third consecutive null move is forbidden",
    source: "Diepeveen; second-hand",
    parameters: &[Parameter::plies("r", 3, "depth reduction of the null-move search")],
    on_fail_high: OnFailHigh::CutOff,
    title: |p| format!("Double null R = {}", p.get("r")),
    build: |p| Member::new(DoubleNull { r: p.get("r") }),
};

struct DoubleNull {
    r: Depth,
}

impl PruningVariant for DoubleNull {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        if !s.after_two_nulls() && s.null_ok_after_null(w, depth) {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, flags);
            if value >= w.beta {
                return s.cutoff(value);
            }
        }
        s.pvs(w, depth, flags)
    }
}
