//! Games as CSV, one a row, and back: everything that the journal has of them.

use std::io::Read;

use serde::{Deserialize, Serialize};

use super::record::{End, Failure, GameRecord, Ply, Points};
use super::run::Games;
use crate::record::io::{self, RecordFormat, not_a_row};

/// A row. The figures of each move are a list with spaces; `-` where there is none.
#[derive(Default, Serialize, Deserialize)]
struct Row {
    /// From 0; games 2n and 2n + 1 are a pair with the same opening.
    game: u32,
    opening: String,
    fen: String,
    opening_moves: String,
    /// For the first side: win, draw or loss.
    points: Points,
    /// As PGN has it.
    result: String,
    end: End,
    reason: String,
    /// JSON; empty if nothing went wrong.
    failures: String,
    plies: usize,
    /// In long algebraic notation, as are the opening's.
    moves: String,
    /// Centipawns for the player, or `#` and moves to mate.
    scores: String,
    depths: String,
    nodes: String,
    times_ms: String,
}

/// The file.
///
/// # Errors
/// What the CSV writer says.
pub(crate) fn to_csv<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    RecordFormat::Csv.write(&mut bytes, games.into_iter().map(row))?;
    Ok(bytes)
}

fn row(game: &GameRecord) -> anyhow::Result<Row> {
    let failures = match game.failures.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&game.failures)?,
    };
    Ok(Row {
        game: game.number,
        opening: game.opening.clone(),
        fen: game.fen.clone(),
        opening_moves: game.opening_moves.join(" "),
        points: game.points,
        result: game.result().to_owned(),
        end: game.end,
        reason: game.reason.clone(),
        failures,
        plies: game.plies.len(),
        moves: list(&game.plies, |ply| Some(ply.mv.clone())),
        scores: list(&game.plies, |ply| match ply.mate {
            Some(moves) => Some(format!("#{moves}")),
            None => ply.score_cp.map(|score| score.to_string()),
        }),
        depths: list(&game.plies, |ply| ply.depth.map(|n| n.to_string())),
        nodes: list(&game.plies, |ply| ply.nodes.map(|n| n.to_string())),
        times_ms: list(&game.plies, |ply| ply.time_ms.map(|n| n.to_string())),
    })
}

fn list(plies: &[Ply], tell: impl Fn(&Ply) -> Option<String>) -> String {
    let words = plies.iter().map(|ply| tell(ply).unwrap_or_else(|| "-".to_owned()));
    words.collect::<Vec<_>>().join(" ")
}

/// Reads the file; `name` stands for it in errors.
///
/// # Errors
/// When a row is not a game.
pub(crate) fn from_csv(input: impl Read, name: &str) -> anyhow::Result<Games> {
    let mut games = Games::new();
    for (row, line) in io::from_csv(input, name)?.into_iter().zip(2..) {
        let game = game(row).map_err(|reason| not_a_row(name, line, reason))?;
        if games.insert(game.number, game).is_some() {
            return Err(not_a_row(name, line, "the game occurs twice"));
        }
    }
    Ok(games)
}

fn game(row: Row) -> Result<GameRecord, String> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lists = [&row.moves, &row.scores, &row.depths, &row.nodes, &row.times_ms].map(|t| words(t));
    if lists.iter().any(|list| list.len() != row.plies) {
        return Err(format!("a list has not {} entries, one for each ply", row.plies));
    }
    let ply = |n: usize| -> Result<Ply, String> {
        let [moves, scores, depths, nodes, times] = &lists;
        let (score_cp, mate) = match scores[n].strip_prefix('#') {
            Some(moves) => (None, number(moves)?),
            None => (number(&scores[n])?, None),
        };
        let mv = moves[n].clone();
        let (depth, nodes, time_ms) = (number(&depths[n])?, number(&nodes[n])?, number(&times[n])?);
        Ok(Ply { mv, score_cp, mate, depth, nodes, time_ms })
    };
    let failures: Vec<Failure> = match row.failures.as_str() {
        "" => Vec::new(),
        text => serde_json::from_str(text).map_err(|e| format!("failures: {e}"))?,
    };
    Ok(GameRecord {
        plies: (0..row.plies).map(ply).collect::<Result<_, _>>()?,
        number: row.game,
        opening: row.opening,
        fen: row.fen,
        opening_moves: words(&row.opening_moves),
        points: row.points,
        end: row.end,
        reason: row.reason,
        failures,
    })
}

/// A number, or `-` for none.
fn number<T: std::str::FromStr>(word: &str) -> Result<Option<T>, String> {
    match word {
        "-" => Ok(None),
        word => word.parse().map(Some).map_err(|_| format!("'{word}' is no number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Games {
        let ply = |mv: &str, score_cp, mate, depth| Ply {
            mv: mv.to_owned(),
            score_cp,
            mate,
            depth,
            nodes: Some(77),
            time_ms: None,
        };
        let game = |number, plies: Vec<Ply>, failures| GameRecord {
            number,
            opening: "a \"line\", with\nbreaks".to_owned(),
            fen: vnmp_engine::START_FEN.to_owned(),
            opening_moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
            points: Points::Loss,
            end: End::Abandoned,
            reason: "why".to_owned(),
            failures,
            plies,
        };
        let failure = Failure { side: 1, what: "=died, \"so\"".to_owned() };
        let plies = vec![ply("g1f3", Some(-3), None, Some(4)), ply("b8c6", None, Some(-2), None)];
        Games::from([(0, game(0, plies, vec![failure])), (3, game(3, Vec::new(), Vec::new()))])
    }

    #[test]
    fn games_read_back_as_they_were_written() {
        let bytes = to_csv(games().values()).unwrap();
        assert_eq!(from_csv(&bytes[..], "games.csv").unwrap(), games());
        let header = to_csv([]).unwrap();
        assert!(header.starts_with(b"game,opening,fen,") && bytes.starts_with(&header));
        assert!(from_csv(&b""[..], "games.csv").unwrap().is_empty());
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let text = String::from_utf8(to_csv(games().values()).unwrap()).unwrap();
        for (from, to) in [("g1f3 b8c6", "g1f3"), ("-3 #-2", "-3 mate"), ("abandoned", "gone")] {
            assert!(text.contains(from));
            let error = from_csv(text.replace(from, to).as_bytes(), "games.csv").unwrap_err();
            assert!(error.to_string().starts_with("games.csv:"), "{error}");
        }
        let last = text.lines().last().unwrap();
        let row = &text[text.rfind("3,\"a").unwrap()..];
        assert!(row.ends_with(&format!("{last}\n")));
        let twice = format!("{text}{row}");
        let error = from_csv(twice.as_bytes(), "games.csv").unwrap_err().to_string();
        assert!(error.contains("twice"), "{error}");
    }
}
