//! Verified null-move pruning: the paper's Figure 3.
//! `root=off` enters the tree with `verify = false`, where Figure 3 is Figure 1;
//! `research=off` leaves out the re-search of zugzwangs.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::parameter::Parameter;
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "vrfd",
    summary: "reduce the depth by one ply and verify; cut off only below such a node",
    source: "David-Tabibi & Netanyahu 2002, Figure 3",
    parameters: &[
        Parameter::plies("r", 3, "depth reduction of the null-move search"),
        Parameter::switch("research", true, "search zugzwangs again at the original depth"),
        Parameter::switch("root", true, "the value of verify at the root level"),
    ],
    on_fail_high: OnFailHigh::SearchOn,
    title: |p| {
        let research = if p.on("research") { "" } else { ", no re-search" };
        let root = if p.on("root") { "" } else { ", verify = false" };
        format!("Vrfd R = {}{research}{root}", p.get("r"))
    },
    build: |p| {
        let (research, root) = (p.on("research"), p.on("root"));
        Member::new(Verified { r: p.get("r"), research, root })
    },
};

struct Verified {
    r: Depth,
    research: bool,
    root: bool,
}

impl PruningVariant for Verified {
    /// `verify`, handed down the tree
    type Flags = bool;

    fn root(&self) -> bool {
        self.root
    }

    fn node<M: Mode>(
        &self,
        s: &mut Search<Self, M>,
        w: Window,
        mut depth: Depth,
        mut verify: bool,
    ) -> Score {
        let mut fail_high = false;
        // if verify and depth = 1, no null-move search: verification would not be possible
        if s.null_ok(w, depth) && (!verify || depth > 1) {
            let r = s.grown(self.r, w, depth);
            let value = s.null_search(w.beta, depth - r - 1, verify);
            if value >= w.beta {
                if !verify {
                    return s.cutoff(value); // cutoff in a sub-tree with fail-high report
                }
                s.count_verification();
                depth -= 1; // reduce the depth by one ply
                verify = false; // turn verification off for the sub-tree
                fail_high = true; // to detect zugzwangs later
                if let Some(score) = s.probe_again(w, depth, verify) {
                    return score; // only if that setting is on
                }
            }
        }
        let best = if fail_high { s.verify(w, depth, verify) } else { s.pvs(w, depth, verify) };
        // a fail-high report but no cutoff: a zugzwang, searched again with the original depth
        if fail_high && best < w.beta && self.research && !s.stopped() {
            s.count_research();
            depth += 1;
            verify = true;
            let best = s.pvs(w, depth, verify);
            if best < w.beta {
                s.count_research_below_beta();
            }
            return best;
        }
        best
    }
}
