//! The tree as JSON, which the report's viewer shows beside a board.

use serde::Serialize;
use vnmp_engine::{Iteration, Position, Score, SearchSettings};
use vnmp_variants::Variant;

use super::Node;
use crate::base::notation::line;

/// A tree with the search it comes from.
#[derive(Serialize)]
pub(crate) struct Recorded<'a> {
    fen: String,
    variant: String,
    title: String,
    depth: u8,
    /// Settings that are not the reproduction's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    settings: Vec<String>,
    /// Nodes of all iterations, quiescence included.
    nodes: u64,
    /// Main nodes of the last iteration, of which `tree` may hold a part.
    main_nodes: u64,
    /// Principal variation in SAN, separated by spaces.
    pv: String,
    /// What a mate at the root is worth, in centipawns; one less for every ply further away.
    mate: i32,
    tree: &'a Node,
}

impl<'a> Recorded<'a> {
    /// Of a search that reached a depth. `None` without an iteration.
    pub(crate) fn new(
        position: &Position,
        variant: &Variant,
        settings: &SearchSettings,
        iterations: &[Iteration],
        tree: &'a Node,
    ) -> Option<Recorded<'a>> {
        let last = iterations.last()?;
        let before = iterations.iter().rev().nth(1).map_or(0, |iteration| iteration.counts.main);
        let usual = SearchSettings::default().describe();
        let changed = settings.describe().into_iter().filter(|setting| !usual.contains(setting));
        Some(Recorded {
            fen: position.to_fen(),
            variant: variant.spec(),
            title: variant.title(),
            depth: last.depth,
            settings: changed.map(|(name, value)| format!("{name}={value}")).collect(),
            nodes: last.counts.nodes(),
            main_nodes: last.counts.main - before,
            pv: line(position, &last.pv),
            mate: Score::MATE.0,
            tree,
        })
    }

    /// The whole file.
    pub(crate) fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}
