//! What counts as a sacrifice.

use vnmp_engine::{Move, Position, static_exchange};

use super::uci::Valued;

/// Centipawns given up, at least: more than an even trade gone wrong.
pub(crate) const GIVEN_UP: i32 = 100;

/// The sacrificing side is better by so much, in centipawns, at least.
pub(crate) const WINNING: i32 = 150;

/// Does the best move give up material and win nevertheless?
pub(crate) fn wins(position: &Position, best: Valued) -> bool {
    best.score >= WINNING && gives_up_material(position, best.mv)
}

/// Does the move give up material: can a legal capture in answer to it win more, by static
/// exchange, than the move itself has taken? The piece offered need not be the one that moved.
pub(crate) fn gives_up_material(position: &Position, mv: Move) -> bool {
    let after = position.make(mv);
    let material = |p: &Position| p.board().sums().material(position.turn());
    let gained = material(&after) - material(position);
    let captures = after.legal_moves().into_iter().filter(|answer| {
        after.board().piece_at(answer.to()).get().is_some_and(|(side, _)| side == position.turn())
    });
    let losses = captures.map(|answer| static_exchange(after.board(), after.turn(), answer));
    losses.max().unwrap_or(0) - gained >= GIVEN_UP
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

    #[test]
    fn another_piece_may_be_the_one_that_is_given_up() {
        // the bishop on b5 is attacked: another move leaves it there
        let gives = |p: &Position, san: &str| gives_up_material(p, p.parse_san(san).unwrap());
        let attacked = Position::from_fen("6k1/5ppp/p7/1B6/8/8/5PPP/3Q2K1 w - - 0 1").unwrap();
        assert!(gives(&attacked, "Qd4") && !gives(&attacked, "Bd3"));
    }
}
