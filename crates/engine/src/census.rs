//! The census of errors: at a sample of the null moves that fail high, a listener gets the
//! node, with all that its value depends on, so that it can be searched to its full depth without
//! null moves. A measurement has no listener; a search with one has the same tree.

use std::num::NonZeroU64;

use crate::position::Position;
use crate::score::{Depth, Score, Window};

/// Which fail-highs are sampled, and the listener that gets them.
#[derive(Clone, Copy)]
pub struct Census<'a> {
    /// Another seed draws another sample.
    pub seed: u64,
    /// One fail-high in this many is drawn, each independently of the others.
    pub every: NonZeroU64,
    /// Called with each sample.
    pub listener: &'a (dyn Fn(&Sample) + Sync),
}

impl Census<'_> {
    /// Is this fail-high of the search drawn, counted from 1?
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

/// What a variant concludes from a null move that fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The node is cut off.
    Cutoff,
    /// The node is searched with reduced depth, or verified before it is cut off.
    Reduction,
}

/// A node whose null move failed high.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// What followed.
    pub claim: Claim,
    /// The position, with its side to move and its clocks.
    pub position: Position,
    /// Keys of the game and of the path, for repetitions; the last is the position's own.
    pub keys: Vec<u64>,
    /// Distance from the root.
    pub ply: usize,
    /// The node's window.
    pub window: Window,
    /// Remaining depth at entry.
    pub depth: Depth,
    /// The variant's flags at entry, such as `verify`, as the table stores them.
    pub flags: u8,
    /// The depth reduction of the null-move search.
    pub r: Depth,
    /// What the null-move search returned: beta or more.
    pub value: Score,
}

impl Sample {
    /// The minimal window in which the claim is tested.
    pub fn test_window(&self) -> Window {
        Window::new(self.window.beta - 1, self.window.beta)
    }

    /// Was the null move right that the node's value is at least beta, if this is its value?
    pub fn is_right(&self, value: Score) -> bool {
        value >= self.window.beta
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
    fn a_sample_has_its_share_of_all_numbers_and_depends_on_the_seed() {
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
