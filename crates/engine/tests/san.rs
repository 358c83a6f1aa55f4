//! SAN: written strictly, read leniently, refused with reasons.

use vnmp_engine::{Position, SanError};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Reads SAN and returns the move in UCI notation.
fn read(fen: &str, text: &str) -> String {
    let mv = position(fen).parse_san(text);
    mv.unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn write(fen: &str, uci: &str) -> String {
    let position = position(fen);
    position.san(position.legal_uci(uci).unwrap_or_else(|| panic!("{uci} is legal in {fen}")))
}

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "1n6/P6k/8/8/8/8/8/K7 w - - 0 1";

#[test]
fn moves_are_written_by_the_book() {
    assert_eq!(write(CASTLING, "e1g1"), "O-O");
    assert_eq!(write(CASTLING, "e1c1"), "O-O-O");
    assert_eq!(write(CASTLING, "a1a8"), "Rxa8+");
    assert_eq!(write(PROMOTION, "a7a8n"), "a8=N");
    assert_eq!(write(PROMOTION, "a7b8q"), "axb8=Q");
    assert_eq!(write("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "e5d6"), "exd6");
    assert_eq!(write("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8#");
    assert_eq!(write("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

#[test]
fn origin_is_given_by_file_then_rank_then_both() {
    assert_eq!(write("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2"), "Nbd2");
    assert_eq!(write("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3"), "N1c3");
    assert_eq!(write("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
    // A pinned rival does not count.
    assert_eq!(write("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
}

#[test]
fn a_move_that_is_not_legal_is_written_in_long_algebraic() {
    let mv = position(PROMOTION).legal_uci("a7a8q").expect("legal");
    assert_eq!(Position::start().san(mv), "a7a8q");
}

#[test]
fn missing_and_superfluous_signs_do_not_matter() {
    for text in ["Rxa8", "Rxa8+", "Ra8", "Ra8#", "Rxa8!?", "Ra1xa8", "R:a8", "a1a8", "a1-a8"] {
        assert_eq!(read(CASTLING, text), "a1a8", "{text}");
    }
    for text in ["O-O", "0-0", "O-O+", "e1g1", "Ke1-g1", "o-o"] {
        assert_eq!(read(CASTLING, text), "e1g1", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "e1c1"] {
        assert_eq!(read(CASTLING, text), "e1c1", "{text}");
    }
    for text in ["axb8=Q", "axb8Q", "ab8q", "axb8(Q)", "a7b8q", "a7xb8=Q", "axb8/Q", "Pa7xb8=Q+"] {
        assert_eq!(read(PROMOTION, text), "a7b8q", "{text}");
    }
    assert_eq!(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 e.p."), "e5d6");
    assert_eq!(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6e.p."), "e5d6");
}

#[test]
fn a_b_pawn_is_not_a_bishop() {
    let fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    assert_eq!(read(fen, "bxc3"), "b2c3");
    assert_eq!(read(fen, "Bxc3"), "d2c3");
}

#[test]
fn a_move_that_is_not_legal_is_refused_with_the_legal_ones_of_its_piece() {
    let error = Position::start().parse_san("Nd4").expect_err("no knight reaches d4");
    assert_eq!(
        error.to_string(),
        "'Nd4' is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; \
         the legal knight moves are Na3, Nc3, Nf3, Nh3"
    );
    let error = Position::start().parse_san("O-O").expect_err("pieces stand between");
    assert!(error.to_string().ends_with("there are no legal king moves"), "{error}");
    // Castling must be written as O-O or O-O-O, not as a king move.
    assert!(matches!(position(CASTLING).parse_san("Kg1"), Err(SanError::Illegal { .. })));
}

#[test]
fn an_ambiguous_move_is_refused_with_its_candidates() {
    let Err(SanError::Ambiguous { candidates, .. }) =
        position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").parse_san("Nd2")
    else {
        panic!("two knights reach d2");
    };
    assert_eq!(candidates, ["Nbd2", "Nfd2"]);
    let error = position(PROMOTION).parse_san("a8").expect_err("promotes to what?");
    assert!(error.to_string().ends_with("write one of a8=B, a8=N, a8=Q, a8=R"), "{error}");
}

#[test]
fn text_that_is_not_a_move_is_refused() {
    for text in
        ["", "x", "Zf3", "Nf9", "hello", "e4e", "--", "N", "=Q", "♘f3", "#4", "nf3", "Nxxf3"]
    {
        let error = Position::start().parse_san(text);
        assert!(matches!(error, Err(SanError::NotUnderstood { .. })), "{text}: {error:?}");
    }
}
