//! Positions and lines as users type and read them.

use anyhow::Context;
use vnmp_engine::{Move, Position};

/// A line in SAN, separated by spaces; it ends before a move that is not legal.
pub(crate) fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = *position;
    let mut text = String::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&position.san(mv));
        position = position.make(mv);
    }
    text
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
