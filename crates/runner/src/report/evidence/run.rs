//! One run: its manifest and, for each suite, the sample of its records.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vnmp_engine::SearchSettings;

use super::{EvidenceError, Sample, whole};
use crate::record::io;
use crate::record::manifest::{Kind, Manifest, SuiteEntry};
use crate::show::table::Counted;

/// A run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Its folder below the results folder.
    pub(crate) name: String,
    /// What was run.
    pub(crate) manifest: Manifest,
    /// One sample per suite of the manifest, in its order.
    pub(crate) samples: Vec<Sample>,
    /// The files that they are from.
    pub(crate) files: Vec<PathBuf>,
}

/// A suite of a run with its records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// The run.
    pub(crate) run: &'a Run,
    /// The suite.
    pub(crate) suite: &'a SuiteEntry,
    /// The records.
    pub(crate) sample: &'a Sample,
}

impl Run {
    /// Reads a folder; `None` if it has no manifest of a run.
    ///
    /// # Errors
    /// When the manifest or the records are damaged or do not belong together.
    pub(crate) fn read(folder: &Path, name: &str) -> Result<Option<Run>, EvidenceError> {
        let found = EvidenceError::finished(folder, Kind::Search)?;
        let Some(manifest) = found else { return Ok(None) };
        manifest.verify(folder)?;
        let (mut samples, mut files) = (Vec::new(), Vec::new());
        for suite in &manifest.suites {
            let file = records_file(folder, suite, &manifest)
                .ok_or_else(|| EvidenceError::missing(folder, &manifest, &suite.name))?;
            let records = io::read(&file)?;
            manifest.verify_rows(&file, records.len())?;
            let sample = Sample::new(records, &file)?;
            if let Some(what) = whole::fault(&manifest, suite, &sample) {
                return Err(EvidenceError::incomplete(&file, &what));
            }
            samples.push(sample);
            files.push(file);
        }
        Ok(Some(Run { name: name.to_owned(), manifest, samples, files }))
    }

    /// Its suites, in the manifest's order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let suites = self.manifest.suites.iter().zip(&self.samples);
        suites.map(move |(suite, sample)| Part { run: self, suite, sample })
    }

    /// The rows of its tables: each suite at each of its depths.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Part<'_>, u8)> {
        self.parts().flat_map(|part| part.suite.depths.iter().map(move |&depth| (part, depth)))
    }

    /// Canonical specifications of its variants.
    pub(crate) fn specs(&self) -> impl Iterator<Item = &str> {
        self.manifest.variants.iter().map(|variant| variant.spec.as_str())
    }

    /// The sample of a suite, by its requested or its own name; the first if none is given.
    pub(crate) fn part(&self, suite: Option<&str>) -> Option<Part<'_>> {
        self.parts().find(|own| suite.is_none_or(|s| own.suite.wanted == s || own.suite.name == s))
    }

    /// What tables count of its records, a list for each suite.
    pub(crate) fn counted(&self) -> Vec<Vec<Counted<'_>>> {
        self.samples.iter().map(|sample| sample.all().map(Counted::from).collect()).collect()
    }

    /// Is it the run of a table or figure of the paper?
    pub(crate) fn is_table(&self) -> bool {
        self.name.starts_with("table") || self.name == "figure4"
    }

    /// Is it a run on zugzwang positions?
    pub(crate) fn is_zugzwang(&self) -> bool {
        self.name.starts_with("zugzwang")
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

    /// The same for a table.
    pub(crate) fn setting(&self) -> String {
        Some(self.changes()).filter(|changes| !changes.is_empty()).unwrap_or("as reproduced".into())
    }
}

/// With several suites the suite's name is part of the file's.
fn records_file(folder: &Path, suite: &SuiteEntry, manifest: &Manifest) -> Option<PathBuf> {
    let stems = match manifest.suites.len() {
        1 => ["records".to_owned(), format!("records-{}", suite.wanted)],
        _ => [format!("records-{}", suite.wanted), format!("records-{}", suite.name)],
    };
    stems.iter().find_map(|stem| manifest.records_file(folder, stem))
}
