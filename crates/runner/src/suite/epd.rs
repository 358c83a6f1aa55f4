//! One line of an EPD file: a position of four or six fields, then operations `opcode operands;`.
//! Understood are `bm`, `am`, `dm` and `id`, in either case; other operations and free text are
//! ignored, except a `ce` that gives a mate instead of centipawns. A `dm`, or a `bm #4`, decides
//! whether a position is solved; other moves given are kept and shown.
//! Nothing here knows of files.

use std::collections::BTreeMap;

use anyhow::{anyhow, bail, ensure};
use vnmp_engine::{Move, Position};

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

/// Letters of an open quotation that are shown.
const QUOTED: usize = 20;

/// The operations that are understood.
const OPCODES: [&str; 5] = ["bm", "am", "dm", "id", "ce"];

/// Operands by opcode, as written, each once.
type Operations = BTreeMap<&'static str, Vec<String>>;

impl EpdLine {
    /// Reads a line that is neither blank nor a comment.
    pub(crate) fn parse(line: &str) -> anyhow::Result<EpdLine> {
        ensure!(
            !line.contains('\r'),
            "a carriage return within the line: lines that end in one alone are not read; convert \
             the file: tr '\\r' '\\n' < FILE > NEW.epd"
        );
        let (position, rest) = Position::from_epd_fields(line)
            .map_err(|error| chess960(line).unwrap_or_else(|| error.into()))?;
        if !position.has_legal_move() {
            let what = if position.in_check() { "checkmate" } else { "stalemate" };
            bail!("the position is {what}, so there is nothing to search; remove the line");
        }
        let operations = operations(rest)?;
        if let Some(ce) = operations.get("ce").map(|words| words.join(" "))
            && ce.contains(['#', 'M', 'm'])
        {
            bail!("'ce {ce}' gives a mate, but 'ce' counts centipawns; write e.g. 'dm 4;' instead");
        }
        let id = match operations.get("id") {
            None => None,
            Some(words) => {
                let id = words.join(" ");
                ensure!(!id.trim().is_empty(), no_operand("id", "id \"ECM.001\";"));
                Some(id.trim().to_owned())
            }
        };
        let given = |opcode: &str| match operations.get(opcode) {
            None => Ok((Vec::new(), None)),
            Some(words) => moves(&position, opcode, words),
        };
        let ((best, mate), (avoid, _)) = (given("bm")?, given("am")?);
        if let Some(&both) = best.iter().find(|mv| avoid.contains(mv)) {
            let san = position.san(both);
            bail!("{san} is given as best move and as move to avoid; remove one");
        }
        let dm = operations.get("dm").map(|words| distance("dm ", words)).transpose()?;
        let task = match (dm, mate) {
            (Some(dm), Some(bm)) if dm != bm => bail!(
                "the distance to mate is given as {dm} by 'dm' and as {bm} by 'bm'; remove one"
            ),
            (Some(moves), _) | (None, Some(moves)) => Task::Mate { moves, best, avoid },
            (None, None) if best.is_empty() && avoid.is_empty() => Task::None,
            (None, None) => Task::BestMove { best, avoid },
        };
        Ok(EpdLine { position, id, task })
    }
}

/// The last semicolon may be missing; text that begins like no known operation is ignored.
fn operations(text: &str) -> anyhow::Result<Operations> {
    let mut operations = Operations::new();
    for mut words in split(text)?.into_iter().filter(|words| !words.is_empty()) {
        let is_first = |opcode: &&&str| words[0].eq_ignore_ascii_case(opcode);
        let Some(&opcode) = OPCODES.iter().find(is_first) else { continue };
        let is_new = operations.insert(opcode, words.split_off(1)).is_none();
        ensure!(is_new, "'{opcode}' is given twice; join the two or remove one");
    }
    Ok(operations)
}

/// Splits at semicolons, then at white space; neither counts within quotes.
fn split(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
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
        let text: String = text[opened..].chars().take(QUOTED).collect();
        bail!("the quote before '{text}' is not closed; add the missing '\"', or remove this one");
    }
    operations.push(words);
    Ok(operations)
}

/// The moves of an operand list, and the distance of a `#4` among them.
pub(super) fn moves(
    position: &Position,
    opcode: &str,
    words: &[String],
) -> anyhow::Result<(Vec<Move>, Option<u32>)> {
    let (mut moves, mut mate) = (Vec::new(), None);
    ensure!(!words.iter().all(|word| word.is_empty()), no_operand(opcode, "bm Qg6;"));
    for word in words.iter().flat_map(|word| word.split([',', ' '])).filter(|w| !w.is_empty()) {
        if let Some(number) = word.strip_prefix('#').filter(|_| opcode == "bm") {
            mate = Some(distance("#", &[number.to_owned()])?);
            continue;
        }
        let mv = position.parse_san(word).map_err(|error| anyhow!("{opcode}: {error}"))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    Ok((moves, mate))
}

/// A number of moves, at least 1; `before` is the text in front of it.
fn distance(before: &str, words: &[String]) -> anyhow::Result<u32> {
    let found = format!("{before}{}", words.join(" "));
    ensure!(!words.is_empty(), no_operand("dm", "dm 4;"));
    match found[before.len()..].parse::<i64>() {
        Ok(moves @ 1..=999) => Ok(moves as u32),
        Ok(..=-1) => bail!(
            "'{found}' says that the side to move is mated, so there is nothing to find; write the \
             mate for the side that gives it, or remove the operation"
        ),
        _ => bail!("'{found}' is no distance to mate; write e.g. 'dm 4;' or 'bm #4;'"),
    }
}

fn no_operand(opcode: &str, example: &str) -> String {
    format!("'{opcode}' has no operand; write e.g. '{example}' or remove it")
}

/// The reason for a refused position if its castling rights name the files of rooks.
fn chess960(line: &str) -> Option<anyhow::Error> {
    let fields: Vec<&str> = line.split_whitespace().take(3).collect();
    let [_, "w" | "b", rights] = fields[..] else { return None };
    let by_file = |c: char| matches!(c.to_ascii_uppercase(), 'A'..='H');
    let is_given = rights.len() <= 4 && rights.chars().all(|c| by_file(c) || "KQkq".contains(c));
    (is_given && rights.contains(by_file)).then(|| {
        anyhow!(
            "the castling rights '{rights}' are those of Chess960, which is not supported; write \
             KQkq for a king and rooks on their usual squares, or remove the line"
        )
    })
}
