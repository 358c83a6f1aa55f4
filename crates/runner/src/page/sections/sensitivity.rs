//! Sensitivity: how far each published ratio is from ours under other search settings, and the
//! noise floor of table size and hash keys.

use super::percent;
use crate::evidence::Run;
use crate::page::{Block, FigureBlock, Grid, PageError, Source};
use crate::paper;
use crate::plot::HeatMap;
use crate::stats::{Estimate, ratio_of_totals};

/// Settings that change nothing but where positions lie in the table.
const NOISE: [&str; 2] = ["hash-seed", "hash-entries"];

/// A ratio that the paper published.
struct Published {
    variant: String,
    reference: String,
    depth: u8,
    ratio: f64,
}

/// The heat map, the table and the answer, if a sweep was run.
pub fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let mut points: Vec<&Run> = source.evidence.below("sensitivity").collect();
    // The reproduction first, then as the folders are sorted.
    points.sort_by_key(|run| (!run.changes().is_empty(), run.name.clone()));
    let Some(&first) = points.first() else { return Ok(Vec::new()) };
    let published = published(first)?;
    let label = |run: &Run| match run.changes() {
        changes if changes.is_empty() => "as reproduced".to_owned(),
        changes => changes,
    };
    let heat = HeatMap {
        title: "Sensitivity of the published ratios".into(),
        subtitle: first.manifest.suites.iter().map(|s| s.describe()).collect(),
        columns: published
            .iter()
            .map(|p| (format!("{}\ndepth {}", first.title(&p.variant), p.depth), p.ratio))
            .collect(),
        rows: points
            .iter()
            .map(|run| {
                let ours = published.iter().map(|p| ratio(run, p).map(|e| e.value));
                (label(run), ours.collect())
            })
            .collect(),
    };
    let mut head = vec!["Setting".to_owned()];
    head.extend(
        published.iter().map(|p| format!("{}, depth {}", first.title(&p.variant), p.depth)),
    );
    head.extend(first.manifest.variants.iter().map(|v| format!("Solved, {}", v.title)));
    let mut grid = Grid { head, text_columns: 1, rows: Vec::new() };
    let mut paper_row = vec!["paper".into()];
    paper_row.extend(
        published.iter().map(|p| format!("{} %", super::signed((p.ratio - 1.0) * 100.0)).into()),
    );
    paper_row.extend(first.manifest.variants.iter().map(|_| "–".into()));
    grid.rows.push(paper_row);
    for run in &points {
        let mut row = vec![label(run).into()];
        row.extend(published.iter().map(|p| percent(ratio(run, p)).into()));
        row.extend(first.manifest.variants.iter().map(|v| solved(run, &v.spec).into()));
        grid.rows.push(row);
    }
    let caption = "Our ratio to verified R = 3 under each setting, coloured by its distance from \
                   the paper's ratio in the first row.";
    let mut blocks = vec![
        Block::Section("Sensitivity".into()),
        Block::Text(
            "The paper is silent on many points of the search. Each is changed here alone, on the \
             same positions; percentages are tree sizes against verified R = 3 under the same \
             setting."
                .into(),
        ),
        FigureBlock::draw("sensitivity", caption, &heat)?,
        Block::Grid(grid),
        Block::Heading("Can a single setting explain the paper's size of standard R = 2?".into()),
    ];
    blocks.extend(published.iter().filter_map(|p| answer(p, &points, &label)));
    blocks.extend(noise(&points, &published));
    Ok(blocks)
}

/// The ratios of the paper's table at the depths of the sweep.
fn published(run: &Run) -> Result<Vec<Published>, PageError> {
    let Some(table) = run.manifest.paper_table.map(paper::table).transpose()? else {
        return Ok(Vec::new());
    };
    let Some(reference) = run.manifest.reference.clone() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for &depth in run.manifest.suites.iter().flat_map(|suite| &suite.depths) {
        let Some(row) = table.at_depth(depth) else { continue };
        let Some(base) = row.figure(&reference) else { continue };
        for figure in row.figures.iter().filter(|figure| figure.variant != reference) {
            found.push(Published {
                variant: figure.variant.clone(),
                reference: reference.clone(),
                depth,
                ratio: figure.count as f64 / base.count as f64,
            });
        }
    }
    Ok(found)
}

