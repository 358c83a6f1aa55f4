//! The paper's tables next to ours, with the statistics that a referee would ask for, and
//! their figures.

use super::{count, difference, out_of, percent, signed, verdicts};
use crate::base::number::{p_value, thousands};
use crate::experiment::{TableKind, paper};
use crate::report::evidence::{Part, Run};
use crate::report::figures;
use crate::report::numbers::{Number, id};
use crate::report::page::{Block, Cell, Grid, Source};
use crate::show::grid::ABSENT;
use crate::show::table::Measure;

/// A section for every run of a table of the paper.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let runs = source.evidence.runs.values();
    for run in runs.filter(|run| run.is_table()) {
        let Some(number) = run.manifest.paper_table else { continue };
        blocks.push(Block::Anchor(verdicts::anchor(&run.name)));
        blocks.push(Block::Heading(title(run, number)));
        for suite in &run.manifest.suites {
            let note = |paper| format!("{} stands in for {paper}.", suite.describe());
            blocks.extend(suite.replaced().map(note).map(Block::Note));
        }
        let paper = paper::table(number)?;
        blocks.push(Block::Grid(beside(source, run, paper.measure)));
        for part in run.parts() {
            match paper.measure {
                Measure::Nodes => nodes(source, part, &mut blocks)?,
                Measure::Solved => solved(source, part, &mut blocks),
            }
        }
        if number == 3 {
            blocks.push(Block::Text(
                "The paper does not say how many of these positions are solved; ours are.".into(),
            ));
            blocks.push(Block::Grid(solved_counts(source, run)));
            run.parts().for_each(|part| solved(source, part, &mut blocks));
        }
    }
    Ok(blocks)
}

fn title(run: &Run, number: u8) -> String {
    let title = &run.manifest.title;
    if title.contains(&format!("Table {number}")) {
        title.clone()
    } else {
        format!("{title} (Table {number})")
    }
}

/// Takes a count from a number: ours or the paper's.
type Whole = fn(&Number) -> Option<u64>;

/// Our row, and below it the paper's.
pub(super) fn beside(source: &Source, run: &Run, measure: Measure) -> Grid {
    let (positions, count) = match measure {
        Measure::Nodes => ("positions", "nodes"),
        Measure::Solved => ("tasks", "solved"),
    };
    let has_suites =
        run.manifest.suites.len() > 1 || run.manifest.tables.contains(&TableKind::Mates);
    let mut grid = Grid::new(&["Depth", "", "Positions"], 2);
    grid.head.extend(run.manifest.variants.iter().map(|variant| variant.title.clone()));
    let number = |count: Option<u64>| Cell::from(count.map_or("–".into(), thousands));
    for (part, depth) in run.rows() {
        let row = id::row(part, depth);
        let find = |what: &str| source.numbers.find(&format!("{row}.{what}"));
        let name = match has_suites {
            true => format!("{}, depth {depth}", part.suite.name),
            false => depth.to_string(),
        };
        let whole = find(positions);
        let mut ours = vec![name.into(), "ours".into(), number(whole.and_then(Number::whole))];
        let paper = whole.and_then(Number::paper_whole);
        let mut theirs = vec!["".into(), "paper".into(), number(paper)];
        let of = |variant: &str| find(&format!("{variant}.{count}"));
        let reference = run.manifest.reference.as_deref().filter(|_| measure == Measure::Nodes);
        let base = reference.and_then(of);
        for variant in run.specs() {
            let base = base.filter(|_| reference != Some(variant));
            for (row, whole) in
                [(&mut ours, Number::whole as Whole), (&mut theirs, Number::paper_whole)]
            {
                let (count, base) = (of(variant).and_then(whole), base.and_then(whole));
                let ratio = count.zip(base.filter(|&base| base > 0));
                let small = ratio.map(|(count, base)| {
                    format!("({} %)", signed((count as f64 / base as f64 - 1.0) * 100.0))
                });
                row.push(Cell { small, ..number(count) });
            }
        }
        grid.rows.push(ours);
        if paper.is_some() {
            theirs.iter_mut().for_each(|cell| cell.class = Some("paper"));
            grid.rows.push(theirs);
        }
    }
    if run.manifest.paper_table.is_none() {
        grid.head.remove(1); // whose row it is: all are ours
        grid.rows.iter_mut().for_each(|row| drop(row.remove(1)));
        grid.text_columns = 1;
    }
    grid
}

