//! The small types of the board: colours, pieces, squares, moves.
//! What they hold and how they print; nothing about legality.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// A side. `White as usize == 0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first in the start position.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A kind of piece, from the least to the most valuable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl PieceType {
    /// All kinds, in the order of their values.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The letter of SAN and FEN (white), e.g. `'N'`; `'P'` for a pawn.
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'P',
            PieceType::Knight => 'N',
            PieceType::Bishop => 'B',
            PieceType::Rook => 'R',
            PieceType::Queen => 'Q',
            PieceType::King => 'K',
        }
    }

    /// The kind of an upper-case letter, if it is one.
    pub const fn from_letter(letter: char) -> Option<PieceType> {
        Some(match letter {
            'P' => PieceType::Pawn,
            'N' => PieceType::Knight,
            'B' => PieceType::Bishop,
            'R' => PieceType::Rook,
            'Q' => PieceType::Queen,
            'K' => PieceType::King,
            _ => return None,
        })
    }
}

/// A piece of one side, packed as `colour * 8 + kind`; [`Piece::NONE`] is an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(7);

    /// The piece of this side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Piece {
        Piece(color as u8 * 8 + kind as u8)
    }

    /// An index below 16 for tables by piece.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// An index below 8 for tables by kind; 7 for no piece.
    #[inline(always)]
    pub const fn kind_index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Side and kind, unless the square is empty.
    pub const fn get(self) -> Option<(Color, PieceType)> {
        let color = if self.0 < 8 { Color::White } else { Color::Black };
        match self.0 & 7 {
            0 => Some((color, PieceType::Pawn)),
            1 => Some((color, PieceType::Knight)),
            2 => Some((color, PieceType::Bishop)),
            3 => Some((color, PieceType::Rook)),
            4 => Some((color, PieceType::Queen)),
            5 => Some((color, PieceType::King)),
            _ => None,
        }
    }
}

/// A square, 0 = a1, 1 = b1, ..., 63 = h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square of an index; only the low six bits count.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square at file and rank, each 0 to 7.
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square::new(rank * 8 + file)
    }

    /// 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 = a-file.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 = first rank.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// The set that holds only this square.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::new)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ();
    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(()),
        }
    }
}

/// A set of squares, bit 0 = a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const FULL: Bitboard = Bitboard(!0);

    /// Is the set empty?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Has the set at least one square?
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Has the set two squares or more?
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is the square in the set?
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square, unless the set is empty.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        NonZeroU64::new(self.0).map(|bits| Square(bits.trailing_zeros() as u8))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set, from a1 to h8.
#[derive(Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }
}

macro_rules! bitboard_operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl std::ops::$trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard { Bitboard(self.0 $op other.0) }
        }
        impl std::ops::$assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) { self.0 = self.0 $op other.0; }
        }
    )*};
}
bitboard_operator!(BitAnd bitand BitAndAssign bitand_assign &,
                   BitOr bitor BitOrAssign bitor_assign |,
                   BitXor bitxor BitXorAssign bitxor_assign ^);

impl std::ops::Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MoveKind {
    /// A move or capture without further effect.
    Normal,
    /// A pawn's double step.
    DoublePush,
    /// The king's move of a castling; the rook follows.
    Castle,
    /// En passant.
    EnPassant,
    /// A pawn's promotion, with or without capture.
    Promotion(PieceType),
}

/// A move packed in 16 bits: from, to, kind. [`Move::NULL`] is the null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// The null move; also "no move" in tables.
    pub const NULL: Move = Move(0);
    pub(crate) const DOUBLE_PUSH: u16 = 1 << 12;
    pub(crate) const CASTLE: u16 = 2 << 12;
    pub(crate) const EN_PASSANT: u16 = 3 << 12;
    /// Promotions are `PROMOTION + (kind - Knight) << 12`.
    pub(crate) const PROMOTION: u16 = 4 << 12;

    #[inline(always)]
    pub(crate) const fn pack(from: Square, to: Square, kind_bits: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind_bits)
    }

    #[inline(always)]
    pub(crate) const fn promotion_bits(kind: PieceType) -> u16 {
        Move::PROMOTION + ((kind as u16 - 1) << 12)
    }

    #[inline(always)]
    pub(crate) const fn kind_bits(self) -> u16 {
        self.0 & 0xf000
    }

    /// A move from its parts.
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = match kind {
            MoveKind::Normal => 0,
            MoveKind::DoublePush => Move::DOUBLE_PUSH,
            MoveKind::Castle => Move::CASTLE,
            MoveKind::EnPassant => Move::EN_PASSANT,
            MoveKind::Promotion(piece) => Move::promotion_bits(piece),
        };
        Move::pack(from, to, bits)
    }

    /// The move of sixteen bits as [`Move::bits`] gave them.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The sixteen bits, for storing.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the piece comes from (the king in castling).
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// Where the piece goes to (g1, c1, g8 or c8 in castling).
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }

    /// What is special about it.
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castle,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Promotion(PieceType::Knight),
            5 => MoveKind::Promotion(PieceType::Bishop),
            6 => MoveKind::Promotion(PieceType::Rook),
            7 => MoveKind::Promotion(PieceType::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// The kind promoted to, if any.
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion(piece) => Some(piece),
            _ => None,
        }
    }

    /// Is it the null move?
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// Long algebraic as UCI writes it: `e2e4`, `e7e8q`, `0000`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}