fn ratio(run: &Run, published: &Published) -> Option<Estimate> {
    let (_, sample) = run.part(None)?;
    let Published { variant, reference, depth, .. } = published;
    ratio_of_totals(&sample.node_pairs(variant, reference, *depth))
}

fn solved(run: &Run, variant: &str) -> String {
    let found = run
        .part(None)
        .and_then(|(suite, sample)| sample.solved(variant, suite.depths.last().copied()?));
    found.map_or("–".into(), |(solved, tasks)| format!("{solved} of {tasks}"))
}

/// Where the paper's R = 2 is larger than verified: which settings reach that size, which the sign.
fn answer(published: &Published, points: &[&Run], label: &dyn Fn(&Run) -> String) -> Option<Block> {
    if published.variant != "std:r=2" || published.ratio <= 1.0 {
        return None;
    }
    let estimates: Vec<(String, Estimate)> =
        points.iter().filter_map(|run| Some((label(run), ratio(run, published)?))).collect();
    let reach: Vec<&str> = estimates
        .iter()
        .filter(|(_, e)| {
            e.value >= published.ratio || e.interval.is_some_and(|i| i.contains(published.ratio))
        })
        .map(|(label, _)| label.as_str())
        .collect();
    let sign: Vec<&str> =
        estimates.iter().filter(|(_, e)| e.value > 1.0).map(|(label, _)| label.as_str()).collect();
    let (size, depth) = (super::signed((published.ratio - 1.0) * 100.0), published.depth);
    let largest = estimates.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let list = |labels: Vec<&str>| labels.join("; ");
    let reached = match reach.is_empty() {
        true => "No single setting reaches it, not even with the upper end of its interval".into(),
        false => format!("Compatible with it within the interval: {}", list(reach)),
    };
    let signed = match sign.is_empty() {
        true => "none makes the tree of standard R = 2 the larger one at all".into(),
        false => format!("the sign (R = 2 larger than verified) turns with: {}", list(sign)),
    };
    Some(Block::Text(format!(
        "Depth {depth}, {size} % in the paper. {reached}; {signed}. The largest of ours is {} with {}.",
        percent(Some(largest.1)),
        largest.0
    )))
}

/// How much the reproduction's figures move when only the table's keys or size do.
fn noise(points: &[&Run], published: &[Published]) -> Vec<Block> {
    let only_noise = |run: &&&Run| {
        let changes = run.changes();
        changes.split(", ").all(|change| {
            let name = change.split('=').next().unwrap_or_default();
            name.is_empty() || name == NOISE[0] || (name == NOISE[1] && change != "hash-entries=0")
        })
    };
    let quiet: Vec<&&Run> = points.iter().filter(only_noise).collect();
    if quiet.len() < 2 {
        return Vec::new();
    }
    let head = ["Figure", "Runs", "Least", "Greatest"];
    let mut grid = Grid::new(&head, 1);
    let mut row = |what: String, values: Vec<f64>, show: &dyn Fn(f64) -> String| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least <= greatest {
            let count = values.len().to_string();
            grid.rows.push(vec![
                what.into(),
                count.into(),
                show(least).into(),
                show(greatest).into(),
            ]);
        }
    };
    for p in published {
        let values = quiet.iter().filter_map(|run| ratio(run, p)).map(|e| e.value).collect();
        let show = |ratio: f64| format!("{} %", super::signed((ratio - 1.0) * 100.0));
        row(format!("{} against the reference, depth {}", p.variant, p.depth), values, &show);
    }
    let seeds: Vec<&&&Run> =
        quiet.iter().filter(|run| !run.changes().contains("hash-entries")).collect();
    if let Some(run) = seeds.first() {
        for variant in &run.manifest.variants {
            let total = |run: &Run| {
                let (suite, sample) = run.part(None)?;
                sample.total(&variant.spec, suite.depths.last().copied()?, |r| r.nodes)
            };
            let values = seeds.iter().filter_map(|run| total(run)).map(|n| n as f64).collect();
            let show = |n: f64| crate::table::number::thousands(n as u64);
            row(format!("Total nodes of {}, other hash keys only", variant.title), values, &show);
        }
    }
    vec![
        Block::Heading("Noise floor".into()),
        Block::Text(
            "Other hash keys change nothing but which table entries collide, other table sizes \
             nothing but how many are lost. Differences within this spread mean nothing."
                .into(),
        ),
        Block::Grid(grid),
    ]
}
