//! Extended null-move reductions (David-Tabibi & Netanyahu 2008): a larger, adaptive R, and a
//! fail-high reduces the depth by four plies instead of cutting off. Unlike the variants of
//! section 5 it tries the null move at every depth: with no plies left it goes to quiescence.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "nmr",
    summary: "R = 4 if d > 6 else 3; reduce the depth by k plies, to quiescence if none is left",
    source: "David-Tabibi & Netanyahu 2008, Extended null-move reductions",
    parameters: &[Parameter::plies("k", 4, "plies by which a fail-high reduces the depth")],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| format!("NMR by {}", p.get("k")),
    build: |p| Member::new(Reductions { k: p.get("k") }),
};

struct Reductions {
    k: Depth,
}

impl PruningVariant for Reductions {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        if s.null_ok(w, depth) {
            let r = if depth > 6 { 4 } else { 3 };
            let value = s.null_search(w.beta, depth - r - 1, flags);
            if value >= w.beta {
                s.count_verification();
                return s.reduced(w, depth - self.k, flags);
            }
        }
        s.pvs(w, depth, flags)
    }
}
