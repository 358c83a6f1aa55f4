//! Zugzwang positions: at which depth each method first solves them, and what the re-search does.

use crate::base::number::thousands;
use crate::report::evidence::{Run, Sample};
use crate::report::page::{Block, Cell, Grid, Source};

/// For every run whose name begins with `zugzwang`.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let mut blocks = Vec::new();
    let runs = source.evidence.runs.values();
    for run in runs.filter(|run| run.name.starts_with("zugzwang")) {
        for (suite, sample) in run.parts() {
            blocks.push(Block::Heading(suite.describe()));
            blocks.push(Block::Grid(first_solved(run, sample)));
            blocks.push(Block::Text(
                "Depth from which the solution is held to the deepest iteration that the node \
                 limit allowed; – where it is not held."
                    .into(),
            ));
            blocks.push(Block::Grid(researches(run, sample)));
        }
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::Section("Zugzwang".into()));
    }
    blocks
}

fn first_solved(run: &Run, sample: &Sample) -> Grid {
    let mut grid = Grid { text_columns: 1, ..Grid::default() };
    grid.head.push("Position".into());
    grid.head.extend(run.manifest.variants.iter().map(|variant| variant.title.clone()));
    let mut totals = vec![0u32; run.manifest.variants.len()];
    for index in sample.positions() {
        let mut row: Vec<Cell> = vec![id(sample, index).into()];
        for (variant, total) in run.manifest.variants.iter().zip(&mut totals) {
            let held = sample.held_from(&variant.spec, index);
            *total += u32::from(held.is_some());
            row.push(held.map_or("–".into(), |(depth, _)| depth.to_string()).into());
        }
        grid.rows.push(row);
    }
    let mut row: Vec<Cell> = vec!["All".into()];
    row.extend(totals.iter().map(|total| Cell::from(total.to_string())));
    grid.rows.push(row);
    grid
}

fn id(sample: &Sample, index: u32) -> String {
    let mut variants = sample.variants();
    let found = variants.find_map(|v| sample.at(v, sample.depths(v).next()?)?.get(&index));
    found.map_or_else(|| index.to_string(), |record| record.id.clone())
}

/// Verifications, re-searches, and how many of those changed the outcome.
fn researches(run: &Run, sample: &Sample) -> Grid {
    let head = [
        "Variant",
        "Null moves",
        "Verifications",
        "Re-searches",
        "Still below beta",
        "Outcome changed",
    ];
    let mut grid = Grid::new(&head, 1);
    for variant in &run.manifest.variants {
        let deepest = sample.positions().into_iter().filter_map(|index| {
            let mut depths = sample.depths(&variant.spec).rev();
            depths.find_map(|depth| sample.at(&variant.spec, depth)?.get(&index))
        });
        let mut sums = [0u64; 4];
        for record in deepest {
            let counts = [
                record.null_tried,
                record.verifications,
                record.researches,
                record.researches_below_beta,
            ];
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count.unwrap_or(0);
            }
        }
        let changed = sums[2].saturating_sub(sums[3]);
        let mut row: Vec<Cell> = vec![variant.title.clone().into()];
        row.extend(sums.iter().chain([&changed]).map(|&sum| Cell::from(thousands(sum))));
        grid.rows.push(row);
    }
    grid
}
