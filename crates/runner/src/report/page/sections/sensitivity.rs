//! Sensitivity: how far each published ratio is from ours under other search settings, and the
//! noise floor of table size and hash keys.

use super::{out_of, percent};
use crate::report::evidence::Run;
use crate::report::figures;
use crate::report::numbers::{NOISE, Number, Numbers, OF_SUITE, Published, SWEEPS, id, published};
use crate::report::page::{Block, Cell, Grid, Source};

/// The titles of the sweeps' sections.
const TITLES: [&str; 2] = ["Sensitivity", "Sensitivity at the depths of Table 3"];

/// The heat map, the table and the answer for each sweep that was run.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let sweeps = SWEEPS.iter().zip(TITLES).map(|(folder, title)| sweep(source, folder, title));
    Ok(sweeps.collect::<Result<Vec<_>, _>>()?.concat())
}

fn sweep(source: &Source, folder: &str, title: &str) -> anyhow::Result<Vec<Block>> {
    let points = source.evidence.points(folder);
    let Some(&first) = points.first() else { return Ok(Vec::new()) };
    let published = published(first)?;
    let numbers = source.numbers;
    let mut head = vec!["Setting".to_owned()];
    head.extend(
        published.iter().map(|p| format!("{}, depth {}", first.title(&p.variant), p.depth)),
    );
    head.extend(first.manifest.variants.iter().map(|v| format!("Solved, {}", v.title)));
    let mut grid = Grid { head, text_columns: 1, ..Grid::default() };
    let mut paper_row = vec!["paper".into()];
    paper_row.extend(published.iter().map(|p| format!("{} %", super::signed(p.percent())).into()));
    paper_row.extend(first.manifest.variants.iter().map(|_| "–".into()));
    grid.rows.push(paper_row);
    for run in &points {
        let mut row = vec![run.setting().into()];
        row.extend(published.iter().map(|p| percent(ratio(numbers, run, p)).into()));
        row.extend(first.manifest.variants.iter().map(|v| solved(numbers, run, &v.spec).into()));
        grid.rows.push(row);
    }
    let mut blocks = vec![
        Block::Section(title.into()),
        Block::Text(
            "The paper is silent on many points of the search. Each is changed here alone, on the \
             same positions; percentages are tree sizes against verified R = 3 under the same \
             setting. Of a sample of the suite the paired change against the reproduction is \
             shown, times the full suite's size, with the interval of the change."
                .into(),
        ),
    ];
    blocks.extend(figures::sensitivity::of_sweep(source, folder)?.into_iter().map(Block::Figure));
    blocks.extend([
        Block::Grid(grid),
        Block::Heading("Can a single setting explain the paper's size of standard R = 2?".into()),
    ]);
    blocks.extend(published.iter().filter_map(|p| answer(numbers, p, &published, &points)));
    blocks.extend(noise(numbers, folder, first, &published));
    Ok(blocks)
}

fn ratio<'a>(numbers: &'a Numbers, run: &Run, published: &Published) -> Option<&'a Number> {
    let Published { variant, depth, .. } = published;
    let of = format!("{}.{variant}", id::row(run.part(None)?, *depth));
    numbers
        .find(&format!("{of}.{OF_SUITE}"))
        .or_else(|| numbers.find(&format!("{of}.vs-reference")))
}

fn solved(numbers: &Numbers, run: &Run, variant: &str) -> String {
    let row = run.part(None).and_then(|part| Some(id::row(part, *part.suite.depths.last()?)));
    out_of(row.and_then(|row| numbers.find(&format!("{row}.{variant}.solved"))))
}

