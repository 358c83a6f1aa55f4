//! One comparison from beginning to end: suite, searches, records, tables, charts.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::SurveyRun;
use super::chart::chart;
use super::experiment::Experiment;
use super::record::{RECORDS, TIMES};
use super::run::{Comparison, SurveyOutcome};
use super::table::{Data, Figure8, Measure};
use crate::base::digest;
use crate::base::number::positive;
use crate::experiment::plan::{Part, part};
use crate::experiment::{Depths, SuiteRows, read_depth};
use crate::record::folder::Folder;
use crate::record::io::RecordFormat::{self, Csv, CsvGz, Json};
use crate::record::manifest::{Manifest, RecordsFile};
use crate::run::files::Form;
use crate::run::job::Job;
use crate::run::session::{Fetch, whole};
use crate::show::grid::Show;
use crate::suite::{LookupOptions, SuiteError};

/// The comparison as requested. Shards keep it.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// Experiment: figure8, forward-pruning, or a file of your own like experiments/figure8.toml
    #[arg(value_name = "NAME|FILE.toml", default_value = "figure8")]
    pub(crate) experiment: String,
    /// Its text, if it is a file.
    #[arg(skip)]
    pub(crate) text: Option<String>,
    /// Deepest search in plies
    #[arg(short, long, value_name = "D", value_parser = read_depth,
          allow_negative_numbers = true)]
    depth: Option<u8>,
    /// The columns, e.g. 4-6 or 2,4,6
    #[arg(long, value_name = "LIST", conflicts_with = "depth", value_parser = Depths::parse)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depths: Option<Depths>,
    /// Suite to use, by name or file [default: bk, else middlegames60]
    #[arg(short, long, value_name = "NAME|FILE")]
    suite: Option<String>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Methods to compare, separated by commas, e.g. ab,iter,pvs+trans
    #[arg(short, long, value_name = "LIST")]
    methods: Option<String>,
    /// The method that is 100 % [default: ab, or the first of --methods]
    #[arg(long, value_name = "METHOD")]
    reference: Option<String>,
    /// A setting of all methods, e.g. horizon=exact; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Search only N evenly spaced positions
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroU32>)]
    positions: Option<NonZeroU32>,
    /// Skip bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
}

impl Request {
    /// The experiment with the request's changes.
    ///
    /// # Errors
    /// When the experiment or a change of it is wrong.
    pub(crate) fn experiment(&self) -> anyhow::Result<Experiment> {
        let mut experiment = match &self.text {
            Some(text) => Experiment::parse(text, &self.experiment)?,
            None => Experiment::load(&self.experiment)?,
        };
        if let Some(list) = &self.methods {
            experiment.set_methods(list)?;
        }
        experiment.set_settings(&self.settings)?;
        if let Some(reference) = &self.reference {
            experiment.set_reference(reference)?;
        }
        if let Some(depth) = self.depth {
            experiment.set_depth(depth);
        }
        if let Some(depths) = &self.depths {
            experiment.depths = depths.list().to_vec();
        }
        Ok(experiment)
    }

    /// The positions.
    ///
    /// # Errors
    /// When the suite is missing or has bad lines.
    pub(crate) fn part(&self, experiment: &Experiment) -> Result<Part, SuiteError> {
        let rows = SuiteRows {
            label: None,
            suite: experiment.suite.clone(),
            chosen: self.suite.clone(),
            fallback: experiment.fallback.clone(),
            depths: experiment.depths.clone(),
            ids: Vec::new(),
        };
        let lookup = LookupOptions {
            suite_dir: self.suite_dir.clone(),
            skip_bad: self.skip_bad,
            discard: false, // the discard is the other paper's
            errata: None,
        };
        part(&rows, &lookup, self.positions, None)
    }
}

/// Writes records, tables and charts of a finished comparison; gives the tables.
///
/// # Errors
/// When a search is missing or a file cannot be written.
pub(crate) fn write_results(
    manifest: &Manifest,
    job: &Comparison,
    folder: &Folder,
    form: Form,
    fetch: &Fetch<SurveyOutcome>,
) -> anyhow::Result<(SurveyRun, Vec<Figure8>)> {
    let (mut records, mut times) = (Vec::new(), Vec::new());
    for unit in 0..job.keys().len() {
        let (outcome, position) = (whole(fetch, unit)?, job.position(unit));
        times.extend(outcome.times);
        records.extend(outcome.records.into_iter().map(|mut record| {
            if !form.omit_positions {
                record.suite = manifest.suites[0].name.clone();
                record.fen = position.position.to_fen();
                record.solution = position.task.text(&position.position);
            }
            record
        }));
    }
    let mut files = BTreeMap::new();
    let (table, others) =
        if form.compress { (CsvGz, [].as_slice()) } else { (Csv, [Json].as_slice()) };
    let mut write = |stem: &str, format: RecordFormat, bytes: Vec<u8>, rows: usize| {
        let name = format!("{stem}.{}", format.extension());
        folder.write(&name, &bytes)?;
        files.insert(name, RecordsFile { sha256: digest::sha256(&bytes), rows: rows as u64 });
        anyhow::Ok(())
    };
    for format in others.iter().chain([&table]) {
        write(RECORDS, *format, format.bytes(records.iter().cloned())?, records.len())?;
    }
    write(TIMES, table, table.bytes(times.iter().cloned())?, times.len())?;
    let data = Data::new(&records, &times, manifest.reference.as_deref().unwrap_or_default());
    let run = SurveyRun { manifest: Manifest { files, ..manifest.clone() }, data };
    let tables = report(&run, folder)?;
    folder.finish(&run.manifest)?;
    Ok((run, tables))
}

/// Tables and charts, in files of their own what depends on the clock; gives the tables.
pub(crate) fn report(run: &SurveyRun, folder: &Folder) -> anyhow::Result<Vec<Figure8>> {
    let mut tables = Vec::new();
    let horizon = run.table(&[Measure::Horizon]);
    let (methods, positions) = (&run.manifest.chart, run.data.positions);
    for (ending, measures) in [("", Measure::DETERMINISTIC.as_slice()), ("-cpu", &[Measure::Cpu])] {
        let table = run.table(measures);
        table.write(folder, ending)?;
        for section in &table.sections {
            if let Some(drawn) = chart(&table, section, &horizon, methods, positions)? {
                drawn.write(folder, "")?;
            }
        }
        tables.push(table);
    }
    Ok(tables)
}
