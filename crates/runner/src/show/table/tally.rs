//! Sums over the records of one variant at one depth: the only place where records are added up.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;

use crate::record::RunRecord;

/// Sums over the positions that were searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// Positions searched.
    pub(crate) positions: u64,
    /// Positions among them whose suite gives a task.
    pub(crate) with_task: u64,
    /// Positions among those that were solved.
    pub(crate) solved: u64,
    /// Nodes in total.
    pub(crate) nodes: u64,
}

/// What a table counts of a record: all that a run of many searches has to hold.
#[derive(Clone, Copy)]
pub(crate) struct Counted<'a> {
    /// Position in the suite, from 0.
    pub(crate) index: u32,
    /// Canonical specification of the variant.
    pub(crate) variant: &'a str,
    /// Depth in plies.
    pub(crate) depth: u8,
    /// Nodes of the search.
    pub(crate) nodes: u64,
    /// Was the suite's task fulfilled?
    pub(crate) solved: Option<bool>,
}

impl<'a> Counted<'a> {
    /// Of a record of this variant.
    pub(crate) fn new(record: &RunRecord, variant: &'a str) -> Counted<'a> {
        let RunRecord { index, depth, nodes, solved, .. } = *record;
        Counted { index, variant, depth, nodes, solved }
    }
}

impl<'a> From<&'a RunRecord> for Counted<'a> {
    fn from(record: &'a RunRecord) -> Counted<'a> {
        Counted::new(record, &record.variant)
    }
}

/// The records of `variant` at `depth`, over the positions `only` if it is given.
fn of_cell<'a>(
    records: &'a [Counted<'a>],
    variant: &'a str,
    depth: u8,
    only: Option<&'a BTreeSet<u32>>,
) -> impl Iterator<Item = &'a Counted<'a>> {
    let of_column = move |r: &&Counted| r.depth == depth && r.variant == variant;
    let counted = move |r: &&Counted| of_column(r) && only.is_none_or(|o| o.contains(&r.index));
    records.iter().filter(counted)
}

/// Adds them up.
pub(crate) fn tally(
    records: &[Counted],
    variant: &str,
    depth: u8,
    only: Option<&BTreeSet<u32>>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut seen = BTreeSet::new();
    for record in of_cell(records, variant, depth, only) {
        ensure!(
            seen.insert(record.index),
            "records: position {} occurs twice for variant '{variant}' at depth {depth}; do not join \
             the records of two runs of the same suite",
            record.index
        );
        tally.positions += 1;
        tally.with_task += u64::from(record.solved.is_some());
        tally.solved += u64::from(record.solved == Some(true));
        tally.nodes += record.nodes;
    }
    Ok(tally)
}

/// Their nodes by position: what an interval of the total rests on.
pub(crate) fn by_position(
    records: &[Counted],
    variant: &str,
    depth: u8,
    only: Option<&BTreeSet<u32>>,
) -> BTreeMap<u32, u64> {
    of_cell(records, variant, depth, only).map(|record| (record.index, record.nodes)).collect()
}
