//! Nodes to solution: for each position and variant, the cumulative nodes of the first iteration from which
//! on every iteration finds the solution. A search that ends without it is censored
//! at the nodes of its last iteration. From these times: survival curves, performance profiles (Dolan and
//! Moré, Mathematical Programming 91, 2002), and which of two variants is faster on the same position.

mod data;
mod figures;
mod layout;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;
use serde::Serialize;

use crate::record::held::held_from;
use crate::show::grid::Caption;
use crate::show::table::{Column, Counted};
use crate::stats::survival::{KaplanMeier, Observation, Quantile};
use crate::stats::{Estimate, Superiority, proportion, superiority};

/// Shares of the positions whose times are shown.
pub(crate) const QUARTERS: [f64; 3] = [0.25, 0.5, 0.75];
/// Nodes within which positions are counted.
pub(crate) const BUDGETS: [u64; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// Multiples of the fewest nodes within which positions are counted.
pub(crate) const FACTORS: [f64; 5] = [1.0, 1.5, 2.0, 5.0, 10.0];

/// The table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct ToSolution {
    /// Title, suites and warnings.
    #[serde(flatten)]
    pub(crate) caption: Caption,
    /// The variant that all others are compared with where not all pairs are shown.
    #[serde(skip)]
    pub(crate) reference: Option<String>,
    /// Each suite.
    pub(crate) parts: Vec<Part>,
}

/// One suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Part {
    /// What it is called.
    pub(crate) suite: String,
    /// Positions with a solution to find.
    pub(crate) positions: u64,
    /// Of these, positions that no variant solves.
    pub(crate) solved_by_none: u64,
    /// Each variant.
    pub(crate) variants: Vec<Times>,
    /// Every two of them.
    pub(crate) pairs: Vec<Pair>,
}

/// One variant on a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Times {
    /// Canonical specification.
    pub(crate) variant: String,
    /// Column title.
    pub(crate) title: String,
    /// Positions whose solution it holds at the end.
    pub(crate) solved: u64,
    /// Nodes until [`QUARTERS`] of the positions are solved.
    pub(crate) quantiles: [Quantile; 3],
    /// Share solved within each of [`BUDGETS`]; `None` beyond what was searched.
    pub(crate) within: [Option<Estimate>; 4],
    /// Share solved within each of [`FACTORS`] times the fewest nodes of all variants.
    pub(crate) profile: [Option<Estimate>; 5],
    /// Positions of which the search ended, unsolved, before these nodes: they count as not solved.
    pub(crate) undecided: [u64; 5],
    #[serde(skip)]
    curve: KaplanMeier,
    /// By position: the nodes as a multiple of the fewest, if solved.
    #[serde(skip)]
    multiples: Vec<Option<f64>>,
}

/// Two variants on the same positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Pair {
    /// Canonical specification of the first.
    pub(crate) first: String,
    /// And of the second.
    pub(crate) second: String,
    /// Which needs fewer nodes.
    #[serde(flatten)]
    pub(crate) found: Superiority,
}

impl Part {
    /// Of the records of a suite to the depth `deepest`; deeper ones are ignored.
    ///
    /// # Errors
    /// When a record occurs twice, or counts are not cumulative.
    pub(crate) fn build(
        suite: &str,
        columns: &[Column],
        records: &[Counted],
        deepest: u8,
    ) -> anyhow::Result<Part> {
        let records = || records.iter().filter(|record| record.depth <= deepest);
        let tasks: BTreeSet<u32> =
            records().filter(|record| record.solved.is_some()).map(|record| record.index).collect();
        let observed = columns.iter().map(|column| {
            let own = records().filter(|record| record.variant == column.variant);
            observations(own, &tasks)
        });
        let observed = observed.collect::<anyhow::Result<Vec<_>>>()?;
        let fewest: Vec<Option<u64>> = (0..tasks.len())
            .map(|i| observed.iter().map(|own| own[i]).filter(|o| o.happened).map(|o| o.at).min())
            .collect();
        let variants = columns.iter().zip(&observed);
        let variants: Vec<Times> =
            variants.map(|(column, own)| Times::new(column, own, &fewest)).collect();
        let mut pairs = Vec::new();
        for (i, first) in columns.iter().enumerate() {
            for (second, other) in columns.iter().zip(&observed).skip(i + 1) {
                let both: Vec<_> = observed[i].iter().copied().zip(other.iter().copied()).collect();
                pairs.push(Pair {
                    first: first.variant.clone(),
                    second: second.variant.clone(),
                    found: superiority(&both),
                });
            }
        }
        Ok(Part {
            suite: suite.to_owned(),
            positions: tasks.len() as u64,
            solved_by_none: fewest.iter().filter(|fewest| fewest.is_none()).count() as u64,
            variants,
            pairs,
        })
    }
}

