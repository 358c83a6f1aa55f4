//! From what a run was and its records to tables and charts: the only road, for a run that has
//! just ended and for one that was committed long ago. Reads records only: it never searches.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use anyhow::Context;

use crate::base::number::thousands;
use crate::experiment::TableKind;
use crate::experiment::paper::{self, PaperTable};
use crate::experiment::plan::Plan;
use crate::record::manifest::LeftOut;
use crate::show::chart::{Chart, ChartError};
use crate::show::table::{Caption, Column, Counted, Measure, RowRequest, Table, TableRequest};
use crate::suite;

/// All that tables need to know of a run beside its records; a manifest has it.
pub(crate) struct TableSource {
    /// Title of the tables.
    pub(crate) title: String,
    /// Which tables are made.
    pub(crate) tables: Vec<TableKind>,
    /// Number of the paper's table that stands beside.
    pub(crate) paper: Option<u8>,
    /// The variant that percentages refer to; one of the columns.
    pub(crate) reference: Option<String>,
    /// The columns from the left.
    pub(crate) columns: Vec<Column>,
    /// Nodes after which a search gave up; without a limit every search was finished.
    pub(crate) node_limit: Option<NonZeroU64>,
    /// The suites in the order of the records.
    pub(crate) suites: Vec<SuiteSource>,
    /// Warnings that were known before the first search.
    pub(crate) notes: Vec<String>,
    /// Positions that rows leave out because of the node limit, by name.
    pub(crate) left_out: Vec<LeftOut>,
    /// Warnings that the searches called for.
    pub(crate) remarks: Vec<String>,
}

/// One suite of a run.
pub(crate) struct SuiteSource {
    /// Its name.
    pub(crate) name: String,
    /// The name that the experiment asked for; the paper's rows are found by it.
    pub(crate) wanted: String,
    /// Heading of its rows where that is not the name.
    pub(crate) label: Option<String>,
    /// Reported depths in plies, ascending.
    pub(crate) depths: Vec<u8>,
    /// Positions after the discard.
    pub(crate) positions: usize,
    /// Positions searched.
    pub(crate) searched: usize,
}

impl TableSource {
    /// Of a plan whose searches are done.
    pub(crate) fn of_plan(
        plan: &Plan,
        left_out: Vec<LeftOut>,
        remarks: Vec<String>,
    ) -> TableSource {
        let experiment = &plan.experiment;
        let columns = experiment.columns.iter();
        let suites = plan.parts.iter().map(|part| SuiteSource {
            name: part.suite.name.clone(),
            wanted: part.rows.suite.clone(),
            label: part.rows.label.clone(),
            depths: part.rows.depths.clone(),
            positions: part.suite.positions.len(),
            searched: part.positions.len(),
        });
        TableSource {
            title: experiment.title.clone(),
            tables: experiment.tables.clone(),
            paper: experiment.paper,
            reference: experiment.reference.clone(),
            columns: columns.map(|c| Column { variant: c.spec(), title: c.title() }).collect(),
            node_limit: experiment.node_limit,
            suites: suites.collect(),
            notes: plan.notes(),
            left_out,
            remarks,
        }
    }
}

/// A finished table with its chart.
pub(crate) struct Report {
    /// What it shows.
    pub(crate) kind: TableKind,
    /// The table.
    pub(crate) table: Table,
    /// The chart, for totals of nodes over one suite.
    pub(crate) chart: Option<Chart>,
}

/// All tables of a run; `records` has one list per suite of the source.
pub(crate) fn assemble(
    source: &TableSource,
    records: &[Vec<Counted>],
) -> anyhow::Result<Vec<Report>> {
    let paper = source.paper.map(paper::table).transpose()?;
    source.tables.iter().map(|&kind| report(source, records, kind, paper.as_ref())).collect()
}

