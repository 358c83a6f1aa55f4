//! A table on paper: which figure stands in which cell. As in the paper a row of node totals takes
//! two lines, counts above percentages; here first ours, then the paper's.

use super::{Cell, Measure, Row, Table};
use crate::base::number::thousands;
use crate::show::grid::{ABSENT, Grid, Sheet};

/// Number of columns left of the variants.
const LEADING: usize = 3;

/// One of the two sources of a figure: how to find its count and its percentage.
struct Source {
    name: &'static str,
    count: fn(&Cell) -> Option<u64>,
    percent: fn(&Cell) -> Option<String>,
}

const OURS: Source =
    Source { name: "ours", count: |cell| cell.count, percent: |cell| cell.percent.clone() };

const PAPER: Source = Source {
    name: "paper",
    count: |cell| cell.paper.as_ref().map(|f| f.count),
    percent: |cell| Some(format!("{}%", cell.paper.as_ref()?.percent.as_ref()?)),
};

/// Lays a table out.
pub(super) fn sheet(table: &Table) -> Sheet {
    let labelled = table.rows.iter().any(|row| row.label.is_some());
    let mut grid = Grid::new(&[if labelled { "Test suite" } else { "Depth" }, "", "Positions"], 2);
    grid.head.extend(table.columns.iter().map(|column| column.title.clone()));
    for row in &table.rows {
        grid.ruled.push(grid.rows.len());
        let lines = lines(row, table.measure).into_iter();
        grid.rows.extend(lines.map(|line| line.into_iter().map(From::from).collect()));
    }
    let legend = table.baseline.as_ref().map(|column| {
        format!(
            "Percentages: difference to {}; ours rounded, the paper's as printed.",
            column.title
        )
    });
    Sheet {
        title: table.caption.title.clone(),
        suite: table.caption.suite.clone(),
        notes: table.caption.notes.clone(),
        grids: vec![(None, grid)],
        closing: legend.into_iter().collect(),
    }
}

/// The lines of one row.
fn lines(row: &Row, measure: Measure) -> Vec<Vec<String>> {
    let mut lines = source_lines(row, measure, row.positions, &OURS);
    if row.paper_positions.is_some() {
        lines.extend(source_lines(row, measure, row.paper_positions, &PAPER));
    }
    let labels = match &row.label {
        Some(label) => vec![label.clone(), format!("Depth {} plies", row.depth)],
        None => vec![row.depth.to_string()],
    };
    while lines.len() < labels.len() {
        lines.push(vec![String::new(); LEADING + row.cells.len()]);
    }
    for (line, label) in lines.iter_mut().zip(labels) {
        line[0] = label;
    }
    lines
}

/// A line of counts and, for node totals, a line of percentages.
fn source_lines(
    row: &Row,
    measure: Measure,
    positions: Option<u64>,
    source: &Source,
) -> Vec<Vec<String>> {
    let show = |number: Option<u64>| number.map_or(ABSENT.to_string(), thousands);
    let mut counts = vec![String::new(), source.name.into(), show(positions)];
    counts.extend(row.cells.iter().map(|cell| show((source.count)(cell))));
    if measure == Measure::Solved {
        return vec![counts];
    }
    let mut percents = vec![String::new(); LEADING];
    percents.extend(row.cells.iter().map(|cell| match (source.percent)(cell) {
        Some(percent) => format!("({percent})"),
        None => ABSENT.into(),
    }));
    vec![counts, percents]
}
