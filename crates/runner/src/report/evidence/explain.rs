//! The sweeps for the engine that would have given the paper's numbers: what is designed, what is done.

use std::collections::BTreeMap;
use std::path::Path;

use super::EvidenceError;
use crate::report::points::{self, PointRow};

/// A sweep as far as it is.
#[derive(Clone, Debug)]
pub(crate) struct Explain {
    /// Totals of the finished points, by point.
    pub(crate) points: BTreeMap<String, Vec<PointRow>>,
    /// What is set at each point of a design, e.g. `killers=on`; empty where points are listed by hand.
    pub(crate) settings: BTreeMap<String, Vec<String>>,
}

impl Explain {
    /// Reads a folder; `None` if it has no points.
    pub(super) fn read(folder: &Path) -> Result<Option<Explain>, EvidenceError> {
        let settings = points::designed(folder)?;
        let mut points: BTreeMap<String, Vec<PointRow>> = BTreeMap::new();
        for row in points::read(&folder.join(points::POINTS_FILE))? {
            points.entry(row.point.clone()).or_default().push(row);
        }
        Ok((!points.is_empty()).then_some(Explain { points, settings }))
    }
}
