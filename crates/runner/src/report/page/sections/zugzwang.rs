//! Zugzwang positions: at which depth each method first solves them, and what the re-search does.

use super::count;
use crate::base::number::thousands;
use crate::report::evidence::{Part, Run};
use crate::report::numbers::{LISTED, RESEARCHES, id};
use crate::report::page::{Block, Cell, Grid, Source};

/// For every run whose name begins with `zugzwang`.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let mut blocks = Vec::new();
    let runs = source.evidence.runs.values();
    for part in runs.filter(|run| run.is_zugzwang()).flat_map(Run::parts) {
        blocks.push(Block::Heading(part.suite.describe()));
        blocks.push(Block::Grid(first_solved(source, part)));
        let text = match part.sample.positions().len() <= LISTED {
            true => {
                "Depth from which the solution is held to the deepest iteration that the node \
                 limit allowed; – where it is not held."
            }
            false => "Positions solved at the deepest iteration that the node limit allowed.",
        };
        blocks.push(Block::Text(text.into()));
        blocks.push(Block::Grid(researches(source, part)));
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::Section("Zugzwang".into()));
    }
    blocks
}

fn first_solved(source: &Source, part: Part) -> Grid {
    let Part { run, sample, .. } = part;
    let (part, mut grid) = (id::part(part), Grid::new(&["Position"], 1));
    grid.head.extend(run.manifest.variants.iter().map(|variant| variant.title.clone()));
    let row = |title: &str, id: &dyn Fn(&str) -> String| -> Vec<Cell> {
        let numbers = run.specs().map(|variant| source.numbers.find(&id(variant)));
        std::iter::once(title.into()).chain(numbers.map(|n| count(n).into())).collect()
    };
    let listed = Some(sample.positions()).filter(|positions| positions.len() <= LISTED);
    for index in listed.into_iter().flatten() {
        let position = sample.id(index);
        let id = |variant: &str| format!("{part}.{position}.{variant}.held-from");
        grid.rows.push(row(&position, &id));
    }
    grid.rows.push(row("All", &|variant| format!("{part}.{variant}.held")));
    grid
}

/// Verifications, re-searches, and how many of those changed the outcome.
fn researches(source: &Source, part: Part) -> Grid {
    let head = [
        "Variant",
        "Null moves",
        "Verifications",
        "Re-searches",
        "Still below beta",
        "Outcome changed",
    ];
    let mut grid = Grid::new(&head, 1);
    for variant in &part.run.manifest.variants {
        let of = format!("{}.{}", id::part(part), variant.spec);
        let mut row: Vec<Cell> = vec![variant.title.clone().into()];
        row.extend(RESEARCHES.map(|what| {
            let sum = source.numbers.get(&format!("{of}.{what}")).whole();
            Cell::from(sum.map_or("–".into(), thousands))
        }));
        grid.rows.push(row);
    }
    grid
}
