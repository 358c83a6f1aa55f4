//! One run: its manifest and, for each suite, the sample of its records.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vnmp_engine::SearchSettings;

use super::{EvidenceError, Sample};
use crate::experiment::{Experiment, TableKind};
use crate::record;
use crate::record::manifest::{LeftOut, MANIFEST_FILE};
use crate::show::assemble::{SuiteSource, TableSource};
use crate::show::table::{Column, Counted};
use crate::suite;

/// A run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Its folder below the results folder.
    pub(crate) name: String,
    /// What was run.
    pub(crate) manifest: RunManifest,
    /// One sample per suite of the manifest, in its order.
    pub(crate) samples: Vec<Sample>,
}

/// The part of `manifest.json` that reports need.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RunManifest {
    /// Name of the experiment.
    pub(crate) experiment: String,
    /// Its title.
    pub(crate) title: String,
    /// Tables made.
    pub(crate) tables: Vec<TableKind>,
    /// Number of the paper's table that stands beside.
    pub(crate) paper_table: Option<u8>,
    /// The variant that percentages refer to.
    pub(crate) reference: Option<String>,
    /// The columns.
    pub(crate) variants: Vec<RunVariant>,
    /// Every search setting by name.
    pub(crate) settings: BTreeMap<String, String>,
    /// Nodes after which a search gave up.
    pub(crate) node_limit: Option<NonZeroU64>,
    /// The suites.
    pub(crate) suites: Vec<RunSuite>,
    /// Warnings that stand with the tables.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// Positions that tables leave out because of the node limit.
    #[serde(default)]
    pub(crate) left_out: Vec<LeftOut>,
    /// Identifies the run.
    pub(crate) fingerprint: String,
}

/// A column.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RunVariant {
    /// Canonical specification.
    pub(crate) spec: String,
    /// Column title.
    pub(crate) title: String,
    /// Where it comes from.
    pub(crate) source: String,
}

/// A suite.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RunSuite {
    /// Its name.
    pub(crate) name: String,
    /// The name that the experiment asked for.
    pub(crate) wanted: String,
    /// Does it stand in for the one asked for?
    pub(crate) is_substitute: bool,
    /// SHA-256 of the file.
    pub(crate) sha256: String,
    /// Reported depths in plies.
    pub(crate) depths: Vec<u8>,
    /// Positions after the discard.
    pub(crate) positions: usize,
    /// Positions searched.
    pub(crate) searched: usize,
}

impl RunSuite {
    /// Name and number of positions: `wcs (999 positions)`, `wcs (100 of 999 positions)`.
    pub(crate) fn describe(&self) -> String {
        suite::describe(&self.name, self.searched, self.positions)
    }
}

impl Run {
    /// Reads a folder; `None` if it has no manifest of a run.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Option<Run>, EvidenceError> {
        let path = folder.join(MANIFEST_FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(EvidenceError::Read { path, source }),
        };
        let form = |source| EvidenceError::Form { path: path.clone(), source };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(form)?;
        let is_ours = ["experiment", "suites", "variants", "settings"];
        if is_ours.iter().any(|key| value.get(key).is_none()) {
            return Ok(None); // the manifest of something else
        }
        let manifest: RunManifest = serde_json::from_value(value).map_err(form)?;
        let mut samples = Vec::new();
        for suite in &manifest.suites {
            let file = records_file(folder, suite, manifest.suites.len()).ok_or_else(|| {
                EvidenceError::NoRecords { folder: folder.to_owned(), suite: suite.name.clone() }
            })?;
            samples.push(Sample::new(record::read(&file)?, &file)?);
        }
        Ok(Some(Run { name: name.to_owned(), manifest, samples }))
    }

    /// The suites with their samples.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&RunSuite, &Sample)> {
        self.manifest.suites.iter().zip(&self.samples)
    }

    /// The sample of a suite, by the name that was asked for or that it has; the first if none is
    /// given.
    pub(crate) fn part(&self, suite: Option<&str>) -> Option<(&RunSuite, &Sample)> {
        self.parts().find(|(own, _)| suite.is_none_or(|s| own.wanted == s || own.name == s))
    }

    /// What tables need to know of the run beside its records.
    pub(crate) fn table_source(&self) -> TableSource {
        let manifest = self.manifest.clone();
        // Labels are the experiment's and in no manifest, but the paper's experiments are built in.
        let built_in = Experiment::of_the_paper(&manifest.experiment).and_then(Result::ok);
        let rows = built_in.map(|experiment| experiment.suites).unwrap_or_default();
        let label = |wanted: &str| rows.iter().find(|rows| rows.suite == wanted)?.label.clone();
        let suites = manifest.suites.into_iter().map(|suite| SuiteSource {
            label: label(&suite.wanted),
            name: suite.name,
            wanted: suite.wanted,
            depths: suite.depths,
            positions: suite.positions,
            searched: suite.searched,
        });
        let columns = manifest.variants.into_iter();
        TableSource {
            title: manifest.title,
            tables: manifest.tables,
            paper: manifest.paper_table,
            reference: manifest.reference,
            columns: columns.map(|v| Column { variant: v.spec, title: v.title }).collect(),
            node_limit: manifest.node_limit,
            suites: suites.collect(),
            notes: manifest.notes,
            left_out: manifest.left_out,
            remarks: Vec::new(),
        }
    }

    /// What tables count of its records, a list for each suite.
    pub(crate) fn counted(&self) -> Vec<Vec<Counted<'_>>> {
        self.samples.iter().map(|sample| sample.all().map(Counted::from).collect()).collect()
    }

    /// The column title of a variant.
    pub(crate) fn title<'a>(&'a self, variant: &'a str) -> &'a str {
        let found = self.manifest.variants.iter().find(|own| own.spec == variant);
        found.map_or(variant, |own| &own.title)
    }

    /// The settings that are not the reproduction's, e.g. `killers=on`; empty if none.
    pub(crate) fn changes(&self) -> String {
        let usual: BTreeMap<_, _> = SearchSettings::default().describe().into_iter().collect();
        let changed = self.manifest.settings.iter();
        let changed = changed.filter(|(name, value)| usual.get(name.as_str()) != Some(value));
        changed.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
    }
}

/// `records.csv.gz`, `.csv` or `.json`; with several suites the suite's name is part of it.
fn records_file(folder: &Path, suite: &RunSuite, suites: usize) -> Option<PathBuf> {
    let stems = match suites {
        1 => vec!["records".to_owned(), format!("records-{}", suite.wanted)],
        _ => vec![format!("records-{}", suite.wanted), format!("records-{}", suite.name)],
    };
    let endings = ["csv.gz", "csv", "json"];
    let names = stems.iter().flat_map(|s| endings.iter().map(move |e| format!("{s}.{e}")));
    names.map(|name| folder.join(name)).find(|path| path.is_file())
}
