//! The search for the engine behind the paper's numbers: growth from depth to depth, and the progress of the sweep.

use super::{difference, signed};
use crate::report::evidence::Run;
use crate::report::numbers::{id, judged, parity};
use crate::report::page::{Block, Grid, Source};
use crate::show::grid::ABSENT;

/// How much a tree grows from each depth of the paper to the next: the paper's, ours, and that of the nearest
/// engines; a dash where a run is missing, or where not every search of a depth ended.
pub(super) fn growth(source: &Source) -> Vec<Block> {
    let head = ["Depths", "Method", "Paper", "Ours", "Horizon", "Material"];
    let mut grid = Grid::new(&head, 2);
    for names in parity::SEARCHED {
        let runs = names.map(|name| source.evidence.runs.get(name));
        let [Some(table), ..] = runs else { continue };
        for part in table.parts() {
            let depths = part.suite.depths.windows(2).map(|pair| pair[1]);
            let rows = depths.flat_map(|depth| table.specs().map(move |spec| (depth, spec)));
            for (depth, spec) in rows {
                let number = |run: Option<&Run>| {
                    let part = run?.part(None)?;
                    let id = format!("parity.{}.d{depth}.{spec}.growth", id::part(part));
                    source.numbers.find(&id)
                };
                let factor = |value: Option<f64>| {
                    value.map_or(ABSENT.to_owned(), |value| format!("{value:.2}"))
                };
                let paper = number(Some(table)).and_then(|number| number.paper);
                let ours = runs.map(|run| factor(number(run).and_then(|number| number.value)));
                let place = format!("{}, {} to {depth}", part.suite.name, depth - 1);
                let row = [place, table.title(spec).to_owned(), factor(paper)];
                grid.rows.push(row.into_iter().chain(ours).map(Into::into).collect());
            }
        }
    }
    if grid.rows.is_empty() { Vec::new() } else { vec![Block::Grid(grid)] }
}

/// Solved positions of the nearest engines beside the paper's, and how many differences agree.
pub(super) fn judged(source: &Source) -> Vec<Block> {
    let mut grid = Grid::new(&["Run", "Suite", "Depth", "Less R = 2", "Less R = 3"], 3);
    let mut counts = Vec::new();
    let runs = judged::RUNS.iter().filter_map(|name| source.evidence.runs.get(*name));
    for part in runs.flat_map(Run::parts) {
        let run = part.run.name.trim_start_matches("explain-nearest/");
        let (mut inside, mut all) = (0, 0);
        for &depth in &part.suite.depths {
            let id = |standard| judged::difference(part, depth, standard);
            let found = judged::STANDARD.map(|standard| source.numbers.find(&id(standard)));
            let [Some(_), _] = found else { continue };
            let cells = found.map(|number| {
                let Some(number) = number else { return ABSENT.to_owned() };
                let paper = number.paper.map_or(ABSENT.to_owned(), signed);
                all += usize::from(number.inside.is_some());
                inside += usize::from(number.inside == Some(true));
                let agrees = if number.inside == Some(false) { ", outside" } else { "" };
                format!("{} (paper {}{agrees})", difference(number), paper.trim_end_matches(".0"))
            });
            let row = [run.to_owned(), part.suite.name.clone(), depth.to_string()];
            grid.rows.push(row.into_iter().chain(cells).map(Into::into).collect());
        }
        if all > 0 {
            counts.push(format!("{run}, {}: {inside} of {all}", part.suite.name));
        }
    }
    if counts.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "Positions that verified R = 3 solves less those of R = 2 and R = 3, with 95 % intervals, and the \
         paper's differences. How many contain the paper's: {}.",
        counts.join("; ")
    );
    vec![Block::Text(text), Block::Grid(grid)]
}

/// The state of the sweep; nothing where there is none.
pub(super) fn blocks(source: &Source) -> Vec<Block> {
    let Some(points) = source.numbers.find("explain.points") else { return Vec::new() };
    let done = super::out_of(Some(points));
    if points.whole() == points.n {
        return Vec::new();
    }
    vec![Block::Text(format!(
        "The designed sweep on 200 positions, with R = 1, is not finished: {done} points are searched, and \
         nothing is concluded from them. What the chapter says of it rests on the complete first look at 40 \
         positions. results/explain/RESUME.md says how to continue."
    ))]
}
