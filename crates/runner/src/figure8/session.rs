//! One comparison from beginning to end: suite, searches, records, table, chart, claims, files.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use serde::Serialize;

use super::SurveyRun;
use super::chart::{self, chart};
use super::experiment::Experiment;
use super::manifest::SurveyManifest;
use super::record::{CPU_FILE, RECORDS_FILE, to_csv, to_json};
use super::run::{run, units};
use super::table::{Data, Figure8, Measure};
use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::base::terminal::warn;
use crate::experiment::SuiteRows;
use crate::experiment::plan::part;
use crate::record::folder::Folder;
use crate::record::manifest::{Clock, MANIFEST_FILE, TIMES_FILE};
use crate::show::canvas::Figure;
use crate::show::grid::{Format, Show};
use crate::suite::LookupOptions;

/// How a comparison is run and shown.
pub(crate) struct Options {
    /// Where suites are looked for, and what becomes of bad lines.
    pub(crate) lookup: LookupOptions,
    /// Suite that the user chose; without it the experiment's or its fallbacks.
    pub(crate) suite: Option<String>,
    /// At most so many positions, evenly spread.
    pub(crate) sample: Option<NonZeroU32>,
    /// Worker threads.
    pub(crate) threads: NonZeroUsize,
    /// Output folder; by default one of the run's own.
    pub(crate) out: Option<PathBuf>,
    /// Write into a folder that holds something else.
    pub(crate) force: bool,
    /// Format of the tables on standard output.
    pub(crate) format: Format,
    /// No progress and no closing line.
    pub(crate) quiet: bool,
}

/// Runs an experiment and leaves its folder; gives what is to be printed.
pub(crate) fn compare(
    experiment: &Experiment,
    options: &Options,
) -> anyhow::Result<(SurveyRun, Folder, Vec<String>)> {
    let rows = SuiteRows {
        label: None,
        suite: experiment.suite.clone(),
        chosen: options.suite.clone(),
        fallback: experiment.fallback.clone(),
        depths: experiment.depths.clone(),
    };
    let part = part(&rows, &options.lookup, options.sample, None)?;
    for note in &part.notes {
        warn(&format!("NOTE: {note}"));
    }
    let manifest = SurveyManifest::new(experiment, &part);
    let folder = Folder::open_for(
        options.out.as_deref(),
        &experiment.name,
        &manifest.fingerprint,
        rows.deepest(),
        options.force,
    )?;
    interrupt::watch()?;

    let clock = Clock::start();
    let progress = Progress::new(units(experiment, part.positions.len()), options.quiet);
    let results = run(experiment, &part.positions, options.threads, interrupt::flag(), &progress);
    progress.clear();
    let times = clock.times(options.threads.get(), progress.nodes());
    let results = results?;

    folder.write(MANIFEST_FILE, json(&manifest)?.as_bytes())?;
    folder.write(RECORDS_FILE, &to_csv(&results.records)?)?;
    folder.write("records.json", &to_json(&results.records)?)?;
    folder.write(CPU_FILE, &to_csv(&results.times)?)?;
    folder.write(TIMES_FILE, times.to_json().as_bytes())?;
    let data = Data::new(&results.records, &results.times, &manifest.reference);
    let run = SurveyRun { manifest, data };
    let texts = report(&run, &folder, options.format)?;
    if !options.quiet {
        warn(&format!("Results: {}{}", folder.path().display(), std::path::MAIN_SEPARATOR));
    }
    Ok((run, folder, texts))
}

/// Tables, charts and claims, in files of their own what depends on the clock; gives what is to be
/// printed.
pub(crate) fn report(
    run: &SurveyRun,
    folder: &Folder,
    format: Format,
) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    let horizon = run.table(&[Measure::Horizon]);
    for (ending, measures) in [("", Measure::DETERMINISTIC.as_slice()), ("-cpu", &[Measure::Cpu])] {
        let table = run.table(measures);
        for format in Format::ALL {
            let name = format!("table{ending}.{}", format.extension());
            folder.write(&name, table.render(format)?.as_bytes())?;
        }
        texts.push(table.render(format)?);
        draw(&run.manifest, &table, &horizon, folder)?;
    }
    Ok(texts)
}

/// A chart of each measure of a table, on both scales.
fn draw(
    manifest: &SurveyManifest,
    table: &Figure8,
    horizon: &Figure8,
    folder: &Folder,
) -> anyhow::Result<()> {
    for section in &table.sections {
        for (logarithmic, ending) in chart::SCALES {
            let drawn = chart(table, section, horizon, &manifest.chart, logarithmic);
            let Some(drawn) = drawn else { continue };
            let stem = format!("chart-{}{ending}", section.measure.name());
            folder.write(&format!("{stem}.svg"), drawn.svg()?.as_bytes())?;
            folder.write(&format!("{stem}.png"), &drawn.png()?)?;
        }
    }
    Ok(())
}

fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
