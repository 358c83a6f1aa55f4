//! The rejected variants of section 5: never cut off, reduce the depth instead.
//! The null move is tried only if plies are left after the reduction.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

const R: Parameter = Parameter::plies("r", 3, "depth reduction of the null-move search");

/// "Not to cut off at all upon fail-high reports, but rather reduce the depth" (first and
/// second variant: by 2 plies, by 1 ply).
pub(crate) static NO_CUT: Family = Family {
    name: "red",
    summary: "never cut off: reduce the depth by k plies, also in the sub-tree",
    source: "David-Tabibi & Netanyahu 2002, section 5, first (k = 2) and second (k = 1) variant",
    parameters: &[R, Parameter::plies("k", 2, "plies by which a fail-high reduces the depth")],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| format!("Reduce by {}, R = {}", p.get("k"), p.get("r")),
    build: |p| Member::new(Reduce { r: p.get("r"), first: p.get("k"), then: p.get("k") }),
};

/// "To reduce the depth by one ply upon fail-high reports, and by two plies in that node's
/// subtree, rather than cutting off" (third variant).
pub(crate) static THEN: Family = Family {
    name: "red-then",
    summary: "never cut off: reduce by k plies, in that node's sub-tree by others",
    source: "David-Tabibi & Netanyahu 2002, section 5, third variant",
    parameters: &[
        R,
        Parameter::plies("k", 1, "plies at the first fail-high on a path"),
        Parameter::plies("then", 2, "plies in the sub-tree of such a node"),
    ],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| format!("Reduce by {} then {}, R = {}", p.get("k"), p.get("then"), p.get("r")),
    build: |p| Member::new(Reduce { r: p.get("r"), first: p.get("k"), then: p.get("then") }),
};

struct Reduce {
    r: Depth,
    first: Depth,
    then: Depth,
}

impl PruningVariant for Reduce {
    /// Is no fail-high report above? Table entries of such nodes serve the others too, which
    /// supposes that the first reduction is not the larger one (`k <= then`).
    type Flags = bool;

    fn root(&self) -> bool {
        true
    }

    fn node<M: Mode>(
        &self,
        s: &mut Search<Self, M>,
        w: Window,
        mut depth: Depth,
        mut first: bool,
    ) -> Score {
        let reduction = if first { self.first } else { self.then };
        if s.null_ok(w, depth) && depth > reduction {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, first);
            if value >= w.beta {
                s.count_verification();
                depth -= reduction;
                first = self.first == self.then; // one rule everywhere needs no flag
            }
        }
        s.pvs(w, depth, first)
    }
}
