//! Positions as text: FEN with all six fields or the four that EPD keeps, and back.
//! Only the notation is judged here; whether the position is possible is judged in `validate`.

use crate::position::{BLACK_LONG, BLACK_SHORT, Position, Setup, WHITE_LONG, WHITE_SHORT};
use crate::types::{Color, PieceType, Square};
use crate::validate::SetupError;

/// The position that every game starts from.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The largest clock or move number that is accepted.
const CLOCK_LIMIT: u16 = 9999;

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text ends too early.
    #[error(
        "the {field} is missing; a FEN has 6 fields: board, side to move, castling, en passant, \
         halfmove clock, move number (the clocks may be left out together)"
    )]
    MissingField {
        /// The first missing field.
        field: &'static str,
    },
    /// Not eight ranks.
    #[error("the board has {found} ranks instead of 8, separated by '/'")]
    RankCount {
        /// How many there are.
        found: usize,
    },
    /// A rank that does not have eight files.
    #[error("rank {rank} of the board, '{text}', has {found} files instead of 8")]
    FileCount {
        /// The rank's number, 1 to 8.
        rank: u8,
        /// As written.
        text: String,
        /// How many files it has.
        found: u32,
    },
    /// A character that is neither piece nor digit.
    #[error(
        "unknown character '{found}' in rank {rank} of the board, '{text}'; \
         pieces are KQRBNP and kqrbnp, empty squares 1 to 8"
    )]
    UnknownPiece {
        /// The character.
        found: char,
        /// The rank's number, 1 to 8.
        rank: u8,
        /// As written.
        text: String,
    },
    /// Neither `w` nor `b`.
    #[error("the side to move is '{found}'; write 'w' or 'b'")]
    Side {
        /// As written.
        found: String,
    },
    /// Castling rights that are not of `KQkq`, or doubled.
    #[error("the castling field is '{found}'; write '-' or some of KQkq, each once")]
    Castling {
        /// As written.
        found: String,
    },
    /// Not a square.
    #[error("the en-passant field is '{found}'; write '-' or a square such as e3")]
    EnPassant {
        /// As written.
        found: String,
    },
    /// A clock that is not a number in range.
    #[error("the {field} is '{found}'; write a number from {least} to {CLOCK_LIMIT}")]
    Clock {
        /// Which clock.
        field: &'static str,
        /// As written.
        found: String,
        /// The smallest number allowed.
        least: u16,
    },
    /// Text after the end of a FEN.
    #[error("unexpected text after the FEN: '{found}'; remove it")]
    Trailing {
        /// The superfluous text.
        found: String,
    },
    /// Well-formed, but not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// The start position.
    pub fn start() -> Position {
        let mut squares = [None; 64];
        use PieceType::*;
        for (file, kind) in
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook].into_iter().enumerate()
        {
            squares[file] = Some((Color::White, kind));
            squares[8 + file] = Some((Color::White, Pawn));
            squares[48 + file] = Some((Color::Black, Pawn));
            squares[56 + file] = Some((Color::Black, kind));
        }
        Position::from_setup(&Setup {
            squares,
            turn: Color::White,
            castling: WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        })
    }

    /// Reads a FEN of six fields, or of four: then the clocks are `0 1`.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        let (position, rest) = Position::from_epd_fields(text)?;
        match rest {
            "" => Ok(position),
            _ => Err(FenError::Trailing { found: rest.to_owned() }),
        }
    }

    /// Reads the four position fields of an EPD line, and the two clocks of a FEN if they follow.
    /// Returns the position and the unread rest of the line, trimmed.
    pub fn from_epd_fields(text: &str) -> Result<(Position, &str), FenError> {
        let mut rest = text.trim();
        let squares = parse_board(next_field(&mut rest, "board")?)?;
        let turn = parse_side(next_field(&mut rest, "side to move")?)?;
        let castling = parse_castling(next_field(&mut rest, "castling field")?)?;
        let en_passant = parse_en_passant(next_field(&mut rest, "en-passant field")?)?;
        let (mut halfmove_clock, mut fullmove_number) = (0, 1);
        if rest.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit()) {
            halfmove_clock = parse_clock(&mut rest, "halfmove clock", 0)?;
            fullmove_number = parse_clock(&mut rest, "move number", 1)?;
        }
        let setup = Setup { squares, turn, castling, en_passant, halfmove_clock, fullmove_number };
        Ok((setup.validate()?, rest))
    }

    /// The position in six-field FEN. An en-passant square is written only if a pawn can
    /// legally capture there.
    pub fn to_fen(&self) -> String {
        let setup = self.setup();
        let ranks: Vec<String> = (0..8).rev().map(|rank| rank_text(&setup, rank)).collect();
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        let castling: String = RIGHTS
            .into_iter()
            .filter(|(_, bit)| setup.castling & bit != 0)
            .map(|(letter, _)| letter)
            .collect();
        format!(
            "{} {turn} {} {} {} {}",
            ranks.join("/"),
            if castling.is_empty() { "-" } else { &castling },
            setup.en_passant.map_or("-".to_owned(), |square| square.to_string()),
            setup.halfmove_clock.min(CLOCK_LIMIT), // so that it reads again
            setup.fullmove_number.min(CLOCK_LIMIT)
        )
    }
}

