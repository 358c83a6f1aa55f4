//! `vnmp figure8`: what each alpha-beta enhancement of Marsland's survey is worth.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use crate::base::terminal::print;
use crate::figure8::Experiment;
use crate::figure8::session::{self, Options};
use crate::report::findings;
use crate::show::grid::Format;
use crate::suite::LookupOptions;

/// Options of the comparison.
#[derive(clap::Args)]
#[command(after_help = super::methods_help())]
pub(crate) struct Args {
    /// Experiment: figure8, forward-pruning, or a file of your own like experiments/figure8.toml
    #[arg(value_name = "NAME|FILE.toml", default_value = "figure8")]
    experiment: String,
    /// Deepest search in plies
    #[arg(short, long, value_name = "D", value_parser = super::depth)]
    depth: Option<u8>,
    /// Suite to use, by name or file [default: bk, else middlegames60]
    #[arg(short, long, value_name = "NAME|FILE")]
    suite: Option<String>,
    /// Folder with suites, looked through first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// What is compared, separated by commas, e.g. ab,iter,pvs+trans
    #[arg(short, long, value_name = "LIST")]
    methods: Option<String>,
    /// The method that is 100 % [default: ab, or the first of --methods]
    #[arg(long, value_name = "METHOD")]
    reference: Option<String>,
    /// A setting of all methods, e.g. horizon=exact; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Only so many positions, evenly spread
    #[arg(short, long, value_name = "N")]
    positions: Option<NonZeroU32>,
    /// Worker threads; processor times are steadiest with one
    #[arg(short, long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Output folder [default: one of its own under results/runs/]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into an output folder that holds something else
    #[arg(long)]
    force: bool,
    /// Format of the tables on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress, no closing line
    #[arg(short, long)]
    quiet: bool,
    /// Go on without bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
}

impl Args {
    /// Runs the comparison.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut experiment = Experiment::load(&self.experiment)?;
        if let Some(list) = &self.methods {
            experiment.set_methods(list)?;
        }
        experiment.set_settings(&self.set)?;
        if let Some(reference) = &self.reference {
            experiment.set_reference(reference)?;
        }
        if let Some(depth) = self.depth {
            experiment.set_depth(depth);
        }
        let options = Options {
            lookup: LookupOptions {
                suite_dir: self.suite_dir,
                skip_bad: self.skip_bad,
                discard: false, // the discard is the other paper's
                errata: None,
            },
            suite: self.suite,
            sample: self.positions,
            threads: self.threads,
            out: self.out,
            force: self.force,
            format: self.format,
            quiet: self.quiet,
        };
        let format = options.format;
        let (run, folder, mut texts) = session::compare(&experiment, &options)?;
        texts.extend(findings::write(run, &folder, format)?);
        print(&texts.join("\n"))
    }
}
