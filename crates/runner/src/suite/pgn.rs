//! PGN as EPD. A game that begins from a position of its own (the tag FEN) is a puzzle: its first move is
//! the solution. Of any other game, or of all where a ply is asked for, the position after the opening
//! moves is taken, without a task. Comments, variations and annotations are passed over.

use std::collections::HashSet;
use std::fmt::Write;

use anyhow::{Context, anyhow, bail, ensure};
use vnmp_engine::{Move, Position};

use super::read::without_clocks;

/// Deepest nesting of variations.
const DEEPEST: usize = 100;

/// A game as it is read.
#[derive(Default)]
struct Game {
    /// Line of its first tag or move, from 1.
    line: usize,
    fen: Option<String>,
    event: Option<String>,
    players: [Option<String>; 2],
    /// Moves of the main line with their lines.
    moves: Vec<(usize, String)>,
}

/// The games of `text` as EPD lines; with a `ply`, their positions after that many plies, each once.
///
/// # Errors
/// When a tag, a move or a nesting is wrong: with `file` and line.
pub(super) fn to_epd(file: &str, text: &str, ply: Option<usize>) -> anyhow::Result<String> {
    let (mut epd, mut seen) = (String::new(), HashSet::new());
    for (number, game) in (1..).zip(games(file, text)?) {
        let at = |line: usize| format!("{file}:{line}: game {number}");
        let start = match &game.fen {
            Some(fen) => Position::from_fen(fen).with_context(|| at(game.line))?,
            None => Position::start(),
        };
        let (mut position, mut first) = (start, None);
        let is_puzzle = game.fen.is_some() && ply.is_none();
        if ply.is_some_and(|ply| game.moves.len() < ply) || !is_puzzle && game.moves.is_empty() {
            continue;
        }
        for (line, san) in game.moves.iter().take(ply.unwrap_or(usize::MAX)) {
            let mv: Move = position
                .parse_san(san.trim_end_matches(['!', '?']))
                .map_err(|e| anyhow!("{}: {e}", at(*line)))?;
            first.get_or_insert(mv);
            position = position.make(mv);
        }
        let shown = if is_puzzle { start } else { position };
        if !is_puzzle && !seen.insert(without_clocks(&shown)) {
            continue;
        }
        let task = first.filter(|_| is_puzzle);
        let task = task.map_or(String::new(), |mv| format!(" bm {};", start.san(mv)));
        let id = game.id(number);
        let board = without_clocks(&shown);
        let _ = writeln!(epd, "{board}{task} id \"{id}\";");
    }
    ensure!(!epd.is_empty(), "{file}: no game has a position to take");
    Ok(epd)
}

impl Game {
    /// The event of a puzzle, else who plays, else the number.
    fn id(&self, number: usize) -> String {
        let named = |name: &Option<String>| name.clone().filter(|n| !n.is_empty() && n != "?");
        let fit = |text: String| text.replace(['"', ';', '\\'], " ").trim().to_owned();
        match (named(&self.event), named(&self.players[0]), named(&self.players[1])) {
            (Some(event), _, _) if self.fen.is_some() => fit(event),
            (_, Some(white), Some(black)) => fit(format!("{white} - {black}")),
            _ => format!("game {number}"),
        }
    }
}

