//! The commands and their options, one file per command.

mod again;
mod audit;
mod baseline;
mod bench;
mod census;
mod claims;
mod diff;
mod fetch;
mod figure8;
mod horizon;
mod keep;
mod make;
mod matches;
mod merge;
mod perft;
mod probcut;
mod report;
mod runs;
mod search;
mod shell;
mod show;
mod suites;
mod survey;
mod sweep;
mod table;
mod tree;
mod uci;
mod variants;
mod verify;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, ensure};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use indicatif::ProgressBar;

use crate::base::{interrupt, terminal};
use crate::experiment::read_depth as depth;
use crate::report::evidence::{Evidence, EvidenceError};

/// With the digest of the engine's and the variants' sources, as in manifests.
const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (engine source ", env!("VNMP_ENGINE_SOURCE"), ")");

/// Reproduces the tables of "Verified Null-Move Pruning" (David-Tabibi and Netanyahu, 2002).
#[derive(Parser)]
#[command(version = VERSION, max_term_width = 100)]
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
    /// Figure 8 of Marsland's survey: what each alpha-beta enhancement is worth
    Figure8(figure8::Args),
    /// Figure 4 of Marsland's survey: the horizon effect, depth by depth on a board
    Horizon(horizon::Args),
    /// Runs an experiment of your own from a TOML file
    Run(table::RunArgs),
    /// Rebuilds the tables of a run from its records, in any format
    Table(again::Args),
    /// Compares two runs, two variants, or a run with another program's results
    Diff(Box<diff::Args>),
    /// Merges the shards of a run (--shard I/N) into its tables
    Merge(merge::Args),
    /// Lists the runs under results/runs, complete or interrupted, with the commands that resume them;
    /// removes runs
    Runs(runs::Args),
    /// Compares node counts, scores and best moves with a reviewed text file
    Baseline(baseline::Args),
    /// Runs the same searches in several ways and compares their records
    Audit(Box<audit::AuditArgs>),
    /// Runs one experiment with many search settings, from a TOML file
    Sweep(sweep::SweepArgs),
    /// Searches one position and shows every iteration
    Search(search::Args),
    /// Lists the paper's claims: its figure, ours with a 95 % interval, and a verdict
    Claims(claims::Args),
    /// Writes the report from the records: verdicts, tables, figures, every position
    Report(report::Args),
    /// Draws the tree of a search: null moves, fail-highs, reductions, cutoffs, re-searches
    Tree(tree::Args),
    /// Counts the leaves of the move tree
    Perft(perft::Args),
    /// Measures how deep values follow from shallow ones, for the rule `probcut`
    Probcut(probcut::Args),
    /// Searches a fixed list of positions: node signatures and speed
    Bench(bench::Args),
    /// Lists the pruning variants and rules: ids, titles, parameters, sources
    Variants,
    /// Lists the search settings: values, meanings, sources
    Settings,
    /// Measures how often null moves and pruning rules are wrong, by searching a sample again in full
    Census(Box<census::Args>),
    /// Plays games between two variants or other engines; gives Elo with its interval
    #[command(name = "match")]
    Match(Box<matches::Args>),
    /// Runs the engine for chess programs: UCI on standard input and output
    Uci,
    /// Lists, imports, fetches, verifies and makes test suites
    Suites(suites::Args),
    /// Prints a shell script that completes commands and options
    Completions(shell::CompletionsArgs),
    /// Prints the manual page, made from the same table as this help
    Man(shell::ManArgs),
    /// Keeps an engine for the process that has started this one
    #[command(hide = true)]
    Keep(keep::Args),
}

/// Runs the command that was typed; an error becomes a message and an exit code.
pub fn main() -> ExitCode {
    run().unwrap_or_else(|error| fail(&error, 1))
}

/// Prints why a command failed and gives its exit code. A reader that closes the pipe is not a failure.
fn fail(error: &anyhow::Error, code: u8) -> ExitCode {
    if terminal::is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    terminal::warn(&format!("error: {}", message(error)));
    let stopped = interrupt::flag().load(Ordering::Relaxed);
    ExitCode::from(if stopped { interrupt::EXIT_CODE } else { code })
}

