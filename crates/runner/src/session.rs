//! One run from beginning to end: suites, folder, searches, records, tables, files.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use crate::execute::execute;
use crate::experiment::Experiment;
use crate::interrupt;
use crate::manifest::{Clock, MANIFEST_FILE, Manifest, TIMES_FILE};
use crate::output::Folder;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::record::{RunRecord, to_csv, to_csv_gz, to_json};
use crate::report::{Report, reports};
use crate::suite::LookupOptions;
use crate::table::Format;
use crate::terminal::{print, warn};

/// How an experiment is run and shown; nothing here changes a record, except `sample`.
pub struct Options {
    /// Where suites are looked for, and what becomes of bad lines.
    pub lookup: LookupOptions,
    /// At most so many positions of each suite, evenly spread.
    pub sample: Option<NonZeroU32>,
    /// Worker threads.
    pub threads: NonZeroUsize,
    /// Output folder; by default one of the run's own.
    pub out: Option<PathBuf>,
    /// Write into a folder that holds something else.
    pub force: bool,
    /// Format of the table on standard output.
    pub format: Format,
    /// Records packed into `records.csv.gz`.
    pub compress: bool,
    /// No progress and no closing line.
    pub quiet: bool,
}

/// Runs an experiment, prints its tables and leaves its folder.
pub fn run(experiment: Experiment, options: &Options) -> anyhow::Result<()> {
    let plan = Plan::new(experiment, &options.lookup, options.sample)?;
    for note in plan.notes() {
        warn(&format!("NOTE: {note}"));
    }
    let manifest = Manifest::new(&plan);
    let folder = Folder::open(options.out.as_deref(), &manifest, plan.deepest(), options.force)?;
    interrupt::watch()?;

    let clock = Clock::start();
    let units = plan.units();
    let progress = Progress::new(units.len(), options.quiet);
    let settings = &plan.experiment.settings;
    let result = execute(&units, settings, options.threads, interrupt::flag(), &progress);
    progress.clear();
    let times = clock.times(options.threads.get(), progress.nodes());

    let mut records: Vec<Vec<RunRecord>> = plan.parts.iter().map(|_| Vec::new()).collect();
    for (unit, rows) in units.iter().zip(result?) {
        records[unit.suite].extend(rows);
    }
    let reports = reports(&plan, &records)?;

    folder.write(MANIFEST_FILE, manifest.to_json().as_bytes())?;
    write_records(&folder, &plan, &records, options.compress)?;
    write_reports(&folder, &reports)?;
    folder.write(TIMES_FILE, times.to_json().as_bytes())?;
    if !options.quiet {
        warn(&format!("Results: {}", shown(folder.path())));
    }
    let tables: Result<Vec<_>, _> =
        reports.iter().map(|r| options.format.renderer().render(&r.table)).collect();
    print(&tables?.join("\n"))
}

/// `records.csv` and `records.json`, or `records.csv.gz`; with several suites a set for each.
fn write_records(
    folder: &Folder,
    plan: &Plan,
    records: &[Vec<RunRecord>],
    compress: bool,
) -> anyhow::Result<()> {
    for (part, records) in plan.parts.iter().zip(records) {
        let stem = match plan.parts.len() {
            1 => "records".to_owned(),
            _ => format!("records-{}", file_name(&part.rows.suite)),
        };
        if compress {
            folder.write(&format!("{stem}.csv.gz"), &to_csv_gz(records)?)?;
            continue;
        }
        folder.write(&format!("{stem}.csv"), &to_csv(records)?)?;
        folder.write(&format!("{stem}.json"), &to_json(records)?)?;
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
            let text = format.renderer().render(&report.table)?;
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

fn shown(path: &Path) -> String {
    format!("{}{}", path.display(), std::path::MAIN_SEPARATOR)
}
