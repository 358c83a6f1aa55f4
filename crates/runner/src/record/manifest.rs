//! What a run was: everything that determines its records goes to `manifest.json`, the same bytes
//! for the same run; what differs from run to run (times, threads, host) goes to `times.json`.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::experiment::TableKind;
use crate::experiment::plan::{Part, Plan};
use crate::experiment::searcher::Searcher;
use crate::record::key::ENGINE_SIGNATURE;
use crate::record::key::ENGINE_SOURCE;

/// File name of the manifest.
pub(crate) const MANIFEST_FILE: &str = "manifest.json";
/// File name of the times.
pub(crate) const TIMES_FILE: &str = "times.json";

/// `manifest.json`.
#[derive(Serialize)]
pub(crate) struct Manifest {
    /// Name of the program.
    pub(crate) program: &'static str,
    /// Its version.
    pub(crate) version: &'static str,
    /// Total nodes of `vnmp bench`: another number is another engine.
    pub(crate) engine_signature: u64,
    /// Name of the experiment.
    pub(crate) experiment: String,
    /// Its title.
    pub(crate) title: String,
    /// Tables made.
    pub(crate) tables: Vec<TableKind>,
    /// Number of the paper's table that stands beside ours.
    pub(crate) paper_table: Option<u8>,
    /// The variant that percentages refer to.
    pub(crate) reference: Option<String>,
    /// The columns.
    pub(crate) variants: Vec<VariantEntry>,
    /// Every search setting by name.
    pub(crate) settings: BTreeMap<&'static str, String>,
    /// Nodes after which a search gives up, if there is such a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node_limit: Option<NonZeroU64>,
    /// The suites.
    pub(crate) suites: Vec<SuiteEntry>,
    /// Warnings that stand with the tables.
    pub(crate) notes: Vec<String>,
    /// Short SHA-256 of all the above; in the default folder's name.
    pub(crate) fingerprint: String,
    /// Digest of the sources of engine and variants, as in the journal's keys.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) engine_source: &'static str,
    /// Positions that tables leave out because of the node limit; known once all is searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<LeftOut>,
}

/// Positions that a row leaves out.
#[derive(Serialize)]
pub(crate) struct LeftOut {
    /// Name of the suite.
    pub(crate) suite: String,
    /// The row's depth in plies.
    pub(crate) depth: u8,
    /// By id.
    pub(crate) positions: Vec<String>,
}

/// A column.
#[derive(Serialize)]
pub(crate) struct VariantEntry {
    /// Canonical specification.
    pub(crate) spec: String,
    /// Column title.
    pub(crate) title: String,
    /// Where the variant comes from; of another engine, its name for itself.
    pub(crate) source: String,
    /// Every parameter by name.
    pub(crate) parameters: BTreeMap<String, String>,
}

impl VariantEntry {
    fn new(searcher: &Searcher, title: String) -> VariantEntry {
        let (source, parameters) = match searcher {
            Searcher::Variant(variant) => {
                let parameters = variant.parameters().into_iter();
                let owned = parameters.map(|(name, value)| (name.to_owned(), value));
                (variant.source().to_owned(), owned.collect())
            }
            Searcher::Engine(engine) => (engine.identity.clone(), engine.parameters()),
        };
        VariantEntry { spec: searcher.spec(), title, source, parameters }
    }
}

/// A suite.
#[derive(Serialize)]
pub(crate) struct SuiteEntry {
    /// Its name.
    pub(crate) name: String,
    /// The name that the experiment asks for.
    pub(crate) wanted: String,
    /// Does it stand in for the one asked for?
    pub(crate) is_substitute: bool,
    /// SHA-256 of the file without carriage returns.
    pub(crate) sha256: String,
    /// Reported depths in plies.
    pub(crate) depths: Vec<u8>,
    /// Positions after the discard.
    pub(crate) positions: usize,
    /// Positions searched: all, or a sample.
    pub(crate) searched: usize,
    /// Left out because a side has only king and pawns, by id.
    pub(crate) discarded: Vec<String>,
    /// Bad lines skipped, by line number.
    pub(crate) skipped_lines: Vec<usize>,
    /// Remarks of the reader, such as repeated positions.
    pub(crate) remarks: Vec<String>,
    /// EPD has no move counters: where they start.
    pub(crate) move_counters: &'static str,
}

impl Manifest {
    /// The manifest of a plan.
    pub(crate) fn new(plan: &Plan) -> Manifest {
        let experiment = &plan.experiment;
        let columns = plan.searchers.iter().zip(&experiment.columns);
        let variants =
            columns.map(|(searcher, column)| VariantEntry::new(searcher, column.title()));
        let mut manifest = Manifest {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            engine_signature: ENGINE_SIGNATURE,
            experiment: experiment.name.clone(),
            title: experiment.title.clone(),
            tables: experiment.tables.clone(),
            paper_table: experiment.paper,
            reference: experiment.reference.clone(),
            variants: variants.collect(),
            settings: experiment.settings.describe().into_iter().collect(),
            node_limit: experiment.node_limit,
            suites: plan.parts.iter().map(suite_entry).collect(),
            notes: plan.notes(),
            fingerprint: String::new(),
            engine_source: "",
            left_out: Vec::new(),
        };
        manifest.fingerprint = short_hash(&manifest.to_json());
        manifest.engine_source = ENGINE_SOURCE;
        manifest
    }

