//! From a run's manifest and records to its tables and charts: the only path, whether the run
//! has just ended or was committed long ago. Reads records only: it never searches.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::Context;

use crate::base::file;
use crate::base::number::thousands;
use crate::experiment::TableKind;
use crate::experiment::paper::PaperTable;
use crate::experiment::plan::Plan;
use crate::record::manifest::{LeftOut, Manifest, SuiteEntry};
use crate::show::chart;
use crate::show::effects::Effects;
use crate::show::grid::{Caption, Show};
use crate::show::plot::Drawn;
use crate::show::table::{Column, Counted, Measure, RowRequest, Table, TableRequest};
use crate::show::to_solution::{Part, ToSolution};

/// A finished table with its figures.
pub(crate) struct Report {
    /// What it shows.
    pub(crate) kind: TableKind,
    /// The table.
    pub(crate) table: Box<dyn Show>,
    /// The chart, for totals of nodes over one suite; curves and profile of nodes to solution.
    pub(crate) figures: Vec<Drawn>,
}

impl Report {
    /// Suffix of its file names, to distinguish them from the run's main tables.
    pub(crate) fn suffix(&self, manifest: &Manifest) -> String {
        match manifest.tables[..] {
            [only] if only == self.kind => String::new(),
            _ => format!("-{}", self.kind.name()),
        }
    }
}

/// All tables of a run; `records` has one list per suite of the manifest. A table of effects needs every
/// iteration, the others those of their rows.
///
/// # Errors
/// When the records do not belong together.
pub(crate) fn assemble(
    manifest: &Manifest,
    records: &[Vec<Counted>],
) -> anyhow::Result<Vec<Report>> {
    let report = |&kind: &TableKind| match kind {
        TableKind::ToSolution => to_solution(manifest, records),
        TableKind::Effects => {
            let effects = Effects::new(manifest, records).context("cannot estimate the effects")?;
            Ok(Report { kind, table: Box::new(effects), figures: Vec::new() })
        }
        TableKind::Nodes | TableKind::Figure4 | TableKind::Solved | TableKind::Mates => {
            let table = counted(manifest, records, kind)?;
            let has_chart = kind.has_chart() && manifest.suites.len() == 1;
            let (rows, _) = rows(manifest, records, kind, None);
            let chart = || chart::tree_sizes(&manifest.title, &table, &rows);
            let figures = if has_chart { chart()?.into_iter().collect() } else { Vec::new() };
            Ok(Report { kind, table: Box::new(table), figures })
        }
    };
    manifest.tables.iter().map(report).collect()
}

/// A table of nodes or of positions solved.
///
/// # Errors
/// When the records do not belong together.
pub(crate) fn counted(
    manifest: &Manifest,
    records: &[Vec<Counted>],
    kind: TableKind,
) -> anyhow::Result<Table> {
    let measure = match kind {
        TableKind::Nodes | TableKind::Figure4 | TableKind::ToSolution | TableKind::Effects => {
            Measure::Nodes
        }
        TableKind::Solved | TableKind::Mates => Measure::Solved,
    };
    let paper = manifest.paper()?.filter(|table| table.measure == measure);
    let (rows, left_out) = rows(manifest, records, kind, paper.as_ref());
    let columns = columns(manifest);
    let reference = columns.iter().find(|c| Some(&c.variant) == manifest.reference.as_ref());
    let request = TableRequest {
        caption: caption(manifest, left_out),
        measure,
        baseline: reference.cloned(),
        rows,
        columns,
    };
    Table::build(request).context("cannot make the table")
}

/// The table of nodes to solution, with its figures.
fn to_solution(manifest: &Manifest, records: &[Vec<Counted>]) -> anyhow::Result<Report> {
    let (columns, mut notes) = (columns(manifest), Vec::new());
    let (mut parts, mut figures) = (Vec::new(), Vec::new());
    for (suite, records) in manifest.suites.iter().zip(records) {
        let deepest = suite.depths.last().copied().unwrap_or_default();
        let part = Part::build(&suite.name, &columns, records, deepest)?;
        notes.extend(without_task(suite, part.positions));
        for mut figure in part.figures()? {
            if manifest.suites.len() > 1 {
                figure.stem = format!("{}-{}", figure.stem, file_name(&suite.name));
            }
            figures.push(figure);
        }
        parts.push(part);
    }
    let mut caption = caption(manifest, notes);
    caption.title += ": nodes to solution";
    let table = ToSolution { caption, reference: manifest.reference.clone(), parts };
    Ok(Report { kind: TableKind::ToSolution, table: Box::new(table), figures })
}

