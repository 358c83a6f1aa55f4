//! `vnmp horizon`: Figure 4 of Marsland's survey, or a position of your own.

use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use vnmp_engine::Position;

use crate::base::interrupt;
use crate::base::notation::read_position;
use crate::base::number::positive;
use crate::base::terminal::print;
use crate::figure8::horizon::{SUITE, View, board, views};
use crate::show::grid::columns;
use crate::suite::{ReadOptions, Suite};

const MEANING: &str = "
Pawns given: pawn moves that the next move captures. Material: at the end of
the line, before the captures of the quiescence search, which the score holds.
What a line puts off beyond the horizon shows as the score falls with depth.
";

/// Options of the demonstration.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Position as FEN in quotes [default: the survey's]
    fen: Option<String>,
    /// Which entry of suites/horizon.epd: 1 is the figure, 2 the other reading of its text
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "fen",
          value_parser = positive::<NonZeroUsize>)]
    entry: NonZeroUsize,
    /// Deepest search in plies
    #[arg(short, long, value_name = "D", default_value = "8", value_parser = super::depth)]
    depth: u8,
    /// Draw the board at the end of every line, not only of the deepest
    #[arg(short, long)]
    boards: bool,
}

impl Args {
    /// Searches and draws.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = match &self.fen {
            Some(fen) => read_position(fen)?,
            None => entry(self.entry)?,
        };
        interrupt::watch()?;
        let side = if position.turn() == vnmp_engine::Color::White { "White" } else { "Black" };
        print(&format!("{}\n{side}'s move\n{}\n", board(&position), position.to_fen()))?;
        for (extension, heading) in [
            (false, "Quiescence search of captures only"),
            (true, "With the leaf extension: a check at the horizon adds one ply"),
        ] {
            print(&format!("\n{heading}\n"))?;
            let views = views(&position, self.depth, extension, interrupt::flag())?;
            ensure!(views.len() == usize::from(self.depth), "interrupted");
            print(&text(&views, self.boards))?;
        }
        print(MEANING)
    }
}

fn entry(number: NonZeroUsize) -> anyhow::Result<Position> {
    let options = ReadOptions { skip_bad: false, discard: false };
    let suite = Suite::read("horizon", "suites/horizon.epd", SUITE.as_bytes(), options)?;
    let entries = suite.positions.len();
    let entry = suite.positions.get(number.get() - 1);
    let entry =
        entry.with_context(|| format!("--entry {number}: give a number from 1 to {entries}"))?;
    Ok(entry.position)
}

/// A row per depth, and the board at the end of the last line or of all.
fn text(views: &[View], boards: bool) -> String {
    let heading = ["depth", "score", "material", "pawns given", "line"].map(str::to_owned);
    let mut rows = vec![heading];
    rows.extend(views.iter().map(|view| {
        [
            view.depth.to_string(),
            view.score.to_string(),
            format!("{:+.2}", f64::from(view.material_cp) / 100.0),
            format!("{} {}", view.sacrifices.len(), view.sacrifices.join(" ")),
            view.line.clone(),
        ]
    }));
    let mut text = columns(&rows);
    let drawn = if boards { views } else { views.last().map_or(&[][..], std::slice::from_ref) };
    for view in drawn {
        text += &format!("\nAfter the line of depth {}:\n{}", view.depth, board(&view.end));
    }
    text
}
