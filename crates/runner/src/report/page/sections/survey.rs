//! Marsland's survey: what each enhancement of alpha-beta is worth, and forward pruning.

use super::verdicts;
use crate::figure8::chart::chart;
use crate::figure8::record::MINIMAL;
use crate::figure8::render::{percent, solved};
use crate::figure8::table::{FORMULA, Figure8, Measure, Section};
use crate::report::evidence::SurveyRun;
use crate::report::page::{Block, Cell, FigureBlock, Grid, PageError, Source};

/// The run that repeats the survey's figure.
const FIGURE8: &str = "figure8";
const MEASURES: [Measure; 3] = [Measure::Horizon, Measure::Nodes, Measure::Cpu];

const FORWARD_PRUNING: &str = "Forward pruning (section 3.2 of the survey) drops moves because \
    of their immediate value: near the horizon (razor) or everywhere (marginal) if it lies a margin \
    below the bound, if it is worse than the best value so far (gamma), or if others are better \
    (nbest, whose immediate values are quiescence searches, which are counted). Lost is a position \
    that the same search without it solves.";

/// The survey's Figure 8 with the verdicts on its findings, and every other comparison.
pub(crate) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let mut blocks = Vec::new();
    for (name, run) in &source.evidence.surveys {
        if name == FIGURE8 {
            blocks.extend(figure8(source, run)?);
        } else {
            blocks.push(Block::Heading(title(run)));
            blocks.extend(notes(run));
            if run.manifest.experiment == "forward-pruning" {
                blocks.push(Block::Text(FORWARD_PRUNING.into()));
            }
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
            blocks.push(FigureBlock::draw(&name, &caption, &chart)?);
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
    blocks.extend(tables(run, &MEASURES));
    Ok(blocks)
}

/// The chart's methods at the greatest depth of Figure 8, by each measure; for the README.
pub(crate) fn deepest(source: &Source) -> Vec<Block> {
    let Some(run) = source.evidence.surveys.get(FIGURE8) else { return Vec::new() };
    let table = run.table(&MEASURES);
    let Some(depth) = table.depths.last() else { return Vec::new() };
    let mut grid = Grid::new(&[], 1);
    grid.head = vec![format!("depth {depth}, % of {}", table.reference)];
    grid.head.extend(MEASURES.map(|measure| measure.title().to_lowercase()));
    let minimal = [MINIMAL, FORMULA].map(str::to_owned);
    for method in run.manifest.chart.iter().chain(&minimal) {
        let cells = table.sections.iter().map(|section| {
            let line = section.rows.iter().find(|row| row.method == *method);
            let cell = line.and_then(|row| row.cells.last()?.as_ref());
            cell.map_or(String::new(), |cell| format!("{:.1}", cell.percent.value))
        });
        grid.rows.push(row(method, cells));
    }
    vec![Block::Grid(grid)]
}

/// The findings with a headline, a column for each measure; for the README.
pub(crate) fn findings(source: &Source) -> Vec<Block> {
    let judged = source.survey.judge(source.evidence);
    let mut grid = Grid::new(&["finding"], 4);
    grid.head.extend(MEASURES.map(|measure| measure.title().to_lowercase()));
    for claim in &source.survey.claims {
        let Some(headline) = &claim.headline else { continue };
        let cells = MEASURES.map(|measure| {
            let one = judged.iter().find(|one| one.claim.id == claim.id && one.by == Some(measure));
            one.map_or(String::new(), |one| {
                format!("{}: {} {}", one.verdict, one.ours_text(), one.interval_text())
            })
        });
        grid.rows.push(row(headline, cells.into_iter()));
    }
    vec![Block::Grid(grid)]
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
