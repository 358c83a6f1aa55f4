//! The result of a match, read from its finished games: standings after some numbers of games and
//! at the end, how games ended, who failed, how the test stands, and the paper's result next to ours.

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::GameRecord;
use super::run::{Games, complete_pairs, decided_after};
use super::sprt::{Sprt, Verdict};
use super::statistics::{Estimate, Tally};
use crate::experiment::paper::{self, SelfPlay};
use crate::record::manifest::{Manifest, MatchEntry};

/// `summary.json`.
#[derive(Serialize)]
pub(crate) struct Summary<'a> {
    /// The match in words.
    pub(crate) title: String,
    /// Everything that determines the games.
    pub(crate) setting: &'a MatchEntry,
    /// Games that were to be played.
    pub(crate) games_planned: u32,
    /// Standings in order, the last one the result.
    pub(crate) standings: Vec<Standing>,
    /// Number of games by the reason of their end.
    pub(crate) ends: BTreeMap<String, u32>,
    /// Mean number of plies after the opening.
    pub(crate) mean_plies: Option<f64>,
    /// What engines did wrong.
    pub(crate) failures: Vec<FailureLine>,
    /// Was every game forfeited? The match says nothing about playing strength then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) all_forfeited: bool,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sprt: Option<SprtLine>,
    /// The published result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paper: Option<PaperLine>,
}

/// How the match stands after some games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Standing {
    /// Games counted: complete pairs only.
    pub(crate) games: u32,
    /// Their results.
    #[serde(flatten)]
    pub(crate) tally: Tally,
    /// Points of the first side.
    pub(crate) points: f64,
    /// Elo and its interval; absent before the first pair, and when every game was forfeited.
    pub(crate) estimate: Option<Estimate>,
}

/// What a side did wrong, and how often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct FailureLine {
    /// Name of the side.
    pub(crate) side: String,
    /// Number of games.
    pub(crate) games: u32,
    /// The first of them, from 1.
    pub(crate) first_game: u32,
    /// What happened in it.
    pub(crate) what: String,
}

/// The sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SprtLine {
    /// Elo of the null hypothesis.
    pub(crate) elo0: f64,
    /// Elo of the alternative.
    pub(crate) elo1: f64,
    /// Log-likelihood ratio.
    pub(crate) ratio: f64,
    /// The test ends when the ratio leaves these bounds.
    pub(crate) bounds: (f64, f64),
    /// Its state.
    pub(crate) verdict: Verdict,
}

/// The paper's result and how ours compares.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PaperLine {
    /// Games of the paper.
    pub(crate) games: u32,
    /// Points of its first side.
    pub(crate) points: f64,
    /// Its time control.
    pub(crate) minutes_per_game: u32,
    /// How ours compares.
    pub(crate) verdict: PaperVerdict,
}

/// Ours against the paper's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PaperVerdict {
    /// The first side is better, and by as much as in the paper.
    Reproduced,
    /// The first side is better, but by less than in the paper.
    SameDirectionSmaller,
    /// The first side is better, by more than in the paper.
    SameDirectionLarger,
    /// Our interval has no winner.
    Undecided,
    /// The first side is worse.
    Contradicted,
}

impl PaperVerdict {
    /// A sentence.
    pub(crate) fn text(self) -> &'static str {
        match self {
            PaperVerdict::Reproduced => "reproduced: better, and the two intervals meet",
            PaperVerdict::SameDirectionSmaller => {
                "in part: better, but by less than the paper's 95 % interval allows"
            }
            PaperVerdict::SameDirectionLarger => {
                "in part: better, by more than the paper's 95 % interval allows"
            }
            PaperVerdict::Undecided => "not confirmed: our 95 % interval contains equality",
            PaperVerdict::Contradicted => "contradicted: our 95 % interval lies below equality",
        }
    }

    /// The paper gives points only; without its draws its error is at most that of a coin.
    fn of(ours: &Estimate, paper: &SelfPlay) -> PaperVerdict {
        let share = paper.score / f64::from(paper.games);
        let error = 1.96 * (share * (1.0 - share) / f64::from(paper.games)).sqrt();
        if ours.score_high < 0.5 {
            PaperVerdict::Contradicted
        } else if ours.score_low <= 0.5 {
            PaperVerdict::Undecided
        } else if ours.score_high < share - error {
            PaperVerdict::SameDirectionSmaller
        } else if ours.score_low > share + error {
            PaperVerdict::SameDirectionLarger
        } else {
            PaperVerdict::Reproduced
        }
    }
}

/// The games that count: all, or those up to the pair that decided the test.
pub(crate) fn counted<'a>(entry: &MatchEntry, games: &'a Games) -> Vec<&'a GameRecord> {
    let pairs = decided_after(games, test(entry).as_ref());
    let end = pairs.map_or(entry.games, |pairs| 2 * pairs as u32);
    games.range(..end).map(|(_, game)| game).collect()
}

