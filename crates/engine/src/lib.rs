//! Chess position, move generation and the search whose pruning is studied.
//! No input or output, clock, threads or floats; no pruning variant is known by name here.

pub mod attacks;
mod board;
mod fen;
mod magic;
mod movegen;
mod perft;
mod position;
mod psqt;
mod san;
mod types;
mod validate;
mod zobrist;

pub use board::Board;
pub use fen::{FenError, START_FEN};
pub use perft::{divide, perft};
pub use position::{BLACK_LONG, BLACK_SHORT, Position, Setup, WHITE_LONG, WHITE_SHORT};
pub use psqt::{FULL_PHASE, PIECE_VALUE, Sums};
pub use san::SanError;
pub use types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, Squares};
pub use validate::SetupError;
