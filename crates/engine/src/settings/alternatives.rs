//! Alternatives to the reproduction's decisions, on points on which the paper is silent or
//! ambiguous. A search that uses any of them is composed; a plain one never reads them.

use crate::score::Depth;

use super::SettingError;
use super::listing::named_settings;
use super::value::{Percent, named_values};

/// What answers a null move that leaves no depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullHorizon {
    /// The quiescence search.
    Quiescence,
    /// The static evaluation.
    Evaluation,
}
named_values!(NullHorizon: "quiescence, evaluation",
    "quiescence" = Quiescence, "evaluation" = Evaluation);

/// How deep a node must be for a null move with the depth reduction R.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullDepth {
    /// At any depth.
    Any,
    /// Deeper than R.
    R,
    /// Deeper than R + 1: a ply or more is left below the null move.
    RPlusOne,
}
named_values!(NullDepth: "any, r, r+1", "any" = Any, "r" = R, "r+1" = RPlusOne);

/// What the table keeps of a null move's cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullStored {
    /// Nothing.
    No,
    /// The bound at the node's depth; an older entry's move is lost.
    Bound,
    /// The bound, with the move of the older entry.
    BoundAndMove,
}
named_values!(NullStored: "no, bound, bound-and-move",
    "no" = No, "bound" = Bound, "bound-and-move" = BoundAndMove);

/// How verified null-move pruning searches at the reduced depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verification {
    /// By the moves of the node itself.
    InPlace,
    /// By a recursive call, with its own probe and entry in the table.
    Recursive,
}
named_values!(Verification: "in-place, recursive",
    "in-place" = InPlace, "recursive" = Recursive);

/// What the quiescence search captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuiescenceCaptures {
    /// Everything.
    All,
    /// Only the man that moved last, starting with the move that led to the leaf.
    Last,
    /// Everything at the leaf, below it only the man that moved last.
    LastFromSecond,
}
named_values!(QuiescenceCaptures: "all, last, last-from-second",
    "all" = All, "last" = Last, "last-from-second" = LastFromSecond);

/// Which nodes of the quiescence search count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuiescenceCounted {
    /// All.
    All,
    /// The leaves of the main search, with which it begins.
    Leaf,
}
named_values!(QuiescenceCounted: "all, leaf", "all" = All, "leaf" = Leaf);

/// At whose nodes a search prunes: the side to move at the root is to move at every other ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PruningSide {
    /// At all.
    Both,
    /// Where the side to move at the root is to move.
    Own,
    /// Where its opponent is.
    Opponent,
}

impl PruningSide {
    /// Does the search prune at this ply?
    #[inline(always)]
    pub(crate) fn acts_at(self, ply: usize) -> bool {
        match self {
            PruningSide::Both => true,
            PruningSide::Own => ply.is_multiple_of(2),
            PruningSide::Opponent => !ply.is_multiple_of(2),
        }
    }
}
named_values!(PruningSide: "both, own, opponent",
    "both" = Both, "own" = Own, "opponent" = Opponent);

/// What a best move adds to its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryGain {
    /// 2^depth.
    Exponential,
    /// depth^2.
    Square,
    /// One.
    One,
}

impl HistoryGain {
    /// What a best move at this depth adds.
    #[inline(always)]
    pub(crate) fn at(self, depth: Depth) -> u32 {
        match self {
            HistoryGain::Exponential => 1 << depth.clamp(0, 31),
            HistoryGain::Square => (depth * depth) as u32,
            HistoryGain::One => 1,
        }
    }
}
named_values!(HistoryGain: "2^depth, depth^2, 1",
    "2^depth" = Exponential, "depth^2" = Square, "1" = One);

