//! Where two builds diverge: the shallowest iteration of the same variant whose records differ.

use serde::Serialize;

use super::RowDepth;
use super::row::Compared;
use crate::record::RunRecord;

/// The first iteration that differs, and how many positions do.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Parting {
    /// Name of the suite.
    pub(crate) suite: String,
    /// The variant.
    pub(crate) variant: String,
    /// The shallowest depth at which a position differs, in plies.
    pub(crate) depth: u8,
    /// The first such position in the suite's order.
    pub(crate) id: String,
    /// The column that differs, the first in the order of the records.
    pub(crate) column: &'static str,
    /// Nodes of A.
    pub(crate) nodes_a: u64,
    /// Nodes of B.
    pub(crate) nodes_b: u64,
    /// Positions that differ at any depth.
    pub(crate) positions: usize,
    /// Positions that both have.
    pub(crate) of: usize,
}

/// The first parting; `None` if all iterations that both have are the same.
pub(super) fn first(compared: Compared) -> Option<Parting> {
    let mut depths: Vec<u8> = compared.a.values().flat_map(|p| p.points.keys().copied()).collect();
    depths.sort_unstable();
    depths.dedup();
    let (mut first, mut differ, mut all) = (None, Vec::new(), Vec::new());
    for depth in depths {
        let row = RowDepth { shown: Some(depth), a: depth, b: depth };
        for (id, a, b) in compared.points(row) {
            let Some((a, b)) = a.record.as_ref().zip(b.record.as_ref()) else { continue };
            all.push(id);
            let Some(column) = column(a, b) else { continue };
            differ.push(id);
            first.get_or_insert_with(|| Parting {
                suite: compared.suite.to_owned(),
                variant: compared.variant_a.to_owned(),
                depth,
                id: id.to_owned(),
                column,
                nodes_a: a.nodes,
                nodes_b: b.nodes,
                positions: 0,
                of: 0,
            });
        }
    }
    let distinct = |mut ids: Vec<&str>| {
        ids.sort_unstable();
        ids.dedup();
        ids.len()
    };
    let (positions, of) = (distinct(differ), distinct(all));
    first.map(|first| Parting { positions, of, ..first })
}

/// The first column of two records that differs; what the suite says is none.
fn column(a: &RunRecord, b: &RunRecord) -> Option<&'static str> {
    let columns = [
        ("nodes", a.nodes == b.nodes),
        ("main_nodes", a.main_nodes == b.main_nodes),
        ("quiescence_nodes", a.quiescence_nodes == b.quiescence_nodes),
        ("null_tried", a.null_tried == b.null_tried),
        ("null_cut", a.null_cut == b.null_cut),
        ("verifications", a.verifications == b.verifications),
        ("researches", a.researches == b.researches),
        ("researches_below_beta", a.researches_below_beta == b.researches_below_beta),
        ("score_cp", a.score_cp == b.score_cp),
        ("mate", a.mate == b.mate),
        ("best_move", a.best_move == b.best_move),
        ("pv", a.pv == b.pv),
    ];
    columns.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
}
