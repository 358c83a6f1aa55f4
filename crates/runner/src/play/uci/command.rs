//! The lines of a graphical interface, read into commands. What cannot be understood becomes a
//! message for `info string`; nothing here stops the program.

use std::time::Duration;

use vnmp_engine::{Move, Position};

use crate::play::game::{Game, Remaining};

/// A line.
#[derive(Debug)]
pub(crate) enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name N value V`
    SetOption {
        /// Which; may have spaces.
        name: String,
        /// To what; empty for a button.
        value: String,
    },
    /// `position`
    Position(Box<Game>),
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d`, not in the protocol: show the position
    Display,
    /// `quit`
    Quit,
    /// An empty line, or one that asks for nothing: `debug`, `register`
    Nothing,
}

/// The limits of `go`, as they came.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Go {
    /// Plies.
    pub(crate) depth: Option<u8>,
    /// Nodes.
    pub(crate) nodes: Option<u64>,
    /// Mate in so many moves.
    pub(crate) mate: Option<u32>,
    /// Exactly this time.
    pub(crate) move_time: Option<Duration>,
    /// White's clock.
    pub(crate) white: Option<Duration>,
    /// Black's clock.
    pub(crate) black: Option<Duration>,
    /// White's increment.
    pub(crate) white_increment: Duration,
    /// Black's increment.
    pub(crate) black_increment: Duration,
    /// Moves to the next time control.
    pub(crate) moves_to_go: Option<u32>,
    /// Until `stop`.
    pub(crate) infinite: bool,
    /// Until `ponderhit` or `stop`.
    pub(crate) ponder: bool,
    /// Only these moves, in long algebraic notation.
    pub(crate) moves: Vec<String>,
    /// What was not understood.
    pub(crate) complaints: Vec<String>,
}

impl Go {
    /// The clock of the side to move.
    pub(crate) fn clock(&self, position: &Position) -> Option<Remaining> {
        let (time, increment) = match position.turn() {
            vnmp_engine::Color::White => (self.white, self.white_increment),
            vnmp_engine::Color::Black => (self.black, self.black_increment),
        };
        Some(Remaining { time: time?, increment, moves_to_go: self.moves_to_go })
    }
}

/// Reads a line.
///
/// # Errors
/// A sentence about what is wrong with it.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(Command::Nothing) };
    Ok(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "debug" | "register" => Command::Nothing,
        "setoption" => set_option(rest)?,
        "position" => Command::Position(Box::new(position(rest)?)),
        "go" => Command::Go(go(rest)),
        other => return Err(format!("unknown command '{}'", shortened(other))),
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("write: setoption name NAME value VALUE".to_owned());
    };
    let at = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = rest[..at].join(" ");
    let value = rest.get(at + 1..).unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err("setoption without a name".to_owned());
    }
    Ok(Command::SetOption { name, value })
}

/// `startpos` or `fen F`, then perhaps `moves M...`.
fn position(words: &[&str]) -> Result<Game, String> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = match place.split_first() {
        Some((&"startpos", _)) => Position::start(),
        Some((&"fen", fields)) => fen(&fields.join(" "))?,
        _ => return Err("write: position startpos|fen FEN [moves ...]".to_owned()),
    };
    let mut game = Game::new(start);
    for text in moves {
        let Some(mv) = game.position().legal_uci(text) else {
            let (text, fen) = (shortened(text), game.position().to_fen());
            return Err(format!("position ignored: '{text}' is not legal in {fen}"));
        };
        game.play(mv);
    }
    Ok(game)
}

/// Six fields, or the first four.
fn fen(text: &str) -> Result<Position, String> {
    Position::from_fen(text).or_else(|error| match Position::from_epd_fields(text) {
        Ok((position, rest)) if rest.trim().is_empty() => Ok(position),
        _ => Err(format!("position ignored: {error}").replace('\n', " ")),
    })
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|text| looks_like_a_move(text)) {
                    go.moves.push(text.to_owned());
                }
            }
            "depth" | "nodes" | "mate" | "movetime" | "wtime" | "btime" | "winc" | "binc"
            | "movestogo" => match words.peek().and_then(|text| number(text)) {
                Some(value) => {
                    words.next();
                    go.set(word, value);
                }
                None => go.complaints.push(format!("'go {word}' without a number")),
            },
            other => go.complaints.push(format!("'{}' of 'go' ignored", shortened(other))),
        }
    }
    go
}

impl Go {
    fn set(&mut self, word: &str, value: u64) {
        let time = Duration::from_millis(value);
        let count = u32::try_from(value).unwrap_or(u32::MAX);
        match word {
            "depth" => self.depth = Some(u8::try_from(value).unwrap_or(u8::MAX).max(1)),
            "nodes" => self.nodes = Some(value),
            "mate" => self.mate = Some(count),
            "movetime" => self.move_time = Some(time),
            "wtime" => self.white = Some(time),
            "btime" => self.black = Some(time),
            "winc" => self.white_increment = time,
            "binc" => self.black_increment = time,
            _ => self.moves_to_go = Some(count),
        }
    }
}

/// Clocks of some interfaces run below zero, which is as good as none left; a year is enough.
fn number(text: &str) -> Option<u64> {
    const YEAR_MS: u64 = 365 * 24 * 3600 * 1000;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = if digits.len() > 18 { YEAR_MS } else { digits.parse().unwrap_or(YEAR_MS) };
    is_number.then_some(if text.starts_with('-') { 0 } else { value })
}

fn looks_like_a_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    (4..=5).contains(&bytes.len())
        && bytes[..4].chunks(2).all(|s| s[0].is_ascii_lowercase() && s[1].is_ascii_digit())
}

/// The legal moves among `texts`, and complaints about the others.
pub(crate) fn search_moves(position: &Position, texts: &[String]) -> (Vec<Move>, Vec<String>) {
    let (mut moves, mut complaints) = (Vec::new(), Vec::new());
    for text in texts {
        match position.legal_uci(text) {
            Some(mv) => moves.push(mv),
            None => complaints.push(format!("searchmoves: '{text}' is not legal here")),
        }
    }
    (moves, complaints)
}
