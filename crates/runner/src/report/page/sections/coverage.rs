//! How often each kind of interval contains the true value.

use crate::report::coverage::{Kind, Row};
use crate::report::numbers::id;
use crate::report::page::{Block, Grid, Source};
use crate::show::grid::ABSENT;

/// For every kind, the mean and the least coverage over populations and sizes of samples.
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
            "Intervals are to hold the truth in 95 of 100 samples. For each kind, {samples} samples of every size \
             that is used were drawn with replacement from full records, whose value is the truth (`vnmp claims \
             coverage`). Where significantly fewer than 93 of 100 hold it, by two standard errors of the \
             simulation, no interval is given for samples of that size or less. The two kinds of counts were \
             chosen to hold it in 95 of 100 samples or more whatever the truth is, by enumeration; whether a \
             comparison has an interval depends on its size alone. Bootstraps are studentised. `results/coverage` \
             has every population. Not simulated are survival curves and the pooled effects of other engines."
        )),
        Block::Grid(grid),
    ]
}