/// The error with its causes, each only once, as many messages already repeat their cause.
fn message(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Reads the command line and executes it.
fn run() -> anyhow::Result<ExitCode> {
    if std::env::args_os().len() == 1 && uci::run_if_greeted()? {
        return Ok(ExitCode::SUCCESS);
    }
    let typed = match negative_values(Cli::command()).try_get_matches() {
        Ok(typed) => typed,
        Err(help) if !help.use_stderr() => {
            help.print().context("cannot write to standard output")?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(misuse) => misuse.exit(),
    };
    match Cli::from_arg_matches(&typed)?.command {
        Command::Table1(args) => args.run("table1"),
        Command::Table2(args) => args.run("table2"),
        Command::Table3(args) => args.run("table3"),
        Command::Table4(args) => args.run("table4"),
        Command::Table5(args) => args.run("table5"),
        Command::Table6(args) => args.run("table6"),
        Command::Figure4(args) => args.run("figure4"),
        Command::Figure8(args) => args.run(),
        Command::Horizon(args) => args.run(),
        Command::Run(args) => args.run(),
        Command::Table(args) => args.run(),
        Command::Diff(args) => {
            return Ok(args.run().unwrap_or_else(|error| fail(&error, diff::FAILED)));
        }
        Command::Merge(args) => args.run(),
        Command::Runs(args) => args.run(),
        Command::Baseline(args) => args.run(),
        Command::Audit(args) => args.run(),
        Command::Sweep(args) => args.run(),
        Command::Search(args) => args.run(),
        Command::Claims(args) => args.run(),
        Command::Report(args) => args.run(),
        Command::Tree(args) => args.run(),
        Command::Perft(args) => args.run(),
        Command::Probcut(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Variants => variants::run(),
        Command::Settings => variants::settings(),
        Command::Census(args) => args.run(),
        Command::Match(args) => args.run(),
        Command::Uci => uci::run(),
        Command::Suites(args) => args.run(),
        Command::Completions(args) => args.run(Cli::command()),
        Command::Man(args) => args.run(Cli::command()),
        Command::Keep(args) => args.run(),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The command line's grammar, in which a negative number is a value: it is refused as such, where it is not an
/// option's, and not as an option that does not exist.
fn negative_values(command: clap::Command) -> clap::Command {
    let takes =
        |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set();
    command
        .mut_args(|arg| if takes(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(negative_values)
}

/// The folder of committed results, which only a checkout has.
fn committed(results: &Path) -> anyhow::Result<&Path> {
    let mut entries = std::fs::read_dir(results).into_iter().flatten().flatten();
    ensure!(
        entries.any(|entry| entry.file_name() != "runs"), // which every folder may have
        "there are no committed results in {}: go to a checkout of vnmp, or give the folder of the results with \
         --results",
        results.display()
    );
    Ok(results)
}

/// The same as evidence, saying on a terminal that it takes some seconds.
fn evidence(results: &Path) -> anyhow::Result<Evidence> {
    evidence_by(results, Evidence::read)
}

/// The same, by one of [`Evidence`]'s ways to read it.
fn evidence_by(
    results: &Path,
    read: fn(&Path) -> Result<Evidence, EvidenceError>,
) -> anyhow::Result<Evidence> {
    let results = committed(results)?;
    let bar = ProgressBar::new_spinner().with_message("reading the records");
    bar.tick();
    let evidence = read(results);
    bar.finish_and_clear();
    let evidence = evidence?;
    evidence.incomplete.iter().for_each(|why| terminal::note(why));
    Ok(evidence)
}

/// The list of variants for the help of `--variants` and `--variant`.
fn variants_help() -> String {
    let presets = vnmp_variants::PRESETS.iter().map(|preset| preset.id).collect::<Vec<_>>();
    let families = vnmp_variants::FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>();
    let rules = vnmp_variants::RULES.iter().map(|rule| rule.name).collect::<Vec<_>>();
    format!(
        "Variants: {}; or a family with parameters, e.g. vrfd:r=3,research=off ({}), and rules, e.g. \
         vrfd:r=3+lmr ({}). `vnmp variants` explains them, `vnmp settings` the search settings.",
        presets.join(", "),
        families.join(", "),
        rules.join(", ")
    )
}

/// The methods of the survey for the help of `--methods`.
fn methods_help() -> String {
    use crate::figure8::{ADDITIONS, BASES};
    let list = |terms: &[crate::figure8::Term]| -> String {
        terms.iter().map(|term| format!("  {:<10} {}\n", term.name, term.meaning)).collect()
    };
    format!(
        "A method is a base and what is added to it, e.g. pvs+trans+hist.\nBases:\n{}Additions:\n{}  \
         NAME=VALUE any search setting: {}",
        list(BASES),
        list(ADDITIONS),
        vnmp_engine::SurveySettings::NAMES.join(", ")
    )
}
