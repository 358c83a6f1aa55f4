//! The comparison of two variants at one depth: totals, positions solved, the largest ratios.

use std::collections::BTreeSet;

use serde::Serialize;

use super::RowDepth;
use super::side::{Point, Positions};
use crate::stats::{Estimate, least, mcnemar, ratio_of_totals};

/// Two variants on a suite.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    /// Name of the suite.
    pub(super) suite: &'a str,
    pub(super) variant_a: &'a str,
    pub(super) variant_b: &'a str,
    /// The positions of either side.
    pub(super) a: &'a Positions,
    pub(super) b: &'a Positions,
    /// The ids under which they have different ones.
    pub(super) others: &'a BTreeSet<String>,
}

/// One depth of one suite.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Name of the suite; empty where it is not known.
    pub(crate) suite: String,
    /// Plies; `None` where it is not known.
    pub(crate) depth: Option<u8>,
    /// A's variant; empty where it is not known.
    pub(crate) variant_a: String,
    /// B's.
    pub(crate) variant_b: String,
    /// Positions that both have searched to this depth.
    pub(crate) positions: usize,
    /// Nodes in total over those of them whose nodes both sides report.
    pub(crate) nodes_a: Option<u64>,
    /// The same of B.
    pub(crate) nodes_b: Option<u64>,
    /// B's total over A's with its 95 % interval over positions.
    pub(crate) ratio: Option<Estimate>,
    /// Positions whose nodes differ.
    pub(crate) nodes_differ: usize,
    /// Positions with a task on both sides.
    pub(crate) tasks: usize,
    /// Solved by A; `None` without tasks.
    pub(crate) solved_a: Option<usize>,
    /// Solved by B.
    pub(crate) solved_b: Option<usize>,
    /// Ids of those that only B solves.
    pub(crate) gained: Vec<String>,
    /// Ids of those that only A solves.
    pub(crate) lost: Vec<String>,
    /// McNemar's exact test, two-sided.
    pub(crate) mcnemar_p: Option<f64>,
}

/// A position whose tree is larger on side B.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Worst {
    /// Name of the suite.
    pub(crate) suite: String,
    /// Plies.
    pub(crate) depth: Option<u8>,
    /// B's variant.
    pub(crate) variant: String,
    /// The position.
    pub(crate) id: String,
    /// Nodes of A.
    pub(crate) nodes_a: u64,
    /// Nodes of B.
    pub(crate) nodes_b: u64,
    /// B over A.
    pub(crate) ratio: f64,
}

impl<'a> Compared<'a> {
    /// The points of the positions that both sides have, in A's order.
    pub(super) fn points(self, depth: RowDepth) -> Vec<(&'a str, &'a Point, &'a Point)> {
        let mut found: Vec<_> = (self.a.iter())
            .filter(|(id, _)| !self.others.contains(*id))
            .filter_map(|(id, own)| {
                let (a, b) = (own.points.get(&depth.a)?, self.b.get(id)?.points.get(&depth.b)?);
                Some((own.place, (id.as_str(), a, b)))
            })
            .collect();
        found.sort_by_key(|(place, _)| *place);
        found.into_iter().map(|(_, points)| points).collect()
    }

    /// Nodes of B and A where both report them.
    fn nodes(self, depth: RowDepth) -> Vec<(&'a str, (u64, u64))> {
        let points = self.points(depth).into_iter();
        points.filter_map(|(id, a, b)| Some((id, (b.nodes?, a.nodes?)))).collect()
    }
}

/// The comparison at a depth.
pub(super) fn row(compared: Compared, depth: RowDepth) -> Row {
    let points = compared.points(depth);
    let nodes: Vec<(u64, u64)> = compared.nodes(depth).into_iter().map(|(_, n)| n).collect();
    let both = |&(id, a, b): &(&str, &Point, &Point)| Some((id.to_owned(), (b.solved?, a.solved?)));
    let (ids, solved): (Vec<String>, Vec<(bool, bool)>) = points.iter().filter_map(both).unzip();
    let test = mcnemar(&solved);
    let named = |places: &Vec<usize>| places.iter().map(|&i| ids[i].clone()).collect();
    let count = |of: fn(&(bool, bool)) -> bool| {
        (!solved.is_empty()).then(|| solved.iter().filter(|pair| of(pair)).count())
    };
    let total = |of: fn(&(u64, u64)) -> u64| {
        (!nodes.is_empty()).then(|| nodes.iter().map(of).fold(0, u64::saturating_add))
    };
    Row {
        suite: compared.suite.to_owned(),
        depth: depth.shown,
        variant_a: compared.variant_a.to_owned(),
        variant_b: compared.variant_b.to_owned(),
        positions: points.len(),
        nodes_a: total(|pair| pair.1),
        nodes_b: total(|pair| pair.0),
        ratio: ratio_of_totals(&nodes, least::RATIO),
        nodes_differ: nodes.iter().filter(|(b, a)| a != b).count(),
        tasks: solved.len(),
        solved_a: count(|pair| pair.1),
        solved_b: count(|pair| pair.0),
        gained: test.as_ref().map_or(vec![], |test| named(&test.only_first)),
        lost: test.as_ref().map_or(vec![], |test| named(&test.only_second)),
        mcnemar_p: test.map(|test| test.p_value),
    }
}

/// The largest ratios above 1 at a depth; of equal ones the larger tree first.
pub(super) fn worst(compared: Compared, depth: RowDepth, top: usize) -> Vec<Worst> {
    let larger = compared.nodes(depth).into_iter().filter(|&(_, (b, a))| b > a && a > 0);
    let mut worst: Vec<Worst> = larger
        .map(|(id, (nodes_b, nodes_a))| Worst {
            suite: compared.suite.to_owned(),
            depth: depth.shown,
            variant: compared.variant_b.to_owned(),
            id: id.to_owned(),
            nodes_a,
            nodes_b,
            ratio: nodes_b as f64 / nodes_a as f64,
        })
        .collect();
    worst.sort_by(|x, y| y.ratio.total_cmp(&x.ratio).then(y.nodes_b.cmp(&x.nodes_b)));
    worst.truncate(top);
    worst
}