/// A warning if some positions of a suite have no task.
fn without_task(suite: &SuiteEntry, positions: u64) -> Option<String> {
    let SuiteEntry { name, searched, .. } = suite;
    let without = (*searched as u64).saturating_sub(positions);
    match without {
        0 => None,
        _ if positions == 0 => Some(format!(
            "{name} gives no solutions (bm, am or dm), so that nothing can be solved."
        )),
        1 => Some(format!("{name}: 1 position gives no solution and is left out.")),
        _ => Some(format!("{name}: {without} positions give no solution and are left out.")),
    }
}

fn columns(manifest: &Manifest) -> Vec<Column> {
    let columns = manifest.variants.iter();
    columns.map(|v| Column { variant: v.spec.clone(), title: v.title.clone() }).collect()
}

/// Title, suites and warnings of a run, with those of a table's rows.
fn caption(manifest: &Manifest, of_rows: Vec<String>) -> Caption {
    let notes = manifest.notes.iter().chain(&of_rows).chain(&manifest.remarks).cloned();
    Caption { title: manifest.title.clone(), suite: manifest.searched(), notes: notes.collect() }
}

/// A suite's name or path as part of a file's name.
pub(crate) fn file_name(suite: &str) -> String {
    let stem = Path::new(suite).file_stem().map_or(suite.into(), |stem| stem.to_string_lossy());
    file::as_name(&stem)
}

/// What a row is called, as in `numbers.json`: `table3.d9`, `table6.mate4.d8`.
fn id(manifest: &Manifest, suite: &SuiteEntry, depth: u8) -> String {
    match manifest.suites.len() {
        1 => format!("{}.d{depth}", manifest.experiment),
        _ => format!("{}.{}.d{depth}", manifest.experiment, suite.wanted),
    }
}

/// Rows are depths, or where there are several suites, suites with their depths; and a note for
/// each row that leaves positions out.
fn rows<'a>(
    manifest: &Manifest,
    records: &'a [Vec<Counted<'a>>],
    kind: TableKind,
    paper: Option<&'a PaperTable>,
) -> (Vec<RowRequest<'a>>, Vec<String>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let by_depth = manifest.suites.len() == 1 && kind != TableKind::Mates;
    for (suite, records) in manifest.suites.iter().zip(records) {
        let label = suite.label.as_ref().unwrap_or(&suite.name);
        let label = (!by_depth).then_some(label);
        for &depth in &suite.depths {
            let of_row = |l: &&LeftOut| l.suite == suite.name && l.depth == depth;
            let left_out = manifest.left_out.iter().find(of_row);
            notes.extend(left_out.zip(manifest.node_limit).map(|(l, limit)| note(label, l, limit)));
            let of_suite = (!by_depth).then_some(suite.wanted.as_str());
            let only =
                manifest.node_limit.map(|_| finished(records, manifest.variants.len(), depth));
            if let (Some(limit), Some(only), None) = (manifest.node_limit, &only, left_out) {
                notes.extend(unnamed(label, depth, suite.searched - only.len(), limit));
            }
            rows.push(RowRequest {
                id: id(manifest, suite, depth),
                label: label.cloned(),
                depth,
                positions: suite.searched as u64,
                only,
                records: tasks(kind, suite, records),
                paper: paper.and_then(|table| table.row(of_suite, depth)),
            });
        }
    }
    (rows, notes)
}

/// The records as a table counts them: a table of mates ignores other tasks.
fn tasks<'a>(
    kind: TableKind,
    suite: &SuiteEntry,
    records: &'a [Counted<'a>],
) -> Cow<'a, [Counted<'a>]> {
    if kind != TableKind::Mates || suite.other_tasks.is_empty() {
        return records.into();
    }
    let is_other = |index: u32| suite.other_tasks.contains(&index);
    let solved = |record: &Counted| record.solved.filter(|_| !is_other(record.index));
    records.iter().map(|record| Counted { solved: solved(record), ..*record }).collect()
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

/// Counts the positions that a row omits and the run did not report.
fn unnamed(label: Option<&String>, depth: u8, count: usize, limit: NonZeroU64) -> Option<String> {
    let row = row(label, depth);
    let limit = thousands(limit.get());
    let positions = if count == 1 { "position" } else { "positions" };
    (count > 0).then(|| {
        format!("{row}: {count} {positions} left out of all columns by the limit of {limit} nodes.")
    })
}

fn row(label: Option<&String>, depth: u8) -> String {
    label.map_or_else(|| format!("Depth {depth}"), |label| format!("{label}, depth {depth}"))
}

/// Names the positions that a row leaves out.
fn note(label: Option<&String>, left_out: &LeftOut, limit: NonZeroU64) -> String {
    let LeftOut { depth, positions, .. } = left_out;
    let row = row(label, *depth);
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
