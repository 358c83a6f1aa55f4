//! `vnmp figure8`: what each alpha-beta enhancement of Marsland's survey is worth.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use super::merge::Way;
use crate::base::file;
use crate::base::number::positive;
use crate::base::terminal::print;
use crate::figure8::run::Comparison;
use crate::figure8::session::{Request, write_results};
use crate::record::manifest::Manifest;
use crate::report::findings;
use crate::run::session::Options;
use crate::show::grid::Format;

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
    /// Search only N evenly spaced positions
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroU32>)]
    positions: Option<NonZeroU32>,
    /// Worker threads; processor times are steadiest with one
    #[arg(short, long, value_name = "N", default_value = "1",
          value_parser = positive::<NonZeroUsize>)]
    threads: NonZeroUsize,
    #[command(flatten)]
    options: Options,
    /// Format of the tables on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Leave suite, FEN and solution out of the records, for suites that may not be published
    #[arg(long)]
    omit_positions: bool,
    /// Go on without bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
}

impl Args {
    /// Runs the comparison.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let options = Options { threads: self.threads, ..self.options };
        let path = Path::new(&self.experiment);
        let request = Request {
            text: path.is_file().then(|| file::read_text(path)).transpose()?,
            experiment: self.experiment,
            depth: self.depth,
            methods: self.methods,
            reference: self.reference,
            settings: self.set,
            suite: self.suite,
            suite_dir: self.suite_dir,
            positions: self.positions,
            skip_bad: self.skip_bad,
        };
        perform(&request, Way::Run(&options), (self.format, self.omit_positions))
    }
}

/// Runs a comparison, or merges its shards.
pub(super) fn perform(request: &Request, way: Way, form: (Format, bool)) -> anyhow::Result<()> {
    let experiment = request.experiment()?;
    let part = request.part(&experiment)?;
    way.tell(&part.notes, form.0);
    let manifest = Manifest::survey(&experiment, &part);
    let job = Comparison::new(&experiment, &part.positions);
    way.perform(&job, &manifest, request, |folder, fetch| {
        let (run, mut texts) = write_results(&manifest, &job, folder, form, fetch)?;
        texts.extend(findings::write(run, folder, form.0)?);
        print(&texts.join("\n"))
    })
}
