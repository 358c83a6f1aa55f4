//! What a search tells about its main nodes when somebody listens: the tree as it is searched.
//! Nobody listens in a measurement; then a node costs one branch that is always predicted.

use crate::score::{Depth, Score, Window};
use crate::types::Move;

/// One step of a search. Between the `Enter` and the `Leave` of a node lie those of its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A main node begins.
    Enter {
        /// The move that leads to it: a null move is [`Move::NULL`], and so is the root's.
        mv: Move,
        /// Distance from the root.
        ply: usize,
        /// Remaining depth at entry.
        depth: Depth,
        /// The window.
        window: Window,
        /// The variant's flags, such as `verify`, as the table stores them.
        flags: u8,
    },
    /// A null move is made at this node; its node follows only if it is a main node.
    NullTried {
        /// Remaining depth below it; quiescence if not positive.
        depth: Depth,
    },
    /// The null move of this node fails high, which cuts it off.
    NullCut,
    /// The null move fails high, and the search goes on at a reduced depth.
    Verification,
    /// The verification fell below beta: the moves are searched again at the full depth.
    Research,
    /// The node ends.
    Leave {
        /// Its value for the side to move there.
        score: Score,
        /// Is it the table's?
        by_table: bool,
    },
}

/// Receives the events of a search.
pub type Trace<'a> = &'a (dyn Fn(Event) + Sync);
