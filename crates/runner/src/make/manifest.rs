//! The manifest of a suite made here: enough to rebuild it byte for byte and to judge its
//! solutions. One TOML file beside each EPD file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SuiteManifest {
    /// The suite's name.
    pub(crate) suite: String,
    /// What it is, in a line.
    pub(crate) title: String,
    /// The command that makes it again.
    pub(crate) command: String,
    /// Version of this program that made it.
    pub(crate) version: String,
    /// Licence of the suite.
    pub(crate) licence: String,
    /// Lower-case hexadecimal SHA-256 of the EPD file.
    pub(crate) sha256: String,
    /// Seed of the games or placements.
    pub(crate) seed: u64,
    /// The rules that every position satisfies, and how solutions were vetted.
    pub(crate) rules: Vec<String>,
    /// How many of what.
    pub(crate) counts: Counts,
    /// Positions by the depth that first holds the solution; `none` where no depth tried did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) difficulty: BTreeMap<String, u32>,
    /// The outside engine that vetted the solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<OutsideEngine>,
}

/// Counts of a suite's making.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Positions in the suite.
    pub(crate) positions: u32,
    /// Of these with white to move.
    pub(crate) white_to_move: u32,
    /// Of these with black to move.
    pub(crate) black_to_move: u32,
    /// Positions asked for, if the source yielded fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wanted: Option<u32>,
    /// Games played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<u32>,
    /// Placements drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) placements: Option<u32>,
    /// Positions that satisfied the rules, before duplicates, neighbours and colours were weighed.
    pub(crate) offered: u32,
}

/// An engine asked over UCI.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct OutsideEngine {
    /// As it names itself.
    pub(crate) name: String,
    /// Nodes a position.
    pub(crate) nodes: u64,
    /// UCI options set.
    pub(crate) options: Vec<String>,
    /// Lead of the best over the second-best move, in centipawns, at least.
    pub(crate) margin: i32,
}
