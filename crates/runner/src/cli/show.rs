//! `vnmp suites show ID`: a position as a board in the terminal, with its solution in SAN.

use std::fmt::Write;
use std::path::PathBuf;

use vnmp_engine::{Color, Position, Square};

use crate::base::terminal::print;
use crate::suite::{EpdRecord, LookupOptions, Task, by_id};

/// Options of `suites show`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Id of a position, as tables and records name it
    id: String,
    /// Look only in this suite [default: all that are present]
    #[arg(long, value_name = "NAME|FILE")]
    suite: Option<String>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
}

impl Args {
    /// Shows every position of that id.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let lookup =
            LookupOptions { suite_dir: self.suite_dir, discard: false, ..LookupOptions::default() };
        let found = by_id(&self.id, self.suite.as_deref(), &lookup)?;
        let text: String = found.iter().map(|(suite, record)| shown(suite, record)).collect();
        print(&text)
    }
}

fn shown(suite: &str, record: &EpdRecord) -> String {
    let position = &record.position;
    let mut text = format!("{} of {suite}, line {}\n\n", record.id, record.line);
    text += &board(position);
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    let _ = writeln!(text, "\n{side} to move; {}", task(position, &record.task));
    let _ = writeln!(text, "{}\n", position.to_fen());
    text
}

/// Ranks from 8 to 1, white's pieces as capitals.
fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..8 {
            let letter = match position.board().piece_at(Square::at(file, rank)).get() {
                Some((Color::White, kind)) => kind.letter(),
                Some((Color::Black, kind)) => kind.letter().to_ascii_lowercase(),
                None => '.',
            };
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text + "\n   a b c d e f g h\n"
}

fn task(position: &Position, task: &Task) -> String {
    match task {
        Task::None => "no solution given".to_owned(),
        task => task.told(position, ["mate in", "best is", "avoid"], " or ", ", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[test]
    fn a_board_reads_from_the_eighth_rank_down_with_the_solution_below() {
        let text = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - - bm Rxd1; id \"one\";";
        let suite = Suite::read(
            "mine",
            "mine",
            text.as_bytes(),
            crate::suite::ReadOptions { skip_bad: false, discard: false },
        )
        .unwrap();
        let shown = shown("mine", &suite.positions[0]);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "one of mine, line 1");
        assert_eq!(lines[2], "8  . . . . . . k .");
        assert_eq!(lines[9], "1  R . . r . . K .");
        assert_eq!(lines[13], "White to move; best is Rxd1");
    }
}
