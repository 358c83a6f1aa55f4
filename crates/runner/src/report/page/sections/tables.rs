//! The paper's tables beside ours, with the statistics that a referee would ask for, and the
//! figures that show them.

use super::percent;
use crate::base::number::thousands;
use crate::experiment::paper;
use crate::record::manifest::Manifest;
use crate::report::evidence::{Run, RunSuite, Sample};
use crate::report::page::{Block, Cell, FigureBlock, Grid, PageError, Source};
use crate::show::assemble::assemble;
use crate::show::chart::Chart;
use crate::show::plot::{AxisSpec, Mark, Plot, PlotSeries, Scale};
use crate::show::table::{Cell as TableCell, Measure, Table};
use crate::stats::{concentration, geometric_mean, mcnemar, ratio_of_totals};

/// A section for every run of a table of the paper.
pub(crate) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let mut blocks = Vec::new();
    let runs = source.evidence.runs.values();
    for run in runs.filter(|run| run.name.starts_with("table") || run.name == "figure4") {
        let Some(number) = run.manifest.paper_table else { continue };
        blocks.push(Block::Section(title(run, number)));
        let substitutes = run.manifest.suites.iter().filter(|suite| suite.is_substitute);
        for suite in substitutes {
            blocks.push(Block::Note(format!(
                "{} stands in for {}, which the paper used.",
                suite.describe(),
                suite.wanted
            )));
        }
        let paper = paper::table(number)?;
        let table = build(run, paper.measure);
        if let Some(table) = &table {
            blocks.push(Block::Grid(beside(run, table)));
        }
        for (suite, sample) in run.parts() {
            match paper.measure {
                Measure::Nodes => nodes(run, suite, sample, &mut blocks)?,
                Measure::Solved => solved(run, suite, sample, &mut blocks),
            }
        }
        if let (3, Some(table)) = (number, &table)
            && let Ok(chart) =
                Chart::tree_sizes("Figure 4: tree sizes, the paper's and ours", table)
        {
            let caption = "Figure 4 of the paper with our curves: tree size against depth.";
            blocks.push(FigureBlock::draw("figure4", caption, &chart)?);
        }
    }
    Ok(blocks)
}

/// The paper's table beside ours, if the run has one.
pub(super) fn of_run(run: &Run) -> Option<Grid> {
    let paper = paper::table(run.manifest.paper_table?).ok()?;
    build(run, paper.measure).map(|table| beside(run, &table))
}

fn title(run: &Run, number: u8) -> String {
    let title = &run.manifest.title;
    if title.contains(&format!("Table {number}")) {
        title.clone()
    } else {
        format!("{title} (Table {number})")
    }
}

/// The table that counts what the paper's does; `None` if its records contradict each other.
fn build(run: &Run, measure: Measure) -> Option<Table> {
    // The report has the notes in places of their own.
    let manifest = Manifest { notes: vec![], left_out: vec![], ..run.manifest.clone() };
    let tables = assemble(&manifest, &run.counted()).ok()?.into_iter().map(|report| report.table);
    tables.into_iter().find(|table| table.measure == measure)
}

/// Our row, and below it the paper's.
fn beside(run: &Run, table: &Table) -> Grid {
    let mut grid = Grid { text_columns: 2, ..Grid::default() };
    grid.head = vec!["Depth".into(), String::new(), "Positions".into()];
    grid.head.extend(table.columns.iter().map(|column| column.title.clone()));
    let suites = run.manifest.suites.iter();
    let suites = suites.flat_map(|suite| suite.depths.iter().map(|_| &suite.name));
    for (row, suite) in table.rows.iter().zip(suites) {
        let name = match &row.label {
            Some(_) => format!("{suite}, depth {}", row.depth),
            None => row.depth.to_string(),
        };
        let positions = |count: Option<u64>| Cell::from(count.map_or("–".into(), thousands));
        let mut ours = vec![name.into(), "ours".into(), positions(row.positions)];
        ours.extend(row.cells.iter().map(our_cell));
        grid.rows.push(ours);
        if row.paper_positions.is_some() {
            let mut theirs = vec!["".into(), "paper".into(), positions(row.paper_positions)];
            theirs.extend(row.cells.iter().map(their_cell));
            for cell in &mut theirs {
                cell.class = Some("paper");
            }
            grid.rows.push(theirs);
        }
    }
    grid
}

fn our_cell(cell: &TableCell) -> Cell {
    match &cell.ours {
        Some(figure) => Cell {
            text: thousands(figure.count),
            small: figure.percent().map(|percent| format!("({percent})")),
            class: None,
        },
        None => "–".into(),
    }
}

fn their_cell(cell: &TableCell) -> Cell {
    match &cell.paper {
        Some(figure) => Cell {
            text: thousands(figure.count),
            small: figure.percent.as_ref().map(|percent| format!("({percent}%)")),
            class: None,
        },
        None => "–".into(),
    }
}