/// Positions solved by depth and variant.
fn solved_counts(source: &Source, run: &Run) -> Grid {
    let mut grid = Grid::new(&["Depth"], 1);
    grid.head.extend(run.manifest.variants.iter().map(|variant| variant.title.clone()));
    for (part, depth) in run.rows() {
        let row = id::row(part, depth);
        let cells = run
            .specs()
            .map(|variant| out_of(source.numbers.find(&format!("{row}.{variant}.solved"))).into());
        grid.rows.push(std::iter::once(depth.to_string().into()).chain(cells).collect());
    }
    grid
}

/// Ratios with intervals, concentration and scatter.
pub(super) fn nodes(source: &Source, part: Part, blocks: &mut Vec<Block>) -> anyhow::Result<()> {
    let Part { run, suite, .. } = part;
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
            let of = format!("{}.{}", id::row(part, depth), variant.spec);
            let find = |what: &str| source.numbers.find(&format!("{of}.{what}"));
            let Some(half) = find("half") else { continue };
            let largest = find("largest").and_then(|number| number.value);
            let is_reference = variant.spec == reference;
            let ratio = |text: String| if is_reference { "reference".to_owned() } else { text };
            grid.rows.push(vec![
                depth.to_string().into(),
                variant.title.clone().into(),
                ratio(percent(find("vs-reference"))).into(),
                ratio(percent(find("geometric-mean"))).into(),
                out_of(Some(half)).into(),
                largest.map_or("–".into(), |largest| format!("{largest:.1} %")).into(),
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
    blocks.extend(figures::scatter::of_run(source, run)?.into_iter().map(Block::Figure));
    Ok(())
}

/// McNemar's test of every variant against the reference, with the discordant positions.
pub(super) fn solved(source: &Source, part: Part, blocks: &mut Vec<Block>) {
    let Part { run, suite, sample } = part;
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
            let pairs = sample.solved_by_id(&variant.spec, reference, depth);
            let of = format!("{}.{}", id::row(part, depth), variant.spec);
            let find = |what: &str| source.numbers.find(&format!("{of}.{what}"));
            let Some(test) = find("solved-vs-reference") else { continue };
            let p = find("mcnemar-p").and_then(|number| number.value);
            grid.rows.push(vec![
                depth.to_string().into(),
                variant.title.clone().into(),
                out_of(find("solved-of-both")).into(),
                count(find("only-variant")).into(),
                count(find("only-reference")).into(),
                difference(test).into(),
                p.map_or(ABSENT.into(), |p| p_value(p).trim_start_matches("= ").to_owned()).into(),
            ]);
            let ids = |wanted: (bool, bool)| {
                let ids = pairs.iter().filter(|(_, pair)| *pair == wanted);
                let ids: Vec<&str> = ids.map(|(id, _)| *id).collect();
                if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
            };
            discordant.push(format!(
                "Depth {depth}, only {}: {}. Only {}: {}.",
                variant.title,
                ids((true, false)),
                run.title(reference),
                ids((false, true))
            ));
        }
    }
    let reference = run.title(reference);
    blocks.push(Block::Heading(format!("{}: solved, against {reference}", suite.describe())));
    let left_out = run.manifest.left_out.iter().filter(|row| row.suite == suite.name);
    blocks.extend(left_out.map(|row| {
        let positions = row.positions.join(", ");
        Block::Note(format!("Depth {} counts without {positions}: the node limit.", row.depth))
    }));
    blocks.push(Block::Grid(grid));
    let title = "Discordant positions by id".to_owned();
    blocks.push(Block::Details(title, vec![Block::List(discordant)]));
}