    /// The file's text.
    pub(crate) fn to_json(&self) -> String {
        to_json(self)
    }

    /// The fingerprint in a manifest file, if it is one.
    pub(crate) fn fingerprint_of(text: &str) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        Some(value.get("fingerprint")?.as_str()?.to_owned())
    }
}

fn suite_entry(part: &Part) -> SuiteEntry {
    let suite = &part.suite;
    SuiteEntry {
        name: suite.name.clone(),
        wanted: part.rows.suite.clone(),
        is_substitute: part.is_substitute,
        sha256: suite.sha256.clone(),
        depths: part.rows.depths.clone(),
        positions: suite.positions.len(),
        searched: part.positions.len(),
        discarded: suite.discarded.iter().map(|discarded| discarded.id.clone()).collect(),
        skipped_lines: suite.skipped.iter().map(|bad| bad.line).collect(),
        remarks: suite.notes.clone(),
        move_counters: "0 1 where the line gives none",
    }
}

/// Maps with texts as keys and numbers that are never infinite always have a JSON form.
fn to_json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

fn short_hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// `times.json`: what differs from run to run.
#[derive(Serialize)]
pub(crate) struct Times {
    /// When the run began, UTC.
    pub(crate) started: String,
    /// Wall-clock seconds of the searches.
    pub(crate) wall_s: f64,
    /// Seconds of processor time of all threads.
    pub(crate) cpu_s: f64,
    /// Searches done in this time, where the journal may have had others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) searches: Option<usize>,
    /// Searches that the journal had from earlier runs, not part of these times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from_journal: Option<usize>,
    /// Nodes of the searches done.
    pub(crate) nodes: u64,
    /// Worker threads.
    pub(crate) threads: usize,
    /// Processor time over wall-clock time and threads: 1 if no thread ever waits. Absent where
    /// nothing was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) efficiency: Option<f64>,
    /// The command's arguments as they were typed.
    pub(crate) arguments: Vec<String>,
    /// The compiler that made the program.
    pub(crate) rustc: &'static str,
    /// The computer.
    pub(crate) host: Host,
}

/// The computer, without its name.
#[derive(Serialize)]
pub(crate) struct Host {
    /// Operating system.
    pub(crate) os: &'static str,
    /// Instruction set.
    pub(crate) architecture: &'static str,
    /// Processor model, where the system tells.
    pub(crate) processor: Option<String>,
    /// Hardware threads that the process may use.
    pub(crate) hardware_threads: Option<usize>,
}

/// Measures a run.
pub(crate) struct Clock {
    started: jiff::Timestamp,
    wall: Instant,
    cpu: ProcessTime,
}

impl Clock {
    /// Begins to measure.
    pub(crate) fn start() -> Clock {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        Clock { started: jiff::Timestamp::now(), wall, cpu }
    }

    /// The times since the start.
    pub(crate) fn times(&self, threads: usize, nodes: u64) -> Times {
        let (wall, cpu) = (self.wall.elapsed(), self.cpu.elapsed());
        let efficiency = cpu.as_secs_f64() / (wall.as_secs_f64() * threads as f64).max(1e-9);
        Times {
            started: format!("{:.0}", self.started),
            wall_s: milliseconds(wall),
            cpu_s: milliseconds(cpu),
            searches: None,
            from_journal: None,
            nodes,
            threads,
            efficiency: (nodes > 0).then_some((efficiency * 1e3).round() / 1e3),
            arguments: std::env::args_os()
                .skip(1)
                .map(|a| a.to_string_lossy().into_owned())
                .collect(),
            rustc: env!("VNMP_RUSTC"),
            host: Host {
                os: std::env::consts::OS,
                architecture: std::env::consts::ARCH,
                processor: processor(),
                hardware_threads: std::thread::available_parallelism().ok().map(|n| n.get()),
            },
        }
    }
}

impl Times {
    /// The file's text.
    pub(crate) fn to_json(&self) -> String {
        to_json(self)
    }

    /// One line for the end of a run, if anything was searched.
    pub(crate) fn summary(&self) -> Option<String> {
        let Times { wall_s, cpu_s, threads, nodes, .. } = self;
        let efficiency = self.efficiency?;
        let rate = *nodes as f64 / cpu_s.max(1e-3) / 1e6;
        Some(format!(
            "{wall_s:.1} s; {cpu_s:.1} s of processor time, {:.1} % of {threads} threads; \
             {rate:.1} million nodes a second of it",
            efficiency * 100.0
        ))
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_millis() as f64 / 1e3
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
