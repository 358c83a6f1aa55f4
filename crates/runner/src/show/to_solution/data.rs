//! The table for other programs: one line a figure, shares from 0 to 1.

use serde::Serialize;

use super::layout::sheet;
use super::{BUDGETS, FACTORS, Pair, Part, QUARTERS, Times, ToSolution};
use crate::base::json;
use crate::show::grid::{self, Sheet, Show};
use crate::stats::Estimate;

/// One line of the CSV.
#[derive(Default, Serialize)]
struct Line<'a> {
    suite: &'a str,
    variant: &'a str,
    versus: &'a str,
    measure: &'static str,
    at: Option<f64>,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    n: u64,
}

impl<'a> Line<'a> {
    fn estimated(self, estimate: Option<Estimate>) -> Line<'a> {
        let interval = estimate.and_then(|estimate| estimate.interval);
        Line {
            value: estimate.map(|estimate| estimate.value),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            ..self
        }
    }
}

impl Show for ToSolution {
    fn sheet(&self) -> Sheet {
        sheet(self)
    }

    fn csv(&self) -> anyhow::Result<String> {
        let lines = self.parts.iter().flat_map(|part| {
            let of_variants = part.variants.iter().flat_map(|times| of_variant(part, times));
            of_variants.chain(part.pairs.iter().flat_map(|pair| of_pair(part, pair)))
        });
        grid::csv(lines)
    }

    fn json(&self) -> String {
        json::pretty(self)
    }
}

fn of_variant<'a>(part: &'a Part, times: &'a Times) -> Vec<Line<'a>> {
    let line = |measure, at: Option<f64>| Line {
        suite: &part.suite,
        variant: &times.variant,
        measure,
        at,
        n: part.positions,
        ..Line::default()
    };
    let count = |line: Line<'a>, count: u64| Line { value: Some(count as f64), ..line };
    let mut lines = vec![count(line("solved", None), times.solved)];
    lines.extend(QUARTERS.iter().zip(&times.quantiles).map(|(&share, quantile)| {
        let [value, low, high] =
            [quantile.value, quantile.low, quantile.high].map(|nodes| nodes.map(|n| n as f64));
        Line { value, low, high, ..line("nodes-to-solution", Some(share)) }
    }));
    let within = BUDGETS.iter().zip(times.within);
    lines.extend(
        within.map(|(&nodes, share)| line("solved-within", Some(nodes as f64)).estimated(share)),
    );
    let profile = FACTORS.iter().zip(times.profile).zip(times.undecided);
    lines.extend(profile.flat_map(|((&factor, share), undecided)| {
        let shares = line("within-factor", Some(factor)).estimated(share);
        [shares, count(line("undecided", Some(factor)), undecided)]
    }));
    lines
}

fn of_pair<'a>(part: &'a Part, pair: &'a Pair) -> Vec<Line<'a>> {
    let line = |measure| Line {
        suite: &part.suite,
        variant: &pair.first,
        versus: &pair.second,
        measure,
        n: part.positions,
        ..Line::default()
    };
    let found = &pair.found;
    let counts = [
        ("fewer", found.first),
        ("equal", found.ties),
        ("more", found.second),
        ("neither", found.neither),
        ("cut-short", found.cut_short),
    ];
    let counts = counts.map(|(name, count)| Line { value: Some(count as f64), ..line(name) });
    let n = found.probability.map_or(0, |probability| probability.samples as u64);
    let probability = Line { n, ..line("probability-fewer") }.estimated(found.probability);
    counts.into_iter().chain([probability]).collect()
}
