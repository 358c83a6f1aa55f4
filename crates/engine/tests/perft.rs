//! Leaf counts of the legal move tree against the data in `tests/perft`. A second generator checks
//! the data; a public collection is also compared if one lies beside the checkout.

mod oracle;

use vnmp_engine::{Position, divide, perft};

/// Counts above this are left out, to keep the tests short.
const BUDGET: u64 = 20_000_000;

struct Block {
    name: String,
    fen: String,
    counts: Vec<(u32, u64)>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').expect("two words in a line");
        match key {
            "name" => {
                blocks.push(Block { name: value.into(), fen: String::new(), counts: Vec::new() })
            }
            "fen" => blocks.last_mut().expect("a name first").fen = value.into(),
            depth => blocks
                .last_mut()
                .expect("a name first")
                .counts
                .push((depth.parse().expect("a depth"), value.parse().expect("a count"))),
        }
    }
    blocks
}

fn all_blocks() -> Vec<Block> {
    let mut all = blocks(include_str!("perft/published.txt"));
    all.extend(blocks(include_str!("perft/special.txt")));
    all
}

/// The same, but with the last ply's moves listed and made.
fn perft_by_listing(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    position.for_each_legal(|mv| nodes += perft_by_listing(&position.make(mv), depth - 1));
    nodes
}

#[test]
fn counts_agree_with_the_data_files() {
    let all = all_blocks();
    assert_eq!(all.len(), 23);
    for Block { name, fen, counts } in &all {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(counts.len() >= 4, "{name} has counts to depth 4");
        for &(depth, count) in counts.iter().filter(|&&(_, count)| count <= BUDGET) {
            assert_eq!(perft(&position, depth), count, "{name}, depth {depth}");
        }
    }
}

#[test]
fn listing_the_last_moves_gives_the_same_counts() {
    for Block { name, fen, counts } in all_blocks() {
        let position = Position::from_fen(&fen).expect("a FEN");
        for (depth, count) in counts.into_iter().filter(|&(_, count)| count <= BUDGET / 4) {
            assert_eq!(perft_by_listing(&position, depth), count, "{name}, depth {depth}");
        }
    }
}

#[test]
fn counts_of_the_second_generator_are_the_same() {
    for Block { name, fen, counts } in all_blocks() {
        let board: cozy_chess::Board = fen.parse().expect("a FEN for both");
        for (depth, count) in counts.into_iter().filter(|&(_, count)| count <= BUDGET / 4) {
            assert_eq!(oracle::perft(&board, depth), count, "{name}, depth {depth}");
        }
    }
}

#[test]
fn divide_adds_up_to_perft_and_names_every_legal_move_once() {
    for Block { fen, .. } in all_blocks() {
        let position = Position::from_fen(&fen).expect("a FEN");
        let parts = divide(&position, 2);
        assert_eq!(parts.iter().map(|&(_, count)| count).sum::<u64>(), perft(&position, 2));
        let moves: Vec<_> = parts.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, position.legal_moves());
    }
    assert_eq!(perft(&Position::start(), 0), 1);
    assert!(divide(&Position::start(), 0).is_empty());
}

#[test]
fn counts_agree_with_the_public_collection_when_it_is_there() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/suites/perft_standard.epd");
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    for line in text.lines() {
        let mut parts = line.split(';');
        let fen = parts.next().expect("a FEN");
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for part in parts {
            let (depth, count) = part.trim().split_once(' ').expect("D1 20");
            let (depth, count): (u32, u64) =
                (depth[1..].parse().expect("depth"), count.trim().parse().expect("count"));
            if count <= BUDGET / 4 {
                assert_eq!(perft(&position, depth), count, "{fen}, depth {depth}");
            }
        }
    }
}
