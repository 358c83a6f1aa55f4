//! Pseudo-legal generation in two stages (tactical: captures and promotions; quiet: the rest),
//! and the legality test that each move must still pass. The order of generation is part of
//! the search's definition (ties in move ordering) and never changes: pawns, knights, bishops,
//! rooks, queens, king; each from a1 to h8.

use crate::attacks;
use crate::board::Board;
use crate::position::{BLACK_LONG, BLACK_SHORT, Position, WHITE_LONG, WHITE_SHORT};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xff;
const UNDERPROMOTIONS: [PieceType; 3] = [PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Pawn geometry of one side, resolved at compile time.
pub(crate) struct Pawns<const WHITE: bool>;

impl<const WHITE: bool> Pawns<WHITE> {
    pub(crate) const US: Color = if WHITE { Color::White } else { Color::Black };
    const LAST_RANK: u64 = if WHITE { RANK_1 << 56 } else { RANK_1 };
    const THIRD_RANK: u64 = if WHITE { RANK_1 << 16 } else { RANK_1 << 40 };

    #[inline(always)]
    fn push(pawns: u64) -> u64 {
        if WHITE { pawns << 8 } else { pawns >> 8 }
    }

    /// Captures towards the a-file, and what to subtract from a destination to get the origin.
    #[inline(always)]
    fn capture_a(pawns: u64) -> (u64, i8) {
        if WHITE { ((pawns & !FILE_A) << 7, 7) } else { ((pawns & !FILE_A) >> 9, -9) }
    }

    /// Captures towards the h-file.
    #[inline(always)]
    fn capture_h(pawns: u64) -> (u64, i8) {
        if WHITE { ((pawns & !FILE_H) << 9, 9) } else { ((pawns & !FILE_H) >> 7, -7) }
    }

    const PUSH: i8 = if WHITE { 8 } else { -8 };
}

#[inline(always)]
fn back(to: Square, offset: i8) -> Square {
    Square::new((to.index() as i8 - offset) as u8)
}

/// Captures onto `targets` and queen promotions; en passant if given. `sink` gets the moving
/// kind and the move. What quiescence searches.
#[inline(always)]
pub(crate) fn captures<const WHITE: bool>(
    board: &Board,
    targets: Bitboard,
    pushes: Bitboard,
    en_passant: Option<Square>,
    mut sink: impl FnMut(PieceType, Move),
) {
    let us = Pawns::<WHITE>::US;
    let pawns = board.of(us, PieceType::Pawn).0;
    let (to_a, offset_a) = Pawns::<WHITE>::capture_a(pawns);
    let (to_h, offset_h) = Pawns::<WHITE>::capture_h(pawns);
    let last = Pawns::<WHITE>::LAST_RANK;
    let queening = Move::promotion_bits(PieceType::Queen);
    let mut pawn_moves = |set: u64, offset, kind| {
        for to in Bitboard(set) {
            sink(PieceType::Pawn, Move::pack(back(to, offset), to, kind));
        }
    };
    let (a, h) = (to_a & targets.0, to_h & targets.0);
    pawn_moves(a & !last, offset_a, 0);
    pawn_moves(h & !last, offset_h, 0);
    let promoting = Pawns::<WHITE>::push(pawns) & last & pushes.0 & !board.occupied().0;
    if (a | h) & last | promoting != 0 {
        pawn_moves(a & last, offset_a, queening);
        pawn_moves(h & last, offset_h, queening);
        pawn_moves(promoting, Pawns::<WHITE>::PUSH, queening);
    }
    if let Some(to) = en_passant {
        for from in attacks::pawn(us.other(), to) & Bitboard(pawns) {
            sink(PieceType::Pawn, Move::pack(from, to, Move::EN_PASSANT));
        }
    }
    pieces(board, us, targets, &mut sink);
    king_moves(board, us, board.color(us.other()), &mut sink);
}

/// Promotions to rook, bishop and knight, with and without capture.
#[inline(always)]
pub(crate) fn underpromotions<const WHITE: bool>(
    board: &Board,
    targets: Bitboard,
    pushes: Bitboard,
    mut sink: impl FnMut(PieceType, Move),
) {
    let pawns = board.of(Pawns::<WHITE>::US, PieceType::Pawn).0;
    let last = Pawns::<WHITE>::LAST_RANK;
    let (to_a, offset_a) = Pawns::<WHITE>::capture_a(pawns);
    let (to_h, offset_h) = Pawns::<WHITE>::capture_h(pawns);
    let ahead = Pawns::<WHITE>::push(pawns) & pushes.0 & !board.occupied().0;
    for (set, offset) in
        [(to_a & targets.0, offset_a), (to_h & targets.0, offset_h), (ahead, Pawns::<WHITE>::PUSH)]
    {
        for to in Bitboard(set & last) {
            for kind in UNDERPROMOTIONS {
                let bits = Move::promotion_bits(kind);
                sink(PieceType::Pawn, Move::pack(back(to, offset), to, bits));
            }
        }
    }
}

/// Moves that neither capture nor promote, onto `targets` (empty squares); castling too.
#[inline(always)]
pub(crate) fn quiets<const WHITE: bool>(
    position: &Position,
    targets: Bitboard,
    mut sink: impl FnMut(PieceType, Move),
) {
    let board = position.board();
    let us = Pawns::<WHITE>::US;
    let empty = !board.occupied().0;
    let single = Pawns::<WHITE>::push(board.of(us, PieceType::Pawn).0) & empty;
    let double = Pawns::<WHITE>::push(single & Pawns::<WHITE>::THIRD_RANK) & empty;
    for to in Bitboard(single & targets.0 & !Pawns::<WHITE>::LAST_RANK) {
        sink(PieceType::Pawn, Move::pack(back(to, Pawns::<WHITE>::PUSH), to, 0));
    }
    for to in Bitboard(double & targets.0) {
        let from = back(to, 2 * Pawns::<WHITE>::PUSH);
        sink(PieceType::Pawn, Move::pack(from, to, Move::DOUBLE_PUSH));
    }
    pieces(board, us, targets, &mut sink);
    king_moves(board, us, Bitboard(empty), &mut sink);
    if position.castling() != 0 && !position.in_check() {
        castling(position, us, sink);
    }
}

#[inline(always)]
fn pieces(board: &Board, us: Color, targets: Bitboard, mut sink: impl FnMut(PieceType, Move)) {
    let occupied = board.occupied();
    let mut moves = |kind, attacks: fn(Square, Bitboard) -> Bitboard| {
        for from in board.of(us, kind) {
            for to in attacks(from, occupied) & targets {
                sink(kind, Move::pack(from, to, 0));
            }
        }
    };
    moves(PieceType::Knight, |from, _| attacks::knight(from));
    moves(PieceType::Bishop, attacks::bishop);
    moves(PieceType::Rook, attacks::rook);
    moves(PieceType::Queen, |from, o| attacks::bishop(from, o) | attacks::rook(from, o));
}

#[inline(always)]
fn king_moves(board: &Board, us: Color, to: Bitboard, mut sink: impl FnMut(PieceType, Move)) {
    let from = board.king(us);
    for to in attacks::king(from) & to {
        sink(PieceType::King, Move::pack(from, to, 0));
    }
}

#[cold]
fn castling(position: &Position, us: Color, mut sink: impl FnMut(PieceType, Move)) {
    let board = position.board();
    let (short, long, home) = match us {
        Color::White => (WHITE_SHORT, WHITE_LONG, 4),
        Color::Black => (BLACK_SHORT, BLACK_LONG, 60),
    };
    let king = Square::new(home);
    let safe = |index| {
        let square = Square::new(index);
        board.attackers(square, us.other(), board.occupied()).is_empty()
    };
    for (right, to, corner, crossed) in
        [(short, home + 2, home + 3, home + 1), (long, home - 2, home - 4, home - 1)]
    {
        let free = (attacks::between(king, Square::new(corner)) & board.occupied()).is_empty();
        if position.castling() & right != 0 && free && safe(crossed) && safe(to) {
            sink(PieceType::King, Move::pack(king, Square::new(to), Move::CASTLE));
        }
    }
}

/// What makes a pseudo-legal move legal, gathered once a node.
pub(crate) struct Legality {
    us: Color,
    king: Square,
    pinned: Bitboard,
    checkers: Bitboard,
}

impl Legality {
    #[inline(always)]
    pub(crate) fn new(board: &Board, us: Color, checkers: Bitboard) -> Legality {
        Legality { us, king: board.king(us), pinned: board.pinned(us), checkers }
    }

    /// Destinations that answer every check, for pieces other than the king.
    #[inline(always)]
    pub(crate) fn evasions(&self) -> Bitboard {
        match self.checkers.first() {
            None => !Bitboard::EMPTY,
            Some(_) if self.checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(self.king, checker) | checker.bit(),
        }
    }

    /// Is a generated move legal? Generated means: within [`Legality::evasions`] when in check.
    #[inline(always)]
    pub(crate) fn allows(&self, board: &Board, mv: Move) -> bool {
        let from = mv.from();
        if from != self.king && !self.pinned.has(from) && mv.kind_bits() != Move::EN_PASSANT {
            return true;
        }
        self.allows_special(board, mv)
    }

    fn allows_special(&self, board: &Board, mv: Move) -> bool {
        let from = mv.from();
        if mv.kind_bits() == Move::CASTLE {
            return true; // tested when generated
        }
        if from != self.king && mv.kind_bits() != Move::EN_PASSANT {
            return attacks::line(self.king, from).has(mv.to());
        }
        !board.exposes_king(self.us, mv)
    }
}

impl Position {
    /// Calls `sink` with every legal move, tactical ones first.
    pub fn for_each_legal(&self, mut sink: impl FnMut(Move)) {
        if self.turn() == Color::White {
            self.for_each_legal_of::<true>(&mut sink);
        } else {
            self.for_each_legal_of::<false>(&mut sink);
        }
    }

    #[inline(always)]
    fn for_each_legal_of<const WHITE: bool>(&self, sink: &mut impl FnMut(Move)) {
        let board = self.board();
        let legality = Legality::new(board, Pawns::<WHITE>::US, self.checkers());
        let evasions = legality.evasions();
        let them = board.color(Pawns::<WHITE>::US.other());
        let mut legal = |_, mv| {
            if legality.allows(board, mv) {
                sink(mv);
            }
        };
        let (targets, empty) = (them & evasions, !board.occupied() & evasions);
        captures::<WHITE>(board, targets, empty, self.en_passant(), &mut legal);
        underpromotions::<WHITE>(board, targets, empty, &mut legal);
        quiets::<WHITE>(self, empty, &mut legal);
    }

    /// All legal moves, tactical ones first.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(|mv| moves.push(mv));
        moves
    }

    /// Has the side to move any legal move?
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.for_each_legal(|_| any = true);
        any
    }

    /// Is this move, from whatever source, legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.is_null() {
            return false;
        }
        let board = self.board();
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let Some((color, kind)) = board.piece_at(from).get() else {
            return false;
        };
        if color != us || board.color(us).has(to) {
            return false;
        }
        let capture = board.piece_at(to) != Piece::NONE;
        let occupied = board.occupied();
        if mv.kind() == MoveKind::Castle {
            let mut found = false;
            if kind == PieceType::King && !self.in_check() {
                castling(self, us, |_, castle| found |= castle == mv);
            }
            return found;
        }
        let reachable = match kind {
            PieceType::Pawn => return self.is_legal_pawn_move(mv, capture),
            PieceType::Knight => attacks::knight(from),
            PieceType::Bishop => attacks::bishop(from, occupied),
            PieceType::Rook => attacks::rook(from, occupied),
            PieceType::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            PieceType::King => attacks::king(from),
        };
        mv.kind() == MoveKind::Normal && reachable.has(to) && !board.exposes_king(us, mv)
    }

    fn is_legal_pawn_move(&self, mv: Move, capture: bool) -> bool {
        let board = self.board();
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let (forward, last) = if us == Color::White { (8i8, 7) } else { (-8, 0) };
        let attacked = attacks::pawn(us, from).has(to);
        let ahead = from.index() as i8 + forward;
        let single = to.index() as i8 == ahead && !capture;
        let shape = match mv.kind() {
            MoveKind::Normal => to.rank() != last && (single || attacked && capture),
            MoveKind::Promotion(_) => to.rank() == last && (single || attacked && capture),
            MoveKind::EnPassant => attacked && self.en_passant() == Some(to),
            MoveKind::DoublePush => {
                from.rank() == (if us == Color::White { 1 } else { 6 })
                    && to.index() as i8 == ahead + forward
                    && !capture
                    && board.piece_at(Square::new(ahead as u8)) == Piece::NONE
            }
            MoveKind::Castle => false,
        };
        shape && !board.exposes_king(us, mv)
    }
}