named_settings! {
    /// Alternatives to the reproduction's decisions.
    struct Alternatives {}

    /// What answers a null move whose reduced depth is 0 or less.
    "null-horizon" null_horizon: NullHorizon = NullHorizon::Quiescence,
        "Figure 1: return evaluate(), 'in practice, quiescence()'";
    /// Null moves only at remaining depths greater than R, or than R + 1.
    "null-depth-above" null_depth_above: NullDepth = NullDepth::Any,
        "the paper is silent; a common guard";
    /// What the table keeps of a null move's cutoff.
    "null-stored" null_stored: NullStored = NullStored::No,
        "the paper is silent; both are common";
    /// A node whose value lies outside its window returns and stores the bound of the window.
    "fail-hard" fail_hard: bool = false,
        "Knuth and Moore 1975; Fishburn 1983 for the default, fail-soft";
    /// A table entry cuts off only at exactly the node's depth, not also if it is deeper.
    "hash-equal-depth" hash_equal_depth: bool = false,
        "the paper is silent; Marsland's survey, where the table must not change a value";
    /// How a fail-high is verified. The recursive call tries no null move at its own node. It
    /// stores its result at the reduced depth, and nothing is stored at the full one.
    "verification" verification: Verification = Verification::InPlace,
        "Figure 3 is in place; the call is another reading of 'continue the search'";
    /// What the quiescence search captures; after a null move nothing has moved last.
    "quiescence-captures" quiescence_captures: QuiescenceCaptures = QuiescenceCaptures::All,
        "section 4: 'the quiescence search consisted only of captures/recaptures'";
    /// Captures count in the history table too, and it orders them before MVV-LVA does.
    "history-captures" history_captures: bool = false,
        "Schaeffer 1983: all moves";
    /// What a best move adds to its history.
    "history-gain" history_gain: HistoryGain = HistoryGain::Exponential,
        "Schaeffer 1983, 1989: 2^depth; the others are later practice";
    /// The history is halved between iterations.
    "history-halved" history_halved: bool = false,
        "the paper is silent; common practice";
    /// A check extends every node below the root by a ply, not only leaves.
    "check-extension" check_extension: bool = false,
        "section 4 extends leaves only; section 1: 'check extensions' of earlier programs";
    /// Centipawns for the right to move.
    "tempo" tempo: u8 = 0,
        "the evaluation is not the paper's; a common term";
    /// Percentage of the piece-square part of the evaluation: its distance from bare material.
    "positional-percent" positional_percent: Percent = Percent(100),
        "the evaluation is not the paper's";
    /// The table is emptied between iterations; the root's best move stays first.
    "hash-cleared" hash_cleared: bool = false,
        "the paper is silent";
    /// Iterations pass on what they have learned. Without it each is a search straight to its depth:
    /// nothing in the table, the history or the killers, no best move of the root, and nodes, and a
    /// limit of nodes, counted from there. Times add up in either case.
    "iterative-deepening" iterative_deepening: bool = true,
        "the paper does not mention it";
    /// Null moves and pruning rules act at all nodes, or only at those where the side to move at the
    /// root is to move, or only at its opponent's.
    "pruning-side" pruning_side: PruningSide = PruningSide::Both,
        "an experiment: Lim and Lee 2006, Properties of forward pruning in game-tree search";
    /// Which nodes of the quiescence search count. It changes the counts, not the tree. A node limit
    /// applies to what is counted and to all nodes of the current quiescence search.
    "quiescence-counted" quiescence_counted: QuiescenceCounted = QuiescenceCounted::All,
        "the paper's 'total node count' does not say; Figures 1 and 3 make leaves calls of search()";
}

impl Alternatives {
    /// Is any in use that the quiescence search must know?
    pub(crate) fn alter_quiescence(&self) -> bool {
        let usual = Alternatives::DEFAULT;
        (self.tempo, self.positional_percent, self.quiescence_captures)
            != (usual.tempo, usual.positional_percent, usual.quiescence_captures)
    }

    /// The alternatives in use, by name; none in the reproduction.
    pub(super) fn taken(&self) -> Vec<(&'static str, String)> {
        let usual = Alternatives::DEFAULT.own();
        let own = self.own().into_iter().zip(usual);
        own.filter(|(own, usual)| own != usual).map(|(own, _)| own).collect()
    }

    /// All of them.
    pub(super) fn list() -> Vec<super::Setting> {
        Alternatives::own_list()
    }

    /// `None` if no alternative has the name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), SettingError>> {
        self.set_own(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ply_belongs_to_one_side() {
        let plies = |side: PruningSide| [0, 1, 2, 7].map(|ply| side.acts_at(ply));
        assert_eq!(plies(PruningSide::Both), [true; 4]);
        assert_eq!(plies(PruningSide::Own), [true, false, true, false]);
        assert_eq!(plies(PruningSide::Opponent), plies(PruningSide::Own).map(|own| !own));
    }

    #[test]
    fn gains_grow_with_depth_as_documented_and_never_overflow() {
        let gains = |gain: HistoryGain| [1, 2, 5, 60].map(|depth| gain.at(depth));
        assert_eq!(gains(HistoryGain::Exponential), [2, 4, 32, 1 << 31]);
        assert_eq!(gains(HistoryGain::Square), [1, 4, 25, 3600]);
        assert_eq!(gains(HistoryGain::One), [1; 4]);
    }
}
