//! How often each kind of interval contains the true value.

use crate::report::coverage::{Kind, Row};
use crate::report::numbers::id;
use crate::report::page::{Block, Grid, Source};
use crate::stats::LEAST_COVERAGE;

/// For every kind, the least and the mean coverage over the populations by size of sample, and those that are low;
/// then those of counts.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let rows = &source.evidence.coverage;
    let Some(samples) = rows.first().map(|row| row.samples) else { return Vec::new() };
    let mut keys: Vec<(Kind, usize)> = rows.iter().map(|row| (row.kind, row.n)).collect();
    keys.sort_unstable();
    keys.dedup();
    let percent = |row: &Row| source.numbers.get(&id::coverage(row)).value.unwrap_or_default();
    let mut grid = Grid::new(&["Interval", "n", "Populations", "Mean", "Least", "Given"], 1);
    for (kind, n) in keys {
        let found = rows.iter().filter(|row| (row.kind, row.n) == (kind, n)).map(percent);
        let found: Vec<f64> = found.collect();
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        let least = found.iter().copied().reduce(f64::min).unwrap_or_default();
        let given = if n < kind.least() { "n too small" } else { "yes" };
        let cells = [
            kind.title().to_owned(),
            n.to_string(),
            found.len().to_string(),
            format!("{mean:.1} %"),
            format!("{least:.1} %"),
            given.to_owned(),
        ];
        grid.rows.push(cells.map(Into::into).into());
    }
    let of_population = |rows: &[Row]| {
        let sizes: Vec<String> =
            rows.iter().map(|row| format!("{:.1} % (n = {})", percent(row), row.n)).collect();
        format!("{}, {}: {}", rows[0].kind.name(), rows[0].population, sizes.join(", "))
    };
    let alike = |a: &Row, b: &Row| (a.kind, &a.population) == (b.kind, &b.population);
    let low = rows.chunk_by(alike).filter(|rows| rows.iter().any(Row::is_low)).map(of_population);
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
        Block::Details(
            "Populations significantly below 93 %".into(),
            vec![Block::List(low.collect())],
        ),
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
