//! The table in all formats: for people as [`layout`](super::layout) has it, for other programs as
//! raw counts and ratios that are not rounded.

use serde::Serialize;

use super::layout::sheet;
use super::{Column, Measure, Published, Table};
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

#[derive(Serialize)]
struct Document<'a> {
    title: &'a str,
    suite: &'a str,
    notes: Vec<&'a str>,
    measure: Measure,
    baseline: Option<&'a str>,
    columns: &'a [Column],
    rows: Vec<RowEntry<'a>>,
}

#[derive(Serialize)]
struct RowEntry<'a> {
    label: Option<&'a str>,
    depth: u8,
    positions: Option<u64>,
    paper_positions: Option<u64>,
    cells: Vec<CellEntry<'a>>,
}

/// A cell with its variant, so that it can be read without counting columns.
#[derive(Serialize)]
struct CellEntry<'a> {
    variant: &'a str,
    count: Option<u64>,
    ratio_to_baseline: Option<f64>,
    paper: Option<&'a Published>,
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
            let (ours, paper) = (cell.ours.as_ref(), cell.paper.as_ref());
            Line {
                row: row.label.as_deref().unwrap_or_default(),
                depth: Some(row.depth),
                variant: &column.variant,
                title: &column.title,
                measure: Some(self.measure),
                positions: ours.and(row.positions),
                count: ours.map(|f| f.count),
                ratio_to_baseline: ours.and_then(|f| f.ratio()),
                paper_positions: paper.and(row.paper_positions),
                paper_count: paper.map(|f| f.count),
                paper_percent: paper.and_then(|f| f.percent.as_deref()),
            }
        }))
    }

    fn json(&self) -> String {
        let rows = self.rows.iter().map(|row| RowEntry {
            label: row.label.as_deref(),
            depth: row.depth,
            positions: row.positions,
            paper_positions: row.paper_positions,
            cells: self
                .columns
                .iter()
                .zip(&row.cells)
                .map(|(column, cell)| CellEntry {
                    variant: &column.variant,
                    count: cell.ours.as_ref().map(|f| f.count),
                    ratio_to_baseline: cell.ours.as_ref().and_then(|f| f.ratio()),
                    paper: cell.paper.as_ref(),
                })
                .collect(),
        });
        let document = Document {
            title: &self.caption.title,
            suite: &self.caption.suite,
            notes: self.notes().collect(),
            measure: self.measure,
            baseline: self.baseline.as_ref().map(|column| &column.variant[..]),
            columns: &self.columns,
            rows: rows.collect(),
        };
        json::pretty(&document)
    }
}
