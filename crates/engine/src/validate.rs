//! The named checks that turn a [`Setup`] into a [`Position`].
//! They reject what the engine or the rules cannot work with. Whether a game could have led to
//! the position (promoted pieces against missing pawns, odd double checks) is not asked.

use crate::board::{Board, passed_square};
use crate::position::{BLACK_LONG, BLACK_SHORT, Position, Setup, WHITE_LONG, WHITE_SHORT};
use crate::types::{Color, Piece, PieceType, Square};

/// Why a [`Setup`] is no chess position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A side without a king.
    #[error("{} has no king; put exactly one king of each side on the board", name(*color))]
    NoKing {
        /// The side.
        color: Color,
    },
    /// A side with several kings.
    #[error("{} has {count} kings; put exactly one king of each side on the board", name(*color))]
    TooManyKings {
        /// The side.
        color: Color,
        /// How many.
        count: u32,
    },
    /// More than eight pawns.
    #[error("{} has {count} pawns; a side has at most 8", name(*color))]
    TooManyPawns {
        /// The side.
        color: Color,
        /// How many.
        count: u32,
    },
    /// More than sixteen men.
    #[error("{} has {count} men; a side has at most 16, king and pawns included", name(*color))]
    TooManyMen {
        /// The side.
        color: Color,
        /// How many.
        count: u32,
    },
    /// A pawn on the first or eighth rank.
    #[error("there is a {} pawn on {square}; pawns stand on ranks 2 to 7 only", name(*color))]
    PawnOnBackRank {
        /// Its side.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// The side that has just moved left its king attacked.
    #[error(
        "{} is in check from {from} but {} is to move; check the side to move",
        name(turn.other()), name(*turn)
    )]
    OpponentInCheck {
        /// The side to move.
        turn: Color,
        /// One piece that gives the check.
        from: Square,
    },
    /// A castling right whose king or rook is not at home.
    #[error(
        "castling right '{right}' needs a {} {} on {square}; remove '{right}' or correct the board",
        name(*color), if *piece == PieceType::King { "king" } else { "rook" }
    )]
    CastlingNotAtHome {
        /// The right's letter in a FEN.
        right: char,
        /// Whose right.
        color: Color,
        /// What is missing: king or rook.
        piece: PieceType,
        /// Where it should stand.
        square: Square,
    },
    /// An en-passant square on a rank that the side to move cannot capture on.
    #[error(
        "en-passant square {square} with {} to move must be on rank {rank}; write '-' for none",
        name(*turn)
    )]
    EnPassantRank {
        /// The square given.
        square: Square,
        /// The side to move.
        turn: Color,
        /// The rank it must be on, 3 or 6.
        rank: u8,
    },
    /// Nothing to capture in front of the en-passant square.
    #[error(
        "en-passant square {square} needs a {} pawn on {pawn}, just advanced two squares; \
         write '-' for none",
        name(*color)
    )]
    EnPassantNoPawn {
        /// The square given.
        square: Square,
        /// The side whose pawn is missing.
        color: Color,
        /// Where the pawn should stand.
        pawn: Square,
    },
    /// The pawn cannot have passed, because a piece stands in its way.
    #[error(
        "en-passant square {square} is impossible because {occupied} is occupied, over which \
         or from where the pawn must have come; write '-' for none"
    )]
    EnPassantBlocked {
        /// The square given.
        square: Square,
        /// The square in the way: the same, or the pawn's origin.
        occupied: Square,
    },
    /// Full moves are counted from 1.
    #[error("the move number is 0; moves are numbered from 1")]
    MoveNumberZero,
}

/// A side's name in messages.
fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Setup {
    /// The position, if every check passes; the first failure otherwise.
    /// An en-passant square on which nothing can capture is dropped.
    pub fn validate(&self) -> Result<Position, SetupError> {
        let board = self.board();
        for color in [Color::White, Color::Black] {
            check_kings(&board, color)?;
            check_counts(&board, color)?;
        }
        check_pawn_ranks(&board)?;
        check_opponent_not_in_check(&board, self.turn)?;
        check_castling(&board, self.castling)?;
        if let Some(square) = self.en_passant {
            check_en_passant(&board, self.turn, square)?;
        }
        if self.fullmove_number == 0 {
            return Err(SetupError::MoveNumberZero);
        }
        Ok(Position::from_setup(self))
    }

    fn board(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::all() {
            if let Some((color, kind)) = self.squares[square.index()] {
                board.put(Piece::new(color, kind), square);
            }
        }
        board
    }
}

fn check_kings(board: &Board, color: Color) -> Result<(), SetupError> {
    match board.of(color, PieceType::King).count() {
        0 => Err(SetupError::NoKing { color }),
        1 => Ok(()),
        count => Err(SetupError::TooManyKings { color, count }),
    }
}

fn check_counts(board: &Board, color: Color) -> Result<(), SetupError> {
    let pawns = board.of(color, PieceType::Pawn).count();
    let men = board.color(color).count();
    if pawns > 8 {
        return Err(SetupError::TooManyPawns { color, count: pawns });
    }
    if men > 16 {
        return Err(SetupError::TooManyMen { color, count: men });
    }
    Ok(())
}

fn check_pawn_ranks(board: &Board) -> Result<(), SetupError> {
    for color in [Color::White, Color::Black] {
        for square in board.of(color, PieceType::Pawn) {
            if square.rank() == 0 || square.rank() == 7 {
                return Err(SetupError::PawnOnBackRank { color, square });
            }
        }
    }
    Ok(())
}

fn check_opponent_not_in_check(board: &Board, turn: Color) -> Result<(), SetupError> {
    let king = board.king(turn.other());
    match board.attackers(king, turn, board.occupied()).first() {
        Some(from) => Err(SetupError::OpponentInCheck { turn, from }),
        None => Ok(()),
    }
}

fn check_castling(board: &Board, castling: u8) -> Result<(), SetupError> {
    for (bit, right, color, rook_file) in [
        (WHITE_SHORT, 'K', Color::White, 7),
        (WHITE_LONG, 'Q', Color::White, 0),
        (BLACK_SHORT, 'k', Color::Black, 7),
        (BLACK_LONG, 'q', Color::Black, 0),
    ] {
        if castling & bit == 0 {
            continue;
        }
        let rank = if color == Color::White { 0 } else { 7 };
        for (piece, file) in [(PieceType::King, 4), (PieceType::Rook, rook_file)] {
            let square = Square::at(file, rank);
            if board.piece_at(square).get() != Some((color, piece)) {
                return Err(SetupError::CastlingNotAtHome { right, color, piece, square });
            }
        }
    }
    Ok(())
}

fn check_en_passant(board: &Board, turn: Color, square: Square) -> Result<(), SetupError> {
    let rank = if turn == Color::White { 5 } else { 2 };
    if square.rank() != rank {
        return Err(SetupError::EnPassantRank { square, turn, rank: rank + 1 });
    }
    let (pawn, color) = (passed_square(square), turn.other());
    if board.piece_at(pawn).get() != Some((color, PieceType::Pawn)) {
        return Err(SetupError::EnPassantNoPawn { square, color, pawn });
    }
    let origin = Square::at(square.file(), if turn == Color::White { 6 } else { 1 });
    match [square, origin].into_iter().find(|&s| board.piece_at(s) != Piece::NONE) {
        Some(occupied) => Err(SetupError::EnPassantBlocked { square, occupied }),
        None => Ok(()),
    }
}
