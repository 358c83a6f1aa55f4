//! A match with everything that determines its games, and the TOML form of several matches, such
//! as the paper's (`experiments/match.toml`, embedded).

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::limit::{LimitError, MoveLimit};
use super::openings::{Openings, Source};
use super::referee::Rules;
use super::side::Side;
use super::sprt::Sprt;
use crate::base::digest::short_sha256;
use crate::experiment::paper::SelfPlay;

/// The paper's match.
pub(crate) const PAPERS_MATCH: &str = include_str!("../../../../../experiments/match.toml");

/// Why a file of matches was refused.
#[derive(Debug, Error)]
pub(crate) enum MatchFileError {
    /// Not TOML, an unknown key, or a value of the wrong kind.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line and reason.
        message: String,
    },
    /// The limit of a match.
    #[error("{file}: match '{name}': {source}")]
    Limit {
        /// The file.
        file: String,
        /// The match.
        name: String,
        /// What is wrong.
        source: LimitError,
    },
    /// A name that cannot be a folder's, or occurs twice.
    #[error("{file}: match '{name}': {what}")]
    Entry {
        /// The file.
        file: String,
        /// The match.
        name: String,
        /// What is wrong and what would do.
        what: &'static str,
    },
}

/// A match as a file has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MatchExperiment {
    /// Short name, fit for a folder.
    pub(crate) name: String,
    /// First and second side, as for the command line.
    pub(crate) sides: [String; 2],
    /// For each move or game.
    pub(crate) limit: MoveLimit,
    /// Even.
    pub(crate) games: u32,
    /// Also report the standing after so many games.
    pub(crate) checkpoints: Vec<u32>,
    /// Suite of openings; random lines if `None`.
    pub(crate) openings: Option<String>,
    /// Flags fall when the clock is overstepped by more than this.
    pub(crate) time_margin: Duration,
    /// Does the published result stand beside it?
    pub(crate) paper: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "match")]
    matches: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    first: String,
    second: String,
    limit: String,
    games: u32,
    #[serde(default)]
    checkpoints: Vec<u32>,
    openings: Option<String>,
    #[serde(default)]
    time_margin_ms: u64,
    #[serde(default)]
    paper: bool,
}

fn syntax(file: &str, error: &toml::de::Error) -> MatchFileError {
    MatchFileError::Syntax { file: file.to_owned(), message: error.to_string().trim().to_owned() }
}

impl MatchExperiment {
    /// Reads the text of a file of matches.
    ///
    /// # Errors
    /// When an entry is wrong; sides are looked at only when they are to play.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Vec<MatchExperiment>, MatchFileError> {
        let parsed: File = toml::from_str(text).map_err(|e| syntax(file, &e))?;
        let mut matches: Vec<MatchExperiment> = Vec::new();
        for entry in parsed.matches {
            let refused = |what| MatchFileError::Entry {
                file: file.to_owned(),
                name: entry.name.clone(),
                what,
            };
            let fit = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            if entry.name.is_empty() || !entry.name.chars().all(fit) {
                return Err(refused("a name has letters, digits, '-' and '_' only"));
            }
            if matches.iter().any(|other| other.name == entry.name) {
                return Err(refused("the name is given twice"));
            }
            let even = |n: &u32| *n > 0 && n.is_multiple_of(2);
            if !even(&entry.games) || !entry.checkpoints.iter().all(even) {
                return Err(refused("numbers of games are even: both sides play each opening"));
            }
            let limit = MoveLimit::parse(&entry.limit).map_err(|source| MatchFileError::Limit {
                file: file.to_owned(),
                name: entry.name.clone(),
                source,
            })?;
            matches.push(MatchExperiment {
                name: entry.name,
                sides: [entry.first, entry.second],
                limit,
                games: entry.games,
                checkpoints: entry.checkpoints,
                openings: entry.openings,
                time_margin: Duration::from_millis(entry.time_margin_ms),
                paper: entry.paper,
            });
        }
        Ok(matches)
    }
}