/// The letters of the castling field in their order.
const RIGHTS: [(char, u8); 4] =
    [('K', WHITE_SHORT), ('Q', WHITE_LONG), ('k', BLACK_SHORT), ('q', BLACK_LONG)];

/// Takes the next field; it ends at white space or, as EPD lines may have it, at a semicolon.
fn next_field<'a>(rest: &mut &'a str, field: &'static str) -> Result<&'a str, FenError> {
    let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
    let (found, after) = rest.split_at(end);
    if found.is_empty() {
        return Err(FenError::MissingField { field });
    }
    *rest = after.trim_start();
    Ok(found)
}

fn parse_board(text: &str) -> Result<[Option<(Color, PieceType)>; 64], FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount { found: ranks.len() });
    }
    let mut squares = [None; 64];
    for (row, text) in (0u8..8).rev().zip(ranks) {
        let rank = row + 1;
        let mut file = 0;
        for found in text.chars() {
            match (found.to_digit(9), PieceType::from_letter(found.to_ascii_uppercase())) {
                (Some(empty @ 1..), _) => file += empty,
                (None, Some(kind)) => {
                    let color =
                        if found.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if file < 8 {
                        squares[Square::at(file as u8, row).index()] = Some((color, kind));
                    }
                    file += 1;
                }
                _ => return Err(FenError::UnknownPiece { found, rank, text: text.to_owned() }),
            }
        }
        if file != 8 {
            return Err(FenError::FileCount { rank, text: text.to_owned(), found: file });
        }
    }
    Ok(squares)
}

fn parse_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Side { found: text.to_owned() }),
    }
}

fn parse_castling(text: &str) -> Result<u8, FenError> {
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for found in text.chars() {
        match RIGHTS.into_iter().find(|&(letter, _)| letter == found) {
            Some((_, bit)) if rights & bit == 0 => rights |= bit,
            _ => return Err(FenError::Castling { found: text.to_owned() }),
        }
    }
    Ok(rights)
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => match text.parse() {
            Ok(square) => Ok(Some(square)),
            Err(()) => Err(FenError::EnPassant { found: text.to_owned() }),
        },
    }
}

fn parse_clock(rest: &mut &str, field: &'static str, least: u16) -> Result<u16, FenError> {
    let text = next_field(rest, field)?;
    match text.parse() {
        Ok(clock) if (least..=CLOCK_LIMIT).contains(&clock) && !text.starts_with('+') => Ok(clock),
        _ => Err(FenError::Clock { field, found: text.to_owned(), least }),
    }
}

fn rank_text(setup: &Setup, rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 0..8 {
        match setup.squares[Square::at(file, rank).index()] {
            None => empty += 1,
            Some((color, kind)) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                let letter = kind.letter();
                text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}
