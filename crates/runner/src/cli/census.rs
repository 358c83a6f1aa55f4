//! `vnmp census`: how often are null moves and pruning rules wrong?

use anyhow::bail;

use super::merge::Way;
use crate::base::interrupt;
use crate::base::terminal::{note, print};
use crate::census::job::Census;
use crate::census::session::{Request, manifest, write_results};
use crate::engines::config::PREFIX;
use crate::experiment::request::{Changes, Request as Searches, Source};
use crate::record::manifest::CensusEntry;
use crate::run::session::Options;
use crate::run::shard::Division;
use crate::show::grid::{Format, printed};

/// Options of a census.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    /// Experiment to search: table1 to table6, figure4, or a file
    #[arg(value_name = "NAME|FILE.toml", default_value = "table4")]
    experiment: String,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    census: CensusEntry,
    #[command(flatten)]
    options: Options,
    /// Format of the table on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Args {
    /// Searches, and tests the sampled claims.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        interrupt::watch()?;
        let experiment = Source::named(&self.experiment)?;
        let searches = Searches { experiment, changes: self.changes };
        let request = Request { searches, census: self.census };
        perform(&request, Way::Run(&self.options), self.format)
    }
}

/// Merges the shards of a census.
pub(super) fn merge(division: &Division, way: Way, format: Format) -> anyhow::Result<()> {
    perform(&division.request()?, way, format)
}

fn perform(request: &Request, way: Way, format: Format) -> anyhow::Result<()> {
    // No engine is started, whatever the request or a division names.
    let plan = request.searches.plan_with(&|name| {
        bail!("{PREFIX}{name}: only variants of this program can be asked; leave it out")
    })?;
    if !matches!(&way, Way::Run(options) if options.quiet) {
        plan.notes().iter().for_each(|text| note(text));
    }
    let (manifest, job) = (manifest(&plan, request.census), Census::new(&plan, request.census)?);
    way.perform(&job, &manifest, request, |folder, fetch| {
        let rates = write_results(&manifest, &job, folder, fetch)?;
        print(&printed(&[&rates], format)?)
    })
}