/// Ratios with intervals, concentration, growth and scatter.
fn nodes(
    run: &Run,
    suite: &RunSuite,
    sample: &Sample,
    blocks: &mut Vec<Block>,
) -> Result<(), PageError> {
    let Some(reference) = run.manifest.reference.as_deref() else { return Ok(()) };
    let head = [
        "Depth",
        "Variant",
        "Total, against the reference",
        "Geometric mean of ratios",
        "Positions with half the nodes",
        "Largest position",
    ];
    let mut grid = Grid::new(&head, 2);
    for &depth in &suite.depths {
        for variant in &run.manifest.variants {
            let pairs = sample.node_pairs(&variant.spec, reference, depth);
            let own: Vec<u64> = pairs.iter().map(|pair| pair.0).collect();
            let Some(held) = concentration(&own) else { continue };
            let is_reference = variant.spec == reference;
            let ratio = |text: String| if is_reference { "reference".to_owned() } else { text };
            grid.rows.push(vec![
                depth.to_string().into(),
                variant.title.clone().into(),
                ratio(percent(ratio_of_totals(&pairs))).into(),
                ratio(percent(geometric_mean(&pairs))).into(),
                format!("{} of {}", held.half, held.positions).into(),
                format!("{:.1} %", held.largest * 100.0).into(),
            ]);
        }
    }
    blocks.push(Block::Heading("How certain, and how evenly spread".into()));
    blocks.push(Block::Text(
        "A total belongs to its few largest trees; the geometric mean gives every position the \
         same weight. Where the two differ, a handful of positions decides the total."
            .into(),
    ));
    blocks.push(Block::Grid(grid));
    let name = |what: &str| format!("{what}-{}", run.name);
    let caption = "Nodes per position after each iteration, all of its predecessors included.";
    blocks.push(FigureBlock::draw(&name("growth"), caption, &growth(run, suite, sample))?);
    if let Some(depth) = suite.depths.last().copied() {
        let plot = scatter(run, suite, sample, reference, depth);
        if plot.series.iter().any(|series| !series.points.is_empty()) {
            let caption = "Each dot is a position. Above the dashed line the variant needs more \
                           nodes than the reference.";
            blocks.push(FigureBlock::draw(&name("scatter"), caption, &plot)?);
        }
    }
    Ok(())
}

/// Nodes per position against depth.
fn growth(run: &Run, suite: &RunSuite, sample: &Sample) -> Plot {
    let positions = sample.positions().len();
    let series = run.manifest.variants.iter().map(|variant| {
        let complete = sample.depths(&variant.spec).filter_map(|depth| {
            let records = sample.at(&variant.spec, depth).filter(|r| r.len() == positions)?;
            let total: u64 = records.values().map(|record| record.nodes).sum();
            Some((f64::from(depth), total as f64 / positions as f64))
        });
        PlotSeries {
            variant: variant.spec.clone(),
            label: variant.title.clone(),
            mark: Mark::Joined,
            points: complete.collect(),
        }
    });
    Plot {
        title: "Growth of the tree with depth".into(),
        subtitle: suite.describe(),
        x: AxisSpec { title: "Depth (plies)".into(), scale: Scale::Linear },
        y: AxisSpec { title: "Nodes per position (log scale)".into(), scale: Scale::Log },
        diagonal: false,
        series: series.collect(),
    }
}

/// Nodes of every position, each variant against the reference.
fn scatter(run: &Run, suite: &RunSuite, sample: &Sample, reference: &str, depth: u8) -> Plot {
    let others = run.manifest.variants.iter().filter(|variant| variant.spec != reference);
    let series = others.map(|variant| PlotSeries {
        variant: variant.spec.clone(),
        label: variant.title.clone(),
        mark: Mark::Dots,
        points: sample
            .node_pairs(reference, &variant.spec, depth)
            .into_iter()
            .map(|(x, y)| (x as f64, y as f64))
            .collect(),
    });
    let axis = |title: String| AxisSpec { title, scale: Scale::Log };
    Plot {
        title: format!("Every position at depth {depth}"),
        subtitle: suite.describe(),
        x: axis(format!("Nodes of {} (log scale)", run.title(reference))),
        y: axis("Nodes of the variant (log scale)".into()),
        diagonal: true,
        series: series.collect(),
    }
}

/// McNemar's test of every variant against the reference, with the discordant positions.
fn solved(run: &Run, suite: &RunSuite, sample: &Sample, blocks: &mut Vec<Block>) {
    let Some(reference) = run.manifest.reference.as_deref() else { return };
    let head = [
        "Depth",
        "Variant",
        "Solved",
        "Only this variant",
        "Only the reference",
        "Difference",
        "McNemar's p",
    ];
    let mut grid = Grid::new(&head, 2);
    let mut discordant = Vec::new();
    for &depth in &suite.depths {
        for variant in run.manifest.variants.iter().filter(|v| v.spec != reference) {
            let pairs = sample.solved_pairs(&variant.spec, reference, depth);
            let outcomes: Vec<(bool, bool)> = pairs.iter().map(|(_, pair)| *pair).collect();
            let Some(test) = mcnemar(&outcomes) else { continue };
            let solved = outcomes.iter().filter(|pair| pair.0).count();
            let interval = test.difference.interval.map_or(String::new(), |i| {
                format!(" [{}, {}]", super::signed(i.low), super::signed(i.high))
            });
            let sign = match test.difference.value {
                value if value < 0.0 => format!("−{}", value.abs()),
                value if value > 0.0 => format!("+{value}"),
                _ => "0".to_owned(),
            };
            grid.rows.push(vec![
                depth.to_string().into(),
                variant.title.clone().into(),
                format!("{solved} of {}", outcomes.len()).into(),
                test.only_first.len().to_string().into(),
                test.only_second.len().to_string().into(),
                format!("{sign}{interval}").into(),
                format!("{:.3}", test.p_value).into(),
            ]);
            let ids = |places: &[usize]| {
                let ids: Vec<&str> = places.iter().map(|&place| pairs[place].0).collect();
                if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
            };
            discordant.push(format!(
                "Depth {depth}, only {}: {}. Only {}: {}.",
                variant.title,
                ids(&test.only_first),
                run.title(reference),
                ids(&test.only_second)
            ));
        }
    }
    let reference = run.title(reference);
    blocks.push(Block::Heading(format!("{}: solved, against {reference}", suite.describe())));
    blocks.push(Block::Grid(grid));
    let title = "Discordant positions by id".to_owned();
    blocks.push(Block::Details(title, vec![Block::List(discordant)]));
}
