//! Marsland's survey: what each enhancement of alpha-beta is worth, and forward pruning.

use super::verdicts::{self, Stated};
use crate::figure8::record::MINIMAL;
use crate::figure8::render;
use crate::figure8::table::{FORMULA, Measure};
use crate::report::evidence::SurveyRun;
use crate::report::figures;
use crate::report::numbers::{Number, id};
use crate::report::page::{Block, Cell, Grid, Source};

/// The run that repeats the survey's figure.
const FIGURE8: &str = "figure8";

const FORWARD_PRUNING: &str = "Forward pruning (section 3.2 of the survey) drops moves because \
    of their immediate value: near the horizon (razor) or everywhere (marginal) if it lies a margin \
    below the bound, if it is worse than the best value so far (gamma), or if others are better \
    (nbest, whose immediate values are quiescence searches, which are counted). Lost is a position \
    that the same search without it solves.";

/// The survey's Figure 8 with the verdicts on its findings, and every other comparison.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for (name, run) in &source.evidence.surveys {
        if name == FIGURE8 {
            blocks.extend(figure8(source, run)?);
        } else {
            blocks.push(Block::Section(title(run)));
            blocks.extend(notes(run));
            if run.manifest.experiment == "forward-pruning" {
                blocks.push(Block::Text(FORWARD_PRUNING.into()));
            }
            blocks.extend(tables(source, name, run, &Measure::DETERMINISTIC));
        }
    }
    Ok(blocks)
}

/// One comparison.
pub(crate) fn of_run(source: &Source, name: &str, run: &SurveyRun) -> Vec<Block> {
    let mut blocks = vec![Block::Section(title(run))];
    blocks.extend(notes(run));
    blocks.extend(tables(source, name, run, &Measure::ALL));
    blocks
}

fn title(run: &SurveyRun) -> String {
    format!("{}; {}", run.manifest.title, run.manifest.basis())
}

fn notes(run: &SurveyRun) -> impl Iterator<Item = Block> {
    run.manifest.notes.iter().cloned().map(Block::Note)
}

fn figure8(source: &Source, run: &SurveyRun) -> anyhow::Result<Vec<Block>> {
    let mut blocks = vec![
        Block::Section(title(run)),
        Block::Text(format!(
            "Figure 8 of {}, with the searches of this program. Every method is compared with \
             direct alpha-beta (100 %) over the same positions.",
            source.survey.source
        )),
    ];
    blocks.extend(notes(run));
    blocks.extend(deepest(source, run));
    blocks.extend(figures::blocks(figures::figure8::figures, source)?);
    blocks.push(Block::Text(
        "The minimal tree is a lower bound for a search of a tree. With a transposition table \
         positions that occur again are not searched again, so that fewer nodes can do; a \
         cut-off by a smaller sub-tree than that of the best move has the same effect."
            .into(),
    ));
    blocks.extend([
        Block::Heading("Findings of the survey".into()),
        Block::Text(
            "A claim that bk leaves undecided by a count is tested on ECM too, by every count. Where the suites \
             differ, both verdicts stand."
                .into(),
        ),
        findings(source),
        verdicts::counts(source, id::SURVEY),
        verdicts::table(source, "Survey", source.findings),
        Block::Details(
            "What the ratios are".into(),
            vec![Block::List(source.survey.reading.clone())],
        ),
    ]);
    blocks.extend(tables(source, FIGURE8, run, &Measure::ALL));
    Ok(blocks)
}

/// The chart's methods at the greatest depth of Figure 8, by each measure.
fn deepest(source: &Source, run: &SurveyRun) -> Option<Block> {
    let table = run.table(&[]);
    let depth = table.depths.last()?;
    let mut grid = Grid::new(&[], 1);
    grid.head = vec![format!("depth {depth}, % of {}", table.reference)];
    grid.head.extend(Measure::ALL.map(|measure| measure.title().to_lowercase()));
    let minimal = [MINIMAL, FORMULA].map(str::to_owned);
    for method in run.manifest.chart.iter().chain(&minimal) {
        let cells = Measure::ALL.map(|measure| {
            let number = source.numbers.find(&id::method(FIGURE8, measure, *depth, method));
            let value = number.and_then(|number| number.value);
            value.map_or(String::new(), |value| format!("{value:.1}"))
        });
        grid.rows.push(row(method, cells.into_iter()));
    }
    Some(Block::Grid(grid))
}

/// The findings with a headline, a column for each measure.
fn findings(source: &Source) -> Block {
    let mut grid = Grid::new(&["finding"], 4);
    grid.head.extend(Measure::ALL.map(|measure| measure.title().to_lowercase()));
    for claim in &source.survey.claims {
        let Some(headline) = &claim.headline else { continue };
        let cells = Measure::ALL.map(|measure| {
            let mut judged = source.findings.iter();
            let one = judged.find(|one| one.claim.id == claim.id && one.by == Some(measure));
            one.map_or(String::new(), |one| {
                let Stated { ours, interval, direction, .. } = verdicts::stated(source, one);
                let direction = direction.map_or(String::new(), |one| one.to_string());
                format!("{direction}: {ours} {interval}")
            })
        });
        grid.rows.push(row(headline, cells.into_iter()));
    }
    Block::Grid(grid)
}

/// A table for each measure, then the positions solved.
fn tables(source: &Source, name: &str, run: &SurveyRun, measures: &[Measure]) -> Vec<Block> {
    let table = run.table(&[]);
    let mut methods = run.manifest.specs();
    methods.extend([MINIMAL, FORMULA].map(str::to_owned));
    let mut blocks = Vec::new();
    for &measure in measures {
        let mut grid = table.grid();
        for method in &methods {
            let id = |&depth: &u8| id::method(name, measure, depth, method);
            let numbers = table.depths.iter().map(|depth| source.numbers.find(&id(depth)));
            if numbers.clone().any(|number| number.is_some()) {
                grid.rows.push(row(method, numbers.map(percent)));
            }
        }
        let heading = format!(
            "{}, in percent of {} with 95 % intervals over positions",
            measure.title(),
            table.reference
        );
        blocks.push(Block::Details(heading, vec![Block::Grid(grid)]));
    }
    if !table.solved.is_empty() {
        let mut grid = table.grid();
        for (method, _) in &table.solved {
            let cells = table.depths.iter().map(|&depth| {
                let id = |what: &str| id::solved(name, depth, method, what);
                solved(["solved", "lost", "gained"].map(|what| source.numbers.find(&id(what))))
            });
            grid.rows.push(row(method, cells));
        }
        let heading = format!("Positions solved, lost and gained against {}", table.reference);
        let list = Block::List(table.changes());
        blocks.push(Block::Details(heading, vec![Block::Grid(grid), list]));
    }
    blocks
}

/// `57.4 [49.9, 66.0]`.
fn percent(number: Option<&Number>) -> String {
    let found = number.and_then(|number| Some(render::percent(number.value?, number.interval())));
    found.unwrap_or_else(|| "–".into())
}

/// `12 (−3 +1)`.
fn solved([count, lost, gained]: [Option<&Number>; 3]) -> String {
    let whole = |number: Option<&Number>| number.and_then(Number::whole);
    let found = || Some(render::solved(whole(count)?, whole(lost)?, whole(gained)?));
    found().unwrap_or_else(|| "–".into())
}

fn row(method: &str, cells: impl Iterator<Item = String>) -> Vec<Cell> {
    std::iter::once(method.into()).chain(cells.map(Cell::from)).collect()
}
