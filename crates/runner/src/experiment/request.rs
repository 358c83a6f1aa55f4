//! The request for a run of searches: the experiment and the command line's changes. Shards
//! keep it, so that `merge` can plan the same run again.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::number::positive;
use crate::base::{file, interrupt};
use crate::engines::{Engine, EngineFile};
use crate::experiment::plan::Plan;
use crate::experiment::{Depths, Experiment, assign, read_depth, reference_among};
use crate::suite::{ErrataSource, LookupOptions};

/// Where an experiment comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    /// One that is built in, by name.
    Paper(String),
    /// A file.
    File {
        /// Its path, for messages.
        path: String,
        /// Its text.
        text: String,
    },
}

impl Source {
    /// What a command's argument names: a file that is there, or else one that is built in.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn named(name: &str) -> anyhow::Result<Source> {
        let path = Path::new(name);
        Ok(match path.is_file() {
            true => Source::File { path: name.to_owned(), text: file::read_text(path)? },
            false => Source::Paper(name.to_owned()),
        })
    }
}

/// What is to be searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The experiment.
    pub(crate) experiment: Source,
    /// What is changed of it.
    pub(crate) changes: Changes,
}

/// Options that change an experiment.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Changes {
    /// Deepest row in plies, 1 to 64; shallower rows of the paper come from the same run
    #[arg(short, long, value_name = "D", value_parser = read_depth,
          allow_negative_numbers = true)]
    pub(crate) depth: Option<u8>,
    /// Rows in plies, e.g. 4-8 or 4,6,8, for every suite; one search to the deepest gives them all
    #[arg(long, value_name = "LIST", conflicts_with = "depth", value_parser = Depths::parse)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depths: Option<Depths>,
    /// Suite, by name, file or folder; repeat the option for a table with several suites
    #[arg(short, long = "suite", value_name = "NAME|FILE")]
    suites: Vec<String>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Columns, separated by commas: variants, and other engines as uci:NAME
    #[arg(short, long, value_name = "LIST")]
    variants: Option<String>,
    /// The column that percentages refer to
    #[arg(long, value_name = "VARIANT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// File with other engines; the programs it names are started, so trust it like a script
    /// [default: Debian's engines]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Search only N evenly spaced positions of each suite
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroU32>)]
    positions: Option<NonZeroU32>,
    /// Entries of the transposition table, 16 bytes each, in each thread: 2^N or a power of two
    #[arg(long, value_name = "N")]
    hash_entries: Option<String>,
    /// Another search setting, e.g. killers=on; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Nodes after which a search gives up; tables leave the position out and say so
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    node_limit: Option<NonZeroU64>,
    /// Skip bad lines of a suite instead of stopping
    #[arg(long)]
    skip_bad: bool,
    /// Correct solutions known to be wrong, from the shipped errata or a file of your own
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          default_missing_value = "", value_parser = ErrataSource::parser())]
    errata: Option<ErrataSource>,
}

impl Request {
    /// The experiment with the request's changes.
    ///
    /// # Errors
    /// When the experiment or a change of it is wrong.
    pub(crate) fn experiment(&self) -> anyhow::Result<Experiment> {
        let mut experiment = match &self.experiment {
            Source::Paper(name) => Experiment::of_the_paper(name)?,
            Source::File { path, text } => Experiment::parse(text, path)?,
        };
        let changes = &self.changes;
        if let Some(depth) = changes.depth {
            experiment.set_depth(depth);
        }
        if let Some(depths) = &changes.depths {
            experiment.suites.iter_mut().for_each(|rows| rows.depths = depths.list().to_vec());
        }
        experiment.set_suites(&changes.suites)?;
        if let Some(list) = &changes.variants {
            experiment.set_variants(list)?;
        }
        if let Some(reference) = &changes.reference {
            let columns: Vec<String> = experiment.columns.iter().map(|c| c.spec()).collect();
            experiment.reference = Some(reference_among(reference, &columns)?);
        }
        experiment.node_limit = changes.node_limit.or(experiment.node_limit);
        if let Some(entries) = &changes.hash_entries {
            assign(&mut experiment.settings, &[format!("hash-entries={entries}")])?;
        }
        assign(&mut experiment.settings, &changes.settings)?;
        Ok(experiment)
    }

    /// The plan; engines are started to identify themselves.
    ///
    /// # Errors
    /// When the experiment is wrong, or a suite or engine is missing.
    pub(crate) fn plan(&self) -> anyhow::Result<Plan> {
        self.plan_with(&|name| {
            let file = EngineFile::find(self.changes.engines.as_deref())?;
            Ok(Engine::meet(file.get(name)?, interrupt::flag())?)
        })
    }

    /// The plan where `meet` knows the engines.
    ///
    /// # Errors
    /// When the experiment is wrong, or a suite or engine is missing.
    pub(crate) fn plan_with(
        &self,
        meet: &dyn Fn(&str) -> anyhow::Result<Engine>,
    ) -> anyhow::Result<Plan> {
        let Changes { suite_dir, skip_bad, errata, positions, .. } = self.changes.clone();
        let lookup = LookupOptions { suite_dir, skip_bad, discard: true, errata };
        Plan::new(self.experiment()?, &lookup, positions, meet)
    }
}
