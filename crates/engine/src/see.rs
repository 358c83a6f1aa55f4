//! Static exchange evaluation: what a capture wins or loses if both sides continue capturing on
//! its square with their least valuable piece and may stop at any time. Pins are ignored.

use crate::attacks;
use crate::board::{Board, passed_square};
use crate::psqt::PIECE_VALUE;
use crate::types::{Bitboard, Color, Move, PieceType};

/// More than all else on the board, so that capturing with the king is never answered.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn exchanges_stop_when_continuing_would_lose() {
        for (fen, mv, value) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 320),
            ("k7/8/1p6/2r5/8/2Q5/8/K7 w - - 0 1", "Qxc5", 500 - 900),
            ("k7/8/8/2pP4/8/8/8/K7 w - c6 0 1", "dxc6", 100),
            ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=Q+", 500 + 800),
            ("r6k/1P6/8/8/8/8/8/6K1 w - - 0 1", "b8=Q+", 800 - 900),
            // a king may not recapture what is defended
            ("8/8/2k5/3r4/4P3/8/6B1/K7 w - - 0 1", "exd5+", 500),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.parse_san(mv).unwrap();
            let exchange = static_exchange(position.board(), position.turn(), mv);
            assert_eq!(exchange, value, "{fen} {mv}");
        }
    }
}
