//! Every variant of the registry in one table, against verified R = 3.

use super::percent;
use crate::report::evidence::{Run, Sample};
use crate::report::page::{Block, Cell, Grid, Source};
use crate::stats::{geometric_mean, mcnemar, ratio_of_totals};

/// The table, if the run of all variants was made.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let runs = &source.evidence.runs;
    let Some(run) = runs.get("variants") else { return Vec::new() };
    let Some((suite, sample)) = run.part(None) else { return Vec::new() };
    let (Some(depth), Some(reference)) =
        (suite.depths.last().copied(), run.manifest.reference.as_deref())
    else {
        return Vec::new();
    };
    let extra: Vec<(&str, &Run)> = ["variants-mates", "zugzwang"]
        .into_iter()
        .filter_map(|name| Some((name, runs.get(name)?)))
        .collect();
    let mut grid = Grid { text_columns: 1, ..Grid::default() };
    grid.head = ["Variant", "Nodes", "Nodes, geometric mean", "Solved", "Difference"]
        .map(str::to_owned)
        .to_vec();
    for (name, run) in &extra {
        let what = if *name == "zugzwang" { "Zugzwangs" } else { "Mates" };
        grid.head.extend(run.manifest.suites.iter().map(|suite| format!("{what}: {}", suite.name)));
    }
    for variant in &run.manifest.variants {
        let pairs = sample.node_pairs(&variant.spec, reference, depth);
        let same = variant.spec == reference;
        let text = |text: String| if same { "reference".to_owned() } else { text };
        let mut row = vec![
            Cell { small: Some(variant.source.clone()), ..variant.title.clone().into() },
            text(percent(ratio_of_totals(&pairs))).into(),
            text(percent(geometric_mean(&pairs))).into(),
            solved(sample, &variant.spec, depth).into(),
            text(difference(sample, &variant.spec, reference, depth)).into(),
        ];
        for (_, run) in &extra {
            row.extend(run.samples.iter().map(|sample| held(sample, &variant.spec).into()));
        }
        grid.rows.push(row);
    }
    vec![
        Block::Section("Every variant".into()),
        Block::Text(format!(
            "{} at depth {depth}. Nodes and numbers solved against {}; the difference in solved \
             positions with its interval and McNemar's p.",
            suite.describe(),
            run.title(reference)
        )),
        Block::Grid(grid),
    ]
}

fn solved(sample: &Sample, variant: &str, depth: u8) -> String {
    match sample.solved(variant, depth) {
        Some((solved, tasks)) => format!("{solved} of {tasks}"),
        None => "–".into(),
    }
}

/// Positions whose solution is held after the deepest iteration that the node limit allowed.
fn held(sample: &Sample, variant: &str) -> String {
    if sample.depths(variant).next().is_none() {
        return "–".into();
    }
    let positions = sample.positions();
    let held = positions.iter().filter(|&&index| sample.held_from(variant, index).is_some());
    format!("{} of {}", held.count(), positions.len())
}

fn difference(sample: &Sample, variant: &str, reference: &str, depth: u8) -> String {
    let pairs = sample.solved_pairs(variant, reference, depth);
    let outcomes: Vec<(bool, bool)> = pairs.into_iter().map(|(_, pair)| pair).collect();
    let Some(test) = mcnemar(&outcomes) else { return "–".into() };
    let interval = test.difference.interval.map_or(String::new(), |i| {
        format!(" [{}, {}]", super::signed(i.low), super::signed(i.high))
    });
    let value = super::signed(test.difference.value);
    let value = value.trim_end_matches(".0");
    format!("{value}{interval}, p = {:.3}", test.p_value)
}
