//! What is written down about a suite made here: enough to make it again byte for byte, and to
//! know what its solutions are worth. One TOML file beside each EPD file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SuiteManifest {
    /// The suite's name.
    pub suite: String,
    /// What it is, in a line.
    pub title: String,
    /// The command that makes it again.
    pub command: String,
    /// Version of this program that made it.
    pub version: String,
    /// Licence of the suite.
    pub licence: String,
    /// Lower-case hexadecimal SHA-256 of the EPD file.
    pub sha256: String,
    /// Seed of the games.
    pub seed: u64,
    /// The rules that every position satisfies, and how solutions were vetted.
    pub rules: Vec<String>,
    /// How many of what.
    pub counts: Counts,
    /// Positions by the depth that first holds the solution; `none` where no depth tried did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub difficulty: BTreeMap<String, u32>,
    /// The outside engine that vetted the solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<OutsideEngine>,
}

/// Counts of a suite's making.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Positions in the suite.
    pub positions: u32,
    /// Of these with white to move.
    pub white_to_move: u32,
    /// Of these with black to move.
    pub black_to_move: u32,
    /// Positions asked for, if the games did not yield so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u32>,
    /// Games played.
    pub games: u32,
    /// Positions that satisfied the rules, before duplicates, neighbours and colours were weighed.
    pub offered: u32,
}

/// An engine asked over UCI.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutsideEngine {
    /// As it names itself.
    pub name: String,
    /// Nodes a position.
    pub nodes: u64,
    /// UCI options set.
    pub options: Vec<String>,
    /// Lead of the best over the second-best move, in centipawns, at least.
    pub margin: i32,
}
