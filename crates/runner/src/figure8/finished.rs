//! A finished comparison: what was run and what came out.

use super::table::{Data, Figure8, Measure};
use crate::record::manifest::Manifest;

/// A comparison of the survey's methods.
#[derive(Clone, Debug)]
pub(crate) struct SurveyRun {
    /// What was run.
    pub(crate) manifest: Manifest,
    /// Its records.
    pub(crate) data: Data,
}

impl SurveyRun {
    /// The table of these measures.
    pub(crate) fn table(&self, measures: &[Measure]) -> Figure8 {
        Figure8::new(&self.manifest, &self.data, measures)
    }
}
