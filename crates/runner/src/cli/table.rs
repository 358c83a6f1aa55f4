//! `vnmp table1` to `table6`, `figure4` and `run FILE`: an experiment, changed by options.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use super::how::{How, threads};
use crate::base::interrupt;
use crate::base::terminal::warn;
use crate::experiment::Experiment;
use crate::experiment::request::{Request, Source};
use crate::record::manifest::Manifest;
use crate::run::files::{Form, write_results};
use crate::run::search::Searches;
use crate::run::session;
use crate::show::grid::Format;
use crate::suite::ErrataSource;

/// Options of every experiment.
#[derive(clap::Args, Clone)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) what: What,
    /// Worker threads [default: all]; changes the time only, never a result
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) how: How,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

/// What is searched.
#[derive(clap::Args, Clone)]
pub(crate) struct What {
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
    /// File with other engines; the programs it names are started, so trust it like a script
    /// [default: Debian's engines]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Search only N evenly spaced positions of each suite
    #[arg(short, long, value_name = "N")]
    positions: Option<NonZeroU32>,
    /// Entries of the transposition table, 16 bytes each, in each thread: 2^N or a power of two
    #[arg(long, value_name = "N")]
    hash_entries: Option<String>,
    /// Another search setting, e.g. killers=on; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Nodes after which a search gives up; tables leave the position out and say so
    #[arg(long, value_name = "N")]
    node_limit: Option<NonZeroU64>,
    /// Go on without bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
    /// Correct solutions known to be wrong: those shipped, or a file of your own
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    errata: Option<Option<PathBuf>>,
}

/// How the files are written.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct FormArgs {
    /// Format of the table on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Records as one packed records.csv.gz instead of records.csv and records.json
    #[arg(long)]
    compress: bool,
    /// Leave suite, FEN and solution out of the records, for suites that may not be published
    #[arg(long)]
    omit_positions: bool,
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

impl FormArgs {
    /// Format of the table on standard output, and whether records are to leave positions out.
    pub(crate) fn printed(self) -> (Format, bool) {
        (self.format, self.omit_positions)
    }
}

impl From<FormArgs> for Form {
    fn from(FormArgs { format, compress, omit_positions }: FormArgs) -> Form {
        Form { compress, omit_positions, format }
    }
}

impl What {
    /// The request of an experiment with these changes.
    pub(crate) fn request(&self, experiment: Source) -> Request {
        let entries = self.hash_entries.iter().map(|entries| format!("hash-entries={entries}"));
        Request {
            experiment,
            depth: self.depth,
            suites: self.suite.clone(),
            suite_dir: self.suite_dir.clone(),
            variants: self.variants.clone(),
            engines: self.engines.clone(),
            positions: self.positions,
            settings: entries.chain(self.set.iter().cloned()).collect(),
            node_limit: self.node_limit,
            skip_bad: self.skip_bad,
            errata: self.errata.clone().map(ErrataSource::from),
        }
    }
}

impl Args {
    /// Runs an experiment of the paper.
    pub(crate) fn run(self, name: &str) -> anyhow::Result<()> {
        self.run_experiment(Source::Paper(name.to_owned()))
    }

    /// The same options for a point of a sweep: further settings, and a folder below `--out`.
    pub(super) fn for_point(&self, set: &[String], default_out: &Path, name: &str) -> Args {
        let mut args = self.clone();
        args.what.set.splice(0..0, set.iter().cloned());
        args.how.out = Some(self.how.out.as_deref().unwrap_or(default_out).join(name));
        args
    }

    pub(super) fn run_experiment(self, source: Source) -> anyhow::Result<()> {
        interrupt::watch()?;
        let request = self.what.request(source);
        let plan = request.plan()?;
        for note in plan.notes() {
            warn(&format!("NOTE: {note}"));
        }
        let (manifest, searches) = (Manifest::new(&plan), Searches::new(&plan));
        let options = self.how.options(self.threads());
        let form = self.form.into();
        let request = serde_json::to_value(&request)?;
        session::run(&searches, &manifest, &options, &request, |folder, fetch| {
            write_results(&plan, &manifest, &searches, folder, form, fetch)
        })
    }

    /// Worker threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        threads(self.threads)
    }
}

impl RunArgs {
    /// Runs an experiment file.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let text = Experiment::text_of(&self.file)?;
        self.args.run_experiment(Source::File { path: self.file.display().to_string(), text })
    }
}
