//! Moves as text: standard algebraic notation, read leniently and written strictly.
//! Long algebraic (`e2e4`, `Ng1-f3`, `e7e8=Q`) is read as well. Legality comes from `movegen`.

use crate::position::Position;
use crate::types::{Move, MoveKind, PieceType, Square};

/// Why a text is not a move in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// Not the notation of any move.
    #[error("'{text}' is not understood as a move; write e.g. Nf3, exd5, e8=Q, O-O or e2e4")]
    NotUnderstood {
        /// As written.
        text: String,
    },
    /// Well-formed, but not a legal move.
    #[error("'{text}' is not legal in {fen}; {}", legal_hint(*kind, legal))]
    Illegal {
        /// As written.
        text: String,
        /// The position.
        fen: String,
        /// The kind of piece that was to move, if the text says.
        kind: Option<PieceType>,
        /// The legal moves of that kind, in SAN.
        legal: Vec<String>,
    },
    /// Several legal moves fit.
    #[error("'{text}' is ambiguous in {fen}; write one of {}", candidates.join(", "))]
    Ambiguous {
        /// As written.
        text: String,
        /// The position.
        fen: String,
        /// The candidates, in SAN.
        candidates: Vec<String>,
    },
}

fn legal_hint(kind: Option<PieceType>, legal: &[String]) -> String {
    let piece = match kind {
        Some(PieceType::Pawn) => "pawn ",
        Some(PieceType::Knight) => "knight ",
        Some(PieceType::Bishop) => "bishop ",
        Some(PieceType::Rook) => "rook ",
        Some(PieceType::Queen) => "queen ",
        Some(PieceType::King) => "king ",
        None => "",
    };
    if legal.is_empty() {
        return format!("there are no legal {piece}moves");
    }
    format!("the legal {piece}moves are {}", legal.join(", "))
}

/// The parts of a move's text.
enum Pattern {
    Castle { king_to_file: u8 },
    Piece(PieceMove),
}

/// A move of one piece; parts that the text omits are `None`.
struct PieceMove {
    kind: Option<PieceType>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<PieceType>,
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castle { king_to_file: 6 }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castle { king_to_file: 2 }),
            _ => {}
        }
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        let (text, promotion) = split_promotion(text);
        let at = text.len().checked_sub(2)?;
        let to: Square = text.get(at..)?.parse().ok()?;
        let text = &text[..at];
        let text = text.strip_suffix(['x', ':', '-']).unwrap_or(text);
        let mut kind = text.chars().next().and_then(PieceType::from_letter);
        let (file, rank) = match &text.as_bytes()[kind.is_some() as usize..] {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        if kind.is_none() && (file.is_none() || rank.is_none()) {
            kind = Some(PieceType::Pawn); // with a full origin square it may be any piece
        }
        Some(Pattern::Piece(PieceMove { kind, file, rank, to, promotion }))
    }

    fn kind(&self) -> Option<PieceType> {
        match self {
            Pattern::Castle { .. } => Some(PieceType::King),
            Pattern::Piece(piece) => piece.kind,
        }
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        match self {
            Pattern::Castle { king_to_file } => {
                mv.kind() == MoveKind::Castle && mv.to().file() == *king_to_file
            }
            Pattern::Piece(piece) => {
                let from = mv.from();
                let whole_origin = piece.file.is_some() && piece.rank.is_some();
                mv.to() == piece.to
                    && piece.kind.is_none_or(|kind| moving_kind(position, mv) == Some(kind))
                    && piece.file.is_none_or(|file| from.file() == file)
                    && piece.rank.is_none_or(|rank| from.rank() == rank)
                    && (piece.promotion.is_none() || mv.promotion() == piece.promotion)
                    && (mv.kind() != MoveKind::Castle || whole_origin)
            }
        }
    }
}

