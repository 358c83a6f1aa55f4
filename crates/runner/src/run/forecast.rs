//! The expected cost of searches, from shallower trials. Only the displayed time left depends on
//! it.

use std::collections::BTreeMap;

use crate::base::estimate::Expected;
use crate::experiment::unit::Unit;

/// Growth of the nodes from one iteration to the next, over the committed Tables 1, 3, 4 and 6.
const GROWTH: f64 = 2.7;
/// The same without null moves (results/variants).
const GROWTH_OF_NONE: f64 = 3.9;
/// A pruning rule changes the growth by this factor (results/laboratory); others, as far as is known, do not.
const GROWTH_BY_RULE: [(&str, f64); 4] =
    [("lmr", 0.75), ("futility", 0.93), ("probcut", 0.93), ("multicut", 0.95)];
/// Regression to the mean: the largest trials are partly large by chance, so a search is expected to
/// grow with this power of its trial (the same tables).
const REGRESSION: f64 = 0.73;

/// A search and its trial.
pub(crate) struct Trial {
    /// Suite, variant and depth of the search.
    group: (usize, String, u8),
    /// Plies by which the trial is shallower.
    plies: u8,
    /// Nodes of the trial.
    nodes: u64,
    limit: Option<u64>,
    /// Nodes of the search, if the journals have it.
    taken: Option<u64>,
}

impl Trial {
    /// The trial of `unit`, `plies` shallower.
    pub(crate) fn of(unit: &Unit, plies: u8, nodes: u64) -> Trial {
        let group = (unit.suite, unit.searcher.spec(), unit.depth);
        Trial { group, plies, nodes, limit: unit.node_limit, taken: None }
    }

    /// The same, for a search that took this number of nodes.
    pub(crate) fn with(self, taken: Option<u64>) -> Trial {
        Trial { taken, ..self }
    }

    fn growth(&self) -> f64 {
        let mut names = self.group.1.split('+').map(|name| name.split(':').next());
        let plain = if names.next() == Some(Some("none")) { GROWTH_OF_NONE } else { GROWTH };
        let by_rule = |name| GROWTH_BY_RULE.iter().find(|(rule, _)| Some(*rule) == name);
        let a_ply = plain * names.filter_map(by_rule).map(|(_, by)| by).product::<f64>();
        a_ply.powi(i32::from(self.plies))
    }

    fn regressed(&self) -> f64 {
        (self.nodes.max(1) as f64).powf(REGRESSION)
    }
}

/// What each search is expected to take: the trials of a group grow, all together, as iterations do.
pub(crate) fn expected(trials: &[Trial]) -> Vec<Expected> {
    let mut groups = BTreeMap::new();
    for trial in trials {
        let number = groups.len();
        let sums = groups.entry(&trial.group).or_insert((number, 0.0, 0.0));
        (sums.1, sums.2) = (sums.1 + trial.nodes.max(1) as f64, sums.2 + trial.regressed());
    }
    let expect = |trial: &Trial| {
        let (group, nodes, regressed) = groups[&trial.group];
        let nodes = trial.regressed() * nodes / regressed * trial.growth();
        let nodes = nodes.min(trial.limit.map_or(f64::INFINITY, |n| n as f64));
        Expected {
            group,
            nodes,
            depth: trial.group.2.into(),
            plies: trial.plies.into(),
            trial: trial.nodes as f64,
            taken: trial.taken.map(|nodes| nodes as f64),
        }
    };
    trials.iter().map(expect).collect()
}

#[cfg(test)]
mod replay_tests;
