//! Small tables for the tests of the renderers and of the chart.

use std::borrow::Cow;

use super::{Caption, Column, Counted, Measure, RowRequest, Table, TableRequest};
use crate::experiment::paper::{self, PaperTable};
use crate::record::RunRecord;

pub(crate) fn column(variant: &str, title: &str) -> Column {
    Column { variant: variant.into(), title: title.into() }
}

pub(crate) fn vrfd() -> Column {
    column("vrfd:r=3", "Vrfd R = 3")
}

pub(crate) fn columns() -> Vec<Column> {
    vec![column("std:r=2", "Std R = 2"), column("std:r=3", "Std R = 3"), vrfd()]
}

pub(crate) fn record(
    index: u32,
    variant: &str,
    depth: u8,
    nodes: u64,
    solved: Option<bool>,
) -> RunRecord {
    RunRecord {
        index,
        id: format!("own.{index:03}"),
        variant: variant.into(),
        depth,
        nodes,
        main_nodes: Some(nodes),
        score_cp: Some(0),
        best_move: Some("e4".into()),
        pv: "e4".into(),
        solved,
        ..RunRecord::default()
    }
}

fn counted(records: &[RunRecord]) -> Cow<'_, [Counted<'_>]> {
    records.iter().map(Counted::from).collect()
}

/// Rows for a table whose rows are depths.
pub(crate) fn depth_rows<'a>(
    depths: impl IntoIterator<Item = u8>,
    records: &'a [RunRecord],
    positions: u64,
    paper: Option<&'a PaperTable>,
) -> Vec<RowRequest<'a>> {
    let row = |depth| RowRequest {
        id: format!("table.d{depth}"),
        label: None,
        depth,
        positions,
        only: None,
        records: counted(records),
        paper: paper.and_then(|table| table.row(None, depth)),
    };
    depths.into_iter().map(row).collect()
}

/// Two positions at depths 8 to 10; standard R = 3 lacks one position at depth 10.
pub(crate) fn records() -> Vec<RunRecord> {
    vec![
        record(0, "std:r=2", 8, 600_000, Some(true)),
        record(0, "std:r=2", 9, 4_100_000, Some(true)),
        record(0, "std:r=2", 10, 9_000_000, Some(true)),
        record(0, "std:r=3", 8, 300_000, Some(false)),
        record(0, "std:r=3", 9, 1_100_000, Some(true)),
        record(0, "std:r=3", 10, 3_000_000, Some(true)),
        record(0, "vrfd:r=3", 8, 700_000, Some(true)),
        record(0, "vrfd:r=3", 9, 2_000_000, Some(true)),
        record(0, "vrfd:r=3", 10, 8_000_000, Some(true)),
        record(1, "std:r=2", 8, 700, Some(false)),
        record(1, "std:r=2", 9, 4_000, Some(false)),
        record(1, "std:r=2", 10, 9_000, Some(false)),
        record(1, "std:r=3", 8, 300, Some(false)),
        record(1, "std:r=3", 9, 1_000, Some(false)),
        record(1, "vrfd:r=3", 8, 700, Some(true)),
        record(1, "vrfd:r=3", 9, 2_000, Some(false)),
        record(1, "vrfd:r=3", 10, 8_000, Some(true)),
    ]
}

fn caption(title: &str) -> Caption {
    Caption {
        title: title.into(),
        suite: "own (2 positions)".into(),
        notes: vec!["This is not the paper's suite (ECM).".into()],
    }
}

/// Table 3 at depths 8 to 10 with a column that neither the paper nor the records know.
/// The paper has no depth 8 here.
pub(crate) fn nodes() -> Table {
    let (paper, records) = (paper::table(3).unwrap(), records());
    let mut columns = columns();
    columns.push(column("heinz", "Heinz | adaptive"));
    Table::build(TableRequest {
        caption: caption("Table 3: Total node count"),
        measure: Measure::Nodes,
        baseline: Some(vrfd()),
        columns,
        rows: depth_rows(8..=10, &records, 2, Some(&paper)),
    })
    .unwrap()
}

/// Table 5 at depths 8 and 9.
pub(crate) fn solved() -> Table {
    let (paper, records) = (paper::table(5).unwrap(), records());
    Table::build(TableRequest {
        caption: caption("Table 5: Solved positions"),
        measure: Measure::Solved,
        baseline: Some(vrfd()),
        columns: columns(),
        rows: depth_rows([8, 9], &records, 2, Some(&paper)),
    })
    .unwrap()
}

/// Table 6: mates in 4 were run, mates in 5 not yet.
pub(crate) fn mates() -> Table {
    let (paper, records) = (paper::table(6).unwrap(), records());
    let row = |key, depth, records| RowRequest {
        id: format!("table6.{key}.d{depth}"),
        label: paper.row(Some(key), depth).and_then(|row| row.label.clone()),
        depth,
        positions: 2,
        only: None,
        records,
        paper: paper.row(Some(key), depth),
    };
    Table::build(TableRequest {
        caption: Caption { title: "Table 6: Mates".into(), ..Caption::default() },
        measure: Measure::Solved,
        baseline: None,
        columns: columns(),
        rows: vec![row("mate4", 8, counted(&records)), row("mate5", 10, counted(&[]))],
    })
    .unwrap()
}

/// Figure 4's table, in which ours is one position with the paper's mean and a little less.
pub(crate) fn figure4() -> Table {
    let paper = paper::table(3).unwrap();
    let figures = paper.rows.iter().flat_map(|row| row.figures.iter().map(move |f| (row, f)));
    let records: Vec<RunRecord> = figures
        .map(|(row, f)| {
            let nodes = f.count / row.positions * if row.depth == 11 { 7 } else { 9 } / 10;
            record(0, &f.variant, row.depth, nodes, None)
        })
        .collect();
    Table::build(TableRequest {
        caption: caption("Table 3: Total node count"),
        measure: Measure::Nodes,
        baseline: Some(vrfd()),
        columns: columns(),
        rows: depth_rows(9..=11, &records, 1, Some(&paper)),
    })
    .unwrap()
}

/// An empty table.
pub(crate) fn empty() -> Table {
    Table::build(TableRequest {
        caption: Caption { title: "Empty".into(), ..Caption::default() },
        measure: Measure::Nodes,
        baseline: None,
        columns: vec![],
        rows: vec![],
    })
    .unwrap()
}

/// A table of node totals of these rows.
pub(crate) fn table_of(rows: Vec<RowRequest>) -> Table {
    let (caption, columns, baseline) = (caption("T"), columns(), Some(vrfd()));
    Table::build(TableRequest { caption, measure: Measure::Nodes, baseline, columns, rows })
        .unwrap()
}