/// Splits the text into games.
fn games(file: &str, text: &str) -> anyhow::Result<Vec<Game>> {
    let (mut games, mut game, mut depth, mut in_comment) = (Vec::new(), Game::default(), 0, false);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        if !in_comment && line.starts_with('%') {
            continue; // an escape to other programs
        }
        if !in_comment && depth == 0 && line.starts_with('[') {
            if !game.moves.is_empty() {
                games.push(std::mem::take(&mut game)); // without a result
            }
            tag(line, &mut game)
                .with_context(|| format!("{file}:{number}: '{line}' is not a tag"))?;
            if game.line == 0 {
                game.line = number;
            }
            continue;
        }
        for word in words(line, &mut in_comment) {
            match word.as_str() {
                "(" => depth += 1,
                ")" => {
                    ensure!(depth > 0, "{file}:{number}: a variation ends that has not begun");
                    depth -= 1;
                }
                _ if depth > 0 || word.starts_with('$') => {}
                "1-0" | "0-1" | "1/2-1/2" | "*" => games.push(std::mem::take(&mut game)),
                _ => game.moves.push((number, word)),
            }
            ensure!(depth <= DEEPEST, "{file}:{number}: variations are nested too deep");
        }
    }
    if in_comment || depth > 0 {
        bail!("{file}: it ends within a comment or a variation");
    }
    if !game.moves.is_empty() || game.fen.is_some() {
        games.push(game);
    }
    Ok(games)
}

/// Reads `[Name "value"]`.
fn tag(line: &str, game: &mut Game) -> Option<()> {
    let (name, rest) = line.trim_end().strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    match name {
        "FEN" => game.fen = Some(value),
        "Event" => game.event = Some(value),
        "White" => game.players[0] = Some(value),
        "Black" => game.players[1] = Some(value),
        _ => {}
    }
    Some(())
}

/// Moves, results, parentheses and annotations of a line, without comments and move numbers.
fn words(line: &str, in_comment: &mut bool) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut end = |word: &mut String| {
        let taken = std::mem::take(word);
        let is_number = taken.starts_with(|c: char| c.is_ascii_digit()) && taken.contains('.');
        let rest =
            if is_number { taken.trim_start_matches(|c: char| c.is_ascii_digit()) } else { &taken };
        let rest = rest.trim_start_matches('.');
        let is_left_over = rest.chars().all(|c| c.is_ascii_digit() || c == '!' || c == '?');
        if !is_left_over {
            words.push(rest.to_owned());
        }
    };
    for c in line.chars() {
        match c {
            '}' if *in_comment => *in_comment = false,
            _ if *in_comment => {}
            '{' => {
                end(&mut word);
                *in_comment = true;
            }
            ';' => break,
            '(' | ')' => {
                end(&mut word);
                word.push(c);
                end(&mut word);
            }
            c if c.is_whitespace() => end(&mut word),
            c => word.push(c),
        }
    }
    end(&mut word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "[Event \"Back rank\"]\n[SetUp \"1\"]\n\
        [FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n\
        1. Rd8# {the only move} (1. Kf1 $2 Kf8 (1... h6)) 1-0\n";
    const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1.e4 e5 ; open\n2. Nf3! Nc6 3.Bb5 a6 *\n";

    #[test]
    fn a_puzzles_first_move_is_its_solution() {
        let epd = to_epd("p.pgn", PUZZLE, None).unwrap();
        assert_eq!(epd, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"Back rank\";\n");
    }

    #[test]
    fn openings_are_the_positions_after_their_moves_each_once() {
        let twice = format!("{GAME}\n{GAME}");
        let epd = to_epd("b.pgn", &twice, Some(2)).unwrap();
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        assert_eq!(epd, format!("{after} id \"A - B\";\n"));
        let whole = to_epd("b.pgn", GAME, None).unwrap();
        assert!(whole.starts_with("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/"), "{whole}");
        assert!(to_epd("b.pgn", GAME, Some(7)).is_err(), "no game is as long");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, at) in [
            ("1. e4 e5 2. Ke4 *", "x.pgn:1: game 1"),
            ("[FEN \"nonsense\"]\n\n1. e4 *", "x.pgn:1: game 1"),
            ("[Event]\n\n1. e4 *", "x.pgn:1: '[Event]' is not a tag"),
            ("1. e4 e5) *", "x.pgn:1: a variation ends"),
            ("1. e4 {never closed", "x.pgn: it ends within"),
            ("*", "x.pgn: no game"),
        ] {
            let error = format!("{:#}", to_epd("x.pgn", text, None).unwrap_err());
            assert!(error.starts_with(at), "{text}: {error}");
        }
    }
}
