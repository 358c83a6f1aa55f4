//! `vnmp perft FEN|ID DEPTH`: leaves of the move tree.

use std::fmt::Write;

use vnmp_engine::{divide, perft};

use super::search::Place;
use crate::base::terminal::print;

/// Options of perft.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Depth in plies
    #[arg(value_parser = super::depth)]
    depth: u8,
    /// One line per move
    #[arg(long)]
    divide: bool,
}

impl Args {
    /// Counts and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.place.position()?;
        let depth = u32::from(self.depth);
        if !self.divide {
            return print(&format!("{}\n", perft(&position, depth)));
        }
        let mut text = String::new();
        let mut total = 0;
        for (mv, leaves) in divide(&position, depth) {
            writeln!(text, "{mv}: {leaves}")?;
            total += leaves;
        }
        print(&format!("{text}total: {total}\n"))
    }
}
