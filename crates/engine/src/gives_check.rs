//! Does a move give check? Asked of moves that may never be made, so it does not need the board
//! after the move. Pruning rules spare checks.

use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Move, MoveKind, PieceType, Square};

impl Position {
    /// Does this legal move give check, by the piece that moves or by one behind it?
    pub fn gives_check(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoublePush => {
                let king = self.board().king(self.turn().other());
                let occupied = self.board().occupied() & !mv.from().bit() | mv.to().bit();
                self.checks_directly(mv, king, occupied) || self.discovers(mv, king, occupied)
            }
            // two pieces move, one disappears elsewhere, or another one arrives
            MoveKind::Castle | MoveKind::EnPassant | MoveKind::Promotion(_) => {
                self.make(mv).in_check()
            }
        }
    }

    fn checks_directly(&self, mv: Move, king: Square, occupied: Bitboard) -> bool {
        let Some((us, kind)) = self.board().piece_at(mv.from()).get() else { return false };
        let attacked = match kind {
            PieceType::Pawn => attacks::pawn(us, mv.to()),
            PieceType::Knight => attacks::knight(mv.to()),
            PieceType::Bishop => attacks::bishop(mv.to(), occupied),
            PieceType::Rook => attacks::rook(mv.to(), occupied),
            PieceType::Queen => {
                attacks::bishop(mv.to(), occupied) | attacks::rook(mv.to(), occupied)
            }
            PieceType::King => Bitboard::EMPTY,
        };
        attacked.has(king)
    }

    /// Does the move open a line to the king?
    fn discovers(&self, mv: Move, king: Square, occupied: Bitboard) -> bool {
        let lines = attacks::rook_rays(king) | attacks::bishop_rays(king);
        if !lines.has(mv.from()) {
            return false;
        }
        let board = self.board();
        let behind = attacks::rook(king, occupied) & board.orthogonal_sliders()
            | attacks::bishop(king, occupied) & board.diagonal_sliders();
        (behind & board.color(self.turn()) & !mv.from().bit()).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(position: &Position, depth: u32) -> u64 {
        let mut compared = 0;
        for mv in position.legal_moves() {
            let after = position.make(mv);
            assert_eq!(position.gives_check(mv), after.in_check(), "{} {mv}", position.to_fen());
            compared += 1 + if depth > 1 { compare(&after, depth - 1) } else { 0 };
        }
        compared
    }

    /// Checks every move of the positions in the perft files, two plies deep.
    #[test]
    fn the_answer_is_what_the_position_after_the_move_says() {
        let files = [
            include_str!("../tests/perft/published.txt"),
            include_str!("../tests/perft/special.txt"),
        ];
        let fens = files.iter().flat_map(|file| file.lines());
        let positions = fens.filter_map(|line| line.strip_prefix("fen "));
        let compared: u64 =
            positions.map(|fen| compare(&Position::from_fen(fen).unwrap(), 2)).sum();
        assert!(compared > 10_000, "only {compared} moves");
    }
}
