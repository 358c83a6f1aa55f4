//! The files of a finished run: records, tables, charts. They are the same bytes whether the run
//! was interrupted, sharded or uninterrupted.

use std::collections::BTreeMap;

use anyhow::Context;

use crate::base::terminal::print;
use crate::base::{digest, file};
use crate::experiment::plan::Plan;
use crate::record::RunRecord;
use crate::record::folder::Folder;
use crate::record::io::RecordFormat;
use crate::record::manifest::{Manifest, RecordsFile};
use crate::run::outcome::SearchOutcome;
use crate::run::remarks;
use crate::run::search::Searches;
use crate::run::session::{Fetch, whole};
use crate::show::assemble::{Report, assemble, file_name, left_out};
use crate::show::grid::{Format, Show, printed};
use crate::show::table::Counted;
use crate::suite::EpdRecord;

/// How the files are written.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Form {
    /// Format of the table on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Records as one packed records.csv.gz instead of records.csv and records.json
    #[arg(long)]
    pub(crate) compress: bool,
    /// Leave suite, FEN and solution out of the records, for suites that may not be published
    #[arg(long)]
    pub(crate) omit_positions: bool,
    /// Print nothing: a sweep has a table of its own.
    #[arg(skip)]
    pub(crate) is_silent: bool,
}

/// Writes all files and prints the tables. Records go from `fetch` to the files one search at a
/// time; only the figures of the tables are held.
///
/// # Errors
/// When a search is missing or a file cannot be written.
pub(crate) fn write_results(
    plan: &Plan,
    manifest: &Manifest,
    searches: &Searches,
    folder: &Folder,
    form: Form,
    fetch: &Fetch<SearchOutcome>,
) -> anyhow::Result<()> {
    let variants: Vec<String> = plan.experiment.columns.iter().map(|c| c.spec()).collect();
    let (mut figures, mut files) = (Vec::new(), BTreeMap::new());
    let whole_searches = plan.experiment.tables.iter().any(|kind| kind.counts_iterations());
    for (suite, part) in plan.parts.iter().enumerate() {
        let records = || records(plan, searches, suite, form.omit_positions, fetch);
        let stem = match plan.parts.len() {
            1 => "records".to_owned(),
            _ => format!("records-{}", file_name(&part.rows.suite)),
        };
        write_records(folder, &stem, form.compress, &records, &mut files)?;
        let mut counted = Vec::new();
        for record in records() {
            let record = record?;
            if let Some(variant) = variants.iter().find(|variant| **variant == record.variant)
                && (whole_searches || part.rows.depths.contains(&record.depth))
            {
                counted.push(Counted::new(&record, variant));
            }
        }
        figures.push(counted);
    }
    let remarks = remarks::write(plan, searches, folder, fetch)?;
    let left_out = left_out(plan, &figures);
    let manifest = Manifest { left_out, remarks, files, ..manifest.clone() };
    let reports = assemble(&manifest, &figures)?;
    write_reports(folder, &manifest, &reports)?;
    folder.finish(&manifest)?;
    if form.is_silent {
        return Ok(());
    }
    let tables: Vec<&dyn Show> = reports.iter().map(|report| report.table.as_ref()).collect();
    print(&printed(&tables, form.format)?)
}

/// The records of a suite in their order.
fn records<'a>(
    plan: &'a Plan,
    searches: &'a Searches,
    suite: usize,
    omit_positions: bool,
    fetch: &'a Fetch<SearchOutcome>,
) -> impl Iterator<Item = anyhow::Result<RunRecord>> + 'a {
    let units = searches.units.iter().enumerate().filter(move |(_, unit)| unit.suite == suite);
    units.flat_map(move |(index, unit)| {
        let (mut records, error) = match whole(fetch, index) {
            Ok(outcome) => (outcome.records(unit), None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        if !omit_positions {
            let EpdRecord { position, task, .. } = unit.position;
            let (fen, solution) = (position.to_fen(), task.text(position));
            for record in &mut records {
                record.suite = plan.parts[suite].suite.name.clone();
                (record.fen, record.solution) = (fen.clone(), solution.clone());
            }
        }
        records.into_iter().map(Ok).chain(error)
    })
}

/// `records.csv` and `records.json`, or `records.csv.gz`, each with its digest.
fn write_records<I: Iterator<Item = anyhow::Result<RunRecord>>>(
    folder: &Folder,
    stem: &str,
    compress: bool,
    records: &dyn Fn() -> I,
    files: &mut BTreeMap<String, RecordsFile>,
) -> anyhow::Result<()> {
    let formats: &[RecordFormat] = match compress {
        true => &[RecordFormat::CsvGz],
        false => &[RecordFormat::Csv, RecordFormat::Json],
    };
    for format in formats {
        let name = format!("{stem}.{}", format.extension());
        let (path, mut rows) = (folder.path().join(&name), 0);
        file::write_with(&path, |file| format.write(file, records().inspect(|_| rows += 1)))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let sha256 = digest::sha256_of_file(&path)?;
        files.insert(name, RecordsFile { sha256, rows });
    }
    Ok(())
}

/// `table.*` and the figures; a table that is not the run's only one has its kind in the names.
pub(crate) fn write_reports(
    folder: &Folder,
    manifest: &Manifest,
    reports: &[Report],
) -> anyhow::Result<()> {
    for report in reports {
        let suffix = report.suffix(manifest);
        report.table.write(folder, &suffix)?;
        for figure in &report.figures {
            figure.write(folder, &suffix)?;
        }
    }
    Ok(())
}
