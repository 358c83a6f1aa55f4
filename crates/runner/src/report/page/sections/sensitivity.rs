//! Sensitivity: how far each published ratio is from ours under other search settings, and the
//! noise floor of table size and hash keys.

use super::percent;
use crate::experiment::paper;
use crate::report::evidence::Run;
use crate::report::page::{Block, Cell, FigureBlock, Grid, PageError, Source};
use crate::show::plot::HeatMap;
use crate::stats::{Estimate, ratio_of_totals};

/// A ratio that the paper published.
struct Published {
    variant: String,
    reference: String,
    depth: u8,
    ratio: f64,
}

/// Folders of sweeps below the results, and the titles of their sections.
const SWEEPS: [(&str, &str); 2] =
    [("sensitivity", "Sensitivity"), ("sensitivity-ecm", "Sensitivity at the depths of Table 3")];

/// The heat map, the table and the answer for each sweep that was run.
pub(crate) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let sweeps = SWEEPS.map(|(folder, title)| sweep(source, folder, title));
    Ok(sweeps.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

fn sweep(source: &Source, folder: &str, title: &str) -> Result<Vec<Block>, PageError> {
    let mut points: Vec<&Run> = source.evidence.below(folder).collect();
    // The reproduction first, then as the folders are sorted.
    points.sort_by_key(|run| (!run.changes().is_empty(), run.name.clone()));
    let Some(&first) = points.first() else { return Ok(Vec::new()) };
    let published = published(first)?;
    let label = |run: &Run| match run.changes() {
        changes if changes.is_empty() => "as reproduced".to_owned(),
        changes => changes,
    };
    let heat = HeatMap {
        title: "Sensitivity of the published ratios".into(),
        subtitle: first.manifest.suites.iter().map(|s| s.describe()).collect(),
        columns: published
            .iter()
            .map(|p| (format!("{}\ndepth {}", first.title(&p.variant), p.depth), p.ratio))
            .collect(),
        rows: points
            .iter()
            .map(|run| {
                let ours = published.iter().map(|p| ratio(run, p).map(|e| e.value));
                (label(run), ours.collect())
            })
            .collect(),
    };
    let mut head = vec!["Setting".to_owned()];
    head.extend(
        published.iter().map(|p| format!("{}, depth {}", first.title(&p.variant), p.depth)),
    );
    head.extend(first.manifest.variants.iter().map(|v| format!("Solved, {}", v.title)));
    let mut grid = Grid { head, text_columns: 1, ..Grid::default() };
    let mut paper_row = vec!["paper".into()];
    paper_row.extend(
        published.iter().map(|p| format!("{} %", super::signed((p.ratio - 1.0) * 100.0)).into()),
    );
    paper_row.extend(first.manifest.variants.iter().map(|_| "–".into()));
    grid.rows.push(paper_row);
    for run in &points {
        let mut row = vec![label(run).into()];
        row.extend(published.iter().map(|p| percent(ratio(run, p)).into()));
        row.extend(first.manifest.variants.iter().map(|v| solved(run, &v.spec).into()));
        grid.rows.push(row);
    }
    let caption = "Our ratio to verified R = 3 under each setting, coloured by its distance from \
                   the paper's ratio in the first row.";
    let mut blocks = vec![
        Block::Section(title.into()),
        Block::Text(
            "The paper is silent on many points of the search. Each is changed here alone, on the \
             same positions; percentages are tree sizes against verified R = 3 under the same \
             setting."
                .into(),
        ),
        FigureBlock::draw(folder, caption, &heat)?,
        Block::Grid(grid),
        Block::Heading("Can a single setting explain the paper's size of standard R = 2?".into()),
    ];
    blocks.extend(published.iter().filter_map(|p| answer(p, &published, &points, &label)));
    blocks.extend(noise(&points, &published));
    Ok(blocks)
}

/// The ratios of the paper's table at the depths of the sweep.
fn published(run: &Run) -> Result<Vec<Published>, PageError> {
    let Some(table) = run.manifest.paper_table.map(paper::table).transpose()? else {
        return Ok(Vec::new());
    };
    let Some(reference) = run.manifest.reference.clone() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for &depth in run.manifest.suites.iter().flat_map(|suite| &suite.depths) {
        let Some(row) = table.at_depth(depth) else { continue };
        let Some(base) = row.figure(&reference) else { continue };
        for figure in row.figures.iter().filter(|figure| figure.variant != reference) {
            found.push(Published {
                variant: figure.variant.clone(),
                reference: reference.clone(),
                depth,
                ratio: figure.count as f64 / base.count as f64,
            });
        }
    }
    Ok(found)
}

fn ratio(run: &Run, published: &Published) -> Option<Estimate> {
    let (_, sample) = run.part(None)?;
    let Published { variant, reference, depth, .. } = published;
    ratio_of_totals(&sample.node_pairs(variant, reference, *depth))
}

fn solved(run: &Run, variant: &str) -> String {
    let found = run
        .part(None)
        .and_then(|(suite, sample)| sample.solved(variant, suite.depths.last().copied()?));
    found.map_or("–".into(), |(solved, tasks)| format!("{solved} of {tasks}"))
}

/// Where the paper's R = 2 is larger than verified: which settings reach that size, and whether
/// they leave the paper's other ratios at that depth standing.
fn answer(
    published: &Published,
    all: &[Published],
    points: &[&Run],
    label: &dyn Fn(&Run) -> String,
) -> Option<Block> {
    if published.variant != "std:r=2" || published.ratio <= 1.0 {
        return None;
    }
    let compatible = |run: &Run, p: &Published| {
        let interval = ratio(run, p).and_then(|estimate| estimate.interval);
        interval.is_some_and(|interval| interval.contains(p.ratio))
    };
    let others: Vec<&Published> = all
        .iter()
        .filter(|p| p.depth == published.depth && p.variant != published.variant)
        .collect();
    let mut sentences = vec![format!(
        "Depth {}, {} % in the paper.",
        published.depth,
        super::signed((published.ratio - 1.0) * 100.0)
    )];
    let mut explains = Vec::new();
    for run in points.iter().filter(|run| compatible(run, published)) {
        let against: Vec<String> = others
            .iter()
            .filter(|p| !compatible(run, p))
            .map(|p| {
                let paper = super::signed((p.ratio - 1.0) * 100.0);
                let ours = percent(ratio(run, p));
                format!("{} is then {ours} where the paper has {paper} %", run.title(&p.variant))
            })
            .collect();
        let what = format!("{} ({})", label(run), percent(ratio(run, published)));
        match against.is_empty() {
            true => explains.push(what),
            false => sentences.push(format!(
                "{what} is compatible with it, but explains it at the cost of another figure: {}.",
                against.join("; ")
            )),
        }
    }
    let turns = points.iter().filter(|run| ratio(run, published).is_some_and(|e| e.value > 1.0));
    let turns: Vec<String> = turns.map(|run| label(run)).collect();
    sentences.push(match turns.is_empty() {
        true => "No setting makes the tree of standard R = 2 the larger one.".into(),
        false => format!("The sign of R = 2 against verified turns with: {}.", turns.join("; ")),
    });
    sentences.push(match explains.is_empty() {
        true => "So none of the settings tried explains the paper's figures by itself.".into(),
        false => format!(
            "Compatible with all of the paper's ratios at this depth: {}.",
            explains.join("; ")
        ),
    });
    Some(Block::Text(sentences.join(" ")))
}

/// How much the reproduction's figures move when only the table's keys or size do.
fn noise(points: &[&Run], published: &[Published]) -> Vec<Block> {
    let head = ["Changed", "Figure", "Runs", "Least", "Greatest"];
    let mut grid = Grid::new(&head, 2);
    for (what, setting) in [("hash keys", "hash-seed="), ("table size", "hash-entries=")] {
        let quiet: Vec<&&Run> = points
            .iter()
            .filter(|run| {
                let changes = run.changes();
                let only = changes.starts_with(setting) && !changes.contains(", ");
                changes.is_empty() || only && changes != "hash-entries=0"
            })
            .collect();
        let mut row = |figure: String, values: Vec<f64>, show: &dyn Fn(f64) -> String| {
            if values.len() < 2 {
                return;
            }
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let count = values.len().to_string();
            let cells = [what.to_owned(), figure, count, show(least), show(greatest)];
            grid.rows.push(cells.map(Cell::from).to_vec());
        };
        for p in published {
            let values = quiet.iter().filter_map(|run| ratio(run, p)).map(|e| e.value).collect();
            let show = |ratio: f64| format!("{} %", super::signed((ratio - 1.0) * 100.0));
            let title = points.first().map_or(p.variant.as_str(), |run| run.title(&p.variant));
            row(format!("{title} against the reference, depth {}", p.depth), values, &show);
        }
        for variant in points.first().iter().flat_map(|run| &run.manifest.variants) {
            let total = |run: &Run| {
                let (suite, sample) = run.part(None)?;
                sample.total(&variant.spec, suite.depths.last().copied()?, |r| r.nodes)
            };
            let values = quiet.iter().filter_map(|run| total(run)).map(|n| n as f64).collect();
            let show = |n: f64| crate::base::number::thousands(n as u64);
            row(format!("Total nodes of {}", variant.title), values, &show);
        }
    }
    if grid.rows.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading("Noise floor".into()),
        Block::Text(
            "Other hash keys change nothing but which table entries collide: differences within \
             their spread mean nothing. Other table sizes change how many entries are lost."
                .into(),
        ),
        Block::Grid(grid),
    ]
}
