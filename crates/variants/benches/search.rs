//! `cargo bench`: searches of the bench positions, by verified R = 3, alone and with rules. Every
//! benchmark asserts its node count; rates are nodes per second. `scripts/instructions.sh` measures the same without noise.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

fn main() {
    divan::main();
}

/// At depth 1 every move at the root is followed by the quiescence search.
#[divan::bench]
fn quiescence(bencher: Bencher) {
    measure(bencher, "vrfd:r=3", 1, (7, 5_822));
}

#[divan::bench]
fn whole_search_to_depth_5(bencher: Bencher) {
    measure(bencher, "vrfd:r=3", 5, (65_112, 1_095_123));
}

/// The cost of rules at run time: the rate must be at least 0.8 of that of the search above, to the
/// same depth.
#[divan::bench_group(sample_count = 20)]
mod rules {
    use super::{Bencher, measure};

    #[divan::bench]
    fn a_plain_search_to_depth_6(bencher: Bencher) {
        measure(bencher, "vrfd:r=3", 6, (332_686, 4_226_772));
    }

    #[divan::bench]
    fn b_composed_search_to_depth_6(bencher: Bencher) {
        measure(bencher, "vrfd:r=3+lmr+futility", 6, (154_525, 2_291_524));
    }
}

/// `expected`: the nodes of the main and of the quiescence search.
fn measure(bencher: Bencher, spec: &str, depth: u8, expected: (u64, u64)) {
    let lines = include_str!("../../runner/src/bench_positions.fen").lines();
    let fens = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<_> = fens.map(|fen| Position::from_fen(fen).expect("a FEN")).collect();
    let variant = Variant::parse(spec).expect("a variant");
    let settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let limits = Limits { depth, ..Default::default() };
    bencher.counter(ItemsCount::new(expected.0 + expected.1)).bench_local(|| {
        let (mut main, mut quiescence) = (0, 0);
        for position in black_box(&positions) {
            let found = variant.search(position, &settings, &limits, &mut table, &mut |_| {});
            let counts = found.last().expect("an iteration").counts;
            (main, quiescence) = (main + counts.main, quiescence + counts.quiescence);
        }
        assert_eq!((main, quiescence), expected);
    });
}
