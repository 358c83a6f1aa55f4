//! The bench: a fixed list of positions searched to a fixed depth. The total of nodes is a
//! signature: it changes when, and only when, the search or a variant does.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

/// The depth of a bench, in plies.
pub(crate) const DEPTH: u8 = 6;

const POSITIONS: &str = include_str!("../bench_positions.fen");

/// The positions: one FEN a line, comments after `#`.
pub(crate) fn positions() -> anyhow::Result<Vec<Position>> {
    let lines = POSITIONS.lines().enumerate();
    let fens = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    fens.map(|(i, fen)| {
        Position::from_fen(fen).with_context(|| format!("bench_positions.fen:{}", i + 1))
    })
    .collect()
}

/// Total nodes of one variant over `positions`.
pub(crate) fn signature(
    variant: &Variant,
    positions: &[Position],
    depth: u8,
    settings: &SearchSettings,
    table: &mut TranspositionTable,
    stop: &AtomicBool,
) -> anyhow::Result<u64> {
    let limits = Limits { depth, stop: Some(stop), ..Limits::default() };
    let mut total = 0;
    for position in positions {
        let iterations = variant.search(position, settings, &limits, table, &mut |_| {});
        let last = iterations.last().filter(|iteration| iteration.depth == depth);
        ensure!(last.is_some(), "interrupted; no signature");
        total += last.map_or(0, |iteration| iteration.counts.nodes());
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::key::ENGINE_SIGNATURE;
    use rayon::prelude::*;
    use vnmp_variants::PRESETS;

    /// If this fails, the search has changed. If that is intended, put the new number here, run
    /// `vnmp baseline accept`, and regenerate the committed results.
    #[test]
    fn the_pinned_signature_is_what_the_bench_finds() {
        let (positions, settings) = (positions().unwrap(), SearchSettings::default());
        let nodes = PRESETS.par_iter().map(|preset| {
            let mut table = TranspositionTable::new(settings.hash_entries);
            let variant = Variant::parse(preset.spec).unwrap();
            let stop = AtomicBool::new(false);
            signature(&variant, &positions, DEPTH, &settings, &mut table, &stop).unwrap()
        });
        assert_eq!(nodes.sum::<u64>(), ENGINE_SIGNATURE);
    }

    #[test]
    fn there_are_sixteen_positions_and_all_are_legal() {
        assert_eq!(positions().unwrap().len(), 16);
    }
}
