//! From a plan and its records to tables and charts. Reads records only: it never searches.

use std::collections::BTreeMap;

use anyhow::Context;

use crate::base::number::thousands;
use crate::experiment::TableKind;
use crate::experiment::paper::{self, PaperTable};
use crate::experiment::plan::{Part, Plan};
use crate::record::manifest::LeftOut;
use crate::show::chart::{Chart, ChartError};
use crate::show::table::{Caption, Column, Counted, Measure, RowRequest, Table, TableRequest};
use crate::suite::EpdRecord;

/// A finished table with its chart.
pub(crate) struct Report {
    /// What it shows.
    pub(crate) kind: TableKind,
    /// The table.
    pub(crate) table: Table,
    /// The chart, for totals of nodes over one suite.
    pub(crate) chart: Option<Chart>,
}

/// All reports of an experiment; `records` has one list per suite of the plan, `remarks` are notes
/// that the searches called for.
pub(crate) fn reports(
    plan: &Plan,
    records: &[Vec<Counted>],
    remarks: &[String],
) -> anyhow::Result<Vec<Report>> {
    let paper = plan.experiment.paper.map(paper::table).transpose()?;
    let kinds = plan.experiment.tables.iter();
    kinds.map(|&kind| report(plan, records, remarks, kind, paper.as_ref())).collect()
}

fn report(
    plan: &Plan,
    records: &[Vec<Counted>],
    remarks: &[String],
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
        .columns
        .iter()
        .map(|column| Column { variant: column.spec(), title: column.title() })
        .collect();
    let reference = columns.iter().find(|c| Some(&c.variant) == experiment.reference.as_ref());
    let (rows, left_out) = rows(plan, records, kind, paper);
    let request = TableRequest {
        caption: Caption {
            title: experiment.title.clone(),
            suite: plan.parts.iter().map(describe).collect::<Vec<_>>().join("; "),
            notes: plan.notes().iter().chain(&left_out).chain(remarks).cloned().collect(),
        },
        measure,
        baseline: reference.cloned(),
        rows,
        columns,
    };
    let table = Table::build(request).context("cannot make the table")?;
    let has_chart = kind.has_chart() && plan.parts.len() == 1;
    let chart = match has_chart.then(|| Chart::tree_sizes(&experiment.title, &table)) {
        None | Some(Err(ChartError::Empty)) => None, // the table says which positions are left out
        Some(chart) => Some(chart?),
    };
    Ok(Report { kind, table, chart })
}

/// What the tables leave out; `records` as for [`reports`].
pub(crate) fn left_out(plan: &Plan, records: &[Vec<Counted>]) -> Vec<LeftOut> {
    let mut all = Vec::new();
    for (part, records) in plan.parts.iter().zip(records) {
        for &depth in &part.rows.depths {
            let positions = unfinished(plan, part, records, depth);
            let positions: Vec<String> = positions.iter().map(|p| p.id.clone()).collect();
            let suite = part.suite.name.clone();
            all.extend((!positions.is_empty()).then_some(LeftOut { suite, depth, positions }));
        }
    }
    all
}

/// Rows are depths, or where there are several suites, suites with their depths; and a note for
/// each row that leaves positions out.
fn rows<'a>(
    plan: &'a Plan,
    records: &'a [Vec<Counted<'a>>],
    kind: TableKind,
    paper: Option<&'a PaperTable>,
) -> (Vec<RowRequest<'a>>, Vec<String>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let by_depth = plan.parts.len() == 1 && kind != TableKind::Mates;
    for (part, records) in plan.parts.iter().zip(records) {
        let name = || part.rows.label.clone().unwrap_or_else(|| part.suite.name.clone());
        for &depth in &part.rows.depths {
            let unfinished = unfinished(plan, part, records, depth);
            notes.extend(left_out_note(plan, (!by_depth).then(name), depth, &unfinished));
            let of_paper = match by_depth {
                true => paper.and_then(|table| table.at_depth(depth)),
                false => paper.and_then(|table| table.of_suite(&part.rows.suite)),
            };
            rows.push(RowRequest {
                label: (!by_depth).then(name),
                depth,
                positions: part.positions.len() as u64,
                left_out: unfinished.iter().map(|position| position.index).collect(),
                records: records.into(),
                paper: of_paper.filter(|row| row.depth == depth),
            });
        }
    }
    (rows, notes)
}

/// Positions that a search under the node limit did not finish to `depth`, in any column.
fn unfinished<'a>(
    plan: &Plan,
    part: &'a Part,
    records: &[Counted],
    depth: u8,
) -> Vec<&'a EpdRecord> {
    if plan.experiment.node_limit.is_none() {
        return Vec::new();
    }
    let mut finished = BTreeMap::<u32, usize>::new();
    for record in records.iter().filter(|record| record.depth == depth) {
        *finished.entry(record.index).or_default() += 1;
    }
    let columns = plan.experiment.columns.len();
    let is_short = |p: &&EpdRecord| finished.get(&p.index).is_none_or(|&count| count < columns);
    part.positions.iter().filter(is_short).collect()
}

/// Names them; nothing if there are none.
fn left_out_note(
    plan: &Plan,
    label: Option<String>,
    depth: u8,
    positions: &[&EpdRecord],
) -> Option<String> {
    let limit = plan.experiment.node_limit.filter(|_| !positions.is_empty())?;
    let row = label.map_or_else(|| format!("Depth {depth}"), |l| format!("{l}, depth {depth}"));
    let ids: Vec<&str> = positions.iter().map(|position| position.id.as_str()).collect();
    Some(format!(
        "{row}: {} left out of all columns because a search of {} did not end within {} nodes: {}.",
        if ids.len() == 1 { "1 position".to_owned() } else { format!("{} positions", ids.len()) },
        if ids.len() == 1 { "it" } else { "each" },
        thousands(limit.get()),
        ids.join(", ")
    ))
}

fn describe(part: &Part) -> String {
    let (name, searched) = (&part.suite.name, part.positions.len());
    let count = match part.suite.positions.len() {
        all if all == searched => format!("{all}"),
        all => format!("{searched} of {all}"),
    };
    format!("{name} ({count} position{})", if count == "1" { "" } else { "s" })
}
