//! PGN as EPD. A game that begins from a position of its own (the tag FEN) is a puzzle: its first move is
//! the solution. Of any other game, or of all where a ply is asked for, the position after the opening
//! moves is taken, without a task. Comments, variations and annotations are ignored.

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
    /// Line of its first tag or move, from 1; 0 before it.
    line: usize,
    /// Names of its tags.
    tags: Vec<String>,
    fen: Option<String>,
    event: Option<String>,
    players: [Option<String>; 2],
    /// Moves of the main line with their lines.
    moves: Vec<(usize, String)>,
}

/// The games of `text` as EPD lines; with a `ply`, their positions after that many plies, each once.
/// With them, what was left out because the game is over there.
///
/// # Errors
/// When a tag, a move or a nesting is wrong: with `file` and line.
pub(super) fn to_epd(
    file: &str,
    text: &str,
    ply: Option<usize>,
) -> anyhow::Result<(String, Vec<String>)> {
    let (mut epd, mut seen, mut over) = (String::new(), HashSet::new(), Vec::new());
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
        if !shown.has_legal_move() {
            let end = if shown.in_check() { "checkmate" } else { "stalemate" };
            ensure!(
                !is_puzzle,
                "{}: its position is {end}: there is no move to find",
                at(game.line)
            );
            let last = game.moves.last().map_or(game.line, |(line, _)| *line);
            over.push(format!("{}: left out, as it ends in {end}", at(last)));
            continue;
        }
        if !is_puzzle && !seen.insert(without_clocks(&shown)) {
            continue;
        }
        let task = first.filter(|_| is_puzzle);
        let task = task.map_or(String::new(), |mv| format!(" bm {};", start.san(mv)));
        let id = game.id(number);
        let board = without_clocks(&shown);
        let _ = writeln!(epd, "{board}{task} id \"{id}\";");
    }
    let why = over.first().map_or(String::new(), |first| format!("; {first}"));
    ensure!(!epd.is_empty(), "{file}: no game has a position to take{why}");
    Ok((epd, over))
}

impl Game {
    fn take(&mut self, (name, value): (String, String)) {
        match name.as_str() {
            "FEN" => self.fen = Some(value),
            "Event" => self.event = Some(value),
            "White" => self.players[0] = Some(value),
            "Black" => self.players[1] = Some(value),
            _ => {}
        }
        self.tags.push(name);
    }

    /// The event of a puzzle, else who plays, else the number.
    fn id(&self, number: usize) -> String {
        let named = |name: &Option<String>| name.clone().filter(|n| !n.is_empty() && n != "?");
        let fit = |text: String| text.replace(['"', ';', '\\'], " ").trim().to_owned();
        let id = match (named(&self.event), named(&self.players[0]), named(&self.players[1])) {
            (Some(event), _, _) if self.fen.is_some() => fit(event),
            (_, Some(white), Some(black)) => fit(format!("{white} - {black}")),
            _ => String::new(),
        };
        if id.is_empty() { format!("game {number}") } else { id }
    }
}

/// Splits the text into games: each ends at its result, at the tags of another, or where the moves
/// are numbered from 1 again.
fn games(file: &str, text: &str) -> anyhow::Result<Vec<Game>> {
    let (mut games, mut game, mut depth, mut in_comment) = (Vec::new(), Game::default(), 0, false);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut opened = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !in_comment && line.starts_with('%') {
            continue; // an escape to other programs
        }
        let at = |games: &[Game]| format!("{file}:{number}: game {}", games.len() + 1);
        if !in_comment && depth == 0 && line.starts_with('[') {
            let is_next =
                |name: &str| !game.moves.is_empty() || game.tags.iter().any(|n| n == name);
            let tag =
                tag(line).with_context(|| format!("{}: '{line}' is not a tag", at(&games)))?;
            if is_next(&tag.0) {
                games.push(std::mem::take(&mut game)); // without a result
            }
            game.line = if game.line == 0 { number } else { game.line };
            game.take(tag);
            continue;
        }
        let was_open = in_comment || depth > 0;
        for word in words(line, &mut in_comment) {
            match word.as_str() {
                "(" => depth += 1,
                ")" => {
                    ensure!(depth > 0, "{}: a variation ends that has not begun", at(&games));
                    depth -= 1;
                }
                _ if depth > 0 || word.starts_with('$') => {}
                FIRST if game.moves.is_empty() => {}
                FIRST | "1-0" | "0-1" | "1/2-1/2" | "*" => games.push(std::mem::take(&mut game)),
                _ => {
                    game.line = if game.line == 0 { number } else { game.line };
                    game.moves.push((number, word));
                }
            }
            ensure!(depth <= DEEPEST, "{}: variations are nested too deep", at(&games));
        }
        if !was_open {
            opened = at(&games);
        }
    }
    if in_comment || depth > 0 {
        bail!("{opened}: a comment or a variation that begins here does not end");
    }
    if !game.moves.is_empty() || game.fen.is_some() {
        games.push(game);
    }
    Ok(games)
}

