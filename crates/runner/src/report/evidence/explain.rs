//! The sweeps in search of the engine behind the paper's numbers: what is planned and what is done.

use std::collections::BTreeMap;
use std::path::Path;

use super::EvidenceError;
use crate::experiment::sweep::Sweep;
use crate::report::points::{self, PointRow};

/// A sweep, possibly unfinished.
#[derive(Clone, Debug)]
pub(crate) struct Explain {
    /// Totals of the finished points, by point.
    pub(crate) points: BTreeMap<String, Vec<PointRow>>,
    /// What is set at each point, e.g. `killers=on`, in the order of the names.
    pub(crate) settings: BTreeMap<String, Vec<String>>,
}

impl Explain {
    /// Reads a folder; `None` if it has no points. `listed` is the file of points that no design chose.
    pub(super) fn read(folder: &Path, listed: &str) -> Result<Option<Explain>, EvidenceError> {
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
        let designed = points::designed(folder)?.into_iter().flatten();
        let mut settings: BTreeMap<String, Vec<String>> =
            designed.map(|own| (own.point, words(own.settings))).collect();
        if !listed.is_empty() {
            let points = Sweep::parse(listed, "experiments/explain")?.points;
            settings.extend(points.into_iter().map(|point| (point.name, point.set)));
        }
        let mut points: BTreeMap<String, Vec<PointRow>> = BTreeMap::new();
        for row in points::read(&folder.join(points::POINTS_FILE))? {
            points.entry(row.point.clone()).or_default().push(row);
        }
        Ok((!points.is_empty()).then_some(Explain { points, settings }))
    }
}
