//! One run: its manifest and, for each suite, the sample of its records.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vnmp_engine::SearchSettings;

use super::{EvidenceError, Sample};
use crate::base::file;
use crate::record;
use crate::record::manifest::MANIFEST_FILE;

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
    /// Its title.
    pub(crate) title: String,
    /// Number of the paper's table that stands beside.
    pub(crate) paper_table: Option<u8>,
    /// The variant that percentages refer to.
    pub(crate) reference: Option<String>,
    /// The columns.
    pub(crate) variants: Vec<RunVariant>,
    /// Every search setting by name.
    pub(crate) settings: BTreeMap<String, String>,
    /// The suites.
    pub(crate) suites: Vec<RunSuite>,
    /// Warnings that stand with the tables.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
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
        let of = if self.searched == self.positions {
            String::new()
        } else {
            format!(" of {}", self.positions)
        };
        format!("{} ({}{of} positions)", self.name, self.searched)
    }
}

impl Run {
    /// Reads a folder; `None` if it has no manifest of a run.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Option<Run>, EvidenceError> {
        let path = folder.join(MANIFEST_FILE);
        let text = match file::read_text(&path) {
            Ok(text) => text,
            Err(e) if e.source.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e.into()),
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
