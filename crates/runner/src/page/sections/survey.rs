//! Marsland's survey: what each enhancement of alpha-beta is worth, and forward pruning.

use super::verdicts;
use crate::evidence::SurveyRun;
use crate::page::{Block, Cell, FigureBlock, Grid, PageError, Source};
use crate::survey::chart::chart;
use crate::survey::render::{percent, solved};
use crate::survey::table::{Figure8, Measure, Section};

/// The survey's Figure 8 with the verdicts on its findings, and every other comparison.
pub fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let mut blocks = Vec::new();
    for (name, run) in &source.evidence.surveys {
        if name == "figure8" {
            blocks.extend(figure8(source, run)?);
        } else {
            blocks.push(Block::Heading(title(run)));
            blocks.extend(notes(run));
            blocks.extend(tables(run, &Measure::DETERMINISTIC));
        }
    }
    if !blocks.is_empty() {
        let section = "Marsland's survey: what each enhancement of alpha-beta is worth";
        blocks.insert(0, Block::Section(section.into()));
    }
    Ok(blocks)
}

fn title(run: &SurveyRun) -> String {
    format!("{}; {}", run.manifest.title, run.manifest.basis())
}

fn notes(run: &SurveyRun) -> impl Iterator<Item = Block> {
    run.manifest.notes.iter().cloned().map(Block::Note)
}

fn figure8(source: &Source, run: &SurveyRun) -> Result<Vec<Block>, PageError> {
    let mut blocks = vec![
        Block::Heading(title(run)),
        Block::Text(format!(
            "Figure 8 of {}, with the searches of this program. Every method is compared with \
             direct alpha-beta (100 %) over the same positions.",
            source.survey.source
        )),
    ];
    blocks.extend(notes(run));
    let horizon = run.table(&[Measure::Horizon]);
    for (measure, logarithmic) in [(Measure::Cpu, false), (Measure::Horizon, true)] {
        let table = run.table(&[measure]);
        let section = &table.sections[0];
        let name = format!("survey-{}", measure.name());
        let caption = format!(
            "{} of the survey's methods against depth, in percent of direct alpha-beta.",
            measure.title()
        );
        if let Some(chart) = chart(&table, section, &horizon, &run.manifest.chart, logarithmic) {
            blocks.push(FigureBlock::chart(&name, &caption, &chart)?);
        }
    }
    blocks.push(Block::Text(
        "The minimal tree is a lower bound for a search of a tree. With a transposition table \
         positions that occur again are not searched again, so that fewer nodes can do; a \
         cut-off by a smaller sub-tree than that of the best move has the same effect."
            .into(),
    ));
    let judged = source.survey.judge(source.evidence);
    blocks.extend([
        Block::Heading("Findings of the survey".into()),
        verdicts::counts(&judged),
        verdicts::table("Survey", &judged),
        Block::Details(
            "What the ratios are".into(),
            vec![Block::List(source.survey.rules.clone())],
        ),
    ]);
    let measures = [Measure::Cpu, Measure::Horizon, Measure::Nodes];
    blocks.extend(tables(run, &measures));
    Ok(blocks)
}

/// A table for each measure, then the positions solved.
fn tables(run: &SurveyRun, measures: &[Measure]) -> Vec<Block> {
    let table = run.table(measures);
    let mut blocks = Vec::new();
    for section in &table.sections {
        let heading = format!(
            "{}, in percent of {} with 95 % intervals over positions",
            section.measure.title(),
            table.reference
        );
        blocks.push(Block::Details(heading, vec![Block::Grid(percentages(&table, section))]));
    }
    if !table.solved.is_empty() {
        let mut grid = grid(&table);
        for (method, cells) in &table.solved {
            let cells = cells.iter().map(|cell| cell.as_ref().map_or("–".into(), solved));
            grid.rows.push(row(method, cells));
        }
        let heading = format!("Positions solved, lost and gained against {}", table.reference);
        let list = Block::List(table.changes());
        blocks.push(Block::Details(heading, vec![Block::Grid(grid), list]));
    }
    blocks
}

fn grid(table: &Figure8) -> Grid {
    let mut grid = Grid::new(&["Method"], 1);
    grid.head.extend(table.depths.iter().map(|depth| format!("depth {depth}")));
    grid
}

fn percentages(table: &Figure8, section: &Section) -> Grid {
    let mut grid = grid(table);
    for line in &section.rows {
        let cells = line.cells.iter().map(|cell| cell.as_ref().map_or("–".into(), percent));
        grid.rows.push(row(&line.method, cells));
    }
    grid
}

fn row(method: &str, cells: impl Iterator<Item = String>) -> Vec<Cell> {
    std::iter::once(method.into()).chain(cells.map(Cell::from)).collect()
}
