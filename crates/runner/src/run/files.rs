//! The files of a finished run: records, tables, charts. They are the same bytes whether the run
//! was interrupted, sharded or done in one go.

use std::path::Path;

use anyhow::Context;

use crate::base::terminal::print;
use crate::experiment::plan::{Part, Plan};
use crate::record::folder::Folder;
use crate::record::manifest::{MANIFEST_FILE, Manifest};
use crate::record::{RecordFormat, RunRecord};
use crate::run::outcome::Outcome;
use crate::run::remarks;
use crate::run::work::Work;
use crate::show::assemble::{Report, TableSource, assemble, left_out};
use crate::show::canvas::Figure;
use crate::show::grid::{Format, Show};
use crate::show::table::Counted;

/// Reads the result of a unit.
pub(crate) type Fetch<'a> = dyn Fn(usize) -> anyhow::Result<Outcome> + 'a;

/// Writes all files and prints the tables. Records go from `fetch` to the files one search at a
/// time; only the figures of the tables are held.
pub(crate) fn write_results(
    plan: &Plan,
    work: &Work,
    folder: &Folder,
    compress: bool,
    format: Format,
    fetch: &Fetch,
) -> anyhow::Result<()> {
    let variants: Vec<String> = plan.experiment.columns.iter().map(|c| c.spec()).collect();
    let mut figures = Vec::new();
    for (suite, part) in plan.parts.iter().enumerate() {
        write_records(plan, part, suite, work, folder, compress, fetch)?;
        let mut counted = Vec::new();
        for record in records(work, suite, fetch) {
            let record = record?;
            if let Some(variant) = variants.iter().find(|variant| **variant == record.variant)
                && part.rows.depths.contains(&record.depth)
            {
                counted.push(Counted::new(&record, variant));
            }
        }
        figures.push(counted);
    }
    let remarks = remarks::write(plan, work, folder, fetch)?;
    let left_out = left_out(plan, &figures);
    let reports = assemble(&TableSource::of_plan(plan, left_out.clone(), remarks), &figures)?;
    write_reports(folder, &reports)?;
    let manifest = Manifest { left_out, ..Manifest::new(plan) };
    if !manifest.left_out.is_empty() {
        folder.write(MANIFEST_FILE, manifest.to_json().as_bytes())?;
    }
    let tables: Result<Vec<_>, _> = reports.iter().map(|r| r.table.render(format)).collect();
    print(&tables?.join("\n"))
}

/// The records of a suite in their order.
fn records<'a>(
    work: &'a Work,
    suite: usize,
    fetch: &'a Fetch,
) -> impl Iterator<Item = anyhow::Result<RunRecord>> + 'a {
    let units = work.units.iter().enumerate().filter(move |(_, unit)| unit.suite == suite);
    units.flat_map(move |(index, unit)| {
        let (records, error) = match fetch(index) {
            Ok(outcome) => (outcome.records(unit), None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        records.into_iter().map(Ok).chain(error)
    })
}

/// `records.csv` and `records.json`, or `records.csv.gz`; with several suites a set for each.
fn write_records(
    plan: &Plan,
    part: &Part,
    suite: usize,
    work: &Work,
    folder: &Folder,
    compress: bool,
    fetch: &Fetch,
) -> anyhow::Result<()> {
    let stem = match plan.parts.len() {
        1 => "records".to_owned(),
        _ => format!("records-{}", file_name(&part.rows.suite)),
    };
    let formats: &[RecordFormat] = match compress {
        true => &[RecordFormat::CsvGz],
        false => &[RecordFormat::Csv, RecordFormat::Json],
    };
    for format in formats {
        let name = format!("{stem}.{}", format.extension());
        let written = folder.write_with(&name, |f| format.write(f, records(work, suite, fetch)));
        written.with_context(|| format!("cannot write {}", folder.path().join(&name).display()))?;
    }
    Ok(())
}

/// `table.*` and `chart.*`; with several tables their kind is part of the name.
fn write_reports(folder: &Folder, reports: &[Report]) -> anyhow::Result<()> {
    for report in reports {
        let suffix = match reports.len() {
            1 => String::new(),
            _ => format!("-{}", report.kind.name()),
        };
        for format in Format::ALL {
            let text = report.table.render(format)?;
            folder.write(&format!("table{suffix}.{}", format.extension()), text.as_bytes())?;
        }
        if let Some(chart) = &report.chart {
            folder.write(&format!("chart{suffix}.svg"), chart.svg()?.as_bytes())?;
            folder.write(&format!("chart{suffix}.png"), &chart.png()?)?;
        }
    }
    Ok(())
}

/// A suite's name or path as part of a file's name.
fn file_name(suite: &str) -> String {
    let stem = Path::new(suite).file_stem().map_or(suite.into(), |stem| stem.to_string_lossy());
    stem.chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' })
        .collect()
}

/// A folder as it is shown to the user.
pub(crate) fn shown(path: &Path) -> String {
    format!("{}{}", path.display(), std::path::MAIN_SEPARATOR)
}
