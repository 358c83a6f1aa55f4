//! Positions and lines as users type and read them.

use anyhow::Context;
use vnmp_engine::{Move, Position};

/// A line in SAN, separated by spaces; it ends before a move that is not legal.
pub(crate) fn line(position: &Position, moves: &[Move]) -> String {
    written(position, moves, |position, mv| position.san(mv))
}

/// The same in long algebraic notation.
pub(crate) fn uci_line(position: &Position, moves: &[Move]) -> String {
    written(position, moves, |_, mv| mv.to_string())
}

/// Has it the form of a move in long algebraic notation?
pub(crate) fn looks_like_a_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    (4..=5).contains(&bytes.len())
        && bytes[..4].chunks(2).all(|s| s[0].is_ascii_lowercase() && s[1].is_ascii_digit())
}

fn written(
    position: &Position,
    moves: &[Move],
    write: impl Fn(&Position, Move) -> String,
) -> String {
    let mut position = *position;
    let mut text = String::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&write(&position, mv));
        position = position.make(mv);
    }
    text
}

/// The moves of a line in long algebraic notation, up to the first that is not legal.
pub(crate) fn moves(position: &Position, line: &str) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let Some(mv) = position.legal_uci(word) else { break };
        moves.push(mv);
        position = position.make(mv);
    }
    moves
}

/// A position from the command line: `startpos`, or a FEN of six fields, or its first four.
pub(crate) fn read_position(text: &str) -> anyhow::Result<Position> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    match Position::from_fen(text) {
        Ok(position) => Ok(position),
        Err(error) => match Position::from_epd_fields(text) {
            Ok((position, rest)) if rest.trim().is_empty() => Ok(position),
            _ => Err(error).with_context(|| format!("'{text}' is not a position")),
        },
    }
}
