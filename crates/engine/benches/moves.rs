//! `cargo bench`: perft, the generation of captures and making moves. Every benchmark asserts its
//! count, so that a fast wrong answer fails. Rates are leaves, captures and moves a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use vnmp_engine::{Position, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    divan::main();
}

fn positions() -> Vec<Position> {
    let lines = include_str!("../../runner/src/bench_positions.fen").lines();
    let fens = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    fens.map(|fen| Position::from_fen(fen).expect("a FEN")).collect()
}

#[divan::bench]
fn perft_5_of_the_start_position(bencher: Bencher) {
    let position = Position::start();
    let bencher = bencher.counter(ItemsCount::new(4_865_609u64));
    bencher.bench_local(|| assert_eq!(perft(black_box(&position), 5), 4_865_609));
}

#[divan::bench]
fn perft_4_of_kiwipete(bencher: Bencher) {
    let position = Position::from_fen(KIWIPETE).expect("a FEN");
    let bencher = bencher.counter(ItemsCount::new(4_085_603u64));
    bencher.bench_local(|| assert_eq!(perft(black_box(&position), 4), 4_085_603));
}

#[divan::bench]
fn capture_generation(bencher: Bencher) {
    const CAPTURES: u64 = 30;
    let positions = positions();
    bencher.counter(ItemsCount::new(CAPTURES)).bench_local(|| {
        let mut captures = 0;
        for position in black_box(&positions) {
            position.for_each_capture(|mv| captures += u64::from(!black_box(mv).is_null()));
        }
        assert_eq!(captures, CAPTURES);
    });
}

#[divan::bench]
fn make(bencher: Bencher) {
    const MOVES: u64 = 535;
    let positions = positions();
    let moves: Vec<_> = positions.iter().map(Position::legal_moves).collect();
    bencher.counter(ItemsCount::new(MOVES)).bench_local(|| {
        let mut made = 0;
        for (position, moves) in positions.iter().zip(&moves) {
            for &mv in black_box(moves) {
                made += u64::from(position.make(mv).turn() != position.turn());
            }
        }
        assert_eq!(made, MOVES);
    });
}
