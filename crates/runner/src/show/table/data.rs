//! The table in all formats: for people as [`layout`](super::layout) has it, for other programs as
//! raw counts and ratios that are not rounded.

use serde::Serialize;

use super::layout::sheet;
use super::{Measure, Table};
use crate::base::json;
use crate::show::grid::{self, Sheet, Show};

/// One line of the CSV: a row and column of the table. Title and warnings are not here; the
/// manifest of the run has them.
#[derive(Default, Serialize)]
struct Line<'a> {
    row: &'a str,
    depth: Option<u8>,
    variant: &'a str,
    title: &'a str,
    measure: Option<Measure>,
    positions: Option<u64>,
    count: Option<u64>,
    ratio_to_baseline: Option<f64>,
    paper_positions: Option<u64>,
    paper_count: Option<u64>,
    paper_percent: Option<&'a str>,
}

impl Show for Table {
    fn sheet(&self) -> Sheet {
        sheet(self)
    }

    fn csv(&self) -> anyhow::Result<String> {
        let cells = self.rows.iter().flat_map(|row| {
            self.columns.iter().zip(&row.cells).map(move |(column, cell)| (row, column, cell))
        });
        grid::csv(cells.map(|(row, column, cell)| {
            let paper = cell.paper.as_ref();
            Line {
                row: row.label.as_deref().unwrap_or_default(),
                depth: Some(row.depth),
                variant: &column.variant,
                title: &column.title,
                measure: Some(self.measure),
                positions: cell.count.and(row.positions),
                count: cell.count,
                ratio_to_baseline: cell.ratio_to_baseline,
                paper_positions: paper.and(row.paper_positions),
                paper_count: paper.map(|f| f.count),
                paper_percent: paper.and_then(|f| f.percent.as_deref()),
            }
        }))
    }

    fn json(&self) -> String {
        json::pretty(self)
    }
}
