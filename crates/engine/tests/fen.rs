//! FEN: what is accepted, what is refused, and the wording of each refusal.

use vnmp_engine::{Color, FenError, PieceType, Position, START_FEN, SetupError, Square};

fn error(fen: &str) -> FenError {
    Position::from_fen(fen).expect_err(fen)
}

fn setup_error(fen: &str) -> SetupError {
    match error(fen) {
        FenError::Setup(error) => error,
        other => panic!("{fen}: {other}"),
    }
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

#[test]
fn the_start_position_is_written_and_read() {
    assert_eq!(Position::start().to_fen(), START_FEN);
    assert_eq!(Position::from_fen(START_FEN), Ok(Position::start()));
}

#[test]
fn four_fields_mean_fresh_clocks() {
    let position = Position::from_fen(" 4k3/8/8/8/8/8/8/4K2R w K - ").expect("four fields");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn adjacent_digits_and_rights_in_any_order_are_read() {
    let position = Position::from_fen("4k3/44/8/11111111/8/8/8/R3K2R w QK - 3 9").expect("a FEN");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9");
}

#[test]
fn the_rest_of_an_epd_line_is_handed_back() {
    let (position, rest) =
        Position::from_epd_fields("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";").expect("EPD");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(rest, "bm O-O; id \"x\";");
    let (position, rest) =
        Position::from_epd_fields("4k3/8/8/8/8/8/8/4K2R w K - 7 12 ;D1 15").expect("EPD");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 7 12");
    assert_eq!(rest, ";D1 15");
}

#[test]
fn an_en_passant_square_that_no_pawn_can_use_is_dropped() {
    for fen in [
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",  // no pawn beside it
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", // the capture would expose the king
    ] {
        assert_eq!(Position::from_fen(fen).expect("a FEN").en_passant(), None, "{fen}");
    }
    let fen = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_eq!(Position::from_fen(fen).expect("a FEN").to_fen(), fen);
}

#[test]
fn missing_fields_are_named() {
    for (fen, missing) in [
        ("", "board"),
        ("4k3/8/8/8/8/8/8/4K3", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w", "castling field"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en-passant field"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "move number"),
    ] {
        assert_eq!(error(fen), FenError::MissingField { field: missing }, "{fen}");
    }
}

#[test]
fn a_wrong_number_of_ranks_is_refused() {
    assert_eq!(error("4k3/8/8/8/8/8/4K3 w - -"), FenError::RankCount { found: 7 });
    assert_eq!(error("4k3/8/8/8/8/8/8/8/4K3 w - -"), FenError::RankCount { found: 9 });
}

#[test]
fn a_rank_with_a_wrong_number_of_files_is_named() {
    for (fen, rank, text, found) in [
        ("4k3/8/8/7/8/8/8/4K3 w - -", 5, "7", 7),
        ("4k3/8/8/8/8/8/81/4K3 w - -", 2, "81", 9),
        ("4k3/8/8/8/8/pppppppppp/8/4K3 w - -", 3, "pppppppppp", 10),
        ("4k3//8/8/8/8/8/4K3 w - -", 7, "", 0),
    ] {
        assert_eq!(error(fen), FenError::FileCount { rank, text: text.into(), found });
    }
}

#[test]
fn an_unknown_character_is_named() {
    for (fen, rank, text, found) in [
        ("4k3/8/8/8/3x4/8/8/4K3 w - -", 4, "3x4", 'x'),
        ("4k3/8/8/8/9/8/8/4K3 w - -", 4, "9", '9'),
        ("4k3/8/8/8/80/8/8/4K3 w - -", 4, "80", '0'),
        ("4k3/8/8/8/8/8/8/4♔3 w - -", 1, "4♔3", '♔'),
    ] {
        assert_eq!(error(fen), FenError::UnknownPiece { found, rank, text: text.into() });
    }
}

#[test]
fn the_other_fields_are_read_strictly() {
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 x - -"), FenError::Side { found: "x".into() });
    for castling in ["KK", "x", "HAha", "K-"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w {castling} -");
        assert_eq!(error(&fen), FenError::Castling { found: castling.into() });
    }
    for en_passant in ["e9", "e", "x"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - {en_passant}");
        assert_eq!(error(&fen), FenError::EnPassant { found: en_passant.into() });
    }
}

#[test]
fn bad_clocks_are_refused() {
    for (clocks, field, found, least) in [
        ("-1 1", "halfmove clock", "-1", 0),
        ("1x 1", "halfmove clock", "1x", 0),
        ("70000 1", "halfmove clock", "70000", 0),
        ("0 0", "move number", "0", 1),
        ("0 x", "move number", "x", 1),
        ("0 10000", "move number", "10000", 1),
    ] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {clocks}");
        assert_eq!(error(&fen), FenError::Clock { field, found: found.into(), least });
    }
}

#[test]
fn trailing_rubbish_is_refused() {
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 rubbish 2"),
        FenError::Trailing { found: "rubbish 2".into() }
    );
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;"),
        FenError::Trailing { found: "bm Kd1;".into() }
    );
}

