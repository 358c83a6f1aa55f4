//! No null move: plain NegaScout/PVS. The baseline for all pruning.

use vnmp_engine::{Depth, Mode, PruningVariant, Score, Search, Window};

use crate::family::{Family, OnFailHigh};
use crate::variant::Member;

pub(crate) static FAMILY: Family = Family {
    name: "none",
    summary: "no null move",
    source: "baseline",
    parameters: &[],
    on_fail_high: OnFailHigh::NoNullMove,
    title: |_| "No null move".to_string(),
    build: |_| Member::new(NoNullMove),
};

struct NoNullMove;

impl PruningVariant for NoNullMove {
    type Flags = ();

    fn root(&self) {}

    fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, flags: ()) -> Score {
        s.pvs(w, depth, flags)
    }
}
