//! Measurements by others, and their tests pooled.

use super::{Number, Numbers, Unit};
use crate::report::peers::{Kind, Peers};

/// Each test, the guards pooled, ratios of R = 2 to R = 3, and the paper's figure in another engine.
pub(super) fn add(numbers: &mut Numbers, peers: &Peers) {
    let count = |n: u64, unit| Number::count(n, unit, "");
    for test in &peers.tests {
        let number = Number {
            low: Some(test.elo - test.half),
            high: Some(test.elo + test.half),
            n: Some(test.games),
            ..Number::of(test.elo, Unit::Elo, "")
        };
        numbers.insert(format!("peers.test.{}.elo", test.id), number);
    }
    if let Some(pooled) = peers.pooled() {
        let effect = Number::estimate(&pooled.effect, Unit::Elo, "", |elo| elo);
        numbers.insert("peers.guards.elo".into(), effect);
        numbers.insert("peers.guards.tau".into(), Number::of(pooled.tau, Unit::Elo, ""));
        let share = Number::of(pooled.heterogeneity * 100.0, Unit::Percent, "");
        numbers.insert("peers.guards.heterogeneity".into(), share);
    }
    let games = peers.tests.iter().filter(|test| test.kind == Kind::Guard).map(|test| test.games);
    numbers.insert("peers.guards.games".into(), count(games.sum(), Unit::Games));
    for nodes in &peers.nodes {
        for (depth, &ratio) in &nodes.over_r3 {
            let number = Number::of(ratio, Unit::Factor, "").out_of(nodes.positions);
            numbers.insert(format!("peers.nodes.{}.d{depth}.over-r3", nodes.id), number);
        }
    }
    let ratios = peers.ratios();
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let ends = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &r| (a.min(r), b.max(r)));
    for (what, value) in [("mean", mean.exp()), ("least", ends.0), ("greatest", ends.1)] {
        let number = Number::of(value, Unit::Factor, "").out_of(ratios.len() as u64);
        numbers.insert(format!("peers.nodes.over-r3.{what}"), number);
    }
    for patch in &peers.patch {
        for (name, nodes) in [("std:r=2", patch.r2), ("std:r=3", patch.r3)] {
            let change = (nodes / patch.verified - 1.0) * 100.0;
            let id = format!("peers.patch.d{}.{name}.vs-reference", patch.depth);
            numbers.insert(id, Number::of(change, Unit::Percent, ""));
        }
    }
    let solved = &peers.solved;
    let variants = [
        ("std:r=1", solved.r1),
        ("std:r=2", solved.r2),
        ("std:r=3", solved.r3),
        ("vrfd:r=3", solved.verified),
    ];
    for (name, n) in variants {
        let number = count(n, Unit::Positions).out_of(solved.positions);
        numbers.insert(format!("peers.patch.d{}.{name}.solved", solved.depth), number);
    }
}
