//! A position: the board with side to move, rights, clocks, key and checkers, and making moves.
//! Moves are made on copies; there is no unmake. Parsing and validation live in `fen`.

use crate::board::{Board, passed_square};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use crate::zobrist;

/// White may castle king-side.
pub const WHITE_SHORT: u8 = 1;
/// White may castle queen-side.
pub const WHITE_LONG: u8 = 2;
/// Black may castle king-side.
pub const BLACK_SHORT: u8 = 4;
/// Black may castle queen-side.
pub const BLACK_LONG: u8 = 8;

/// Rights that survive a move from or to a square.
const RIGHTS_KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    kept[0] = 15 & !WHITE_LONG;
    kept[4] = 15 & !(WHITE_LONG | WHITE_SHORT);
    kept[7] = 15 & !WHITE_SHORT;
    kept[56] = 15 & !BLACK_LONG;
    kept[60] = 15 & !(BLACK_LONG | BLACK_SHORT);
    kept[63] = 15 & !BLACK_SHORT;
    kept
};

/// A position as data, not yet validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The squares from a1 to h8.
    pub squares: [Option<(Color, PieceType)>; 64],
    /// Who is to move.
    pub turn: Color,
    /// Castling rights, bits `WHITE_SHORT` to `BLACK_LONG`.
    pub castling: u8,
    /// The square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Number of the move, from 1, advanced after black's.
    pub fullmove_number: u16,
}

/// A legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    key: u64,
    checkers: Bitboard,
    halfmove_clock: u16,
    /// Plies since the last irreversible or null move: how far back a repetition can lie.
    reversible: u16,
    fullmove_number: u16,
    castling: u8,
    en_passant: Option<Square>,
    turn: Color,
}

impl Position {
    /// Builds a position without validating it; `fen` does that. An en-passant square is kept only if a pawn
    /// can legally capture there.
    pub(crate) fn from_setup(setup: &Setup) -> Position {
        let mut board = Board::empty();
        for square in Square::all() {
            if let Some((color, kind)) = setup.squares[square.index()] {
                board.put(Piece::new(color, kind), square);
            }
        }
        let en_passant =
            setup.en_passant.filter(|&s| can_capture_en_passant(&board, setup.turn, s));
        let mut position = Position {
            board,
            key: 0,
            checkers: board.checkers(setup.turn),
            halfmove_clock: setup.halfmove_clock,
            reversible: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            castling: setup.castling,
            en_passant,
            turn: setup.turn,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The position as data.
    pub fn setup(&self) -> Setup {
        Setup {
            squares: std::array::from_fn(|i| self.board.piece_at(Square::new(i as u8)).get()),
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Piece placement.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Zobrist key; equal positions (with equal rights) have equal keys.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Castling rights, bits `WHITE_SHORT` to `BLACK_LONG`.
    #[inline(always)]
    pub fn castling(&self) -> u8 {
        self.castling
    }

    /// The square on which a pawn can be captured en passant.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// How many plies back an equal position can lie.
    #[inline(always)]
    pub fn reversible_plies(&self) -> u16 {
        self.reversible
    }

    /// Number of the move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The key computed from scratch, which the incremental one must equal.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = zobrist::castling(self.castling) ^ zobrist::side(self.turn);
        for square in self.board.occupied() {
            key ^= zobrist::piece(self.board.piece_at(square), square);
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        key
    }

    /// The position after a null move: the other side to move, no en passant.
    pub fn make_null(&self) -> Position {
        let mut next = *self;
        next.key ^= zobrist::black_to_move();
        if let Some(square) = next.en_passant.take() {
            next.key ^= zobrist::en_passant(square);
        }
        next.turn = self.turn.other();
        next.checkers = Bitboard::EMPTY; // the side not to move is never in check
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.reversible = 0;
        next.fullmove_number = self.next_number();
        next
    }

    /// The position after a legal move.
    pub fn make(&self, mv: Move) -> Position {
        let mut next = *self;
        self.make_into(mv, &mut next);
        next
    }

    /// Writes the position after a legal move to `next`.
    #[inline(always)]
    pub(crate) fn make_into(&self, mv: Move, next: &mut Position) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_at(from);
        let victim = self.board.piece_at(to);
        next.board = self.board.copy_with(self.board.sums_after(us, mv));
        next.board.relocate(us, mv);
        next.key = self.key
            ^ zobrist::black_to_move()
            ^ zobrist::piece(piece, from)
            ^ zobrist::piece(piece, to)
            ^ zobrist::piece(victim, to);
        if let Some(square) = self.en_passant {
            next.key ^= zobrist::en_passant(square);
        }
        next.en_passant = None;
        next.turn = us.other();
        next.fullmove_number = self.next_number();
        let irreversible = victim != Piece::NONE || piece.kind_index() == PieceType::Pawn as usize;
        next.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        next.reversible = if irreversible { 0 } else { self.reversible.saturating_add(1) };
        next.castling = self.castling & RIGHTS_KEPT[from.index()] & RIGHTS_KEPT[to.index()];
        if next.castling != self.castling {
            next.key ^= zobrist::castling(next.castling) ^ zobrist::castling(self.castling);
            next.reversible = 0;
        }
        if mv.kind_bits() != 0 {
            next.finish_special(us, mv);
        }
        next.checkers = next.board.checkers(next.turn);
    }

    fn next_number(&self) -> u16 {
        self.fullmove_number.saturating_add((self.turn == Color::Black) as u16)
    }

    /// What [`Board::relocate`] and the key update of [`Position::make_into`] leave to do.
    fn finish_special(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::DoublePush => {
                let passed = passed_square(to);
                if can_capture_en_passant(&self.board, self.turn, passed) {
                    self.en_passant = Some(passed);
                    self.key ^= zobrist::en_passant(passed);
                }
            }
            MoveKind::Castle => {
                let rook = Piece::new(us, PieceType::Rook);
                let (corner, beside) = castling_rook(to);
                self.board.shift(rook, corner, beside);
                self.key ^= zobrist::piece(rook, corner) ^ zobrist::piece(rook, beside);
            }
            MoveKind::EnPassant => {
                self.key ^=
                    zobrist::piece(Piece::new(us.other(), PieceType::Pawn), passed_square(to));
            }
            MoveKind::Promotion(kind) => {
                self.key ^= zobrist::piece(Piece::new(us, PieceType::Pawn), to)
                    ^ zobrist::piece(Piece::new(us, kind), to);
            }
        }
        debug_assert_ne!(from, to);
    }
}

/// The rook's squares before and after castling, by the king's destination.
fn castling_rook(king_to: Square) -> (Square, Square) {
    let rank = king_to.rank();
    if king_to.file() == 6 {
        (Square::at(7, rank), Square::at(5, rank))
    } else {
        (Square::at(0, rank), Square::at(3, rank))
    }
}

/// Can `us` legally capture the pawn that has just passed `target`?
fn can_capture_en_passant(board: &Board, us: Color, target: Square) -> bool {
    let capturers = crate::attacks::pawn(us.other(), target) & board.of(us, PieceType::Pawn);
    capturers
        .into_iter()
        .any(|from| !board.exposes_king(us, Move::new(from, target, MoveKind::EnPassant)))
}
