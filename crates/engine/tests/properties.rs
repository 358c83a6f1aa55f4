//! Properties of positions along random games, with `cozy-chess` as the oracle.

mod oracle;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use vnmp_engine::{Move, MoveKind, PieceType, Position};

/// Positions rich in castling, promotions and en passant, to start the games from.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/1P4P1/8/2pP4/2Pp4/8/1p4p1/R3K2R b KQkq c3 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "1k1q4/pp3r2/8/3Pp3/8/8/1P4PP/R3K2R w KQ e6 0 1",
];

/// Calls `check` on every position of the game that `choices` selects.
fn play(start: &str, choices: &[u16], check: impl Fn(&Position, &cozy_chess::Board)) {
    let mut position = Position::from_fen(start).expect("a FEN");
    let mut board: cozy_chess::Board = start.parse().expect("a FEN");
    for &choice in choices {
        check(&position, &board);
        let legal = oracle::legal_moves(&board);
        if legal.is_empty() || position.halfmove_clock() >= 99 {
            break; // the oracle ends a game at the fifty-move rule
        }
        let (text, mv) = &legal[choice as usize % legal.len()];
        position = position.make(position.legal_uci(text).expect("the oracle's move is legal"));
        board.play(*mv);
    }
}

fn games() -> impl Strategy<Value = (&'static str, Vec<u16>)> {
    (prop::sample::select(&STARTS[..]), prop::collection::vec(any::<u16>(), 1..120))
}

/// The same games in every run.
fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(2002);
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(200) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn legal_moves_are_those_of_the_oracle((start, choices) in games()) {
        play(start, &choices, |position, board| {
            let mut ours: Vec<String> =
                position.legal_moves().iter().map(|mv| mv.to_string()).collect();
            ours.sort();
            let theirs: Vec<String> =
                oracle::legal_moves(board).into_iter().map(|(text, _)| text).collect();
            assert_eq!(ours, theirs, "in {}", position.to_fen());
            assert_eq!(position.has_legal_move(), !theirs.is_empty());
            assert_eq!(position.count_legal() as usize, theirs.len(), "in {}", position.to_fen());
        });
    }

    #[test]
    fn the_legal_captures_are_the_legal_moves_that_take_or_queen((start, choices) in games()) {
        play(start, &choices, |position, _| {
            let mut captures = Vec::new();
            position.for_each_capture(|mv| captures.push(mv.to_string()));
            captures.retain(|text: &String| position.legal_uci(text).is_some());
            let them = position.board().color(position.turn().other());
            let takes = |mv: &Move| them.has(mv.to()) || mv.kind() == MoveKind::EnPassant;
            let wanted = |mv: &Move| match mv.promotion() {
                Some(kind) => kind == PieceType::Queen,
                None => takes(mv),
            };
            let mut expected: Vec<String> =
                position.legal_moves().iter().filter(|mv| wanted(mv)).map(Move::to_string).collect();
            captures.sort();
            expected.sort();
            assert_eq!(captures, expected, "in {}", position.to_fen());
        });
    }

    #[test]
    fn checkers_are_those_of_the_oracle((start, choices) in games()) {
        play(start, &choices, |position, board| {
            assert_eq!(position.checkers().0, board.checkers().0, "in {}", position.to_fen());
        });
    }

    #[test]
    fn a_position_survives_its_own_fen((start, choices) in games()) {
        play(start, &choices, |position, board| {
            let again = Position::from_fen(&position.to_fen()).expect("our own FEN");
            assert_eq!(again.setup(), position.setup());
            assert_eq!(again.key(), position.key());
            assert_eq!(again.checkers(), position.checkers());
            assert_eq!(again.board(), position.board(), "running sums equal those from scratch");
            let theirs = board.to_string();
            let fields = |fen: &str| -> Vec<String> {
                fen.split(' ').enumerate().filter(|&(i, _)| i != 3).map(|(_, f)| f.into()).collect()
            };
            assert_eq!(fields(&position.to_fen()), fields(&theirs), "all but en passant");
        });
    }

    #[test]
    fn the_incremental_key_is_the_key_from_scratch((start, choices) in games()) {
        play(start, &choices, |position, _| {
            assert_eq!(position.key(), position.key_from_scratch(), "in {}", position.to_fen());
            if !position.in_check() {
                let null = position.make_null();
                assert_eq!(null.key(), null.key_from_scratch());
                assert_ne!(null.key(), position.key());
                let mut expected = position.setup();
                expected.turn = position.turn().other();
                expected.en_passant = None;
                let expected = expected.validate().expect("a null move out of no check is possible");
                assert_eq!(null.key(), expected.key());
                assert_eq!(null.checkers(), expected.checkers());
            }
        });
    }

    #[test]
    fn san_of_every_legal_move_reads_back_as_that_move((start, choices) in games()) {
        play(start, &choices, |position, _| {
            let legal = position.legal_moves();
            for &mv in &legal {
                let san = position.san(mv);
                assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {}", position.to_fen());
                assert_eq!(position.parse_san(&mv.to_string()), Ok(mv));
            }
        });
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,40}") {
        let _ = Position::from_fen(&text);
        let _ = Position::start().parse_san(&text);
    }

    #[test]
    fn no_text_like_a_fen_makes_the_reader_panic(text in "[1-8kKpPqQ/]{10,40} [wbx] [-KQkqe36]{1,4} [-a-h1-8]{1,2}( [0-9]{1,6}){0,3}") {
        if let Ok(position) = Position::from_fen(&text) {
            position.legal_moves();
        }
    }
}

#[test]
fn is_legal_agrees_with_the_list_for_every_bit_pattern() {
    let more = [
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
        "r3k2r/8/4N3/8/8/2n5/8/R3K2R b KQkq - 0 1",
        "4k3/8/8/8/1b5q/8/3N1P2/R1BQKr2 w - - 0 1",
        "r3k2r/8/8/8/4Q3/8/8/R3K2R b KQkq - 0 1",
    ];
    for fen in STARTS.into_iter().chain(more) {
        let position = Position::from_fen(fen).expect("a FEN");
        let legal = position.legal_moves();
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            assert_eq!(
                position.is_legal(mv),
                legal.contains(&mv),
                "{mv} {:?} ({bits:#06x}) in {fen}",
                mv.kind()
            );
        }
    }
}
