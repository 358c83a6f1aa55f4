//! How often each kind of interval contains the true value.

use crate::report::coverage::{Kind, Row};
use crate::report::numbers::id;
use crate::report::page::{Block, Grid, Source};
use crate::show::grid::ABSENT;
use crate::stats::LEAST_COVERAGE;

/// For every kind, the mean and the least coverage over populations and sizes of samples; then those of counts.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let rows = &source.evidence.coverage;
    let Some(samples) = rows.first().map(|row| row.samples) else { return Vec::new() };
    let mut kinds: Vec<Kind> = rows.iter().map(|row| row.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let percent = |row: &Row| source.numbers.get(&id::coverage(row)).value.unwrap_or_default();
    let head = ["Interval", "Given from n", "Populations, sizes", "Mean", "Least", "Least below n"];
    let mut grid = Grid::new(&head, 1);
    for kind in kinds {
        let found = |given: bool| {
            let is_so = move |row: &&Row| row.kind == kind && (row.n >= kind.least()) == given;
            rows.iter().filter(is_so).map(percent)
        };
        let least = |given| found(given).reduce(f64::min);
        let shown =
            |value: Option<f64>| value.map_or(ABSENT.into(), |value| format!("{value:.1} %"));
        let given = found(true).count();
        let mean = (given > 0).then(|| found(true).sum::<f64>() / given as f64);
        let from = match kind.least() {
            0 => ABSENT.to_owned(),
            n => n.to_string(),
        };
        let cells = [
            kind.title().to_owned(),
            from,
            given.to_string(),
            shown(mean),
            shown(least(true)),
            shown(least(false)),
        ];
        grid.rows.push(cells.map(Into::into).into());
    }
    vec![
        Block::Section("How often intervals hold the truth".into()),
        Block::Text(format!(
            "Intervals are to hold the truth in 95 of 100 samples. For each kind of total, {samples} samples of \
             every size that is used were drawn with replacement from full records, whose value is the \
             truth (`vnmp claims coverage`). Where significantly fewer than 93 of 100 hold it, by two \
             standard errors of the simulation, no interval is given for samples of that size or less. \
             `results/coverage` has every population. Not simulated are survival curves and the pooled \
             effects of other engines."
        )),
        Block::Grid(grid),
        Block::Text(counts(source)),
    ]
}

/// Of the claims on counts: how many have which coverage, which is computed.
fn counts(source: &Source) -> String {
    let exact = source.judged.iter().filter_map(|one| {
        let percent = source.numbers.find(&id::exact(one))?.value?;
        Some((one.id(), percent))
    });
    let exact: Vec<(String, f64)> = exact.collect();
    let is_low = |(_, percent): &&(String, f64)| *percent < LEAST_COVERAGE * 100.0;
    let low = exact.iter().filter(is_low).map(|(id, percent)| format!("{id} ({percent:.2} %)"));
    let low: Vec<String> = low.collect();
    let given = exact.iter().filter(|one| !is_low(one)).map(|one| one.1).reduce(f64::min);
    format!(
        "Intervals of counts, Agresti and Min's of a difference of solved positions and Wilson's of a share, \
         need no simulation. How often they hold the truth if that is what was counted is computed over all \
         samples of the same size. Where it is below 93 %, a comparison has no interval. Of the {} \
         claims on counts {} fall below: {}. The lowest of the others is {:.2} %.",
        exact.len(),
        low.len(),
        if low.is_empty() { "none".to_owned() } else { low.join(", ") },
        given.unwrap_or_default()
    )
}
