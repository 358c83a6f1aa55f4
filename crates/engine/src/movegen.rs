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

/// A side to move known at compile time, with its pawn geometry.
pub(crate) trait Side {
    type Other: Side;
    const US: Color;
    const WHITE: bool = matches!(Self::US, Color::White);
    const LAST_RANK: u64 = if Self::WHITE { RANK_1 << 56 } else { RANK_1 };
    const THIRD_RANK: u64 = if Self::WHITE { RANK_1 << 16 } else { RANK_1 << 40 };
    const PUSH: i8 = if Self::WHITE { 8 } else { -8 };

    #[inline(always)]
    fn push(pawns: u64) -> u64 {
        if Self::WHITE { pawns << 8 } else { pawns >> 8 }
    }

    /// Captures towards the a-file, and what to subtract from a destination to get the origin.
    #[inline(always)]
    fn capture_a(pawns: u64) -> (u64, i8) {
        if Self::WHITE { ((pawns & !FILE_A) << 7, 7) } else { ((pawns & !FILE_A) >> 9, -9) }
    }

    /// Captures towards the h-file.
    #[inline(always)]
    fn capture_h(pawns: u64) -> (u64, i8) {
        if Self::WHITE { ((pawns & !FILE_H) << 9, 9) } else { ((pawns & !FILE_H) >> 7, -7) }
    }
}

/// White to move.
pub(crate) struct White;
/// Black to move.
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const US: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const US: Color = Color::Black;
}

#[inline(always)]
fn back(to: Square, offset: i8) -> Square {
    Square::new((to.index() as i8 - offset) as u8)
}

