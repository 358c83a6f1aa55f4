//! Equal effort: solved against nodes instead of against depth.

use crate::report::evidence::{Effort, Fixed, Run, RunSuite, Sample, pareto_front};
use crate::report::page::{Block, FigureBlock, Grid, PageError, Source};
use crate::show::plot::{AxisSpec, Mark, Plot, PlotSeries, Scale};

/// Budgets of nodes per position.
const BUDGETS: [u64; 8] = [1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

/// For the run of Table 5 (or 4) and that of all variants.
pub(crate) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let runs = &source.evidence.runs;
    let of_table = runs.get("table5").or_else(|| runs.get("table4"));
    let mut blocks = Vec::new();
    for run in of_table.into_iter().chain(runs.get("variants")) {
        for (suite, sample) in run.parts() {
            of_run(run, suite, sample, &mut blocks)?;
        }
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

fn of_run(
    run: &Run,
    suite: &RunSuite,
    sample: &Sample,
    blocks: &mut Vec<Block>,
) -> Result<(), PageError> {
    let variants = &run.manifest.variants;
    let points: Vec<Fixed> =
        variants.iter().flat_map(|variant| Fixed::all(sample, &variant.spec)).collect();
    if points.is_empty() {
        return Ok(()); // no tasks
    }
    let efforts: Vec<Effort> =
        variants.iter().map(|variant| Effort::of(sample, &variant.spec)).collect();
    blocks.push(Block::Heading(format!("{}: {}", run.name, suite.describe())));
    blocks.push(Block::Grid(within(run, &efforts, sample)));

    let curves = efforts.iter().map(|effort| PlotSeries {
        variant: effort.variant.clone(),
        label: run.title(&effort.variant).to_owned(),
        mark: Mark::Curve,
        points: (1..)
            .zip(&effort.nodes_to_hold)
            .map(|(n, &nodes)| (nodes as f64, f64::from(n)))
            .collect(),
    });
    let plot = Plot {
        title: "Positions solved within N nodes".into(),
        subtitle: suite.describe(),
        x: AxisSpec { title: "N, nodes per position (log scale)".into(), scale: Scale::Log },
        y: AxisSpec { title: "Positions solved and held".into(), scale: Scale::Linear },
        diagonal: false,
        series: curves.collect(),
    };
    let caption = "Solved against nodes: the higher curve solves more with the same effort. A \
                   curve ends where the deepest iteration does.";
    blocks.push(FigureBlock::draw(&format!("effort-{}", run.name), caption, &plot)?);

    let mut grid = Grid::new(&["Variant", "Depth", "Nodes per position", "Solved"], 1);
    for point in pareto_front(&points) {
        grid.rows.push(vec![
            run.title(&point.variant).into(),
            point.depth.to_string().into(),
            crate::base::number::thousands(point.nodes.round() as u64).into(),
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

/// Solved within each budget, as far as the variant has searched.
fn within(run: &Run, efforts: &[Effort], sample: &Sample) -> Grid {
    let mut grid = Grid { text_columns: 1, ..Grid::default() };
    grid.head.push("Solved within nodes".into());
    let budgets: Vec<u64> = BUDGETS.into_iter().filter(|&n| n <= longest(sample)).collect();
    grid.head.extend(budgets.iter().map(|&n| crate::base::number::thousands(n)));
    for effort in efforts {
        let mut row = vec![run.title(&effort.variant).into()];
        row.extend(budgets.iter().map(|&n| effort.within(n).to_string().into()));
        grid.rows.push(row);
    }
    grid
}

/// Mean nodes of the variant that has spent least: beyond, curves have ended.
fn longest(sample: &Sample) -> u64 {
    let mean = |variant: &str| {
        let depth = sample.depths(variant).next_back()?;
        let records = sample.at(variant, depth)?;
        Some(records.values().map(|r| r.nodes).sum::<u64>() / records.len().max(1) as u64)
    };
    sample.variants().filter_map(mean).min().unwrap_or(0)
}