/// Where the paper's R = 2 is larger than verified: which settings reach that size, and whether
/// they leave the paper's other ratios at that depth standing.
fn answer(
    numbers: &Numbers,
    published: &Published,
    all: &[Published],
    points: &[&Run],
) -> Option<Block> {
    if published.variant != "std:r=2" || published.ratio <= 1.0 {
        return None;
    }
    let compatible = |run: &Run, p: &Published| {
        let interval = ratio(numbers, run, p).and_then(Number::interval);
        interval.is_some_and(|interval| interval.contains(p.percent()))
    };
    let others: Vec<&Published> = all
        .iter()
        .filter(|p| p.depth == published.depth && p.variant != published.variant)
        .collect();
    let mut sentences = vec![format!(
        "Depth {}, {} % in the paper.",
        published.depth,
        super::signed(published.percent())
    )];
    let mut explains = Vec::new();
    for run in points.iter().filter(|run| compatible(run, published)) {
        let against: Vec<String> = others
            .iter()
            .filter(|p| !compatible(run, p))
            .map(|p| {
                let paper = super::signed(p.percent());
                let ours = percent(ratio(numbers, run, p));
                format!("{} is then {ours} where the paper has {paper} %", run.title(&p.variant))
            })
            .collect();
        let what = format!("{} ({})", run.setting(), percent(ratio(numbers, run, published)));
        match against.is_empty() {
            true => explains.push(what),
            false => sentences.push(format!(
                "{what} is compatible with it, but explains it at the cost of another figure: {}.",
                against.join("; ")
            )),
        }
    }
    let larger = |run: &&&Run| ratio(numbers, run, published).and_then(|n| n.value) > Some(0.0);
    let turns = points.iter().filter(larger);
    let turns: Vec<String> = turns.map(|run| run.setting()).collect();
    sentences.push(match turns.is_empty() {
        true => "No setting makes the tree of standard R = 2 the larger one.".into(),
        false => format!("The sign of R = 2 against verified turns with: {}.", turns.join("; ")),
    });
    let has_interval =
        |run: &&Run| ratio(numbers, run, published).and_then(Number::interval).is_some();
    sentences.push(match (points.iter().any(has_interval), explains.is_empty()) {
        (false, _) => "The sample is too small to say which setting explains it.".into(),
        (_, true) => "So none of the settings tried explains the paper's figures by itself.".into(),
        (_, false) => format!(
            "Not excluded by the paper's ratios at this depth, as far as the sample tells: {}.",
            explains.join("; ")
        ),
    });
    Some(Block::Text(sentences.join(" ")))
}

/// How much the reproduction's figures move when only the table's keys or size do.
fn noise(numbers: &Numbers, folder: &str, first: &Run, published: &[Published]) -> Vec<Block> {
    let head = ["Changed", "Figure", "Runs", "Least", "Greatest"];
    let mut grid = Grid::new(&head, 2);
    let deepest = first.part(None).and_then(|part| part.suite.depths.last().copied());
    for noise in NOISE {
        let mut row = |figure: String, of: &str, show: &dyn Fn(f64) -> String| {
            let of = |end: &str| numbers.find(&id::noise(folder, noise, of, end));
            let (Some(least), Some(greatest)) = (of("least"), of("greatest")) else { return };
            let text = |number: &Number| number.value.map_or("–".into(), show);
            let runs = least.n.map_or(String::new(), |n| n.to_string());
            let what = noise.title.to_owned();
            grid.rows
                .push([what, figure, runs, text(least), text(greatest)].map(Cell::from).into());
        };
        for p in published {
            let figure =
                format!("{} against the reference, depth {}", first.title(&p.variant), p.depth);
            let of = |kind: &str| format!("d{}.{}.{kind}", p.depth, p.variant);
            let has = |of: &String| numbers.find(&id::noise(folder, noise, of, "least")).is_some();
            let of = Some(of(OF_SUITE)).filter(has).unwrap_or_else(|| of("vs-reference"));
            row(figure, &of, &|percent| format!("{} %", super::signed(percent)));
        }
        for (variant, depth) in first.manifest.variants.iter().zip(deepest.into_iter().cycle()) {
            let of = format!("d{depth}.{}.nodes", variant.spec);
            let show = |n: f64| crate::base::number::thousands(n as u64);
            row(format!("Total nodes of {}", variant.title), &of, &show);
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
