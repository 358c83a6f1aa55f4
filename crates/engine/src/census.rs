//! The census of errors: at a sample of the claims that null moves and pruning rules make instead of
//! a search, a listener gets the node, with all that its value depends on, so that it can be searched
//! to its full depth without them. A measurement has no listener; a search with one has the same tree.

use std::num::NonZeroU64;

use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::types::Move;

/// Which claims are sampled, and the listener that gets them.
#[derive(Clone, Copy)]
pub struct Census<'a> {
    /// Another seed draws another sample.
    pub seed: u64,
    /// One claim in this many is drawn, each independently of the others.
    pub every: NonZeroU64,
    /// Called with each sample.
    pub listener: &'a (dyn Fn(&Sample) + Sync),
}

impl Census<'_> {
    /// Is this claim of the search drawn? Null moves and rules are each counted from 1.
    pub(crate) fn draws(&self, number: u64) -> bool {
        mix(self.seed ^ mix(number)).is_multiple_of(self.every.get())
    }
}

/// A bijection that scatters neighbouring numbers (Steele, Lea and Flood 2014: SplitMix64).
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Who says what a node is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A null move that fails high: the node is cut off.
    Cutoff,
    /// The same, but the node is searched with reduced depth, or verified before it is cut off.
    Reduction,
    /// The rule with this index in the list of its place.
    Rule(Place, usize),
}

/// Where rules act that make claims. Those that change R or take depth from a node make none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A node is cut off before the null move.
    BeforeNullMove,
    /// A node is cut off before its moves.
    BeforeMoves,
    /// A move is left out; the sample is the node after it.
    Skip,
    /// A move fails low with less depth and is not searched again; the sample is the node after it.
    /// Reductions are sums, so that the index is always 0.
    Reduce,
}

/// On which side of its window a node is claimed to lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fails {
    /// Its value is at least beta.
    High,
    /// Its value is at most alpha.
    Low,
}

/// A node of which something is claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Who claims it, and what followed.
    pub claim: Claim,
    /// What is claimed.
    pub fails: Fails,
    /// The move that leads to the node.
    pub mv: Move,
    /// The position, with its side to move and its clocks.
    pub position: Position,
    /// Keys of the game and of the path, for repetitions; the last is the position's own.
    pub keys: Vec<u64>,
    /// Distance from the root.
    pub ply: usize,
    /// The node's window.
    pub window: Window,
    /// Remaining depth at entry; 0 is quiescence, after a move that is left out at depth 1.
    pub depth: Depth,
    /// The variant's flags at entry, such as `verify`, as the table stores them.
    pub flags: u8,
    /// The depth reduction of the null-move search or of a late move; else 0.
    pub r: Depth,
    /// The value that was found or taken instead of a full search.
    pub value: Score,
}

impl Sample {
    /// The minimal window in which the claim is tested.
    pub fn test_window(&self) -> Window {
        match self.fails {
            Fails::High => Window::new(self.window.beta - 1, self.window.beta),
            Fails::Low => Window::minimal(self.window.alpha),
        }
    }

    /// Is the claim right, if this is the node's value?
    pub fn is_right(&self, value: Score) -> bool {
        match self.fails {
            Fails::High => value >= self.window.beta,
            Fails::Low => value <= self.window.alpha,
        }
    }

    /// Distance from the root of the node where the decision was taken.
    pub fn decided_at(&self) -> usize {
        match self.claim {
            Claim::Rule(Place::Skip | Place::Reduce, _) => self.ply - 1,
            _ => self.ply,
        }
    }
}

/// What the search remembers of a node on the path, if a census is taken.
#[derive(Clone, Copy)]
pub(crate) struct Claimant {
    pub(crate) window: Window,
    pub(crate) depth: Depth,
    pub(crate) flags: u8,
    /// Depth below the null move, and its value.
    pub(crate) null: (Depth, Score),
}

impl Claimant {
    pub(crate) const NONE: Claimant =
        Claimant { window: Window::FULL, depth: 0, flags: 0, null: (0, Score::DRAW) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_takes_its_share_of_all_numbers_and_depends_on_the_seed() {
        let drawn = |seed, every| -> Vec<u64> {
            let every = NonZeroU64::new(every).unwrap();
            let census = Census { seed, every, listener: &|_| {} };
            (1..=100_000).filter(|&number| census.draws(number)).collect()
        };
        assert_eq!(drawn(1, 1).len(), 100_000);
        assert!((900..1100).contains(&drawn(1, 100).len()));
        assert_eq!(drawn(7, 100), drawn(7, 100));
        assert_ne!(drawn(7, 100), drawn(8, 100));
    }
}
