//! Parses the commands of a graphical interface. What cannot be parsed becomes a message for
//! `info string`; nothing here stops the program.

use std::collections::BTreeMap;
use std::time::Duration;

use vnmp_engine::{Move, Position};

use crate::base::notation::{looks_like_a_move, read_position};
use crate::play::game::{Game, Remaining};

/// What of `go` has a number.
const NUMBERS: [&str; 9] =
    ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/// The limits of `go`, as they came.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Go {
    /// By name; clocks in milliseconds.
    numbers: BTreeMap<&'static str, u64>,
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
    /// A number.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.numbers.get(name).copied()
    }

    /// A number of moves.
    pub(crate) fn count(&self, name: &str) -> Option<u32> {
        self.number(name).map(|count| u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// A time.
    pub(crate) fn time(&self, name: &str) -> Option<Duration> {
        self.number(name).map(Duration::from_millis)
    }

    /// The clock of the side to move; that of the other where only the other's is given.
    pub(crate) fn clock(&self, position: &Position) -> Option<Remaining> {
        let (time, increment, other) = match position.turn() {
            vnmp_engine::Color::White => ("wtime", "winc", "btime"),
            vnmp_engine::Color::Black => ("btime", "binc", "wtime"),
        };
        Some(Remaining {
            time: self.time(time).or_else(|| self.time(other))?,
            increment: self.time(increment).unwrap_or_default(),
            moves_to_go: self.count("movestogo"),
        })
    }
}

/// The beginning of a word that is repeated in an answer.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Name, which may have spaces, and value, empty for a button, of `setoption`.
///
/// # Errors
/// A sentence about what is wrong with it.
pub(crate) fn set_option(words: &[&str]) -> Result<(String, String), String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("write: setoption name NAME value VALUE".to_owned());
    };
    let at = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = rest[..at].join(" ");
    let value = rest.get(at + 1..).unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err("setoption without a name".to_owned());
    }
    Ok((name, value))
}

/// `startpos` or `fen F`, then perhaps `moves M...`.
///
/// # Errors
/// A sentence about what is wrong with it.
pub(crate) fn position(words: &[&str]) -> Result<Game, String> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = match place.split_first() {
        Some((&"startpos", [])) => Position::start(),
        Some((&"startpos", [word, ..])) => {
            let word = shortened(word);
            return Err(format!(
                "position ignored: '{word}' after startpos; write moves before it"
            ));
        }
        Some((&"fen", fields)) => read_position(&fields.join(" "))
            .map_err(|error| format!("position ignored: {error:#}").replace('\n', " "))?,
        _ => {
            let usage = "position ignored; write: position startpos|fen FEN [moves ...]";
            return Err(usage.to_owned());
        }
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

/// The arguments of `go`.
pub(crate) fn go(words: &[&str]) -> Go {
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
            other => match NUMBERS.iter().find(|name| **name == other) {
                Some(name) => match words.peek().and_then(|text| number(text)) {
                    Some(value) => {
                        words.next();
                        go.numbers.insert(name, value);
                    }
                    None => go.complaints.push(format!("'go {name}' without a number")),
                },
                None => go.complaints.push(format!("'{}' of 'go' ignored", shortened(other))),
            },
        }
    }
    go
}

/// Clocks of some interfaces run below zero, which is as good as none left; a year is enough.
fn number(text: &str) -> Option<u64> {
    const YEAR_MS: u64 = 365 * 24 * 3600 * 1000;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = if digits.len() > 18 { YEAR_MS } else { digits.parse().unwrap_or(YEAR_MS) };
    is_number.then_some(if text.starts_with('-') { 0 } else { value })
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