/// Splits off `=Q`, `Q`, `q`, `(Q)` or `/Q` after the rank of the last square.
fn split_promotion(text: &str) -> (&str, Option<PieceType>) {
    let open = text.strip_suffix(')').unwrap_or(text);
    let Some(last) = open.chars().next_back() else {
        return (text, None);
    };
    let before = &open[..open.len() - last.len_utf8()];
    let before = before.strip_suffix(['=', '(', '/']).unwrap_or(before);
    match PieceType::from_letter(last.to_ascii_uppercase()) {
        Some(kind)
            if !matches!(kind, PieceType::Pawn | PieceType::King)
                && before.ends_with(['1', '8']) =>
        {
            (before, Some(kind))
        }
        _ => (text, None),
    }
}

fn moving_kind(position: &Position, mv: Move) -> Option<PieceType> {
    position.board().piece_at(mv.from()).get().map(|(_, kind)| kind)
}

impl Position {
    /// The legal move that a text in standard or long algebraic notation means. Missing or
    /// superfluous `x`, `+`, `#`, `!` and `?` do not matter, and `0-0` is read as `O-O`.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let pattern = Pattern::parse(text)
            .ok_or_else(|| SanError::NotUnderstood { text: text.to_owned() })?;
        let legal = self.legal_moves();
        let fitting: Vec<Move> =
            legal.iter().copied().filter(|&mv| pattern.fits(self, mv)).collect();
        let sans = |moves: &[Move]| {
            let mut sans: Vec<String> = moves.iter().map(|&mv| self.san(mv)).collect();
            sans.sort();
            sans
        };
        match fitting[..] {
            [mv] => Ok(mv),
            [] => {
                let kind = pattern.kind();
                let same: Vec<Move> = legal
                    .into_iter()
                    .filter(|&mv| kind.is_none() || moving_kind(self, mv) == kind)
                    .collect();
                let legal = sans(&same);
                Err(SanError::Illegal { text: text.to_owned(), fen: self.to_fen(), kind, legal })
            }
            _ => Err(SanError::Ambiguous {
                text: text.to_owned(),
                fen: self.to_fen(),
                candidates: sans(&fitting),
            }),
        }
    }

    /// A legal move in standard algebraic notation, with `+` or `#`.
    /// A move that is not legal here comes out in long algebraic notation.
    pub fn san(&self, mv: Move) -> String {
        if !self.is_legal(mv) {
            return mv.to_string();
        }
        let mut text = match (mv.kind(), moving_kind(self, mv)) {
            (MoveKind::Castle, _) if mv.to().file() == 6 => "O-O".to_owned(),
            (MoveKind::Castle, _) => "O-O-O".to_owned(),
            (_, Some(PieceType::Pawn)) => self.pawn_san(mv),
            (_, kind) => self.piece_san(mv, kind.unwrap_or(PieceType::King)),
        };
        let next = self.make(mv);
        if next.in_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    fn pawn_san(&self, mv: Move) -> String {
        let mut text = String::new();
        if mv.from().file() != mv.to().file() {
            text.push((b'a' + mv.from().file()) as char);
            text.push('x');
        }
        text += &mv.to().to_string();
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text.push(kind.letter());
        }
        text
    }

    fn piece_san(&self, mv: Move, kind: PieceType) -> String {
        let (from, to) = (mv.from(), mv.to());
        let rivals: Vec<Square> = self
            .legal_moves()
            .into_iter()
            .filter(|&other| {
                other.to() == to
                    && other.from() != from
                    && moving_kind(self, other) == Some(kind)
                    && other.kind() != MoveKind::Castle
            })
            .map(Move::from)
            .collect();
        let file = (b'a' + from.file()) as char;
        let mut text = kind.letter().to_string();
        if !rivals.is_empty() {
            if rivals.iter().all(|rival| rival.file() != from.file()) {
                text.push(file);
            } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
                text += &(from.rank() + 1).to_string();
            } else {
                text += &from.to_string();
            }
        }
        if self.board().color(self.turn().other()).has(to) {
            text.push('x');
        }
        text += &to.to_string();
        text
    }

    /// The legal move written in UCI's long algebraic notation, e.g. `e7e8q`.
    pub fn legal_uci(&self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.to_string() == text)
    }
}
