//! Whether there is more data for a claim's run, and what it takes, from `experiments/claims/supply.toml`.

use serde::Deserialize;

use super::parse;

/// Where it stands.
pub(super) const FILE: &str = "experiments/claims/supply.toml";
const SUPPLY: &str = include_str!("../../../../../experiments/claims/supply.toml");

/// `experiments/claims/supply.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Supplies {
    /// A sample that two processor cores make and search in this many hours is made.
    hours: f64,
    /// One for each run that an undecided claim rests on.
    supply: Vec<Supply>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Supply {
    /// Folders below `results/`.
    runs: Vec<String>,
    more: More,
}

/// Where more data would come from.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum More {
    /// From nowhere, and why.
    None(String),
    /// The same claim is tested on a larger sample by this run.
    Run(String),
    /// Seconds of two processor cores for each position, or game.
    Seconds(f64),
}

/// Reads the file.
pub(crate) fn supplies() -> anyhow::Result<Supplies> {
    parse(FILE, SUPPLY)
}

impl Supplies {
    /// Of the first of these runs that is listed.
    pub(crate) fn of(&self, runs: &[String]) -> Option<&More> {
        let listed = |run: &String| self.supply.iter().find(|supply| supply.runs.contains(run));
        runs.iter().find_map(listed).map(|supply| &supply.more)
    }

    /// Hours that a sample of `n` takes, if it can be made at all.
    pub(crate) fn hours(&self, more: &More, n: u64) -> Option<f64> {
        match more {
            More::Seconds(seconds) => Some(n as f64 * seconds / 3600.0),
            More::None(_) | More::Run(_) => None,
        }
    }

    /// Is a sample of `n` made here?
    pub(crate) fn suffices(&self, more: &More, n: u64) -> bool {
        self.hours(more, n).is_some_and(|hours| hours <= self.hours)
    }

    /// In words, for a sample of `n`.
    pub(crate) fn told(&self, more: &More, n: u64) -> String {
        match (more, self.hours(more, n)) {
            (More::Run(run), _) => format!("see {run}"),
            (_, Some(hours)) if self.suffices(more, n) => format!("yes, {hours:.1} h"),
            (_, Some(hours)) => format!("no, {hours:.1} h"),
            (_, None) => "no more data".to_owned(),
        }
    }

    /// What the column of the plan means.
    pub(crate) fn note(&self) -> String {
        format!(
            "here: can two processor cores make and search the smaller sample within {} hours? \
             {FILE} has the reasons.\n",
            self.hours
        )
    }
}