/// A variant's times, by position; 0 nodes where no iteration has ended.
fn observations<'a>(
    records: impl Iterator<Item = &'a Counted<'a>>,
    tasks: &BTreeSet<u32>,
) -> anyhow::Result<Vec<Observation>> {
    let mut depths: BTreeMap<(u32, u8), &Counted> = BTreeMap::new();
    for record in records {
        let Counted { index, variant, depth, .. } = *record;
        ensure!(
            depths.insert((index, depth), record).is_none(),
            "records: position {index} occurs twice for variant '{variant}' at depth {depth}; do not \
             join the records of two runs of the same suite"
        );
    }
    let observation = |&index: &u32| {
        let own = || depths.range((index, 0)..=(index, u8::MAX)).map(|(_, record)| **record);
        for (before, after) in own().zip(own().skip(1)) {
            ensure!(
                before.nodes <= after.nodes,
                "records: the nodes of position {index} fall from depth {} to {} for variant '{}', but \
                 counts are cumulative; run again to rewrite the file",
                before.depth,
                after.depth,
                after.variant
            );
        }
        let searched = own().next_back().map_or(0, |last| last.nodes);
        let held = held_from(own().rev().map(|r| (r.depth, r.nodes, r.solved)));
        Ok(Observation { at: held.map_or(searched, |(_, nodes)| nodes), happened: held.is_some() })
    };
    tasks.iter().map(observation).collect()
}

impl Times {
    fn new(column: &Column, observed: &[Observation], fewest: &[Option<u64>]) -> Times {
        let curve = KaplanMeier::new(observed);
        let both = || observed.iter().zip(fewest);
        let multiple = |nodes: u64, fewest: u64| nodes.max(1) as f64 / fewest.max(1) as f64;
        let multiples: Vec<Option<f64>> = both()
            .map(|(own, fewest)| fewest.filter(|_| own.happened).map(|f| multiple(own.at, f)))
            .collect();
        let undecided = FACTORS.map(|factor| {
            let is_short = |(own, fewest): &(&Observation, &Option<u64>)| {
                !own.happened && fewest.is_some_and(|f| multiple(own.at, f) < factor)
            };
            both().filter(is_short).count() as u64
        });
        let mut times = Times {
            variant: column.variant.clone(),
            title: column.title.clone(),
            solved: observed.iter().filter(|own| own.happened).count() as u64,
            quantiles: QUARTERS.map(|share| curve.quantile(share)),
            within: BUDGETS.map(|nodes| curve.happened_by(nodes)),
            profile: [None; 5],
            undecided,
            curve,
            multiples,
        };
        times.profile = FACTORS.map(|factor| times.within_factor(factor));
        times
    }

    /// The share of positions solved within a multiple of the fewest nodes, with Clopper and Pearson's interval.
    fn within_factor(&self, factor: f64) -> Option<Estimate> {
        let is_within = |multiple: &&Option<f64>| multiple.is_some_and(|m| m <= factor);
        let within = self.multiples.iter().filter(is_within).count();
        let estimate = proportion(within as u64, self.multiples.len() as u64)?;
        let interval = estimate.interval.filter(|_| estimate.samples > 1);
        Some(Estimate { interval, ..estimate })
    }
}
