//! `vnmp table1` to `table6`, `figure4` and `run FILE`: an experiment, changed by options.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::Context;

use crate::experiment::Experiment;
use crate::plan::Changes;
use crate::session::{self, Options};
use crate::suite::LookupOptions;
use crate::table::Format;

/// Options of every experiment.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub struct Args {
    /// Deepest row in plies, 1 to 64; shallower rows of the paper come from the same run
    #[arg(short, long, value_name = "D", value_parser = super::depth)]
    depth: Option<u8>,
    /// Suite to use, by name or file; repeat it where the table has several suites
    #[arg(short, long, value_name = "NAME|FILE")]
    suite: Vec<String>,
    /// Folder with suites, looked through first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Columns, separated by commas
    #[arg(short, long, value_name = "LIST")]
    variants: Option<String>,
    /// Only so many positions of each suite, evenly spread
    #[arg(short, long, value_name = "N")]
    positions: Option<NonZeroU32>,
    /// Worker threads [default: all]; changes the time only, never a result
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Entries of the transposition table, 16 bytes each, in each thread: 2^N or a power of two
    #[arg(long, value_name = "N")]
    hash_entries: Option<String>,
    /// Another search setting, e.g. killers=on; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Nodes after which a search gives up; tables leave the position out and say so
    #[arg(long, value_name = "N")]
    node_limit: Option<NonZeroU64>,
    /// Output folder [default: one of its own under results/runs/]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into an output folder that holds something else
    #[arg(long)]
    force: bool,
    /// Format of the table on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Records as one packed records.csv.gz instead of records.csv and records.json
    #[arg(long)]
    compress: bool,
    /// No progress, no closing line
    #[arg(short, long)]
    quiet: bool,
    /// Go on without bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
}

/// `vnmp run FILE`.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub struct RunArgs {
    /// The experiment; those under experiments/ show the form
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    args: Args,
}

impl Args {
    /// Runs an experiment of the paper.
    pub fn run(self, name: &str) -> anyhow::Result<()> {
        let experiment = Experiment::of_the_paper(name)
            .with_context(|| format!("no experiment named '{name}' is built in"))??;
        self.run_experiment(experiment)
    }

    fn run_experiment(mut self, mut experiment: Experiment) -> anyhow::Result<()> {
        if let Some(entries) = self.hash_entries.take() {
            self.set.insert(0, format!("hash-entries={entries}"));
        }
        let changes = Changes {
            depth: self.depth,
            suites: &self.suite,
            variants: self.variants.as_deref(),
            settings: &self.set,
            node_limit: self.node_limit,
        };
        changes.apply(&mut experiment)?;
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let options = Options {
            lookup: LookupOptions {
                suite_dir: self.suite_dir,
                skip_bad: self.skip_bad,
                discard: true,
            },
            sample: self.positions,
            threads: self.threads.unwrap_or_else(all),
            out: self.out,
            force: self.force,
            format: self.format,
            compress: self.compress,
            quiet: self.quiet,
        };
        session::run(experiment, &options)
    }
}

impl RunArgs {
    /// Runs an experiment file.
    pub fn run(self) -> anyhow::Result<()> {
        let experiment = Experiment::read(&self.file)?;
        self.args.run_experiment(experiment)
    }
}
