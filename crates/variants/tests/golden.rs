//! Node counts of every preset on three positions, pinned. A change here is a change of the
//! search or of a variant, and its commit says so with a `Bench:` line.

use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::{PRESETS, Variant};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12",
    "8/pp2k1p1/2p2n1p/8/3P4/2N1P1P1/PP2K2P/8 w - - 0 1",
];
const DEPTH: u8 = 7;

/// (preset, total nodes, null moves tried)
const GOLDEN: &[(&str, u64, u64)] = &[
    ("r1", 4_109_366, 197_595),
    ("r2", 2_173_589, 123_670),
    ("r3", 1_791_382, 113_208),
    ("v3", 1_806_945, 65_023),
    ("none", 6_288_649, 0),
    ("v3-no-research", 1_773_991, 60_358),
    ("red2-nocut", 1_742_330, 9_698),
    ("red1-nocut", 1_701_625, 29_870),
    ("red1-then-red2", 1_688_662, 27_333),
    ("heinz", 2_173_589, 123_670),
    ("nmr", 1_514_667, 93_542),
    ("plenkner", 2_153_130, 121_409),
    ("double-null", 1_790_005, 113_586),
];

fn measure(spec: &str) -> (u64, u64) {
    let variant = Variant::parse(spec).unwrap();
    let settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let limits = Limits { depth: DEPTH, ..Default::default() };
    let mut totals = (0, 0);
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let iterations = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        let counts = iterations.last().unwrap().counts;
        totals = (totals.0 + counts.nodes(), totals.1 + counts.null_tried);
    }
    totals
}

#[test]
fn every_preset_has_its_pinned_node_count() {
    let measured: Vec<(&str, u64, u64)> = PRESETS
        .iter()
        .map(|preset| {
            let (nodes, null_tried) = measure(preset.id);
            (preset.id, nodes, null_tried)
        })
        .collect();
    assert_eq!(measured, GOLDEN);
}
