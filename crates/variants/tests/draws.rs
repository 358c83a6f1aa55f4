//! Draws within a search, in every preset: repetition within the path and of the game, and the
//! fifty-move rule, over which mate takes precedence.

use vnmp_engine::{Iteration, Limits, Move, Position, Score, SearchSettings, TranspositionTable};
use vnmp_variants::{PRESETS, Variant};

/// The deepest iteration of each preset, after a game through the positions with these keys.
fn search(position: &Position, game: &[u64], depth: u8) -> Vec<(&'static str, Iteration)> {
    let settings = SearchSettings { hash_entries: 1 << 12, ..Default::default() };
    let limits = Limits { depth, game, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let mut last = |spec| {
        let variant = Variant::parse(spec).unwrap();
        variant.search(position, &settings, &limits, &mut table, &mut |_| {}).pop().unwrap()
    };
    PRESETS.iter().map(|preset| (preset.id, last(preset.spec))).collect()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn name(mv: Option<Move>) -> String {
    mv.unwrap().to_string()
}

#[test]
fn a_perpetual_check_is_seen_when_the_path_repeats() {
    // White is a rook down; Qe8+ Kh7 Qh5+ Kg8 repeats the root position.
    let perpetual = position("6k1/6p1/8/7Q/8/1r6/1q6/7K w - - 0 1");
    for (preset, last) in search(&perpetual, &[], 1) {
        assert!(last.score.0 < -200, "{preset}: {:?}", last.score);
    }
    for (preset, last) in search(&perpetual, &[], 6) {
        assert_eq!((last.score, &*name(last.best_move)), (Score::DRAW, "h5e8"), "{preset}");
    }
}

#[test]
fn a_position_of_the_game_is_a_draw_when_it_recurs() {
    let mut now = position("r3k3/8/8/8/8/8/8/4K3 w - - 10 20");
    let (begin, mut game) = (now.key(), Vec::new());
    for san in ["Kd1", "Rb8", "Ke1", "Ra8"] {
        game.push(now.key());
        now = now.make(now.parse_san(san).unwrap());
    }
    assert_eq!(now.key(), begin);
    for (preset, last) in search(&now, &[], 1) {
        assert!(last.score.0 < -200, "{preset}: {:?}", last.score);
    }
    for (preset, last) in search(&now, &game, 1) {
        assert_eq!((last.score, &*name(last.best_move)), (Score::DRAW, "e1d1"), "{preset}");
    }
    // The other side has the better game and does not repeat.
    let black = now.make(now.parse_san("Kd1").unwrap());
    game.push(now.key());
    for (preset, last) in search(&black, &game, 4) {
        assert!(last.score.0 > 200 && name(last.best_move) != "a8b8", "{preset}: {last:?}");
    }
}

#[test]
fn the_fifty_move_rule_ends_a_line_unless_a_pawn_moves() {
    for depth in [1, 2, 5] {
        for (preset, last) in search(&position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), &[], depth) {
            assert_eq!(last.score, Score::DRAW, "{preset}, depth {depth}");
        }
        for (preset, last) in search(&position("4k3/8/8/8/8/8/8/R3K3 w - - 95 80"), &[], depth) {
            assert_eq!(last.score == Score::DRAW, depth == 5, "{preset}, depth {depth}");
        }
        for (preset, last) in search(&position("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80"), &[], depth) {
            let first = name(last.best_move);
            assert!(first.starts_with("a2") && last.score.0 > 200, "{preset}: {first}");
        }
    }
}

#[test]
fn mate_precedes_the_fifty_move_rule_but_check_does_not() {
    for depth in [1, 3] {
        let mate = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80");
        for (preset, last) in search(&mate, &[], depth) {
            assert_eq!(
                (last.score.mate_in(), &*name(last.best_move)),
                (Some(1), "a1a8"),
                "{preset}"
            );
        }
        let check = position("6k1/5pp1/8/8/8/8/8/R5K1 w - - 99 80");
        for (preset, last) in search(&check, &[], depth) {
            assert_eq!(last.score, Score::DRAW, "{preset}");
        }
    }
}
