//! A finished game as the journal holds it. Everything in it is deterministic under limits of
//! depth or nodes; times are there only when the limit is a time.

use serde::{Deserialize, Serialize};
use vnmp_engine::Color;

use crate::base::json;

/// Result from the first side's point of view, in half points: 0, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Points {
    /// The first side lost.
    #[serde(rename = "loss")]
    Loss,
    /// A draw.
    #[default]
    #[serde(rename = "draw")]
    Draw,
    /// The first side won.
    #[serde(rename = "win")]
    Win,
}

impl Points {
    /// 0, 1 or 2 half points.
    pub(crate) fn half_points(self) -> usize {
        self as usize
    }
}

/// Why a game ended, in the words that PGN has for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum End {
    /// By the rules of chess.
    #[default]
    Normal,
    /// By agreed thresholds of score.
    Adjudication,
    /// A side lost on time.
    TimeForfeit,
    /// A move that is not legal, or none where there is one.
    RulesInfraction,
    /// An engine died, hung or never started.
    Abandoned,
}

impl End {
    /// The value of PGN's `Termination` tag.
    pub(crate) fn text(self) -> String {
        json::name(&self).replace('-', " ")
    }
}

/// One move and what its player said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ply {
    /// Long algebraic notation.
    #[serde(rename = "m")]
    pub(crate) mv: String,
    /// Centipawns for the player; absent with a mate score or when nothing was said.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub(crate) score_cp: Option<i32>,
    /// Moves to mate, negative if the player is mated.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// Last finished depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// Nodes of the search.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    /// Wall-clock milliseconds, under limits of time only.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_ms: Option<u64>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// From 0; games 2n and 2n + 1 are a pair with the same opening.
    pub(crate) number: u32,
    /// Name of the opening.
    pub(crate) opening: String,
    /// Where the players took over.
    pub(crate) fen: String,
    /// Moves from the start position to there, in long algebraic notation, where they are known.
    pub(crate) opening_moves: Vec<String>,
    /// For the first side.
    pub(crate) points: Points,
    /// Kind of end.
    pub(crate) end: End,
    /// The end in words.
    pub(crate) reason: String,
    /// Which side failed and how, if any did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) failures: Vec<Failure>,
    /// The moves that were played.
    pub(crate) plies: Vec<Ply>,
}

/// A side that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// 0 for the first side, 1 for the second.
    pub(crate) side: usize,
    /// What happened.
    pub(crate) what: String,
}

impl GameRecord {
    /// The first side's colour in a game: white in the even ones.
    pub(crate) fn first_colour(number: u32) -> Color {
        if number.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(crate) fn result(&self) -> &'static str {
        match (self.points, GameRecord::first_colour(self.number)) {
            (Points::Draw, _) => "1/2-1/2",
            (Points::Win, Color::White) | (Points::Loss, Color::Black) => "1-0",
            _ => "0-1",
        }
    }
}
