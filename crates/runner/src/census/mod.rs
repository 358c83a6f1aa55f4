//! The census of errors: how often is a null move or a pruning rule wrong about a node? A sample of their
//! claims is searched again to the full depth without null moves and rules, on the same path, with the same clocks and
//! from an empty table. The paper argues from such errors of null moves (section 2); here they are counted.

mod draw;
pub(crate) mod job;
pub(crate) mod plane;
pub(crate) mod points;
pub(crate) mod session;
pub(crate) mod table;

use serde::{Deserialize, Serialize};

pub(crate) use draw::{Cell, Draw, LOW};

/// One cell of one search: claims that have everything below in common. A search without claims has one
/// record, without a claim.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CensusRecord {
    /// Position in the suite after the discard, from 0.
    pub(crate) index: u32,
    /// Its id in the suite.
    pub(crate) id: String,
    /// Canonical specification of the variant that was searched.
    pub(crate) variant: String,
    /// What followed a null move, `cutoff` or `reduction`; or the rule, as `RULE-low` where it claims that
    /// the node fails low.
    pub(crate) claim: String,
    /// Remaining depth in plies at the entry of the node, or after the move, that is judged.
    pub(crate) depth: i32,
    /// Depth reduction of the null move or of the late move in plies; else 0.
    pub(crate) r: i32,
    /// Who was to move where it was decided: the side to move at the `root`, or its `opponent`.
    pub(crate) side: String,
    /// `opening`, `middlegame` or `endgame`, by the number of pieces.
    pub(crate) phase: String,
    /// Claims of the search in this cell, over all iterations.
    pub(crate) total: u64,
    /// Of these, searched again to an end.
    pub(crate) tested: u64,
    /// Of the tested, those that a full search contradicts.
    pub(crate) wrong: u64,
    /// Searched again, but given up at the node limit.
    pub(crate) unfinished: u64,
    /// Nodes of the whole search, the same in each of its records. The records of older programs have none.
    #[serde(default)]
    pub(crate) nodes: u64,
}
