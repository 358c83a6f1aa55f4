//! Sums over the records of one variant at one depth: the only place where records are added up.

use std::collections::BTreeSet;

use super::TableError;
use crate::record::RunRecord;

/// Sums over the positions that were searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions searched.
    pub positions: u64,
    /// Positions among them whose suite gives a task.
    pub with_task: u64,
    /// Positions among those that were solved.
    pub solved: u64,
    /// Nodes in total.
    pub nodes: u64,
}

/// Adds up the records of `variant` at `depth`, without the positions `left_out`.
pub fn tally(
    records: &[RunRecord],
    variant: &str,
    depth: u8,
    left_out: &BTreeSet<u32>,
) -> Result<Tally, TableError> {
    let mut tally = Tally::default();
    let mut seen = BTreeSet::new();
    let of_column = |r: &&RunRecord| r.depth == depth && r.variant == variant;
    let counted = |r: &&RunRecord| of_column(r) && !left_out.contains(&r.index);
    for record in records.iter().filter(counted) {
        if !seen.insert(record.index) {
            return Err(TableError::Duplicate {
                index: record.index,
                id: record.id.clone(),
                variant: variant.into(),
                depth,
            });
        }
        tally.positions += 1;
        tally.with_task += u64::from(record.solved.is_some());
        tally.solved += u64::from(record.solved == Some(true));
        tally.nodes += record.nodes;
    }
    Ok(tally)
}
