//! Where the pieces stand: bitboards, a mailbox and the evaluation's running sums, kept in step.
//! No side to move, rights, clocks or key: those belong to `Position`. Quiescence works on this alone.

use crate::attacks;
use crate::psqt::Sums;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

/// Piece placement. Copying it is cheap (136 bytes); moves are made on copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// By kind (0 to 5), then by colour (6, 7).
    sets: [Bitboard; 8],
    mailbox: [Piece; 64],
    sums: Sums,
}

impl Board {
    /// A board without pieces.
    pub fn empty() -> Board {
        Board { sets: [Bitboard::EMPTY; 8], mailbox: [Piece::NONE; 64], sums: Sums::default() }
    }

    /// All pieces of one kind, both colours.
    #[inline(always)]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.sets[kind as usize]
    }

    /// All pieces of one colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color as usize]
    }

    /// The pieces of one colour and kind.
    #[inline(always)]
    pub fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        self.kind(kind) & self.color(color)
    }

    /// Every occupied square.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sets[6] | self.sets[7]
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Piece {
        self.mailbox[square.index()]
    }

    /// The king's square. A board without that king (impossible in a `Position`) answers a1.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.of(color, PieceType::King).first().unwrap_or(Square::new(0))
    }

    /// Running material and piece-square sums.
    #[inline(always)]
    pub fn sums(&self) -> Sums {
        self.sums
    }

    /// Rooks and queens.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(PieceType::Rook) | self.kind(PieceType::Queen)
    }

    /// Bishops and queens.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceType::Bishop) | self.kind(PieceType::Queen)
    }

    /// Has the side a piece other than king and pawns?
    #[inline(always)]
    pub fn has_piece(&self, color: Color) -> bool {
        (self.color(color) & !self.kind(PieceType::Pawn) & !self.kind(PieceType::King)).any()
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.flip(piece, square.bit());
        self.mailbox[square.index()] = piece;
        self.sums.add(piece, square);
    }

    /// Moves a piece to an empty square.
    #[inline(always)]
    pub(crate) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.flip(piece, from.bit() | to.bit());
        self.mailbox[from.index()] = Piece::NONE;
        self.mailbox[to.index()] = piece;
        self.sums.remove(piece, from);
        self.sums.add(piece, to);
    }

    #[inline(always)]
    fn flip(&mut self, piece: Piece, squares: Bitboard) {
        self.sets[piece.kind_index()] ^= squares;
        self.sets[6 + (piece.index() >> 3)] ^= squares;
    }

    /// The running sums after a move of `us`. Of a castling only the king's part.
    #[inline(always)]
    pub(crate) fn sums_after(&self, us: Color, mv: Move) -> Sums {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from);
        let mut sums = self.sums;
        sums.remove(self.piece_at(to), to); // nothing for an empty square
        sums.remove(piece, from);
        sums.add(piece, to);
        if mv.kind_bits() >= Move::EN_PASSANT {
            return finish_pawn_sums(sums, us, mv);
        }
        sums
    }

    /// A copy with the sums of [`Board::sums_after`], for [`Board::relocate`]. Copying and changing
    /// at once keeps the compiler from calling `memcpy` for the 136 bytes, which costs more than
    /// the copying itself.
    #[inline(always)]
    pub(crate) fn copy_with(&self, sums: Sums) -> Board {
        Board { sets: self.sets, mailbox: self.mailbox, sums }
    }

    /// Moves the pieces, whose sums were moved before. Of a castling only the king.
    #[inline(always)]
    pub(crate) fn relocate(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from);
        let victim = self.piece_at(to);
        if victim != Piece::NONE {
            self.flip(victim, to.bit());
        }
        self.flip(piece, from.bit() | to.bit());
        self.mailbox[from.index()] = Piece::NONE;
        self.mailbox[to.index()] = piece;
        if mv.kind_bits() >= Move::EN_PASSANT {
            self.finish_pawn_move(us, mv);
        }
    }

    #[cold]
    fn finish_pawn_move(&mut self, us: Color, mv: Move) {
        let pawn = |us| Piece::new(us, PieceType::Pawn);
        let to = mv.to();
        match mv.promotion() {
            Some(kind) => {
                let piece = Piece::new(us, kind);
                self.flip(pawn(us), to.bit());
                self.flip(piece, to.bit());
                self.mailbox[to.index()] = piece;
            }
            None => {
                let passed = passed_square(to);
                self.flip(pawn(us.other()), passed.bit());
                self.mailbox[passed.index()] = Piece::NONE;
            }
        }
    }

    /// Pieces of `by` that attack `square` when `occupied` blocks.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let attackers = (attacks::pawn(by.other(), square) & self.kind(PieceType::Pawn))
            | (attacks::knight(square) & self.kind(PieceType::Knight))
            | (attacks::king(square) & self.kind(PieceType::King))
            | (attacks::bishop(square, occupied) & self.diagonal_sliders())
            | (attacks::rook(square, occupied) & self.orthogonal_sliders());
        attackers & self.color(by)
    }

    /// The pieces that give check to `us`, and the pieces of `us` that are pinned to their king.
    #[inline(always)]
    pub fn king_danger(&self, us: Color) -> (Bitboard, Bitboard) {
        let king = self.king(us);
        let them = self.color(us.other());
        let occupied = self.occupied();
        let mut checkers = (attacks::pawn(us, king) & self.kind(PieceType::Pawn)
            | attacks::knight(king) & self.kind(PieceType::Knight))
            & them;
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) & them {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bit();
            } else if !blockers.many() {
                pinned |= blockers & self.color(us);
            }
        }
        (checkers, pinned)
    }

    /// Sliders of both sides that would attack the square on an empty board.
    #[inline(always)]
    fn snipers(&self, square: Square) -> Bitboard {
        attacks::rook_rays(square) & self.orthogonal_sliders()
            | attacks::bishop_rays(square) & self.diagonal_sliders()
    }

    /// Pieces of the other side that give check to the king of `us`.
    #[inline(always)]
    pub fn checkers(&self, us: Color) -> Bitboard {
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = attacks::pawn(us, king) & self.kind(PieceType::Pawn)
            | attacks::knight(king) & self.kind(PieceType::Knight);
        let them = self.color(us.other());
        for sniper in self.snipers(king) & them {
            if (attacks::between(king, sniper) & occupied).is_empty() {
                checkers |= sniper.bit();
            }
        }
        checkers & them
    }

    /// Would this pseudo-legal move leave the own king attacked? For any move but castling.
    pub(crate) fn exposes_king(&self, us: Color, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = if self.piece_at(from).kind_index() == PieceType::King as usize {
            to
        } else {
            self.king(us)
        };
        let mut gone = from.bit() | to.bit();
        if mv.kind_bits() == Move::EN_PASSANT {
            gone |= passed_square(to).bit();
        }
        let occupied = self.occupied() & !gone | to.bit();
        (self.attackers(king, us.other(), occupied) & !gone).any()
    }
}

#[cold]
fn finish_pawn_sums(mut sums: Sums, us: Color, mv: Move) -> Sums {
    let pawn = |us| Piece::new(us, PieceType::Pawn);
    let to = mv.to();
    match mv.promotion() {
        Some(kind) => {
            sums.remove(pawn(us), to);
            sums.add(Piece::new(us, kind), to);
        }
        None => sums.remove(pawn(us.other()), passed_square(to)),
    }
    sums
}

/// Where the pawn stands that is taken en passant on `target`: one rank beyond it.
#[inline(always)]
pub(crate) fn passed_square(target: Square) -> Square {
    Square::new(target.index() as u8 ^ 8)
}
