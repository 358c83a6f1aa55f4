//! The puzzles of lichess.org (`lichess_db_puzzle.csv`, CC0) as EPD. The first of a puzzle's moves is the
//! opponent's; the next is the solution. A theme `mateInN` makes it a mate in as many moves as the
//! solution has: the theme `mateIn5` stands for longer mates too.

use std::fmt::Write;
use std::io::Read;

use anyhow::{Context, ensure};
use serde::Deserialize;
use vnmp_engine::Position;

use super::read::without_clocks;

/// The columns that are read.
#[derive(Deserialize)]
struct Puzzle {
    #[serde(rename = "PuzzleId")]
    id: String,
    #[serde(rename = "FEN")]
    fen: String,
    #[serde(rename = "Moves")]
    moves: String,
    #[serde(rename = "Themes")]
    themes: String,
}

/// The first `most` puzzles that have all of the `themes`, as EPD lines.
///
/// # Errors
/// When a row is no puzzle: with `file` and line. When no puzzle has the themes.
pub(super) fn to_epd(
    file: &str,
    csv: impl Read,
    themes: &[String],
    most: usize,
) -> anyhow::Result<String> {
    let mut epd = String::new();
    let mut reader = csv::Reader::from_reader(csv);
    let headers = reader.headers().with_context(|| format!("{file}:1: not CSV"))?;
    ensure!(
        ["PuzzleId", "FEN", "Moves", "Themes"]
            .iter()
            .all(|name| headers.iter().any(|h| h == *name)),
        "{file}:1: the columns PuzzleId, FEN, Moves and Themes are missing; give an EPD or PGN file, or \
         the puzzles of lichess.org"
    );
    let headers = headers.clone();
    let (mut row, mut taken) = (csv::StringRecord::new(), 0);
    while taken < most {
        let line = reader.position().line();
        if !reader.read_record(&mut row).with_context(|| format!("{file}:{line}: not CSV"))? {
            break;
        }
        let puzzle: Puzzle = row
            .deserialize(Some(&headers))
            .with_context(|| format!("{file}:{line}: not a puzzle"))?;
        let has = |theme: &String| puzzle.themes.split_whitespace().any(|own| own == theme);
        if themes.iter().all(has) {
            epd +=
                &puzzle.line().with_context(|| format!("{file}:{line}: puzzle {}", puzzle.id))?;
            taken += 1;
        }
    }
    ensure!(taken > 0, "{file}: no puzzle has the themes {}", themes.join(", "));
    Ok(epd)
}

impl Puzzle {
    fn line(&self) -> anyhow::Result<String> {
        let mut position = Position::from_fen(&self.fen)?;
        let moves: Vec<&str> = self.moves.split_whitespace().collect();
        ensure!(moves.len() >= 2, "it needs the opponent's move and a solution");
        let (mut before, mut solution) = (position, None);
        for (ply, text) in moves.iter().enumerate() {
            let mv = position.legal_uci(text).with_context(|| format!("'{text}' is not legal"))?;
            if ply == 1 {
                (before, solution) = (position, Some(mv));
            }
            position = position.make(mv);
        }
        let solution = solution.context("it has no solution")?;
        let mut line = without_clocks(&before);
        let named = |theme: &str| theme.strip_prefix("mateIn")?.parse::<usize>().ok();
        if let Some(named) = self.themes.split_whitespace().find_map(named) {
            let own = moves.len() / 2;
            let is_mate = position.in_check() && !position.has_legal_move();
            let is_as_named = own == named || named == 5 && own > 5; // mateIn5 is five or more
            ensure!(
                is_mate && moves.len().is_multiple_of(2) && is_as_named,
                "its theme is a mate in {named}, and its moves are not"
            );
            let _ = write!(line, " dm {own};");
        }
        let _ = write!(line, " bm {};", before.san(solution));
        let _ = writeln!(line, " id \"{}\";", self.id.replace(['"', ';', '\\'], " "));
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: &str = "PuzzleId,FEN,Moves,Rating,Themes,GameUrl\n\
        aa,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,2000,crushing hangingPiece long,u\n\
        bb,3r2k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1,a2a3 d1d8,800,mate mateIn1 oneMove,u\n";

    #[test]
    fn the_opponents_move_is_made_and_mates_are_mates() {
        let all = to_epd("p.csv", CSV.as_bytes(), &[], 9).unwrap();
        let lines: Vec<&str> = all.lines().collect();
        assert_eq!(lines[0], "r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2b1/PqP3PP/7K w - - bm Rxe7; id \"aa\";");
        assert_eq!(lines[1], "3r2k1/5ppp/8/8/8/r7/5PPP/3R2K1 w - - dm 1; bm Rxd8#; id \"bb\";");
    }

    #[test]
    fn themes_select_and_a_number_is_enough() {
        let themes =
            |list: &[&str]| list.iter().map(|theme| (*theme).to_owned()).collect::<Vec<_>>();
        let mates = to_epd("p.csv", CSV.as_bytes(), &themes(&["mateIn1", "oneMove"]), 9).unwrap();
        assert!(mates.lines().count() == 1 && mates.contains("\"bb\""), "{mates}");
        assert_eq!(to_epd("p.csv", CSV.as_bytes(), &[], 1).unwrap().lines().count(), 1);
        let none = to_epd("p.csv", CSV.as_bytes(), &themes(&["fork"]), 9).unwrap_err();
        assert!(none.to_string().contains("themes fork"), "{none}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = CSV.replace("a2a3 d1d8", "a2a3 d1d9");
        let error = format!("{:#}", to_epd("p.csv", wrong.as_bytes(), &[], 9).unwrap_err());
        assert!(error.starts_with("p.csv:3: puzzle bb: 'd1d9' is not legal"), "{error}");
        for (from, to) in [("a2a3 d1d8", "a2a3 g1f1"), ("mateIn1", "mateIn4")] {
            let wrong = CSV.replace(from, to);
            let error = format!("{:#}", to_epd("p.csv", wrong.as_bytes(), &[], 9).unwrap_err());
            assert!(error.contains("puzzle bb: its theme is a mate in"), "{error}");
        }
        let other = to_epd("p.csv", "a,b\n1,2\n".as_bytes(), &[], 9).unwrap_err();
        assert!(other.to_string().starts_with("p.csv:1: the columns"), "{other}");
    }
}