/// Captures onto `targets` and queen promotions; en passant if given. `sink` gets the moving
/// kind and the move. What quiescence searches.
#[inline(always)]
pub(crate) fn captures<S: Side>(
    board: &Board,
    targets: Bitboard,
    pushes: Bitboard,
    en_passant: Option<Square>,
    mut sink: impl FnMut(PieceType, Move),
) {
    let us = S::US;
    let pawns = board.of(us, PieceType::Pawn).0;
    let (to_a, offset_a) = S::capture_a(pawns);
    let (to_h, offset_h) = S::capture_h(pawns);
    let last = S::LAST_RANK;
    let queening = Move::promotion_bits(PieceType::Queen);
    let mut pawn_moves = |set: u64, offset, kind| {
        for to in Bitboard(set) {
            sink(PieceType::Pawn, Move::pack(back(to, offset), to, kind));
        }
    };
    let (a, h) = (to_a & targets.0, to_h & targets.0);
    pawn_moves(a & !last, offset_a, 0);
    pawn_moves(h & !last, offset_h, 0);
    let promoting = S::push(pawns) & last & pushes.0 & !board.occupied().0;
    if (a | h) & last | promoting != 0 {
        pawn_moves(a & last, offset_a, queening);
        pawn_moves(h & last, offset_h, queening);
        pawn_moves(promoting, S::PUSH, queening);
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
pub(crate) fn underpromotions<S: Side>(
    board: &Board,
    targets: Bitboard,
    pushes: Bitboard,
    mut sink: impl FnMut(PieceType, Move),
) {
    let pawns = board.of(S::US, PieceType::Pawn).0;
    let last = S::LAST_RANK;
    let (to_a, offset_a) = S::capture_a(pawns);
    let (to_h, offset_h) = S::capture_h(pawns);
    let ahead = S::push(pawns) & pushes.0 & !board.occupied().0;
    for (set, offset) in
        [(to_a & targets.0, offset_a), (to_h & targets.0, offset_h), (ahead, S::PUSH)]
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
pub(crate) fn quiets<S: Side>(
    position: &Position,
    targets: Bitboard,
    mut sink: impl FnMut(PieceType, Move),
) {
    let board = position.board();
    let us = S::US;
    let empty = !board.occupied().0;
    let single = S::push(board.of(us, PieceType::Pawn).0) & empty;
    let double = S::push(single & S::THIRD_RANK) & empty;
    for to in Bitboard(single & targets.0 & !S::LAST_RANK) {
        sink(PieceType::Pawn, Move::pack(back(to, S::PUSH), to, 0));
    }
    for to in Bitboard(double & targets.0) {
        let from = back(to, 2 * S::PUSH);
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
pub(crate) fn castling(position: &Position, us: Color, mut sink: impl FnMut(PieceType, Move)) {
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

/// What makes a generated move legal, computed once per node.
pub(crate) struct Legality {
    us: Color,
    /// Pieces whose moves need a test: the king, pinned pieces, en-passant capturers.
    suspects: Bitboard,
}

impl Legality {
    /// For moves generated within [`evasions`].
    #[inline(always)]
    pub(crate) fn new(
        board: &Board,
        us: Color,
        pinned: Bitboard,
        en_passant: Option<Square>,
    ) -> Legality {
        let mut suspects = pinned | board.of(us, PieceType::King);
        if let Some(target) = en_passant {
            suspects |= attacks::pawn(us.other(), target) & board.of(us, PieceType::Pawn);
        }
        Legality { us, suspects }
    }

    /// For captures generated without regard to a check.
    #[inline(always)]
    pub(crate) fn of_captures(board: &Board, us: Color, en_passant: Option<Square>) -> Legality {
        let (checkers, pinned) = board.king_danger(us);
        if checkers.any() {
            return Legality { us, suspects: !Bitboard::EMPTY };
        }
        Legality::new(board, us, pinned, en_passant)
    }

    /// Is a generated move legal?
    #[inline(always)]
    pub(crate) fn allows(&self, board: &Board, mv: Move) -> bool {
        // castling is tested when generated
        !self.suspects.has(mv.from())
            || mv.kind_bits() == Move::CASTLE
            || !board.exposes_king(self.us, mv)
    }
}

/// Destinations that answer every check, for pieces other than the king.
#[inline(always)]
pub(crate) fn evasions(king: Square, checkers: Bitboard) -> Bitboard {
    match checkers.first() {
        None => !Bitboard::EMPTY,
        Some(_) if checkers.many() => Bitboard::EMPTY,
        Some(checker) => attacks::between(king, checker) | checker.bit(),
    }
}

impl Position {
    /// Calls `sink` with every legal move, tactical ones first.
    pub fn for_each_legal(&self, mut sink: impl FnMut(Move)) {
        if self.turn() == Color::White {
            self.for_each_legal_of::<White>(&mut sink);
        } else {
            self.for_each_legal_of::<Black>(&mut sink);
        }
    }

    #[inline(always)]
    fn for_each_legal_of<S: Side>(&self, sink: &mut impl FnMut(Move)) {
        let board = self.board();
        let (_, pinned) = board.king_danger(S::US);
        let legality = Legality::new(board, S::US, pinned, self.en_passant());
        let evasions = evasions(board.king(S::US), self.checkers());
        let them = board.color(S::US.other());
        let mut legal = |_, mv| {
            if legality.allows(board, mv) {
                sink(mv);
            }
        };
        let (targets, empty) = (them & evasions, !board.occupied() & evasions);
        captures::<S>(board, targets, empty, self.en_passant(), &mut legal);
        underpromotions::<S>(board, targets, empty, &mut legal);
        quiets::<S>(self, empty, &mut legal);
    }

    /// Calls `sink` with what quiescence generates: captures and queen promotions, legal or not.
    pub fn for_each_capture(&self, mut sink: impl FnMut(Move)) {
        let board = self.board();
        let (targets, empty) = (board.color(self.turn().other()), !board.occupied());
        let sink = |_, mv| sink(mv);
        match self.turn() {
            Color::White => captures::<White>(board, targets, empty, self.en_passant(), sink),
            Color::Black => captures::<Black>(board, targets, empty, self.en_passant(), sink),
        }
    }

    /// All legal moves, tactical ones first.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(|mv| moves.push(mv));
        moves
    }

    /// Has the side to move any legal move?
    pub fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    /// Is this move, whatever its source, legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.is_null() || mv.kind_bits() > Move::promotion_bits(PieceType::Queen) {
            return false; // no move, or bits that no move has
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
