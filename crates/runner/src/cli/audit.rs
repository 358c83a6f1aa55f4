//! `vnmp audit`: does a run give the same records however it is done?

use anyhow::Context;

use super::table;
use crate::base::interrupt;
use crate::experiment::request::Source;
use crate::record::manifest::Manifest;
use crate::run::audit::{Way, audit};
use crate::run::search::Searches;

/// Depth of an audit unless another is given, in plies.
const DEPTH: u8 = 6;

/// Options of the audit.
#[derive(clap::Args)]
pub(crate) struct AuditArgs {
    /// Whose searches are audited: table1 to table6, figure4
    #[arg(value_name = "EXPERIMENT", default_value = "table4")]
    experiment: String,
    #[command(flatten)]
    options: table::Args,
}

impl AuditArgs {
    /// Does the searches in every way and compares.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        self.options.what.depth.get_or_insert(DEPTH);
        let request = self.options.what.request(Source::Paper(self.experiment));
        let plan = request.plan()?;
        let (work, manifest) = (Searches::new(&plan), Manifest::new(&plan));
        let request = serde_json::to_value(&request)?;
        interrupt::watch()?;
        let ways = Way::all(self.options.threads());
        audit(&work, &ways, |way| {
            let scratch = tempfile::tempdir().context("cannot make a folder for the audit")?;
            way.outcomes(&work, &manifest, &request, scratch.path())
        })
    }
}
