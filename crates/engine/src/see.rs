//! Static exchange evaluation: what a capture wins or loses if both sides go on capturing on its
//! square with their least valuable piece and stop when they like. Pins are not looked at.

use crate::attacks;
use crate::board::{Board, passed_square};
use crate::psqt::PIECE_VALUE;
use crate::types::{Bitboard, Color, Move, PieceType};

/// A king's capture is never worth answering: more than everything else on the board.
const KING: i32 = 10_000;

fn value(kind: PieceType) -> i32 {
    if kind == PieceType::King { KING } else { PIECE_VALUE[kind as usize] }
}

/// The exchange value of a move of `us` in centipawns. A quiet move can only lose its own piece.
pub fn static_exchange(board: &Board, us: Color, mv: Move) -> i32 {
    let (from, to) = (mv.from(), mv.to());
    let Some((_, mut attacker)) = board.piece_at(from).get() else { return 0 };
    let mut occupied = board.occupied() & !from.bit() | to.bit();
    let mut gains = [0; 40];
    gains[0] = board.piece_at(to).get().map_or(0, |(_, kind)| value(kind));
    if mv.kind_bits() == Move::EN_PASSANT {
        occupied &= !passed_square(to).bit();
        gains[0] = value(PieceType::Pawn);
    }
    if let Some(kind) = mv.promotion() {
        gains[0] += value(kind) - value(PieceType::Pawn);
        attacker = kind;
    }
    let mut side = us.other();
    let mut last = 0;
    loop {
        let attackers = board.attackers(to, side, occupied) & occupied;
        let Some((kind, square)) = PieceType::ALL
            .into_iter()
            .find_map(|kind| (attackers & board.kind(kind)).first().map(|square| (kind, square)))
        else {
            break;
        };
        if kind == PieceType::King
            && (board.attackers(to, side.other(), occupied & !square.bit()) & occupied).any()
        {
            break; // the king may not capture a defended piece
        }
        last += 1;
        gains[last] = value(attacker) - gains[last - 1];
        attacker = kind;
        occupied &= !square.bit();
        side = side.other();
    }
    while last > 0 {
        gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
        last -= 1;
    }
    gains[0]
}

/// Does the capture lose material by static exchange?
pub(crate) fn loses_material(board: &Board, us: Color, mv: Move) -> bool {
    static_exchange(board, us, mv) < 0
}

/// Squares that the pieces of a side attack, as a count: the mobility of the evaluation setting.
pub(crate) fn mobility(board: &Board, side: Color) -> i32 {
    let occupied = board.occupied();
    let free = !board.color(side);
    let mut squares = 0;
    let mut count = |kind, attacks: fn(_, Bitboard) -> Bitboard| {
        for from in board.of(side, kind) {
            squares += (attacks(from, occupied) & free).count() as i32;
        }
    };
    count(PieceType::Knight, |from, _| attacks::knight(from));
    count(PieceType::Bishop, attacks::bishop);
    count(PieceType::Rook, attacks::rook);
    count(PieceType::Queen, |from, o| attacks::bishop(from, o) | attacks::rook(from, o));
    squares
}
