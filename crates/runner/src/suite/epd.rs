//! One line of an EPD file: a position of four or six fields, then operations `opcode operands;`.
//! Understood are `bm`, `am`, `dm` and `id`, in either case; other operations and free text are
//! passed over.
//! Nothing here knows of files.

use vnmp_engine::{FenError, Move, Position, SanError};

use super::task::Task;

/// What an EPD line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EpdLine {
    /// The position.
    pub(crate) position: Position,
    /// Operand of `id`, without quotes.
    pub(crate) id: Option<String>,
    /// From `bm`, `am` and `dm`; a distance to mate goes before moves.
    pub(crate) task: Task,
}

/// Why a line cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum EpdError {
    /// The position does not read or is impossible.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move of `bm` or `am` does not read.
    #[error("{opcode}: {error}")]
    Move {
        /// `bm` or `am`.
        opcode: &'static str,
        /// What is wrong with it.
        error: SanError,
    },
    /// An operation without its operand.
    #[error("'{opcode}' has no operand; write e.g. '{example}' or remove it")]
    NoOperand {
        /// The operation.
        opcode: &'static str,
        /// How it should look.
        example: &'static str,
    },
    /// A distance to mate that is no positive number.
    #[error("'{found}' is no distance to mate; write e.g. 'dm 4;' or 'bm #4;'")]
    MateDistance {
        /// As written.
        found: String,
    },
    /// `dm` and `bm #n` of different distances.
    #[error("the distance to mate is given as {dm} by 'dm' and as {bm} by 'bm'; remove one")]
    TwoDistances {
        /// From `dm`.
        dm: u32,
        /// From `bm`.
        bm: u32,
    },
    /// The same operation twice.
    #[error("'{opcode}' is given twice; join the two or remove one")]
    Twice {
        /// The operation.
        opcode: &'static str,
    },
    /// A quoted text without its end.
    #[error("a quoted text is not closed; add the missing '\"'")]
    OpenQuote,
    /// A move that is both to play and to avoid.
    #[error("{san} is given as best move and as move to avoid; remove one")]
    BestAndAvoid {
        /// The move.
        san: String,
    },
}

/// Operands as written, once each.
#[derive(Default)]
struct Operations {
    bm: Option<Vec<String>>,
    am: Option<Vec<String>>,
    dm: Option<Vec<String>>,
    id: Option<Vec<String>>,
}

impl EpdLine {
    /// Reads a line that is neither blank nor a comment.
    pub(crate) fn parse(line: &str) -> Result<EpdLine, EpdError> {
        let (position, rest) = Position::from_epd_fields(line)?;
        let operations = Operations::parse(rest)?;
        let id = match operations.id {
            None => None,
            Some(words) => {
                let id = words.join(" ");
                if id.trim().is_empty() {
                    return Err(EpdError::NoOperand { opcode: "id", example: "id \"ECM.001\";" });
                }
                Some(id.trim().to_owned())
            }
        };
        let (best, mate) = match &operations.bm {
            None => (Vec::new(), None),
            Some(words) => moves(&position, "bm", words)?,
        };
        let (avoid, _) = match &operations.am {
            None => (Vec::new(), None),
            Some(words) => moves(&position, "am", words)?,
        };
        if let Some(&both) = best.iter().find(|mv| avoid.contains(mv)) {
            return Err(EpdError::BestAndAvoid { san: position.san(both) });
        }
        let dm = operations.dm.as_deref().map(distance).transpose()?;
        let task = match (dm, mate) {
            (Some(dm), Some(bm)) if dm != bm => return Err(EpdError::TwoDistances { dm, bm }),
            (Some(moves), _) | (None, Some(moves)) => Task::Mate { moves },
            (None, None) if best.is_empty() && avoid.is_empty() => Task::None,
            (None, None) => Task::BestMove { best, avoid },
        };
        Ok(EpdLine { position, id, task })
    }
}

impl Operations {
    /// The last semicolon may be missing; text that begins like none of ours is passed over.
    fn parse(text: &str) -> Result<Operations, EpdError> {
        let mut operations = Operations::default();
        for words in split(text)? {
            let Some((opcode, operands)) = words.split_first() else {
                continue;
            };
            let (slot, name) = match opcode.to_ascii_lowercase().as_str() {
                "bm" => (&mut operations.bm, "bm"),
                "am" => (&mut operations.am, "am"),
                "dm" => (&mut operations.dm, "dm"),
                "id" => (&mut operations.id, "id"),
                _ => continue,
            };
            if slot.replace(operands.to_vec()).is_some() {
                return Err(EpdError::Twice { opcode: name });
            }
        }
        Ok(operations)
    }
}

/// Splits at semicolons, then at white space; neither counts within quotes.
fn split(text: &str) -> Result<Vec<Vec<String>>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ';' if !quoted => {
                words.extend(word.take());
                operations.push(std::mem::take(&mut words));
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quoted {
        return Err(EpdError::OpenQuote);
    }
    operations.push(words);
    Ok(operations)
}

/// The moves of an operand list, and the distance of a `#4` among them.
pub(super) fn moves(
    position: &Position,
    opcode: &'static str,
    words: &[String],
) -> Result<(Vec<Move>, Option<u32>), EpdError> {
    let (mut moves, mut mate) = (Vec::new(), None);
    if words.iter().all(|word| word.is_empty()) {
        return Err(EpdError::NoOperand { opcode, example: "bm Qg6;" });
    }
    for word in words.iter().flat_map(|word| word.split([',', ' '])).filter(|w| !w.is_empty()) {
        if let Some(number) = word.strip_prefix('#').filter(|_| opcode == "bm") {
            let bad = |_| EpdError::MateDistance { found: word.to_owned() };
            mate = Some(distance(&[number.to_owned()]).map_err(bad)?);
            continue;
        }
        let mv = position.parse_san(word).map_err(|error| EpdError::Move { opcode, error })?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    Ok((moves, mate))
}

/// A number of moves, at least 1.
fn distance(words: &[String]) -> Result<u32, EpdError> {
    match words {
        [] => Err(EpdError::NoOperand { opcode: "dm", example: "dm 4;" }),
        [word] => match word.parse() {
            Ok(moves) if (1..=999).contains(&moves) => Ok(moves),
            _ => Err(EpdError::MateDistance { found: word.clone() }),
        },
        _ => Err(EpdError::MateDistance { found: words.join(" ") }),
    }
}
