//! `vnmp audit`: does a run give the same records however it is executed, and can committed records be
//! reproduced?

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;

use crate::base::interrupt;
use crate::base::number::positive;
use crate::experiment::request::{Changes, Request, Source};
use crate::gate::committed::{self, Draw};
use crate::record::manifest::Manifest;
use crate::run::audit::{Way, audit};
use crate::run::search::Searches;
use crate::run::session::all_threads;

/// Depth of an audit unless another is given, in plies.
const DEPTH: u8 = 6;

/// Options of the audit.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct AuditArgs {
    /// Experiment to audit: table1 to table6, figure4, or a file
    #[arg(value_name = "NAME|FILE.toml", default_value = "table4")]
    experiment: String,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    committed: Committed,
    /// Worker threads [default: all]; one of the checks uses one more
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroUsize>,
          default_value_t = all_threads(), hide_default_value = true)]
    threads: NonZeroUsize,
}

/// Options of an audit of committed records.
#[derive(clap::Args)]
struct Committed {
    /// Instead, repeat this share of the committed searches and compare every column
    #[arg(long, value_name = "PERCENT", value_parser = share, conflicts_with_all = ["experiment", "Changes"])]
    committed: Option<f64>,
    /// The committed results
    #[arg(long, value_name = "DIR", default_value = "results", requires = "committed")]
    results: PathBuf,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 2002, requires = "committed")]
    seed: u64,
    /// Leave out searches that would take the sample beyond N nodes
    #[arg(long, value_name = "N", value_parser = positive::<u64>, requires = "committed")]
    most_nodes: Option<u64>,
}

/// Reads a number of percent, `1%` or `1`, as a share.
fn share(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    let share = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    share.map(|percent| percent / 100.0).ok_or("give a percentage up to 100%, such as 1%".into())
}

impl AuditArgs {
    /// Runs the searches in every way, or repeats committed ones, and compares.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        interrupt::watch()?;
        let Committed { committed, results, seed, most_nodes } = self.committed;
        if let Some(share) = committed {
            let draw = Draw { share, seed, nodes: most_nodes };
            return committed::audit(&results, &draw, self.threads);
        }
        self.changes.depth.get_or_insert(DEPTH);
        let (experiment, changes) = (Source::named(&self.experiment)?, self.changes);
        let request = Request { experiment, changes };
        let plan = request.plan()?;
        let (work, manifest) = (Searches::new(&plan), Manifest::new(&plan));
        let request = serde_json::to_value(&request)?;
        let ways = Way::all(self.threads);
        audit(&work, &ways, |way| {
            let scratch = tempfile::tempdir().context("cannot make a folder for the audit")?;
            way.outcomes(&work, &manifest, &request, scratch.path())
        })
    }
}
