//! The score of a match between two variants, from the `statistics.json` that a match leaves.

use std::path::Path;

use serde::Deserialize;

use super::EvidenceError;

/// File name of a match's statistics.
const STATISTICS_FILE: &str = "statistics.json";

/// A match's score from the first side's point of view.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchScore {
    /// Canonical specification of the first side.
    pub first: String,
    /// Canonical specification of the second side.
    pub second: String,
    /// Games won by the first.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by the first.
    pub losses: u32,
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval over pairs of games.
    pub score_low: f64,
    /// Upper end.
    pub score_high: f64,
}

impl MatchScore {
    /// Reads a folder; `None` if no match was played there.
    pub(super) fn read(folder: &Path) -> Result<Option<MatchScore>, EvidenceError> {
        let path = folder.join(STATISTICS_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let score = serde_json::from_str(&text);
                score.map(Some).map_err(|source| EvidenceError::Form { path, source })
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(EvidenceError::Read { path, source }),
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}