fn test(entry: &MatchEntry) -> Option<Sprt> {
    entry.sprt.map(|[elo0, elo1, alpha, beta]| Sprt { elo0, elo1, alpha, beta })
}

impl<'a> Summary<'a> {
    /// Sums up the games so far.
    pub(crate) fn new(manifest: &Manifest, entry: &'a MatchEntry, games: &Games) -> Summary<'a> {
        let counted = counted(entry, games);
        let paper = if entry.paper { paper::self_play().ok() } else { None };
        let all_forfeited = !counted.is_empty() && counted.iter().all(|g| !g.failures.is_empty());
        let standing = |pairs| {
            let estimate = |all: &Standing| all.estimate.filter(|_| !all_forfeited);
            standing(games, pairs).map(|all| Standing { estimate: estimate(&all), ..all })
        };
        let last = standing(counted.len() as u32 / 2);
        let checkpoints = entry.checkpoints.iter().filter_map(|n| {
            let earlier = last.as_ref().is_some_and(|last| *n < last.games);
            if earlier { standing(n / 2) } else { None }
        });
        let mut ends = BTreeMap::new();
        for game in &counted {
            *ends.entry(game.reason.clone()).or_insert(0) += 1;
        }
        let plies: usize = counted.iter().map(|game| game.plies.len()).sum();
        let standings: Vec<Standing> = checkpoints.chain(last.clone()).collect();
        let estimate = last.as_ref().and_then(|last| last.estimate);
        Summary {
            title: manifest.title.clone(),
            setting: entry,
            games_planned: entry.games,
            ends,
            mean_plies: (!counted.is_empty()).then(|| plies as f64 / counted.len() as f64),
            failures: failures(entry, &counted),
            all_forfeited,
            sprt: test(entry).filter(|_| !all_forfeited).map(|sprt| {
                let pairs = last.map(|last| last.tally.pairs).unwrap_or_default();
                SprtLine {
                    elo0: sprt.elo0,
                    elo1: sprt.elo1,
                    ratio: sprt.ratio(&pairs),
                    bounds: sprt.bounds(),
                    verdict: sprt.verdict(&pairs),
                }
            }),
            paper: paper.zip(estimate).map(|(paper, ours)| PaperLine {
                games: paper.games,
                points: paper.score,
                minutes_per_game: paper.minutes_per_game,
                verdict: PaperVerdict::of(&ours, &paper),
            }),
            standings,
        }
    }

    /// Why the match says nothing about playing strength, if it does not.
    pub(crate) fn says_nothing(&self) -> Option<String> {
        let games = self.standings.last().map_or(0, |standing| standing.games);
        let failed = |side: &&String| {
            let lines = self.failures.iter().filter(|line| line.side == **side);
            lines.map(|line| line.games).sum::<u32>() >= games
        };
        let side = self.setting.names.iter().find(failed);
        let all = || "every game was forfeited".to_owned();
        let what = side.map_or_else(all, |side| format!("{side} forfeited every game"));
        self.all_forfeited.then(|| format!("{what}, as the report says; such a match has no Elo"))
    }
}

/// The standing after each of the first `pairs` pairs.
pub(crate) fn standings(games: &Games, pairs: u32) -> Vec<Standing> {
    tallies(games, pairs).map(Standing::of).collect()
}

/// The standing after the first `pairs` pairs, or as many as there are.
pub(crate) fn standing(games: &Games, pairs: u32) -> Option<Standing> {
    tallies(games, pairs).last().map(Standing::of)
}

fn tallies(games: &Games, pairs: u32) -> impl Iterator<Item = Tally> {
    let mut tally = Tally::default();
    complete_pairs(games).take(pairs as usize).map(move |[a, b]| {
        tally.add_pair([a.points, b.points]);
        tally
    })
}

impl Standing {
    fn of(tally: Tally) -> Standing {
        let (games, points) = (tally.games(), tally.points());
        Standing { games, tally, points, estimate: tally.estimate() }
    }
}

/// One line per side and kind of failure, the first example of each.
fn failures(entry: &MatchEntry, games: &[&GameRecord]) -> Vec<FailureLine> {
    let mut lines: BTreeMap<(usize, super::record::End), FailureLine> = BTreeMap::new();
    for game in games {
        for failure in &game.failures {
            let side = entry.names.get(failure.side).cloned().unwrap_or_default();
            let line = lines.entry((failure.side, game.end)).or_insert_with(|| FailureLine {
                side,
                games: 0,
                first_game: game.number + 1,
                what: failure.what.clone(),
            });
            line.games += 1;
        }
    }
    lines.into_values().collect()
}
