//! One comparison from beginning to end: suite, searches, records, table, chart, findings, files.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::experiment::Experiment;
use super::findings::{self, Finding};
use super::record::{to_csv, to_json};
use super::run::{Results, run, units};
use super::table::{Data, Figure8, Heading, Measure};
use super::{chart, findings::claims};
use crate::interrupt;
use crate::manifest::{Clock, MANIFEST_FILE, TIMES_FILE};
use crate::output::Folder;
use crate::progress::Progress;
use crate::suite::{self, EpdRecord, LookupOptions, Suite, SuiteError};
use crate::table::Format;
use crate::terminal::{print, warn};

/// How a comparison is run and shown.
pub struct Options {
    /// Where suites are looked for, and what becomes of bad lines.
    pub lookup: LookupOptions,
    /// Suite that the user chose; without it the experiment's or its fallbacks.
    pub suite: Option<String>,
    /// At most so many positions, evenly spread.
    pub sample: Option<NonZeroU32>,
    /// Worker threads.
    pub threads: NonZeroUsize,
    /// Output folder; by default one of the run's own.
    pub out: Option<PathBuf>,
    /// Write into a folder that holds something else.
    pub force: bool,
    /// Format of the tables on standard output.
    pub format: Format,
    /// No progress and no closing line.
    pub quiet: bool,
}

/// What determines the records.
#[derive(Serialize)]
struct Manifest {
    program: &'static str,
    version: &'static str,
    experiment: String,
    title: String,
    reference: String,
    depths: Vec<u8>,
    methods: Vec<MethodEntry>,
    minimal: bool,
    suite: String,
    suite_sha256: String,
    positions: usize,
    searched: usize,
    skipped_lines: Vec<usize>,
    notes: Vec<String>,
    fingerprint: String,
}

#[derive(Serialize)]
struct MethodEntry {
    method: String,
    settings: BTreeMap<&'static str, String>,
}

/// Runs an experiment, prints its tables and leaves its folder.
pub fn compare(experiment: &Experiment, options: &Options) -> anyhow::Result<()> {
    let (suite, mut notes) = find_suite(experiment, options)?;
    let positions = spread(&suite.positions, options.sample);
    if positions.len() < suite.positions.len() {
        let (used, all) = (positions.len(), suite.positions.len());
        notes.push(format!("A sample of {used} of the suite's {all} positions."));
    }
    for note in &notes {
        warn(&format!("NOTE: {note}"));
    }
    let deepest = experiment.depths.last().copied().unwrap_or(1);
    let manifest = manifest(experiment, &suite, positions.len(), &notes);
    let folder = Folder::open_for(
        options.out.as_deref(),
        &experiment.name,
        &manifest.fingerprint,
        deepest,
        options.force,
    )?;
    interrupt::watch()?;

    let clock = Clock::start();
    let progress = Progress::new(units(experiment, positions.len()), options.quiet);
    let results = run(experiment, &positions, options.threads, interrupt::flag(), &progress);
    progress.clear();
    let times = clock.times(options.threads.get(), progress.nodes());
    let results = results?;

    folder.write(MANIFEST_FILE, json(&manifest)?.as_bytes())?;
    folder.write("records.csv", &to_csv(&results.records)?)?;
    folder.write("records.json", &to_json(&results.records)?)?;
    folder.write("cpu.csv", &to_csv(&results.times)?)?;
    folder.write(TIMES_FILE, times.to_json().as_bytes())?;
    let shown = suite_line(&suite, positions.len());
    let heading = Heading {
        title: &experiment.title,
        suite: &shown,
        notes: &notes,
        reference: &experiment.reference,
    };
    let tables = report(experiment, &results, &heading, &folder)?;
    if !options.quiet {
        warn(&format!("Results: {}{}", folder.path().display(), std::path::MAIN_SEPARATOR));
    }
    let texts: Result<Vec<String>, _> =
        tables.iter().map(|table| table.render(options.format)).collect();
    print(&texts?.join("\n"))
}

