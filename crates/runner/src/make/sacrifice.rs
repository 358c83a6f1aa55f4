//! What counts as a sacrifice.

use vnmp_engine::{Move, Position, static_exchange};

use super::uci::Valued;

/// Centipawns given up by static exchange, at least: more than an even trade gone wrong.
pub const GIVEN_UP: i32 = 100;

/// The sacrificing side is better by so much, in centipawns, at least.
pub const WINNING: i32 = 150;

/// Does the best move give up material and win nevertheless?
pub fn wins(position: &Position, best: Valued) -> bool {
    best.score >= WINNING && gives_up_material(position, best.mv)
}

/// Does the move give up material on its square by static exchange?
pub fn gives_up_material(position: &Position, mv: Move) -> bool {
    static_exchange(position.board(), position.turn(), mv) <= -GIVEN_UP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_put_where_it_is_taken_is_given_up_and_an_exchange_is_not() {
        let position =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1")
                .unwrap();
        let gives = |san: &str| gives_up_material(&position, position.parse_san(san).unwrap());
        assert!(gives("Bxf7+") && gives("Nxe5"));
        assert!(!gives("O-O") && !gives("d4") && !gives("Nc3"));
    }
}