/// A match that can be played.
pub(crate) struct MatchPlan {
    /// Short name, fit for a folder.
    pub(crate) name: String,
    /// First and second.
    pub(crate) sides: [Side; 2],
    /// What holds for every game.
    pub(crate) rules: Rules,
    /// Even.
    pub(crate) games: u32,
    /// One for each pair.
    pub(crate) openings: Openings,
    /// Ends the match early.
    pub(crate) sprt: Option<Sprt>,
    /// Also report the standing after so many games.
    pub(crate) checkpoints: Vec<u32>,
    /// The published result beside ours.
    pub(crate) paper: Option<SelfPlay>,
}

/// Everything that determines a game, by name: what the fingerprint is made of.
#[derive(Serialize)]
pub(crate) struct Setting<'a> {
    /// Version of the program.
    pub(crate) version: &'static str,
    /// First and second side.
    pub(crate) sides: [BTreeMap<String, String>; 2],
    /// Their names.
    pub(crate) names: [String; 2],
    /// For each move or game.
    pub(crate) limit: String,
    /// Milliseconds by which a clock may be overstepped.
    pub(crate) time_margin_ms: u128,
    /// Resignation by score.
    pub(crate) resign: Option<[i64; 2]>,
    /// Draws by score.
    pub(crate) draw: Option<[i64; 3]>,
    /// Where openings come from.
    pub(crate) openings: &'a Source,
}

impl MatchPlan {
    /// `Vrfd R = 3 against Std R = 2`.
    pub(crate) fn title(&self) -> String {
        format!("{} against {}", self.sides[0].title(), self.sides[1].title())
    }

    /// Everything that determines a game. The number of games and the test are not among it, so
    /// that a match can be prolonged.
    pub(crate) fn setting(&self) -> Setting<'_> {
        let [first, second] = &self.sides;
        let Rules { limit, time_margin, resign, draw } = &self.rules;
        Setting {
            version: env!("CARGO_PKG_VERSION"),
            sides: [first.describe(), second.describe()],
            names: [first.name(), second.name()],
            limit: limit.to_string(),
            time_margin_ms: time_margin.as_millis(),
            resign: resign.map(|rule| [i64::from(rule.moves), i64::from(rule.score_cp)]),
            draw: draw.map(|rule| {
                [i64::from(rule.from_move), i64::from(rule.moves), i64::from(rule.score_cp)]
            }),
            openings: &self.openings.source,
        }
    }

    /// Short digest of [`MatchPlan::setting`].
    pub(crate) fn fingerprint(&self) -> String {
        let text = serde_json::to_string(&self.setting()).unwrap_or_default();
        short_sha256(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_match_is_68_5_of_100() {
        let paper = crate::experiment::paper::self_play().unwrap();
        assert_eq!((paper.games, paper.score), (100, 68.5));
        let matches = MatchExperiment::parse(PAPERS_MATCH, "match.toml").unwrap();
        assert!(matches.iter().any(|m| m.paper && m.sides == ["vrfd:r=3", "std:r=2"]));
        let games: Vec<u32> = matches.iter().map(|m| m.games).collect();
        assert_eq!(games, [1000, 1000, 100, 100]);
    }

    #[test]
    fn wrong_entries_are_named() {
        let entry = |name: &str, games: u32, limit: &str| {
            format!(
                "[[match]]\nname = '{name}'\nfirst = 'v3'\nsecond = 'r2'\n\
                 limit = '{limit}'\ngames = {games}\n"
            )
        };
        for (text, part) in [
            (entry("a", 3, "nodes=5"), "even"),
            (entry("a", 2, "nodes=0"), "nodes"),
            (entry("a/b", 2, "nodes=5"), "letters"),
            (entry("a", 2, "nodes=5").repeat(2), "twice"),
            ("[[match]]\nname = 'a'".to_owned(), "first"),
        ] {
            let error = MatchExperiment::parse(&text, "f.toml").unwrap_err().to_string();
            assert!(error.contains("f.toml") && error.contains(part), "{error}");
        }
    }
}
