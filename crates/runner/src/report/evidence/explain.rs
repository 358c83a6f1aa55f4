//! The sweep for the engine that would have given the paper's numbers: what is designed, what is done.

use std::collections::BTreeSet;
use std::path::Path;

use super::EvidenceError;
use crate::report::points::{self, PointRow};

/// The sweep as far as it is.
#[derive(Clone, Debug)]
pub(crate) struct Explain {
    /// Totals of the finished points.
    pub(crate) rows: Vec<PointRow>,
    /// Points of the design.
    pub(crate) designed: usize,
}

impl Explain {
    /// Reads a folder; `None` if it has no points or no design.
    pub(super) fn read(folder: &Path) -> Result<Option<Explain>, EvidenceError> {
        let designed = points::designed(folder)?;
        let rows = points::read(&folder.join(points::POINTS_FILE))?;
        Ok(designed.filter(|_| !rows.is_empty()).map(|designed| Explain { rows, designed }))
    }

    /// How many points are finished.
    pub(crate) fn finished(&self) -> usize {
        self.rows.iter().map(|row| &row.point).collect::<BTreeSet<_>>().len()
    }
}
