//! `vnmp table1` to `table6`, `figure4` and `run FILE`: an experiment, changed by options.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::experiment::plan::{Changes, Plan};
use crate::run::session::{self, Options};
use crate::run::shard::{Origin, Shard, Source};
use crate::show::grid::Format;
use crate::suite::{ErrataSource, LookupOptions};

/// Options of every experiment. Those that say what is run, not how, are kept with shards.
#[derive(clap::Args, Clone, Serialize, Deserialize)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    /// Deepest row in plies, 1 to 64; shallower rows of the paper come from the same run
    #[arg(short, long, value_name = "D", value_parser = super::depth)]
    pub(crate) depth: Option<u8>,
    /// Suite to use, by name or file; repeat it where the table has several suites
    #[arg(short, long, value_name = "NAME|FILE")]
    suite: Vec<String>,
    /// Folder with suites, looked through first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Columns, separated by commas: variants, and other engines as uci:NAME
    #[arg(short, long, value_name = "LIST")]
    variants: Option<String>,
    /// File with other engines [default: engines.toml, or Debian's engines]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Only so many positions of each suite, evenly spread
    #[arg(short, long, value_name = "N")]
    positions: Option<NonZeroU32>,
    /// Worker threads [default: all]; changes the time only, never a result
    #[serde(skip)]
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
    #[serde(skip)]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into an output folder that holds something else
    #[serde(skip)]
    #[arg(long)]
    force: bool,
    /// Format of the table on standard output
    #[serde(skip)]
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Folder of the journals: what is in them is not searched again
    #[serde(skip)]
    #[arg(long, value_name = "DIR", default_value = session::JOURNAL_FOLDER)]
    journal: PathBuf,
    /// Search everything again, whatever the journals hold
    #[serde(skip)]
    #[arg(long)]
    fresh: bool,
    /// Only shard I of N, without tables; `vnmp merge` makes them when all are there
    #[serde(skip)]
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Records as one packed records.csv.gz instead of records.csv and records.json
    #[serde(skip)]
    #[arg(long)]
    compress: bool,
    /// No progress, no closing line
    #[serde(skip)]
    #[arg(short, long)]
    quiet: bool,
    /// Go on without bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
    /// Correct solutions known to be wrong: those shipped, or a file of your own
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    errata: Option<Option<PathBuf>>,
}

/// `vnmp run FILE`.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct RunArgs {
    /// The experiment; those under experiments/ show the form
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    args: Args,
}

impl Args {
    /// Runs an experiment of the paper.
    pub(crate) fn run(self, name: &str) -> anyhow::Result<()> {
        self.run_experiment(Source::Paper(name.to_owned()))
    }

    /// The same options for a point of a sweep: further settings, and a folder below `--out`.
    pub(super) fn for_point(&self, set: &[String], default_out: &Path, name: &str) -> Args {
        let mut args = self.clone();
        args.set.splice(0..0, set.iter().cloned());
        args.out = Some(self.out.as_deref().unwrap_or(default_out).join(name));
        args
    }

    pub(super) fn run_experiment(self, source: Source) -> anyhow::Result<()> {
        let experiment = self.experiment(&source)?;
        let origin = Origin { experiment: source, options: serde_json::to_value(&self)? };
        let options = Options {
            lookup: self.lookup(),
            sample: self.positions,
            threads: self.threads(),
            out: self.out,
            force: self.force,
            journal: self.journal,
            fresh: self.fresh,
            shard: self.shard,
            format: self.format,
            compress: self.compress,
            quiet: self.quiet,
        };
        session::run(experiment, &options, &origin)
    }

    /// The experiment as the options change it.
    pub(crate) fn experiment(&self, source: &Source) -> anyhow::Result<Experiment> {
        let mut experiment = match source {
            Source::Paper(name) => Experiment::of_the_paper(name)
                .with_context(|| format!("no experiment named '{name}' is built in"))??,
            Source::File { path, text } => Experiment::parse(text, path)?,
        };
        let entries = self.hash_entries.iter().map(|entries| format!("hash-entries={entries}"));
        let changes = Changes {
            depth: self.depth,
            suites: &self.suite,
            variants: self.variants.as_deref(),
            settings: &entries.chain(self.set.iter().cloned()).collect::<Vec<_>>(),
            node_limit: self.node_limit,
            engines: self.engines.clone(),
        };
        changes.apply(&mut experiment)?;
        Ok(experiment)
    }

    /// The plan of the experiment as the options change it.
    pub(crate) fn plan(&self, source: &Source) -> anyhow::Result<Plan> {
        Ok(Plan::new(self.experiment(source)?, &self.lookup(), self.positions)?)
    }

    /// Worker threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(all)
    }

    fn lookup(&self) -> LookupOptions {
        let suite_dir = self.suite_dir.clone();
        let errata = self.errata.clone().map(ErrataSource::from);
        LookupOptions { suite_dir, skip_bad: self.skip_bad, discard: true, errata }
    }
}

impl RunArgs {
    /// Runs an experiment file.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let text = Experiment::text_of(&self.file)?;
        self.args.run_experiment(Source::File { path: self.file.display().to_string(), text })
    }
}