fn report(
    source: &TableSource,
    records: &[Vec<Counted>],
    kind: TableKind,
    paper: Option<&PaperTable>,
) -> anyhow::Result<Report> {
    let measure = match kind {
        TableKind::Nodes | TableKind::Figure4 => Measure::Nodes,
        TableKind::Solved | TableKind::Mates => Measure::Solved,
    };
    let paper = paper.filter(|table| table.measure == measure);
    let columns = source.columns.clone();
    let reference = columns.iter().find(|c| Some(&c.variant) == source.reference.as_ref());
    let suites = source.suites.iter();
    let suites = suites.map(|s| suite::describe(&s.name, s.searched, s.positions));
    let (rows, left_out) = rows(source, records, kind, paper);
    let request = TableRequest {
        caption: Caption {
            title: source.title.clone(),
            suite: suites.collect::<Vec<_>>().join("; "),
            notes: source.notes.iter().chain(&left_out).chain(&source.remarks).cloned().collect(),
        },
        measure,
        baseline: reference.cloned(),
        rows,
        columns,
    };
    let table = Table::build(request).context("cannot make the table")?;
    let has_chart = kind.has_chart() && source.suites.len() == 1;
    let chart = match has_chart.then(|| Chart::tree_sizes(&source.title, &table)) {
        None | Some(Err(ChartError::Empty)) => None, // the table says which positions are left out
        Some(chart) => Some(chart?),
    };
    Ok(Report { kind, table, chart })
}

/// Rows are depths, or where there are several suites, suites with their depths; and a note for
/// each row that leaves positions out.
fn rows<'a>(
    source: &TableSource,
    records: &'a [Vec<Counted<'a>>],
    kind: TableKind,
    paper: Option<&'a PaperTable>,
) -> (Vec<RowRequest<'a>>, Vec<String>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let by_depth = source.suites.len() == 1 && kind != TableKind::Mates;
    for (suite, records) in source.suites.iter().zip(records) {
        let label = suite.label.as_ref().unwrap_or(&suite.name);
        let label = (!by_depth).then_some(label);
        for &depth in &suite.depths {
            let of_row = |l: &&LeftOut| l.suite == suite.name && l.depth == depth;
            let left_out = source.left_out.iter().find(of_row);
            notes.extend(left_out.zip(source.node_limit).map(|(l, limit)| note(label, l, limit)));
            let of_paper = match by_depth {
                true => paper.and_then(|table| table.at_depth(depth)),
                false => paper.and_then(|table| table.of_suite(&suite.wanted)),
            };
            rows.push(RowRequest {
                label: label.cloned(),
                depth,
                positions: suite.searched as u64,
                only: source.node_limit.map(|_| finished(records, source.columns.len(), depth)),
                records: records.into(),
                paper: of_paper.filter(|row| row.depth == depth),
            });
        }
    }
    (rows, notes)
}

/// Positions that the searches of all columns finished to `depth`.
fn finished(records: &[Counted], columns: usize, depth: u8) -> BTreeSet<u32> {
    let mut finished = BTreeMap::<u32, usize>::new();
    for record in records.iter().filter(|record| record.depth == depth) {
        *finished.entry(record.index).or_default() += 1;
    }
    finished.into_iter().filter(|&(_, count)| count >= columns).map(|(index, _)| index).collect()
}

/// The positions that rows leave out, by id; `records` as for [`assemble`].
pub(crate) fn left_out(plan: &Plan, records: &[Vec<Counted>]) -> Vec<LeftOut> {
    let mut all = Vec::new();
    if plan.experiment.node_limit.is_none() {
        return all;
    }
    for (part, records) in plan.parts.iter().zip(records) {
        for &depth in &part.rows.depths {
            let finished = finished(records, plan.experiment.columns.len(), depth);
            let positions = part.positions.iter().filter(|p| !finished.contains(&p.index));
            let positions: Vec<String> = positions.map(|p| p.id.clone()).collect();
            let suite = part.suite.name.clone();
            all.extend((!positions.is_empty()).then_some(LeftOut { suite, depth, positions }));
        }
    }
    all
}

/// Names the positions that a row leaves out.
fn note(label: Option<&String>, left_out: &LeftOut, limit: NonZeroU64) -> String {
    let LeftOut { depth, positions, .. } = left_out;
    let row = label.map_or_else(|| format!("Depth {depth}"), |l| format!("{l}, depth {depth}"));
    let (count, each) = match positions.len() {
        1 => ("1 position".to_owned(), "it"),
        count => (format!("{count} positions"), "each"),
    };
    format!(
        "{row}: {count} left out of all columns because a search of {each} did not end within {} \
         nodes: {}.",
        thousands(limit.get()),
        positions.join(", ")
    )
}
