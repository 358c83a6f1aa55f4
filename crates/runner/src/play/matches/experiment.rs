//! A match with everything that determines its games, and the TOML form of several matches, such
//! as the paper's (`experiments/match.toml`, embedded).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, ensure};
use serde::{Deserialize, Serialize};
use vnmp_engine::SearchSettings;

use super::limit::MoveLimit;
use super::openings::Openings;
use super::referee::Rules;
use super::side::Side;
use super::sprt::Sprt;
use crate::base::lines::Lines;
use crate::record::key::GAME_SOURCE;
use crate::record::manifest::{Kind, Manifest, MatchEntry};
use crate::suite::{self, LookupOptions};

/// The paper's match.
pub(crate) const PAPERS_MATCH: &str = include_str!("../../../../../experiments/match.toml");

/// More games are refused.
const MOST_GAMES: u32 = 1_000_000;

/// A match as a file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchExperiment {
    /// Short name, fit for a folder.
    pub(crate) name: String,
    /// First side, as for the command line.
    pub(crate) first: String,
    /// Second side.
    pub(crate) second: String,
    /// For each move or game.
    pub(crate) limit: String,
    /// Even.
    pub(crate) games: u32,
    /// Also report the standing after these numbers of games.
    #[serde(default)]
    pub(crate) checkpoints: Vec<u32>,
    /// Suite of openings; random lines if `None`.
    pub(crate) openings: Option<String>,
    /// A side loses on time when it oversteps its clock by more than this.
    #[serde(default)]
    pub(crate) time_margin_ms: u64,
    /// Is the published result printed next to it?
    #[serde(default)]
    pub(crate) paper: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "match")]
    matches: Vec<MatchExperiment>,
}

impl MatchExperiment {
    /// Reads the text of a file of matches.
    ///
    /// # Errors
    /// When an entry is wrong; sides are checked only when they play.
    pub(crate) fn parse(text: &str, file: &str) -> anyhow::Result<Vec<MatchExperiment>> {
        let File { matches } = Lines { file, text }.parse()?;
        for (index, entry) in matches.iter().enumerate() {
            let is_new = matches[..index].iter().all(|other| other.name != entry.name);
            entry.check(is_new).map_err(|e| anyhow!("{file}: match '{}': {e}", entry.name))?;
        }
        Ok(matches)
    }

    fn check(&self, is_new: bool) -> anyhow::Result<()> {
        let fit = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let is_name = !self.name.is_empty() && self.name.chars().all(fit);
        ensure!(is_name, "a name has letters, digits, '-' and '_' only");
        ensure!(is_new, "the name is given twice");
        let mut numbers = self.checkpoints.iter().chain([&self.games]);
        let even = numbers.all(|n| *n > 0 && n.is_multiple_of(2));
        ensure!(even, "numbers of games are even: both sides play each opening");
        MoveLimit::parse(&self.limit).map(drop)
    }
}

/// A match as requested. Shards keep it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchRequest {
    /// What is played.
    pub(crate) entry: MatchExperiment,
    /// Search settings of both, `NAME=VALUE`.
    pub(crate) settings: Vec<String>,
    /// File of other engines.
    pub(crate) engines: Option<PathBuf>,
    /// Folder with suites, searched first.
    pub(crate) suite_dir: Option<PathBuf>,
    /// Ends the match early.
    pub(crate) sprt: Option<String>,
    /// Resignation by score: moves in a row, centipawns.
    pub(crate) resign: Option<[u32; 2]>,
    /// Draws by score: from which move, moves in a row, centipawns.
    pub(crate) draw: Option<[u32; 3]>,
}

/// A match that can be played.
pub(crate) struct MatchPlan {
    /// First and second.
    pub(crate) sides: [Side; 2],
    /// What holds for every game.
    pub(crate) rules: Rules,
    /// One for each pair.
    pub(crate) openings: Openings,
    /// Ends the match early.
    pub(crate) sprt: Option<Sprt>,
    /// For the readers of the games.
    pub(crate) manifest: Manifest,
}

