//! The interface of a pruning variant: its flags, and its figure.

use crate::score::{Depth, Score, Window};

use super::{Mode, Search};

/// The flags that a variant passes down the tree, such as the paper's `verify`.
pub trait Flags: Copy {
    /// Six bits for the table.
    fn bits(self) -> u8;
    /// May a table entry made under `stored` be used at a node with these flags?
    fn served_by(self, stored: u8) -> bool;
}

/// A variant without flags.
impl Flags for () {
    fn bits(self) -> u8 {
        0
    }
    fn served_by(self, _: u8) -> bool {
        true
    }
}

/// `verify`: an entry made with verification serves both kinds of node,
/// one made without serves only nodes without.
impl Flags for bool {
    #[inline(always)]
    fn bits(self) -> u8 {
        self as u8
    }
    #[inline(always)]
    fn served_by(self, stored: u8) -> bool {
        stored != 0 || !self
    }
}

/// A pruning variant: what is done at a node before (and after) its moves are searched.
pub trait PruningVariant: Sized {
    /// The flags passed down the tree.
    type Flags: Flags;
    /// The flags at the root.
    fn root(&self) -> Self::Flags;
    /// Searches the current node: null move, verification, and [`Search::pvs`] for its moves.
    fn node<M: Mode>(
        &self,
        s: &mut Search<Self, M>,
        w: Window,
        depth: Depth,
        flags: Self::Flags,
    ) -> Score;
}
