//! How many legal moves a position has, without listing them: whole target sets are counted at
//! once, and only king moves, en passant and castling are checked one by one.

use crate::attacks;
use crate::movegen::{Black, Side, White, castling, evasions};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

impl Position {
    /// The number of legal moves.
    pub fn count_legal(&self) -> u32 {
        match self.turn() {
            Color::White => count::<White>(self),
            Color::Black => count::<Black>(self),
        }
    }
}

fn count<S: Side>(position: &Position) -> u32 {
    let board = position.board();
    let (us, king) = (S::US, board.king(S::US));
    let own = board.color(us);
    let king_moves = count_king_moves(position, us, king);
    if position.checkers().many() {
        return king_moves;
    }
    let targets = evasions(king, position.checkers()) & !own;
    let (_, pinned) = board.king_danger(us);
    let mut count = king_moves + count_free::<S>(position, own & !pinned, targets);
    for from in pinned {
        count += count_free::<S>(position, from.bit(), targets & attacks::line(king, from));
    }
    if let Some(to) = position.en_passant() {
        for from in attacks::pawn(us.other(), to) & board.of(us, PieceType::Pawn) {
            count += u32::from(!board.exposes_king(us, Move::pack(from, to, Move::EN_PASSANT)));
        }
    }
    if position.castling() != 0 && !position.in_check() {
        castling(position, us, |_, _| count += 1);
    }
    count
}

/// Moves of `movers`, the king's and en passant apart, onto `targets`, none of which exposes the king.
#[inline(always)]
fn count_free<S: Side>(position: &Position, movers: Bitboard, targets: Bitboard) -> u32 {
    let board = position.board();
    let occupied = board.occupied();
    let mut count = count_pawn_moves::<S>(position, movers, targets);
    for from in movers & board.kind(PieceType::Knight) {
        count += (attacks::knight(from) & targets).count();
    }
    for from in movers & board.diagonal_sliders() {
        count += (attacks::bishop(from, occupied) & targets).count();
    }
    for from in movers & board.orthogonal_sliders() {
        count += (attacks::rook(from, occupied) & targets).count();
    }
    count
}

#[inline(always)]
fn count_pawn_moves<S: Side>(position: &Position, movers: Bitboard, targets: Bitboard) -> u32 {
    let board = position.board();
    let pawns = (movers & board.kind(PieceType::Pawn)).0;
    let empty = !board.occupied().0;
    let them = board.color(S::US.other()).0;
    let single = S::push(pawns) & empty;
    let double = S::push(single & S::THIRD_RANK) & empty;
    let (to_a, _) = S::capture_a(pawns);
    let (to_h, _) = S::capture_h(pawns);
    let mut count = 0;
    for set in [single, double, to_a & them, to_h & them] {
        let set = Bitboard(set) & targets;
        count += set.count();
        let promotions = set & Bitboard(S::LAST_RANK);
        if promotions.any() {
            count += 3 * promotions.count();
        }
    }
    count
}

#[inline(always)]
fn count_king_moves(position: &Position, us: Color, king: Square) -> u32 {
    let board = position.board();
    let occupied = board.occupied() & !king.bit(); // no shelter behind itself
    let steps = attacks::king(king) & !board.color(us);
    steps.into_iter().filter(|&to| board.attackers(to, us.other(), occupied).is_empty()).count()
        as u32
}