#[test]
fn each_side_needs_exactly_one_king() {
    use SetupError::*;
    assert_eq!(setup_error("8/8/8/8/8/8/8/4K3 w - -"), NoKing { color: Color::Black });
    assert_eq!(setup_error("4k3/8/8/8/8/8/8/8 w - -"), NoKing { color: Color::White });
    assert_eq!(
        setup_error("4k3/8/8/8/8/8/8/K3K3 w - -"),
        TooManyKings { color: Color::White, count: 2 }
    );
}

#[test]
fn a_side_has_at_most_eight_pawns_and_sixteen_men() {
    assert_eq!(
        setup_error("4k3/pppppppp/p7/8/8/8/8/4K3 w - -"),
        SetupError::TooManyPawns { color: Color::Black, count: 9 }
    );
    assert_eq!(
        setup_error("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -"),
        SetupError::TooManyMen { color: Color::White, count: 17 }
    );
}

#[test]
fn pawns_do_not_stand_on_the_back_ranks() {
    assert_eq!(
        setup_error("4k2P/8/8/8/8/8/8/4K3 w - -"),
        SetupError::PawnOnBackRank { color: Color::White, square: square("h8") }
    );
    assert_eq!(
        setup_error("4k3/8/8/8/8/8/8/p3K3 w - -"),
        SetupError::PawnOnBackRank { color: Color::Black, square: square("a1") }
    );
}

#[test]
fn the_side_that_has_moved_is_not_in_check() {
    assert_eq!(
        setup_error("4k3/8/8/8/8/8/4R3/4K3 w - -"),
        SetupError::OpponentInCheck { turn: Color::White, from: square("e2") }
    );
    assert_eq!(
        setup_error("8/8/8/8/8/8/4k3/4K3 b - -"),
        SetupError::OpponentInCheck { turn: Color::Black, from: square("e2") }
    );
    assert!(Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - -").is_ok());
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    for (fen, right, color, piece, at) in [
        ("4k3/8/8/8/8/8/8/4K3 w K -", 'K', Color::White, PieceType::Rook, "h1"),
        ("4k3/8/8/8/8/8/8/3K3R w K -", 'K', Color::White, PieceType::King, "e1"),
        ("4k3/8/8/8/8/8/8/r3K3 w Q -", 'Q', Color::White, PieceType::Rook, "a1"),
        ("r3k3/8/8/8/8/8/8/4K3 w kq -", 'k', Color::Black, PieceType::Rook, "h8"),
        ("4k2r/8/8/8/8/8/8/4K3 w kq -", 'q', Color::Black, PieceType::Rook, "a8"),
    ] {
        let square = square(at);
        assert_eq!(
            setup_error(fen),
            SetupError::CastlingNotAtHome { right, color, piece, square },
            "{fen}"
        );
    }
}

#[test]
fn an_impossible_en_passant_square_is_refused() {
    let at = square("d6");
    assert_eq!(
        setup_error("4k3/8/8/3pP3/8/8/8/4K3 b - d6"),
        SetupError::EnPassantRank { square: at, turn: Color::Black, rank: 3 }
    );
    assert_eq!(
        setup_error("4k3/8/8/4P3/8/8/8/4K3 w - d6"),
        SetupError::EnPassantNoPawn { square: at, color: Color::Black, pawn: square("d5") }
    );
    assert_eq!(
        setup_error("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6"),
        SetupError::EnPassantBlocked { square: at, occupied: at }
    );
    assert_eq!(
        setup_error("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6"),
        SetupError::EnPassantBlocked { square: at, occupied: square("d7") }
    );
}

#[test]
fn messages_say_what_where_and_the_cure() {
    for (fen, message) in [
        ("4k3/8/8/7/8/8/8/4K3 w - -", "rank 5 of the board, '7', has 7 files instead of 8"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K -",
            "castling right 'K' needs a White rook on h1; remove 'K' or correct the board",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - -",
            "Black is in check from e2 but White is to move; check the side to move",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - d6",
            "en-passant square d6 needs a Black pawn on d5, just advanced two squares; \
             write '-' for none",
        ),
    ] {
        assert_eq!(error(fen).to_string(), message);
    }
}
