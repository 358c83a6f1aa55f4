//! Chess position, move generation and the search whose pruning is studied.
//! No input or output, clock, threads or floats; no pruning variant is known by name here.

pub mod attacks;
mod board;
mod magic;
mod movegen;
mod position;
mod psqt;
mod types;
mod zobrist;

pub use board::Board;
pub use position::{BLACK_LONG, BLACK_SHORT, Position, Setup, WHITE_LONG, WHITE_SHORT};
pub use psqt::{FULL_PHASE, PIECE_VALUE, Sums};
pub use types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, Squares};
