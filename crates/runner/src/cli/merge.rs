//! `vnmp merge`: the shards of a run into its tables.

use std::path::PathBuf;

use anyhow::Context;

use super::table;
use crate::run::merge::merge;
use crate::run::shard::{self, Division};
use crate::show::grid::Format;

/// Options of a merge.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Output folder of the run whose shards are there; the results go into it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Format of the table on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Records as one packed records.csv.gz instead of records.csv and records.json
    #[arg(long)]
    compress: bool,
}

impl Args {
    /// Checks the shards and writes the results. If shards are missing or unfit, nothing is
    /// written, and standard output gets their numbers as a job array's list.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let division = Division::open(&self.folder.join(shard::FOLDER))?;
        let options: table::Args = serde_json::from_value(division.origin.options.clone())
            .context("the options in the division are of another version")?;
        let plan = options.plan(&division.origin.experiment)?;
        merge(&self.folder, &plan, &division, self.compress, self.format)
    }
}
