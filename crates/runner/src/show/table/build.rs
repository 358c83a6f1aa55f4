//! From records to the table model. A figure is shown only if it covers every position of its
//! row: a total over fewer positions would look like a smaller tree.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;

use super::tally::{Counted, Tally, by_position, tally};
use super::{Caption, Cell, Column, Measure, Published, Row, Table};
use crate::base::number;
use crate::experiment::paper::{PaperFigure, PaperRow};

/// What a table is to show.
pub(crate) struct TableRequest<'a> {
    /// Title, suite and the caller's warnings; those that the records call for are added.
    pub(crate) caption: Caption,
    /// What is counted.
    pub(crate) measure: Measure,
    /// The variant that node totals are compared with, shown or not.
    pub(crate) baseline: Option<Column>,
    /// The columns from the left.
    pub(crate) columns: Vec<Column>,
    /// The rows from the top.
    pub(crate) rows: Vec<RowRequest<'a>>,
}

/// One row: which records it counts and which row of the paper is shown next to it.
pub(crate) struct RowRequest<'a> {
    /// What the row is called in `numbers.json`, e.g. `table3.d9`.
    pub(crate) id: String,
    /// The first cell if it is not to be the depth.
    pub(crate) label: Option<String>,
    /// Depth in plies.
    pub(crate) depth: u8,
    /// Number of positions that the run searched, or was to search.
    pub(crate) positions: u64,
    /// Under a node limit the positions that columns count, by index: those that every column's
    /// search finished to this depth.
    pub(crate) only: Option<BTreeSet<u32>>,
    /// Records of the run, any variants and depths.
    pub(crate) records: Cow<'a, [Counted<'a>]>,
    /// The paper's row.
    pub(crate) paper: Option<&'a PaperRow>,
}

impl RowRequest<'_> {
    /// The nodes that a variant's total adds up, by position.
    pub(crate) fn nodes(&self, variant: &str) -> BTreeMap<u32, u64> {
        by_position(&self.records, variant, self.depth, self.only.as_ref())
    }
}

impl Table {
    /// Counts the records and adds the paper's figures.
    pub(crate) fn build(request: TableRequest<'_>) -> anyhow::Result<Table> {
        let TableRequest { mut caption, measure, baseline, columns, rows: requests } = request;
        let baseline = baseline.filter(|_| measure == Measure::Nodes);
        let mut rows = Vec::with_capacity(requests.len());
        for request in &requests {
            let (row, notes) = build_row(request, measure, baseline.as_ref(), &columns)?;
            rows.push(row);
            caption.notes.extend(notes);
        }
        let comparability = unlike_the_papers(&rows, measure);
        caption.notes.extend(comparability.clone());
        Ok(Table { caption, measure, baseline, columns, rows, comparability })
    }
}

/// The row, and a note for each figure that is incomplete.
fn build_row(
    request: &RowRequest<'_>,
    measure: Measure,
    baseline: Option<&Column>,
    columns: &[Column],
) -> anyhow::Result<(Row, Vec<String>)> {
    let RowRequest { depth, ref only, .. } = *request;
    let positions = only.as_ref().map_or(request.positions, |only| only.len() as u64);
    let count = |variant: &str| {
        let tally = tally(&request.records, variant, depth, only.as_ref())?;
        ensure!(
            tally.positions <= request.positions,
            "records: {} positions for variant '{variant}' at depth {depth}, but the suite has only \
             {}; the records belong to another suite",
            tally.positions,
            request.positions
        );
        Ok(tally)
    };
    let complete = |tally: Tally| match measure {
        _ if tally.positions < positions || positions == 0 => None,
        Measure::Nodes => Some(tally.nodes),
        Measure::Solved => Some(tally.solved).filter(|_| tally.with_task > 0),
    };
    let base = baseline.map(|column| count(&column.variant)).transpose()?.and_then(complete);

    // The paper's percentages refer to the one figure of a row that has none.
    let is_the_papers = baseline.is_none_or(|baseline| {
        let own = request.paper.and_then(|row| row.figure(&baseline.variant));
        own.is_some_and(|figure| figure.percent.is_none())
    });
    let (mut cells, mut notes, mut counted) = (Vec::new(), Vec::new(), None);
    for column in columns {
        let tally = count(&column.variant)?;
        if tally.positions > 0 && tally.positions < positions {
            notes.push(format!(
                "{} at depth {depth} covers {} of {positions} positions and gives no figure.",
                column.title, tally.positions
            ));
        }
        let ours = complete(tally);
        if ours.is_some() {
            counted = Some(match measure {
                Measure::Nodes => tally.positions,
                Measure::Solved => tally.with_task,
            });
        }
        let is_baseline = baseline.is_some_and(|b| b.variant == column.variant);
        let pair = ours.zip(base.filter(|&base| !is_baseline && base > 0));
        let published = request.paper.and_then(|row| row.figure(&column.variant));
        let percent = |f: &PaperFigure| f.percent.clone().filter(|_| is_the_papers);
        cells.push(Cell {
            variant: column.variant.clone(),
            count: ours,
            ratio_to_baseline: pair.map(|(count, base)| count as f64 / base as f64),
            percent: pair.and_then(|(count, base)| number::percent(count, base)),
            paper: published.map(|f| Published { count: f.count, percent: percent(f) }),
        });
    }
    let paper_positions = request.paper.map(|row| row.positions);
    let label = request.label.clone();
    let id = request.id.clone();
    Ok((Row { id, label, depth, positions: counted, paper_positions, cells }, notes))
}

