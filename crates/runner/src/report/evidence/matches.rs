//! The score of a match, from the `summary.json` that a match leaves.

use std::path::Path;

use serde::Deserialize;

use super::EvidenceError;
use crate::play::matches::statistics::Tally;
use crate::stats::Estimate;

/// File name of a match's summary.
const SUMMARY_FILE: &str = "summary.json";

/// A match's score from the first side's point of view.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MatchScore {
    /// Name of the first side: a variant's canonical specification, `vrfd:r=3@killers=on` with settings of its
    /// own, or `uci:NAME`.
    pub(crate) first: String,
    /// Likewise of the second.
    pub(crate) second: String,
    /// Limit for each move or game.
    pub(crate) limit: String,
    /// Games won, drawn and lost by the first, and its pairs.
    pub(crate) tally: Tally,
    /// Share of the points, 0 to 1, with its interval over pairs of games.
    pub(crate) score: Estimate,
    /// The score on the Elo scale.
    pub(crate) elo: Estimate,
}

/// The part of the file that is needed.
#[derive(Deserialize)]
struct Summary {
    setting: Setting,
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Setting {
    names: [String; 2],
    limit: String,
}

#[derive(Deserialize)]
struct Standing {
    games: u32,
    #[serde(flatten)]
    tally: Tally,
    /// What the match itself says of it: nothing if every game was forfeited.
    estimate: Option<serde::de::IgnoredAny>,
}

impl Standing {
    /// Do games and pairs agree? Otherwise the interval would belong to other games.
    fn is_sound(&self) -> bool {
        let Standing { games, tally: Tally { wins, draws, losses, pairs }, .. } = *self;
        let half_points: u32 = (0..).zip(pairs).map(|(points, n)| points * n).sum();
        let pairs: u32 = pairs.iter().sum();
        wins + draws + losses == games && 2 * pairs == games && 2 * wins + draws == half_points
    }
}

impl MatchScore {
    /// Reads a folder; `None` if there is no match.
    pub(super) fn read(folder: &Path) -> Result<Option<MatchScore>, EvidenceError> {
        let path = folder.join(SUMMARY_FILE);
        let Some(Summary { setting, standings }) = EvidenceError::read_json(&path)? else {
            return Ok(None);
        };
        if !standings.iter().all(Standing::is_sound) {
            let what = "wins, draws, losses and pairs of games contradict each other";
            return Err(EvidenceError::incomplete(&path, what));
        }
        let no_score = || EvidenceError::NoScore { folder: folder.to_owned() };
        MatchScore::of(setting, standings).map(Some).ok_or_else(no_score)
    }

    /// The last standing, its interval recomputed from the pairs of games; `None` before the first
    /// pair, or if every game was forfeited.
    fn of(setting: Setting, standings: Vec<Standing>) -> Option<MatchScore> {
        let [first, second] = setting.names;
        let tally = standings.last().filter(|last| last.estimate.is_some())?.tally;
        let [score, elo] = tally.estimate()?.on_both_scales(tally.games() as usize);
        Some(MatchScore { first, second, limit: setting.limit, tally, score, elo })
    }

    /// Games played.
    pub(crate) fn games(&self) -> u32 {
        self.tally.games()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    /// A match with two standings, the last after `games` games, and `first` as the first side.
    fn read(first: &str, games: u32) -> Result<Option<MatchScore>, EvidenceError> {
        let folder = tempfile::tempdir().unwrap();
        let standing = |games: u32, pairs: [u32; 5]| {
            let [wins, draws, losses] = [games / 2, games / 4, games / 4];
            serde_json::json!({"games": games, "wins": wins, "draws": draws, "losses": losses,
                "pairs": pairs, "estimate": {}})
        };
        let standings = [standing(4, [0, 0, 1, 1, 0]), standing(games, [0, 1, 1, 1, 1])];
        let setting = serde_json::json!({"names": [first, "std:r=2"], "limit": "nodes=9"});
        let summary = serde_json::json!({"setting": setting, "standings": standings});
        std::fs::write(folder.path().join(SUMMARY_FILE), summary.to_string()).unwrap();
        MatchScore::read(folder.path())
    }

    const VERIFIED: &str = "vrfd:r=3";

    #[test]
    fn the_last_standing_counts_and_its_interval_is_made_from_the_pairs() {
        let score = read(VERIFIED, 8).unwrap().unwrap();
        assert_eq!(
            (score.first.as_str(), score.games(), score.score.value),
            ("vrfd:r=3", 8, 0.625)
        );
        let Interval { low, high } = score.score.interval.unwrap();
        assert!(low < 0.5 && high > 0.7, "four pairs show little");
    }

    #[test]
    fn a_score_that_is_not_that_of_its_pairs_is_refused() {
        let error = read(VERIFIED, 12).unwrap_err().to_string();
        assert!(error.contains("summary.json") && error.contains("contradict"), "{error}");
    }

    #[test]
    fn a_folder_without_a_match_or_with_something_else_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(MatchScore::read(folder.path()).unwrap(), None);
        std::fs::write(folder.path().join(SUMMARY_FILE), "{}").unwrap();
        assert!(MatchScore::read(folder.path()).is_err());
    }

    /// Summaries and reports outlive the program that wrote them: what they say of their pairs must be what is said now.
    #[test]
    fn committed_matches_have_the_estimates_of_their_pairs() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/match");
        let mut folders: Vec<std::path::PathBuf> =
            vec![results.clone(), results.join("laboratory")];
        let mut standings = 0;
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            for folder in entries.filter(|path| path.join(SUMMARY_FILE).exists()) {
                let text = std::fs::read_to_string(folder.join(SUMMARY_FILE)).unwrap();
                let report = std::fs::read_to_string(folder.join("report.txt")).unwrap();
                let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
                for standing in summary["standings"].as_array().unwrap() {
                    let tally: Tally = serde_json::from_value(standing.clone()).unwrap();
                    let now = tally.estimate().unwrap();
                    let fields = serde_json::to_value(now).unwrap();
                    for (name, value) in fields.as_object().unwrap() {
                        let said = standing["estimate"][name].as_f64().unwrap();
                        let off = (said - value.as_f64().unwrap()).abs();
                        assert!(off < 1e-9, "{}: {name} is {said}, not {value}", folder.display());
                    }
                    let superior = format!("{:.1}%", 100.0 * now.superiority);
                    let shown = [now.elo_text(1), superior];
                    let is_line = |line: &&str| shown.iter().all(|text| line.contains(text));
                    assert!(report.lines().any(|line| is_line(&line)), "{shown:?} in {report}");
                    standings += 1;
                }
            }
        }
        assert!(standings >= 11, "{standings}");
    }
}
