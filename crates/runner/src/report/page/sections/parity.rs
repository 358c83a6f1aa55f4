//! The parity of the depth, which the paper's tables of even depths do not show.

use super::{count, difference, signed};
use crate::report::evidence::{Part, Run};
use crate::report::numbers::{id, parity};
use crate::report::page::{Block, Cell, Grid, Source};
use crate::show::grid::ABSENT;

/// Runs whose cost is shown; `numbers.json` has those of the others.
const MATES: [&str; 2] = ["table6", "table6-own"];

/// Differences by depth with their test, and mates within budgets.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let runs = parity::RUNS.iter().filter_map(|name| source.evidence.runs.get(*name));
    let parts: Vec<Part> = runs.flat_map(Run::parts).collect();
    let mates: Vec<Part> =
        parts.iter().copied().filter(|part| MATES.contains(&part.run.name.as_str())).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Text(
            "Positions solved by verified R = 3 less those solved by standard R = 2, at every depth, and the paper's \
             on its own positions, where it has any. The last column is the mean difference at even depths less \
             that at odd ones; each position contrasts its own depths, and the interval is over positions. How \
             trees grow from ply to ply is shown where the paper's engine is sought."
                .into(),
        ),
        Block::Grid(differences(source, &parts)),
        Block::Heading("What mates cost".into()),
        Block::Text(
            "Mates in n found within a node budget per position and held to the last depth, 2n. No search \
             goes deeper than that, so a variant with a small tree cannot use up a large budget, and an \
             even last depth favours verification."
                .into(),
        ),
        Block::Grid(budgets(source, &mates)),
    ]
}

fn part_id(part: Part) -> String {
    format!("parity.{}", id::part(part))
}

fn differences(source: &Source, parts: &[Part]) -> Grid {
    let mut grid = Grid::new(&["Run", "By depth", "Even less odd"], 2);
    for &part in parts {
        let of = part_id(part);
        let depths = parity::depths(part).into_iter().filter_map(|depth| {
            let number = source.numbers.find(&format!("{of}.d{depth}.difference"))?;
            let paper = number.paper.map_or(String::new(), |paper| {
                format!(", paper {}", signed(paper).trim_end_matches(".0"))
            });
            Some(format!("depth {depth}: {}{paper}", difference(number)))
        });
        let by_depth: Vec<String> = depths.collect();
        let contrast = source.numbers.find(&format!("{of}.even-less-odd"));
        let name = Cell { small: Some(part.suite.describe()), ..part.run.name.clone().into() };
        let contrast = contrast.map_or(ABSENT.into(), difference);
        grid.rows.push(vec![name, by_depth.join("; ").into(), contrast.into()]);
    }
    grid
}

fn budgets(source: &Source, parts: &[Part]) -> Grid {
    let mut grid = Grid::new(&["Run", "Variant"], 2);
    grid.head
        .extend(parity::BUDGETS.map(|n| format!("{} nodes", crate::base::number::thousands(n))));
    for &part in parts.iter().filter(|part| parity::is_mates(part.run)) {
        let Part { run, suite, .. } = part;
        for variant in &run.manifest.variants {
            let name = Cell { small: Some(suite.describe()), ..run.name.clone().into() };
            let found = parity::BUDGETS.map(|n| {
                let id = format!("{}.n{n}.{}.solved", part_id(part), variant.spec);
                Cell::from(count(source.numbers.find(&id)))
            });
            let row = [name, variant.title.clone().into()];
            grid.rows.push(row.into_iter().chain(found).collect());
        }
    }
    grid
}
