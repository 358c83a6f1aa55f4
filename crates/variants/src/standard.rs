//! Standard null-move pruning: the paper's Figure 1.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "std",
    summary: "cut off at once",
    source: "David-Tabibi & Netanyahu 2002, Figure 1",
    parameters: &[Parameter::plies("r", 2, "depth reduction of the null-move search")],
    on_fail_high: OnFailHigh::CutOff,
    title: |p| format!("Std R = {}", p.get("r")),
    build: |p| Member::new(Standard { r: p.get("r") }),
};

struct Standard {
    r: Depth,
}

impl PruningVariant for Standard {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        // conduct a null-move search if it is legal and desired
        if s.null_ok(w, depth) {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, flags);
            if value >= w.beta {
                return s.cutoff(value); // cutoff in case of fail-high
            }
        }
        s.pvs(w, depth, flags)
    }
}
