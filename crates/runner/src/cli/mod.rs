//! The commands and their options, one file per command.

mod bench;
mod fetch;
mod make;
mod perft;
mod search;
mod show;
mod suites;
mod survey;
mod table;
mod variants;
mod verify;

use clap::{Parser, Subcommand};

use crate::experiment::MAX_DEPTH;

/// Reproduces the tables of "Verified Null-Move Pruning" (David-Tabibi and Netanyahu, 2002).
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Table 1: total nodes at depths 9 and 10, Neishtadt positions
    Table1(table::Args),
    /// Table 2: solved positions at depths 9 and 10, Neishtadt positions
    Table2(table::Args),
    /// Table 3: total nodes at depths 9 to 11, Encyclopedia of Chess Middlegames
    Table3(table::Args),
    /// Table 4: total nodes at depths 8 to 10, Winning Chess Sacrifices
    Table4(table::Args),
    /// Table 5: solved positions at depths 8 to 10, Winning Chess Sacrifices
    Table5(table::Args),
    /// Table 6: mates in 4 found at depth 8, mates in 5 at depth 10
    Table6(table::Args),
    /// Figure 4: Table 3 as a chart
    Figure4(table::Args),
    /// An experiment of your own, from a TOML file
    Run(table::RunArgs),
    /// Searches one position and shows every iteration
    Search(search::Args),
    /// Counts the leaves of the move tree
    Perft(perft::Args),
    /// Searches a fixed list of positions: node signatures and speed
    Bench(bench::Args),
    /// The pruning variants: ids, titles, parameters, sources
    Variants,
    /// The test suites: which are present, and how to import one
    Suites(suites::Args),
}

/// Reads the command line and does what it says.
pub fn run() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Table1(args) => args.run("table1"),
        Command::Table2(args) => args.run("table2"),
        Command::Table3(args) => args.run("table3"),
        Command::Table4(args) => args.run("table4"),
        Command::Table5(args) => args.run("table5"),
        Command::Table6(args) => args.run("table6"),
        Command::Figure4(args) => args.run("figure4"),
        Command::Run(args) => args.run(),
        Command::Search(args) => args.run(),
        Command::Perft(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Variants => variants::run(),
        Command::Suites(args) => args.run(),
    }
}

/// A nominal depth in plies.
fn depth(text: &str) -> Result<u8, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("give a whole number of plies from 1 to {MAX_DEPTH}"))
}

/// The list of variants for the help of `--variants` and `--variant`.
fn variants_help() -> String {
    let presets = vnmp_variants::PRESETS.iter().map(|preset| preset.id).collect::<Vec<_>>();
    let families = vnmp_variants::FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>();
    format!(
        "Variants: {}; or a family with parameters, e.g. vrfd:r=3,research=off ({}). \
         `vnmp variants` explains them.",
        presets.join(", "),
        families.join(", ")
    )
}

/// Rows of text as columns, separated by two spaces; the first row is the heading.
fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
