//! Equal effort: solved against nodes instead of against depth.

use crate::base::number::thousands;
use crate::report::evidence::{Fixed, Part, Run, pareto_front};
use crate::report::figures;
use crate::report::numbers::{BUDGETS, id};
use crate::report::page::{Block, Grid, Source};

/// For the run of Table 5 (or 4) and that of all variants.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    section(source, source.evidence.of_effort())
}

/// For one run.
pub(crate) fn of_one(source: &Source, run: &Run) -> anyhow::Result<Vec<Block>> {
    section(source, std::iter::once(run))
}

fn section<'a>(source: &Source, runs: impl Iterator<Item = &'a Run>) -> anyhow::Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for part in runs.flat_map(Run::parts) {
        of_part(source, part, &mut blocks)?;
    }
    if !blocks.is_empty() {
        let text = "At equal depth a method that prunes less solves more and pays for it. Here \
                    the effort is held equal instead: a position counts as solved within N nodes \
                    if at most N nodes were spent by the end of the first iteration from which \
                    the solution is held to the last one.";
        blocks.insert(0, Block::Text(text.into()));
        blocks.insert(0, Block::Section("Equal effort".into()));
    }
    Ok(blocks)
}

fn of_part(source: &Source, part: Part, blocks: &mut Vec<Block>) -> anyhow::Result<()> {
    let Part { run, suite, sample } = part;
    let points = run.specs().flat_map(|variant| {
        sample.depths(variant).filter_map(move |depth| {
            let of = format!("{}.{variant}", id::row(part, depth));
            let nodes = source.numbers.find(&format!("{of}.nodes-per-position"))?.value?;
            let solved = source.numbers.find(&format!("effort.{of}.solved"))?.whole()?;
            Some(Fixed { variant: variant.to_owned(), depth, nodes, solved })
        })
    });
    let points: Vec<Fixed> = points.collect();
    if points.is_empty() {
        return Ok(()); // no tasks
    }
    blocks.push(Block::Heading(format!("{}: {}", run.name, suite.describe())));
    blocks.push(Block::Grid(within(source, part)));

    blocks.extend(figures::effort::of_part(source, part)?.into_iter().map(Block::Figure));

    let mut grid = Grid::new(&["Variant", "Depth", "Nodes per position", "Solved"], 1);
    for point in pareto_front(&points) {
        grid.rows.push(vec![
            run.title(&point.variant).into(),
            point.depth.to_string().into(),
            thousands(point.nodes.round() as u64).into(),
            point.solved.to_string().into(),
        ]);
    }
    blocks.push(Block::Text(
        "Pareto front of variant and depth: no other choice solves as many with fewer nodes."
            .into(),
    ));
    blocks.push(Block::Grid(grid));
    Ok(())
}

/// Solved within each budget, as far as every variant has searched.
fn within(source: &Source, part: Part) -> Grid {
    let mut grid = Grid::new(&["Solved within nodes"], 1);
    let longest = part.sample.longest();
    let budgets: Vec<u64> = BUDGETS.into_iter().filter(|&n| n <= longest).collect();
    grid.head.extend(budgets.iter().map(|&n| thousands(n)));
    for variant in &part.run.manifest.variants {
        let mut row = vec![variant.title.as_str().into()];
        row.extend(budgets.iter().map(|n| {
            let id = format!("effort.{}.n{n}.{}.solved", id::part(part), variant.spec);
            super::count(Some(source.numbers.get(&id))).into()
        }));
        grid.rows.push(row);
    }
    grid
}
