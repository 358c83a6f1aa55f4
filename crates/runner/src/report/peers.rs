//! Measurements by others, from `experiments/peers.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::stats::pooled::{Pooled, Z, random_effects};

const PEERS: &str = include_str!("../../../../experiments/peers.toml");

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Peers {
    /// Verification tested in games.
    pub(crate) tests: Vec<Test>,
    /// R = 2 against R = 3 in other engines.
    pub(crate) nodes: Vec<Nodes>,
    /// The paper's Figure 3 in another engine.
    pub(crate) patch: Vec<Patch>,
    /// What that engine solves.
    pub(crate) solved: Solved,
}

/// What was tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A cutoff far from the leaves must be confirmed.
    Guard,
    /// Depth is taken off instead of cutting off.
    Reduction,
}

/// One test.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Test {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) engine: String,
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) year: u16,
    pub(crate) url: String,
    pub(crate) games: u64,
    /// Time for a game.
    pub(crate) limit: String,
    /// With verification against without.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval.
    pub(crate) half: f64,
}

/// An engine's total nodes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nodes {
    pub(crate) id: String,
    pub(crate) engine: String,
    pub(crate) suite: String,
    pub(crate) positions: u64,
    /// R = 2 over R = 3, by depth in plies.
    pub(crate) over_r3: BTreeMap<String, f64>,
}

/// Million nodes at a depth.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Patch {
    pub(crate) depth: u8,
    pub(crate) r2: f64,
    pub(crate) r3: f64,
    pub(crate) verified: f64,
}

/// Positions solved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solved {
    pub(crate) positions: u64,
    pub(crate) depth: u8,
    pub(crate) r1: u64,
    pub(crate) r2: u64,
    pub(crate) r3: u64,
    pub(crate) verified: u64,
}

/// Reads the file.
pub(crate) fn peers() -> anyhow::Result<Peers> {
    toml::from_str(PEERS).map_err(|e| anyhow::anyhow!("experiments/peers.toml: {e}"))
}

impl Peers {
    /// The tests of guards.
    pub(crate) fn guards(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| test.kind == Kind::Guard)
    }

    /// The guards pooled.
    pub(crate) fn pooled(&self) -> Option<Pooled> {
        let studies: Vec<(f64, f64)> =
            self.guards().map(|test| (test.elo, test.half / Z)).collect();
        random_effects(&studies)
    }

    /// Every ratio of R = 2 to R = 3.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        self.nodes.iter().flat_map(|nodes| nodes.over_r3.values().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_source_has_a_name_of_its_own_and_can_be_found() {
        let peers = peers().unwrap();
        let ids: BTreeSet<&String> = peers.tests.iter().map(|test| &test.id).collect();
        assert_eq!(ids.len(), peers.tests.len());
        for test in &peers.tests {
            let named = [&test.title, &test.author, &test.limit, &test.engine];
            assert!(named.iter().all(|text| !text.is_empty()), "{}", test.id);
            assert!(test.url.starts_with("https://") && test.half > 0.0, "{}", test.id);
            assert!((2002..=2026).contains(&test.year) && test.games > 0, "{}", test.id);
        }
        assert!(
            peers.pooled().is_some_and(|pooled| pooled.effect.samples == peers.guards().count())
        );
    }
}
