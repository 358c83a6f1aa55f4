//! `vnmp audit`: does a run give the same records however it is done?

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Context;

use crate::base::number::positive;
use crate::base::{file, interrupt};
use crate::experiment::request::{Changes, Request, Source};
use crate::record::manifest::Manifest;
use crate::run::audit::{Way, audit};
use crate::run::search::Searches;

/// Depth of an audit unless another is given, in plies.
const DEPTH: u8 = 6;

/// Options of the audit.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct AuditArgs {
    /// Whose searches are audited: table1 to table6, figure4, or a file
    #[arg(value_name = "NAME|FILE.toml", default_value = "table4")]
    experiment: String,
    #[command(flatten)]
    changes: Changes,
    /// Worker threads [default: all]; one of the ways has one more
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,
}

impl AuditArgs {
    /// Does the searches in every way and compares.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        self.changes.depth.get_or_insert(DEPTH);
        let path = Path::new(&self.experiment);
        let experiment = match path.is_file() {
            true => Source::File { text: file::read_text(path)?, path: self.experiment },
            false => Source::Paper(self.experiment),
        };
        let changes = self.changes;
        let request = Request { experiment, changes };
        let plan = request.plan()?;
        let (work, manifest) = (Searches::new(&plan), Manifest::new(&plan));
        let request = serde_json::to_value(&request)?;
        interrupt::watch()?;
        let ways = Way::all(super::threads(self.threads));
        audit(&work, &ways, |way| {
            let scratch = tempfile::tempdir().context("cannot make a folder for the audit")?;
            way.outcomes(&work, &manifest, &request, scratch.path())
        })
    }
}