/// Reads a side, the first or the second; with all that determines how it plays.
type ReadSide<'a> =
    dyn Fn(usize, &str, &SearchSettings) -> anyhow::Result<(Side, BTreeMap<String, String>)> + 'a;

impl MatchPlan {
    /// Games to be played, an even number.
    pub(crate) fn games(&self) -> u32 {
        self.manifest.game.as_ref().map_or(0, |entry| entry.games)
    }
}

impl MatchRequest {
    /// Finds the openings and reads the sides; `side` does so for one, and tells who it says it is.
    ///
    /// # Errors
    /// When a side, a rule or the suite is wrong.
    pub(crate) fn plan(&self, side: &ReadSide) -> anyhow::Result<MatchPlan> {
        let MatchExperiment { name, first, second, games, time_margin_ms, .. } = &self.entry;
        let (games, time_margin_ms) = (*games, *time_margin_ms);
        let even = games > 0 && games.is_multiple_of(2);
        ensure!(even, "--games {games}: give an even number; both sides play each opening");
        ensure!(games <= MOST_GAMES, "--games {games}: at most {MOST_GAMES} are allowed");
        let mut settings = SearchSettings::default();
        crate::experiment::assign(&mut settings, &self.settings)?;
        let [(first, first_entry), (second, second_entry)] =
            [side(0, first, &settings)?, side(1, second, &settings)?];
        let rules = Rules {
            limit: MoveLimit::parse(&self.entry.limit)?,
            time_margin: Duration::from_millis(time_margin_ms),
            resign: self.resign,
            draw: self.draw,
        };
        let openings = self.find_openings()?;
        let sprt = self.sprt.as_deref().map(Sprt::parse).transpose()?;
        let entry = MatchEntry {
            sides: [first_entry, second_entry],
            names: [first.name(), second.name()],
            limit: rules.limit.to_string(),
            time_margin_ms,
            resign: self.resign.map(|rule| rule.map(i64::from)),
            draw: self.draw.map(|rule| rule.map(i64::from)),
            openings: serde_json::to_value(&openings.source)?,
            game_source: GAME_SOURCE.to_owned(),
            games,
            checkpoints: self.entry.checkpoints.clone(),
            sprt: sprt.map(|Sprt { elo0, elo1, alpha, beta }| [elo0, elo1, alpha, beta]),
            paper: self.entry.paper,
        };
        let title = format!("{} against {}", first.title(), second.title());
        let manifest = manifest(&format!("match-{name}"), &title, entry);
        Ok(MatchPlan { sides: [first, second], rules, openings, sprt, manifest })
    }

    fn find_openings(&self) -> anyhow::Result<Openings> {
        let pairs = self.entry.games as usize / 2;
        let Some(name) = &self.entry.openings else { return Ok(Openings::random(pairs)) };
        let suite_dir = self.suite_dir.clone();
        let lookup = LookupOptions { suite_dir, discard: false, ..LookupOptions::default() };
        Openings::of_suite(&suite::find(name, &lookup)?, pairs)
    }
}

/// Its fingerprint leaves out how many games are played and how they are judged, so that a match can
/// be prolonged.
fn manifest(name: &str, title: &str, entry: MatchEntry) -> Manifest {
    let rules =
        MatchEntry { games: 0, checkpoints: Vec::new(), sprt: None, paper: false, ..entry.clone() };
    let begun = Manifest::begun(Kind::Match, name, title);
    let sealed = Manifest { game: Some(rules), ..begun }.sealed();
    Manifest { game: Some(entry), ..sealed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_match_is_68_5_of_100() {
        let paper = crate::experiment::paper::self_play().unwrap();
        assert_eq!((paper.games, paper.score), (100, 68.5));
        let matches = MatchExperiment::parse(PAPERS_MATCH, "match.toml").unwrap();
        assert!(matches.iter().any(|m| m.paper && m.first == "vrfd:r=3" && m.second == "std:r=2"));
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
            ("[[match]]\nname = 'a'".to_owned(), "f.toml:1: missing field `first`"),
        ] {
            let error = MatchExperiment::parse(&text, "f.toml").unwrap_err().to_string();
            assert!(error.contains("f.toml") && error.contains(part), "{error}");
        }
    }
}
