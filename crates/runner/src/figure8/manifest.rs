//! `manifest.json` of a comparison: what determines its records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vnmp_engine::SurveySettings;

use super::Experiment;
use crate::base::digest::short_sha256;
use crate::experiment::plan::Part;

/// What determines the records.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyManifest {
    /// Name of the program.
    pub(crate) program: String,
    /// Its version.
    pub(crate) version: String,
    /// Name of the experiment.
    pub(crate) experiment: String,
    /// Its title.
    pub(crate) title: String,
    /// The method that is 100 %.
    pub(crate) reference: String,
    /// Depths in plies, ascending.
    pub(crate) depths: Vec<u8>,
    /// What was compared.
    pub(crate) methods: Vec<MethodEntry>,
    /// The methods drawn in the chart.
    #[serde(default)]
    pub(crate) chart: Vec<String>,
    /// Was the tree with the best move first measured?
    pub(crate) minimal: bool,
    /// The suite that the experiment asks for.
    pub(crate) wanted: String,
    /// The suite.
    pub(crate) suite: String,
    /// Does it stand in for the one asked for?
    pub(crate) is_substitute: bool,
    /// SHA-256 of its file.
    pub(crate) suite_sha256: String,
    /// Its positions.
    pub(crate) positions: usize,
    /// Positions searched.
    pub(crate) searched: usize,
    /// Lines of the suite that were left out.
    pub(crate) skipped_lines: Vec<usize>,
    /// Warnings that stand with the tables.
    pub(crate) notes: Vec<String>,
    /// Short SHA-256 of all the above.
    pub(crate) fingerprint: String,
}

/// A method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MethodEntry {
    /// As typed.
    pub(crate) method: String,
    /// Every setting by name.
    pub(crate) settings: BTreeMap<String, String>,
}

impl SurveyManifest {
    /// Of an experiment on some positions of a suite.
    pub(crate) fn new(experiment: &Experiment, part: &Part) -> SurveyManifest {
        let suite = &part.suite;
        let settings = |settings: &SurveySettings| -> BTreeMap<String, String> {
            settings.describe().into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        };
        let entry = |method: &super::SurveyMethod| MethodEntry {
            method: method.spec.clone(),
            settings: settings(&method.settings),
        };
        let mut manifest = SurveyManifest {
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            experiment: experiment.name.clone(),
            title: experiment.title.clone(),
            reference: experiment.reference.clone(),
            depths: experiment.depths.clone(),
            methods: experiment.methods.iter().map(entry).collect(),
            chart: experiment.chart.clone(),
            minimal: experiment.minimal,
            wanted: experiment.suite.clone(),
            suite: suite.name.clone(),
            is_substitute: part.is_substitute,
            suite_sha256: suite.sha256.clone(),
            positions: suite.positions.len(),
            searched: part.positions.len(),
            skipped_lines: suite.skipped.iter().map(|bad| bad.line).collect(),
            notes: part.notes.clone(),
            fingerprint: String::new(),
        };
        let text = serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n";
        manifest.fingerprint = short_sha256(text.as_bytes());
        manifest
    }

    /// The specifications of the methods.
    pub(crate) fn specs(&self) -> Vec<String> {
        self.methods.iter().map(|entry| entry.method.clone()).collect()
    }

    /// What figures rest on: the suite, and that it is not the one asked for.
    pub(crate) fn basis(&self) -> String {
        let substitute = if self.is_substitute {
            format!(", in place of {}", self.wanted)
        } else {
            String::new()
        };
        self.suite_line() + &substitute
    }

    /// Suite and number of positions.
    pub(crate) fn suite_line(&self) -> String {
        format!("{} ({} positions)", self.suite, self.searched)
    }
}
