//! Options of every run that say how it is done, never what comes out.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::run::session::{JOURNAL_FOLDER, Options};
use crate::run::shard::Shard;

/// How a run is done.
#[derive(clap::Args, Clone)]
pub(crate) struct How {
    /// Output folder [default: one of its own under results/runs/]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write into an output folder that holds something else
    #[arg(long)]
    pub(crate) force: bool,
    /// Folder of the journals: what is in them is not done again
    #[arg(long, value_name = "DIR", default_value = JOURNAL_FOLDER)]
    pub(crate) journal: PathBuf,
    /// Do everything again, whatever the journals hold
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Only shard I of N, without results; `vnmp merge` makes them when all are there
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// No progress, no closing line
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl How {
    /// With the number of worker threads.
    pub(crate) fn options(&self, threads: NonZeroUsize) -> Options {
        let How { out, force, journal, fresh, shard, quiet } = self.clone();
        Options { threads, out, force, journal, fresh, shard, quiet }
    }
}

/// As asked, or one for each processor.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(all)
}
