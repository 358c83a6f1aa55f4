//! The manifest of a comparison: what determines its records.

use std::collections::BTreeMap;

use vnmp_engine::SurveySettings;

use super::{Experiment, SurveyMethod};
use crate::experiment::plan::Part;
use crate::record::manifest::{Kind, Manifest, MethodEntry, SuiteEntry};

impl Manifest {
    /// Of an experiment on some positions of a suite.
    pub(crate) fn survey(experiment: &Experiment, part: &Part) -> Manifest {
        let settings = |settings: &SurveySettings| -> BTreeMap<String, String> {
            settings.describe().into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        };
        let entry = |method: &SurveyMethod| MethodEntry {
            method: method.spec.clone(),
            settings: settings(&method.settings),
        };
        Manifest {
            reference: Some(experiment.reference.clone()),
            settings: settings(&experiment.settings),
            methods: experiment.methods.iter().map(entry).collect(),
            chart: experiment.chart.clone(),
            minimal: experiment.minimal,
            suites: vec![SuiteEntry::new(part)],
            notes: part.notes.clone(),
            ..Manifest::begun(Kind::Survey, &experiment.name, &experiment.title)
        }
        .sealed()
    }

    /// The specifications of the methods.
    pub(crate) fn specs(&self) -> Vec<String> {
        self.methods.iter().map(|entry| entry.method.clone()).collect()
    }

    /// What figures are based on: the suite, and whether it replaces another.
    pub(crate) fn basis(&self) -> String {
        let substitutes = self.suites.iter().filter(|suite| suite.is_substitute);
        let substitutes = substitutes.map(|suite| format!(", in place of {}", suite.wanted));
        self.suite_line() + &substitutes.collect::<String>()
    }

    /// Suite and number of positions.
    pub(crate) fn suite_line(&self) -> String {
        let suites = self.suites.iter();
        let lines = suites.map(|suite| format!("{} ({} positions)", suite.name, suite.searched));
        lines.collect::<Vec<_>>().join("; ")
    }
}
