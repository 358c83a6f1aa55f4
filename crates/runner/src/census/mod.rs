//! The census of null-move errors: how often is a null move wrong that fails high? A sample of them is
//! searched again to the node's full depth without null moves, on the same path, with the same clocks and from an
//! empty table. The paper argues from such errors (section 2); here they are counted.

mod draw;
pub(crate) mod job;
pub(crate) mod session;
pub(crate) mod table;

use serde::{Deserialize, Serialize};

pub(crate) use draw::{Cell, Draw};

/// One cell of one search: fail-highs that have everything below in common.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CensusRecord {
    /// Position in the suite after the discard, from 0.
    pub(crate) index: u32,
    /// Its id in the suite.
    pub(crate) id: String,
    /// Canonical specification of the variant that was searched.
    pub(crate) variant: String,
    /// What followed: `cutoff` or `reduction`.
    pub(crate) claim: String,
    /// Remaining depth at the node's entry in plies.
    pub(crate) depth: i32,
    /// Depth reduction of the null move in plies.
    pub(crate) r: i32,
    /// Who made the null move: the side to move at the `root`, or its `opponent`.
    pub(crate) side: String,
    /// `opening`, `middlegame` or `endgame`, by the number of pieces.
    pub(crate) phase: String,
    /// Fail-highs of the search in this cell, over all iterations.
    pub(crate) total: u64,
    /// Of these, searched again to an end.
    pub(crate) tested: u64,
    /// Of the tested, those whose full search stayed below beta.
    pub(crate) wrong: u64,
    /// Searched again, but given up at the node limit.
    pub(crate) unfinished: u64,
}
