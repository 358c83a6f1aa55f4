//! The layout of a table: which figure goes into which cell. As in the paper a row of node totals takes
//! two lines, counts above percentages; here first ours, then the paper's.

use super::{Cell, Measure, Row, Table};
use crate::base::number::thousands;
use crate::show::grid::{self, ABSENT, Grid, Sheet};

/// Number of columns left of the variants.
const LEADING: usize = 3;

/// One of the two sources of a figure: how to find its count and its percentage.
struct Source {
    name: &'static str,
    /// Ends the ids of its numbers.
    suffix: &'static str,
    count: fn(&Cell) -> Option<u64>,
    percent: fn(&Cell) -> Option<String>,
}

const OURS: Source = Source {
    name: "ours",
    suffix: "",
    count: |cell| cell.count,
    percent: |cell| cell.percent.clone(),
};

const PAPER: Source = Source {
    name: "paper",
    suffix: ".paper",
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
        let lines = lines(row, table);
        grid.rows.extend(lines);
    }
    let legend = table.baseline.as_ref().map(|column| {
        format!(
            "Percentages: difference to {}; ours rounded, the paper's as printed.",
            column.title
        )
    });
    Sheet {
        caption: table.caption.clone(),
        grids: vec![(None, grid)],
        closing: legend.into_iter().collect(),
    }
}

/// The lines of one row.
fn lines(row: &Row, table: &Table) -> Vec<Vec<grid::Cell>> {
    let mut lines = source_lines(row, table, row.positions, &OURS);
    if row.paper_positions.is_some() {
        lines.extend(source_lines(row, table, row.paper_positions, &PAPER));
    }
    let labels = match &row.label {
        Some(label) => vec![label.clone(), format!("Depth {} plies", row.depth)],
        None => vec![row.depth.to_string()],
    };
    while lines.len() < labels.len() {
        lines.push(vec![grid::Cell::default(); LEADING + row.cells.len()]);
    }
    for (line, label) in lines.iter_mut().zip(labels) {
        line[0] = label.into();
    }
    lines
}

/// A line of counts and, for node totals that are compared, a line of percentages.
fn source_lines(
    row: &Row,
    table: &Table,
    positions: Option<u64>,
    source: &Source,
) -> Vec<Vec<grid::Cell>> {
    let (all, counted) = match table.measure {
        Measure::Nodes => ("positions", "nodes"),
        Measure::Solved => ("tasks", "solved"),
    };
    let cell = |text: String, what: String| grid::Cell {
        id: Some(format!("{}.{what}{}", row.id, source.suffix)),
        ..text.into()
    };
    let show = |number: Option<u64>| number.map_or(ABSENT.to_string(), thousands);
    let mut counts = vec![grid::Cell::default(), source.name.into()];
    counts.push(cell(show(positions), all.to_owned()));
    counts.extend(
        row.cells
            .iter()
            .map(|own| cell(show((source.count)(own)), format!("{}.{counted}", own.variant))),
    );
    let percents = || row.cells.iter().map(|cell| (source.percent)(cell));
    if table.measure == Measure::Solved
        || table.baseline.is_none() && percents().all(|p| p.is_none())
    {
        return vec![counts];
    }
    let mut line = vec![grid::Cell::default(); LEADING];
    line.extend(row.cells.iter().zip(percents()).map(|(own, percent)| {
        let text = percent.map_or(ABSENT.to_owned(), |percent| format!("({percent})"));
        cell(text, format!("{}.vs-reference", own.variant))
    }));
    vec![counts, line]
}
