//! A finished comparison: what was run and what came out.

use super::manifest::SurveyManifest;
use super::table::{Data, Figure8, Measure};

/// A comparison of the survey's methods.
#[derive(Clone, Debug)]
pub(crate) struct SurveyRun {
    /// What was run.
    pub(crate) manifest: SurveyManifest,
    /// Its records.
    pub(crate) data: Data,
}

impl SurveyRun {
    /// The table of these measures.
    pub(crate) fn table(&self, measures: &[Measure]) -> Figure8 {
        Figure8::new(&self.manifest, &self.data, measures)
    }
}
