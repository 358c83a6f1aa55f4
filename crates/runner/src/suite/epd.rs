//! One line of an EPD file: a position of four or six fields, then operations `opcode operands;`.
//! Understood are `bm`, `am`, `dm` and `id`, in either case; other operations and free text are
//! passed over, but for a `ce` that gives a mate instead of centipawns. A `dm`, or a `bm #4`, decides
//! whether a position is solved; moves given besides are kept and shown.
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
    /// From `bm`, `am` and `dm`.
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
    /// A mate of the side to move: there is nothing for it to find.
    #[error(
        "'{found}' says that the side to move is mated, so there is nothing to find; write the mate \
         for the side that gives it, or remove the operation"
    )]
    Mated {
        /// As written.
        found: String,
    },
    /// `ce` counts centipawns.
    #[error("'ce {found}' gives a mate, but 'ce' counts centipawns; write e.g. 'dm 4;' instead")]
    MateAsScore {
        /// As written.
        found: String,
    },
    /// Nobody can move.
    #[error("the position is {what}, so there is nothing to search; remove the line")]
    GameOver {
        /// Checkmate or stalemate.
        what: &'static str,
    },
    /// Castling rights by the files of the rooks.
    #[error(
        "the castling rights '{found}' are those of Chess960, which is not supported; write KQkq for \
         a king and rooks on their usual squares, or remove the line"
    )]
    Chess960 {
        /// As written.
        found: String,
    },
    /// Several lines in one.
    #[error(
        "a carriage return within the line: lines that end in one alone are not read; convert the \
         file: tr '\\r' '\\n' < FILE > NEW.epd"
    )]
    CarriageReturn,
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
    #[error("the quote before '{text}' is not closed; add the missing '\"', or remove this one")]
    OpenQuote {
        /// What stands behind it.
        text: String,
    },
    /// A move that is both to play and to avoid.
    #[error("{san} is given as best move and as move to avoid; remove one")]
    BestAndAvoid {
        /// The move.
        san: String,
    },
}

/// Letters of an open quotation that are shown.
const QUOTED: usize = 20;

/// Operands as written, once each.
#[derive(Default)]
struct Operations {
    bm: Option<Vec<String>>,
    am: Option<Vec<String>>,
    dm: Option<Vec<String>>,
    id: Option<Vec<String>>,
    ce: Option<Vec<String>>,
}

impl EpdLine {
    /// Reads a line that is neither blank nor a comment.
    pub(crate) fn parse(line: &str) -> Result<EpdLine, EpdError> {
        if line.contains('\r') {
            return Err(EpdError::CarriageReturn);
        }
        let (position, rest) = match Position::from_epd_fields(line) {
            Ok(read) => read,
            Err(error) => return Err(chess960(line).unwrap_or(EpdError::Position(error))),
        };
        if !position.has_legal_move() {
            let what = if position.in_check() { "checkmate" } else { "stalemate" };
            return Err(EpdError::GameOver { what });
        }
        let operations = Operations::parse(rest)?;
        if let Some(ce) = operations.ce.map(|words| words.join(" "))
            && ce.contains(['#', 'M', 'm'])
        {
            return Err(EpdError::MateAsScore { found: ce });
        }
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
        let dm = operations.dm.as_deref().map(|words| distance("dm ", words)).transpose()?;
        let task = match (dm, mate) {
            (Some(dm), Some(bm)) if dm != bm => return Err(EpdError::TwoDistances { dm, bm }),
            (Some(moves), _) | (None, Some(moves)) => Task::Mate { moves, best, avoid },
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
                "ce" => (&mut operations.ce, "ce"),
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
    let (mut quoted, mut opened) = (false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '"' => {
                (quoted, opened) = (!quoted, at + 1);
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
        let text = text[opened..].chars().take(QUOTED).collect();
        return Err(EpdError::OpenQuote { text });
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
            mate = Some(distance("#", &[number.to_owned()])?);
            continue;
        }
        let mv = position.parse_san(word).map_err(|error| EpdError::Move { opcode, error })?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    Ok((moves, mate))
}

/// A number of moves, at least 1; `before` is what stands in front of it.
fn distance(before: &str, words: &[String]) -> Result<u32, EpdError> {
    let found = format!("{before}{}", words.join(" "));
    match words {
        [] => Err(EpdError::NoOperand { opcode: "dm", example: "dm 4;" }),
        [word] => match word.parse::<i64>() {
            Ok(moves @ 1..=999) => Ok(moves as u32),
            Ok(negative) if negative < 0 => Err(EpdError::Mated { found }),
            _ => Err(EpdError::MateDistance { found }),
        },
        _ => Err(EpdError::MateDistance { found }),
    }
}

/// The reason for a refused position if its castling rights name the files of rooks.
fn chess960(line: &str) -> Option<EpdError> {
    let fields: Vec<&str> = line.split_whitespace().take(3).collect();
    let [_, "w" | "b", rights] = fields[..] else { return None };
    let by_file = |c: char| matches!(c.to_ascii_uppercase(), 'A'..='H');
    let is_given = rights.len() <= 4 && rights.chars().all(|c| by_file(c) || "KQkq".contains(c));
    let found = rights.to_owned();
    (is_given && rights.contains(by_file)).then_some(EpdError::Chess960 { found })
}
