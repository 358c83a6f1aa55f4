//! From a plan and its records to tables and charts. Reads records only: it never searches.

use anyhow::Context;

use crate::chart::Chart;
use crate::experiment::TableKind;
use crate::paper::{self, PaperTable};
use crate::plan::{Part, Plan};
use crate::record::RunRecord;
use crate::table::{Caption, Column, Measure, RowRequest, Table, TableRequest, depth_rows};

/// A finished table with its chart.
pub struct Report {
    /// What it shows.
    pub kind: TableKind,
    /// The table.
    pub table: Table,
    /// The chart, for totals of nodes over one suite.
    pub chart: Option<Chart>,
}

/// All reports of an experiment; `records` has one list per suite of the plan.
pub fn reports(plan: &Plan, records: &[Vec<RunRecord>]) -> anyhow::Result<Vec<Report>> {
    let paper = plan.experiment.paper.map(paper::table).transpose()?;
    let kinds = plan.experiment.tables.iter();
    kinds.map(|&kind| report(plan, records, kind, paper.as_ref())).collect()
}

fn report(
    plan: &Plan,
    records: &[Vec<RunRecord>],
    kind: TableKind,
    paper: Option<&PaperTable>,
) -> anyhow::Result<Report> {
    let measure = match kind {
        TableKind::Nodes | TableKind::Figure4 => Measure::Nodes,
        TableKind::Solved | TableKind::Mates => Measure::Solved,
    };
    let paper = paper.filter(|table| table.measure == measure);
    let experiment = &plan.experiment;
    let columns: Vec<Column> = experiment
        .variants
        .iter()
        .map(|variant| Column { variant: variant.spec(), title: variant.title() })
        .collect();
    let reference = columns.iter().find(|c| Some(&c.variant) == experiment.reference.as_ref());
    let request = TableRequest {
        caption: Caption {
            title: experiment.title.clone(),
            suite: plan.parts.iter().map(describe).collect::<Vec<_>>().join("; "),
            notes: plan.notes(),
        },
        measure,
        baseline: reference.cloned(),
        rows: rows(plan, records, kind, paper),
        columns,
    };
    let table = Table::build(request).context("cannot make the table")?;
    let has_chart = kind.has_chart() && plan.parts.len() == 1;
    let chart = has_chart.then(|| Chart::tree_sizes(&experiment.title, &table)).transpose()?;
    Ok(Report { kind, table, chart })
}

/// Rows are depths, or where there are several suites, suites with their depths.
fn rows<'a>(
    plan: &'a Plan,
    records: &'a [Vec<RunRecord>],
    kind: TableKind,
    paper: Option<&'a PaperTable>,
) -> Vec<RowRequest<'a>> {
    if let ([part], [records], true) = (&*plan.parts, records, kind != TableKind::Mates) {
        let positions = part.positions.len() as u64;
        return depth_rows(part.rows.depths.iter().copied(), records, positions, paper);
    }
    let mut rows = Vec::new();
    for (part, records) in plan.parts.iter().zip(records) {
        for &depth in &part.rows.depths {
            let of_paper = paper.and_then(|table| table.of_suite(&part.rows.suite));
            rows.push(RowRequest {
                label: Some(part.rows.label.clone().unwrap_or_else(|| part.suite.name.clone())),
                depth,
                positions: part.positions.len() as u64,
                records,
                paper: of_paper.filter(|row| row.depth == depth),
            });
        }
    }
    rows
}

fn describe(part: &Part) -> String {
    let (name, searched) = (&part.suite.name, part.positions.len());
    let count = match part.suite.positions.len() {
        all if all == searched => format!("{all}"),
        all => format!("{searched} of {all}"),
    };
    format!("{name} ({count} position{})", if count == "1" { "" } else { "s" })
}