/// Tables, charts and findings: what is the same in every run, and what depends on the clock.
fn report(
    experiment: &Experiment,
    results: &Results,
    heading: &Heading,
    folder: &Folder,
) -> anyhow::Result<Vec<Figure8>> {
    let data = Data::new(&results.records, &results.times, heading.reference);
    let methods: Vec<String> = experiment.methods.iter().map(|m| m.spec.clone()).collect();
    let claims = claims()?;
    let mut tables: Vec<Figure8> = Vec::new();
    for (stem, measures) in [("", Measure::DETERMINISTIC.as_slice()), ("-cpu", &[Measure::Cpu])] {
        let mut table = Figure8::new(heading, &data, &methods, measures);
        if measures.contains(&Measure::Cpu) {
            table.solved.clear();
        }
        for format in Format::ALL {
            let name = format!("table{stem}.{}", format.extension());
            folder.write(&name, table.render(format)?.as_bytes())?;
        }
        let judged = findings::judge(&claims, &data, measures);
        write_findings(folder, stem, &judged, heading)?;
        tables.push(table);
    }
    let horizon = tables[0].sections.iter().find(|section| section.measure == Measure::Horizon);
    for table in &tables {
        for section in &table.sections {
            for (logarithmic, ending) in chart::SCALES {
                let drawn = chart::chart(table, section, horizon, &experiment.chart, logarithmic);
                let Some(drawn) = drawn else { continue };
                let stem = format!("chart-{}{ending}", section.measure.name());
                folder.write(&format!("{stem}.svg"), drawn.svg()?.as_bytes())?;
                folder.write(&format!("{stem}.png"), &drawn.png()?)?;
            }
        }
    }
    Ok(tables)
}

fn write_findings(
    folder: &Folder,
    stem: &str,
    findings: &[Finding],
    heading: &Heading,
) -> anyhow::Result<()> {
    let text = findings::markdown(findings, heading.suite, heading.notes);
    folder.write(&format!("findings{stem}.md"), text.as_bytes())?;
    folder.write(&format!("findings{stem}.json"), json(&findings)?.as_bytes())?;
    Ok(())
}

fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

fn suite_line(suite: &Suite, searched: usize) -> String {
    format!("{} ({searched} positions)", suite.name)
}

/// The suite, and a note if it stands in for the one that the experiment wants.
fn find_suite(
    experiment: &Experiment,
    options: &Options,
) -> Result<(Suite, Vec<String>), SuiteError> {
    let wanted = experiment.suite.as_str();
    let suite = match &options.suite {
        Some(chosen) => suite::find(chosen, &options.lookup)?,
        None => {
            let mut found = suite::find(wanted, &options.lookup);
            for name in &experiment.fallback {
                match found {
                    Err(SuiteError::NotFound { .. }) => match suite::find(name, &options.lookup) {
                        Err(SuiteError::NotFound { .. }) => {}
                        result => found = result,
                    },
                    _ => break,
                }
            }
            found?
        }
    };
    let known = suite::by_name(wanted);
    let is_wanted = suite.name == wanted || known.is_some() && suite.known == known;
    let note = (!is_wanted).then(|| {
        let cure = known.map(|known| format!(" To get it: {}.", known.how_to_get()));
        format!(
            "Run on suite '{}', which is NOT the one asked for, '{wanted}'.{}",
            suite.name,
            cure.unwrap_or_default()
        )
    });
    Ok((suite, note.into_iter().collect()))
}

/// At most `sample` positions, evenly spread over the suite.
fn spread(positions: &[EpdRecord], sample: Option<NonZeroU32>) -> Vec<EpdRecord> {
    let all = positions.len();
    let count = sample.map_or(all, |n| all.min(n.get() as usize));
    (0..count).map(|i| positions[i * all / count].clone()).collect()
}

fn manifest(experiment: &Experiment, suite: &Suite, searched: usize, notes: &[String]) -> Manifest {
    let entry = |method: &super::SurveyMethod| MethodEntry {
        method: method.spec.clone(),
        settings: method.settings.describe().into_iter().collect(),
    };
    let mut manifest = Manifest {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        experiment: experiment.name.clone(),
        title: experiment.title.clone(),
        reference: experiment.reference.clone(),
        depths: experiment.depths.clone(),
        methods: experiment.methods.iter().map(entry).collect(),
        minimal: experiment.minimal,
        suite: suite.name.clone(),
        suite_sha256: suite.sha256.clone(),
        positions: suite.positions.len(),
        searched,
        skipped_lines: suite.skipped.iter().map(|bad| bad.line).collect(),
        notes: notes.to_vec(),
        fingerprint: String::new(),
    };
    let digest = Sha256::digest(json(&manifest).unwrap_or_default().as_bytes());
    manifest.fingerprint = digest.iter().take(5).map(|byte| format!("{byte:02x}")).collect();
    manifest
}
