//! How often each kind of interval contains the true value.

use crate::report::coverage::{Kind, Row};
use crate::report::numbers::id;
use crate::report::page::{Block, Grid, Source};

/// For every kind, the least and the mean coverage over the populations by size of sample, and those that are low.
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
        let low = rows.iter().filter(|row| (row.kind, row.n) == (kind, n) && row.is_low()).count();
        let given = match (n < kind.least(), low) {
            (true, _) => "n too small".to_owned(),
            (_, 0) => "yes".to_owned(),
            (_, low) => format!("yes, except on the suite of the {low} below 93 %"),
        };
        let cells = [
            kind.title().to_owned(),
            n.to_string(),
            found.len().to_string(),
            format!("{mean:.1} %"),
            format!("{least:.1} %"),
            given,
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
            "Intervals are to hold the truth in 95 of 100 samples. For each kind, {samples} samples of every \
             size that is used were drawn with replacement from full records, whose value is the \
             truth (`vnmp claims coverage`). Where significantly fewer than 93 of 100 hold it, by two \
             standard errors of the simulation, an interval of totals is not given for samples of \
             that size or less, and one of solved positions is not given on that suite. On our \
             tactics one position in a hundred is solved by one variant only. `results/coverage` has \
             every population."
        )),
        Block::Grid(grid),
        Block::Details("Populations below 93 %".into(), vec![Block::List(low.collect())]),
    ]
}