/// A warning where our figures and the paper's count different numbers of positions.
fn unlike_the_papers(rows: &[Row], measure: Measure) -> Option<String> {
    let differ = rows.iter().any(|row| {
        row.positions.zip(row.paper_positions).is_some_and(|(ours, paper)| ours != paper)
    });
    let comparable = match measure {
        Measure::Nodes => "percentages",
        Measure::Solved => "shares solved",
    };
    differ.then(|| {
        format!(
            "The paper counts another number of positions than we do: \
             only the {comparable} can be compared."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RunRecord;
    use crate::show::table::samples::{columns, depth_rows, record, vrfd};

    fn request(records: &[RunRecord], positions: u64, measure: Measure) -> TableRequest<'_> {
        TableRequest {
            caption: Caption::default(),
            measure,
            baseline: Some(vrfd()),
            columns: columns(),
            rows: depth_rows([9], records, positions, None),
        }
    }

    fn ours(cell: &Cell) -> (Option<u64>, Option<f64>) {
        (cell.count, cell.ratio_to_baseline)
    }

    #[test]
    fn totals_are_sums_over_the_positions_of_that_variant_and_depth_only() {
        let records = [
            record(0, "std:r=2", 9, 10, None),
            record(1, "std:r=2", 9, 20, None),
            record(0, "std:r=2", 8, 400, None),
            record(0, "vrfd:r=3", 9, 30, None),
            record(1, "vrfd:r=3", 9, 30, None),
        ];
        let table = Table::build(request(&records, 2, Measure::Nodes)).unwrap();
        let ours = |i: usize| ours(&table.rows[0].cells[i]);
        assert_eq!(ours(0), (Some(30), Some(0.5)));
        assert_eq!(ours(1), (None, None), "standard R = 3 was not run");
        assert_eq!(ours(2), (Some(60), None));
        assert!(table.caption.notes.is_empty());
    }

    #[test]
    fn a_hidden_baseline_still_counts() {
        let records = [record(0, "std:r=2", 9, 10, None), record(0, "vrfd:r=3", 9, 40, None)];
        let mut request = request(&records, 1, Measure::Nodes);
        request.columns.truncate(1);
        let table = Table::build(request).unwrap();
        assert_eq!(table.rows[0].cells[0].percent.as_deref(), Some("-75.00%"));
    }

    #[test]
    fn an_incomplete_total_is_absent_and_noted() {
        let records = [record(0, "std:r=2", 9, 10, Some(true))];
        for measure in [Measure::Nodes, Measure::Solved] {
            let table = Table::build(request(&records, 2, measure)).unwrap();
            assert_eq!(table.rows[0].cells[0].count, None);
            assert_eq!(
                table.caption.notes,
                ["Std R = 2 at depth 9 covers 1 of 2 positions and gives no figure."]
            );
        }
    }

    #[test]
    fn a_position_left_out_counts_in_no_column() {
        let records = [
            record(0, "std:r=2", 9, 10, None),
            record(1, "std:r=2", 9, 20, None),
            record(0, "vrfd:r=3", 9, 40, None),
        ];
        let mut request = request(&records, 2, Measure::Nodes);
        request.rows[0].only = Some(BTreeSet::from([0]));
        let table = Table::build(request).unwrap();
        assert_eq!(table.rows[0].positions, Some(1));
        let ours = |i: usize| ours(&table.rows[0].cells[i]);
        assert_eq!(ours(0), (Some(10), Some(0.25)));
        assert_eq!(ours(2), (Some(40), None));
        assert!(table.caption.notes.is_empty(), "{:?}", table.caption.notes);
    }

    #[test]
    fn solved_counts_are_out_of_the_positions_with_a_task() {
        let records = [
            record(0, "std:r=2", 9, 10, Some(true)),
            record(1, "std:r=2", 9, 20, Some(false)),
            record(2, "std:r=2", 9, 20, None),
            record(0, "std:r=3", 9, 1, None),
            record(1, "std:r=3", 9, 1, None),
            record(2, "std:r=3", 9, 1, None),
        ];
        let table = Table::build(request(&records, 3, Measure::Solved)).unwrap();
        assert_eq!(table.rows[0].positions, Some(2));
        assert_eq!(ours(&table.rows[0].cells[0]), (Some(1), None));
        assert_eq!(table.rows[0].cells[1].count, None, "no task is not 0 solved");
    }

    #[test]
    fn the_order_of_the_records_does_not_matter() {
        let mut records = crate::show::table::samples::records();
        let build = |records: &[RunRecord]| Table::build(request(records, 2, Measure::Nodes));
        let forward = build(&records).unwrap();
        records.reverse();
        assert_eq!(build(&records).unwrap(), forward);
    }

    #[test]
    fn duplicate_records_and_records_of_a_larger_suite_are_refused() {
        let one = record(0, "std:r=2", 9, 10, None);
        let doubled = [one.clone(), one.clone()];
        let error = Table::build(request(&doubled, 2, Measure::Nodes)).unwrap_err().to_string();
        assert!(error.starts_with("records: position 0 occurs twice"), "{error}");
        let larger = [one, record(1, "std:r=2", 9, 10, None)];
        let error = Table::build(request(&larger, 1, Measure::Nodes)).unwrap_err().to_string();
        assert!(error.starts_with("records: 2 positions for"), "{error}");
        assert!(error.contains("has only 1;"), "{error}");
    }
}
