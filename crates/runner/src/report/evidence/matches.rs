//! The score of a match between two variants, from the `summary.json` that a match leaves.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::EvidenceError;
use crate::base::file;
use crate::stats::{Estimate, Interval};

/// File name of a match's summary.
const SUMMARY_FILE: &str = "summary.json";

/// A match's score from the first side's point of view.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MatchScore {
    /// Canonical specification of the first side.
    pub(crate) first: String,
    /// Canonical specification of the second side.
    pub(crate) second: String,
    /// Limit for each move or game.
    pub(crate) limit: String,
    /// Games won by the first.
    pub(crate) wins: u32,
    /// Games drawn.
    pub(crate) draws: u32,
    /// Games lost by the first.
    pub(crate) losses: u32,
    /// Share of the points, 0 to 1.
    pub(crate) score: f64,
    /// Lower end of its 95 % interval over pairs of games.
    pub(crate) score_low: f64,
    /// Upper end.
    pub(crate) score_high: f64,
    /// The score on the Elo scale, where it is finite.
    pub(crate) elo: Option<Estimate>,
}

/// The part of the file that is needed.
#[derive(Deserialize)]
struct Summary {
    setting: Setting,
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Setting {
    /// Each side's settings by name; `variant` among them, unless it is another engine.
    sides: [BTreeMap<String, String>; 2],
    limit: String,
}

#[derive(Deserialize)]
struct Standing {
    wins: u32,
    draws: u32,
    losses: u32,
    estimate: Option<Shares>,
}

#[derive(Deserialize)]
struct Shares {
    score: f64,
    score_low: f64,
    score_high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl MatchScore {
    /// Reads a folder; `None` if no match of two variants was finished there.
    pub(super) fn read(folder: &Path) -> Result<Option<MatchScore>, EvidenceError> {
        let path = folder.join(SUMMARY_FILE);
        match file::read_text(&path) {
            Ok(text) => {
                MatchScore::parse(&text).map_err(|source| EvidenceError::Form { path, source })
            }
            Err(e) if e.source.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e.into()),
        }
    }

    fn parse(text: &str) -> Result<Option<MatchScore>, serde_json::Error> {
        let Summary { setting, standings } = serde_json::from_str(text)?;
        let [first, second] = setting.sides.map(|mut side| side.remove("variant"));
        let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
        let Some(Standing { wins, draws, losses, estimate: Some(shares) }) =
            standings.into_iter().next_back()
        else {
            return Ok(None);
        };
        let Shares { score, score_low, score_high, elo, elo_low, elo_high } = shares;
        let interval = elo_low.zip(elo_high).map(|(low, high)| Interval { low, high });
        let samples = (wins + draws + losses) as usize;
        let elo = elo.map(|value| Estimate { value, interval, samples });
        let limit = setting.limit;
        Ok(Some(MatchScore {
            first,
            second,
            limit,
            wins,
            draws,
            losses,
            score,
            score_low,
            score_high,
            elo,
        }))
    }

    /// Games played.
    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_standing_counts() {
        let shares = |score: f64| {
            format!("{{\"score\": {score}, \"score_low\": 0.4, \"score_high\": 0.7, \"elo\": 1}}")
        };
        let text = format!(
            "{{\"setting\": {{\"sides\": [{{\"variant\": \"vrfd:r=3\"}}, {{\"variant\": \
             \"std:r=2\"}}], \"limit\": \"nodes=9\"}}, \"standings\": [{{\"wins\": 1, \"draws\": \
             0, \"losses\": 1, \"estimate\": null}}, {{\"wins\": 3, \"draws\": 4, \"losses\": 1, \
             \"estimate\": {}}}]}}",
            shares(0.625)
        );
        let score = MatchScore::parse(&text).unwrap().unwrap();
        assert_eq!((score.first.as_str(), score.games(), score.score), ("vrfd:r=3", 8, 0.625));
        let engine = text.replace("{\"variant\": \"std:r=2\"}", "{\"command\": \"other\"}");
        assert_eq!(MatchScore::parse(&engine).unwrap(), None);
        assert!(MatchScore::parse("{}").is_err());
    }
}
