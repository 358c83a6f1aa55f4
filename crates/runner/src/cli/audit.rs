//! `vnmp audit`: does a run give the same records however it is done?

use anyhow::Context;

use super::table;
use crate::base::interrupt;
use crate::record::manifest::Manifest;
use crate::run::audit::{Way, audit};
use crate::run::shard::{Origin, Source};
use crate::run::work::Work;

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
        self.options.depth.get_or_insert(DEPTH);
        let source = Source::Paper(self.experiment.clone());
        let plan = self.options.plan(&source)?;
        let (work, manifest) = (Work::new(&plan), Manifest::new(&plan));
        let origin = Origin { experiment: source, options: serde_json::to_value(&self.options)? };
        interrupt::watch()?;
        let ways = Way::all(self.options.threads());
        audit(&work, &ways, |way| {
            let scratch = tempfile::tempdir().context("cannot make a folder for the audit")?;
            way.outcomes(&work, &manifest, &origin, scratch.path())
        })
    }
}