/// Stands among the words for White's first move number.
const FIRST: &str = "1.";

/// The name and the value of `[Name "value"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.trim_end().strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Moves, results, parentheses and annotations of a line, without comments; of the move numbers only
/// White's first.
fn words(line: &str, in_comment: &mut bool) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut end = |word: &mut String| {
        let taken = std::mem::take(word);
        let is_number = taken.starts_with(|c: char| c.is_ascii_digit()) && taken.contains('.');
        let rest =
            if is_number { taken.trim_start_matches(|c: char| c.is_ascii_digit()) } else { &taken };
        let dots = rest.len() - rest.trim_start_matches('.').len();
        if is_number && dots == 1 && taken.starts_with(FIRST) {
            words.push(FIRST.to_owned());
        }
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
        let (epd, _) = to_epd("p.pgn", PUZZLE, None).unwrap();
        assert_eq!(epd, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"Back rank\";\n");
    }

    #[test]
    fn openings_are_the_positions_after_their_moves_each_once() {
        let twice = format!("{GAME}\n{GAME}");
        let (epd, _) = to_epd("b.pgn", &twice, Some(2)).unwrap();
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        assert_eq!(epd, format!("{after} id \"A - B\";\n"));
        let (whole, _) = to_epd("b.pgn", GAME, None).unwrap();
        assert!(whole.starts_with("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/"), "{whole}");
        assert!(to_epd("b.pgn", GAME, Some(7)).is_err(), "no game is as long");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, at) in [
            ("1. e4 e5 2. Ke4 *", "x.pgn:1: game 1"),
            ("[FEN \"nonsense\"]\n\n1. e4 *", "x.pgn:1: game 1"),
            ("[Event]\n\n1. e4 *", "x.pgn:1: game 1: '[Event]' is not a tag"),
            ("1. e4 e5) *", "x.pgn:1: game 1: a variation ends"),
            ("1. e4 *\n\n1. d4 {never\n\nclosed", "x.pgn:3: game 2: a comment or a variation"),
            ("*", "x.pgn: no game"),
        ] {
            let error = format!("{:#}", to_epd("x.pgn", text, None).unwrap_err());
            assert!(error.starts_with(at), "{text}: {error}");
        }
    }

    #[test]
    fn games_without_a_result_are_games_all_the_same() {
        let count = |text: &str| to_epd("g.pgn", text, Some(1)).unwrap().0.lines().count();
        assert_eq!(count("1. e4 e5\n\n1. d4 {a} 1... d5 2. c4 (1. c4) c6"), 2);
        assert_eq!(count("[Event \"A\"]\n\n1. e4\n\n[Event \"B\"]\n\n1. d4"), 2);
        let puzzles = "[Event \"A\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n\
                       [Event \"B\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1\"]\n\n1. Re8#";
        let (epd, _) = to_epd("p.pgn", puzzles, None).unwrap();
        assert_eq!(epd.lines().count(), 2, "{epd}");
    }

    #[test]
    fn a_game_that_is_over_is_left_out_by_number_and_line() {
        let mate = "1. f3 e5 2. g4\nQh4# 0-1\n\n";
        let (epd, over) = to_epd("m.pgn", &format!("{mate}1. e4 *"), None).unwrap();
        assert_eq!(epd.lines().count(), 1);
        assert_eq!(over, ["m.pgn:2: game 1: left out, as it ends in checkmate"]);
        let error = to_epd("m.pgn", mate, None).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "no game has a position to take; m.pgn:2: game 1: left out, as it \
            ends in checkmate"
            ),
            "{error}"
        );
        let puzzle = "[FEN \"R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1\"]\n\n*";
        let error = to_epd("m.pgn", puzzle, None).unwrap_err().to_string();
        assert_eq!(error, "m.pgn:1: game 1: its position is checkmate: there is no move to find");
    }
}
