//! How a run of searches was asked for: the experiment and what the command line changed of it. Shards
//! keep it, so that `merge` can plan the same run again.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::interrupt;
use crate::engines::{Engine, EngineFile};
use crate::experiment::plan::{Changes, Plan, PlanError};
use crate::experiment::{Experiment, ExperimentError};
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

/// What is to be searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The experiment.
    pub(crate) experiment: Source,
    /// Deepest row in plies.
    pub(crate) depth: Option<u8>,
    /// Other suites.
    pub(crate) suites: Vec<String>,
    /// Folder with suites, looked through first.
    pub(crate) suite_dir: Option<PathBuf>,
    /// Other columns.
    pub(crate) variants: Option<String>,
    /// File of other engines.
    pub(crate) engines: Option<PathBuf>,
    /// Only so many positions of each suite, evenly spread.
    pub(crate) positions: Option<NonZeroU32>,
    /// Search settings, `NAME=VALUE`.
    pub(crate) settings: Vec<String>,
    /// Another limit on the nodes of each search.
    pub(crate) node_limit: Option<NonZeroU64>,
    /// Go on without bad lines of a suite.
    pub(crate) skip_bad: bool,
    /// Correct solutions known to be wrong.
    pub(crate) errata: Option<ErrataSource>,
}

impl Request {
    /// The experiment as the request changes it.
    ///
    /// # Errors
    /// When the experiment or a change of it is wrong.
    pub(crate) fn experiment(&self) -> Result<Experiment, ExperimentError> {
        let mut experiment = match &self.experiment {
            Source::Paper(name) => Experiment::of_the_paper(name)
                .unwrap_or_else(|| Err(ExperimentError::NotBuiltIn { name: name.clone() }))?,
            Source::File { path, text } => Experiment::parse(text, path)?,
        };
        let changes = Changes {
            depth: self.depth,
            suites: &self.suites,
            variants: self.variants.as_deref(),
            settings: &self.settings,
            node_limit: self.node_limit,
            engines: self.engines.clone(),
        };
        changes.apply(&mut experiment)?;
        Ok(experiment)
    }

    /// The plan; engines are started to learn who they are.
    ///
    /// # Errors
    /// When the experiment is wrong, or a suite or engine is missing.
    pub(crate) fn plan(&self) -> Result<Plan, PlanError> {
        let experiment = self.experiment()?;
        let file = experiment.engines.clone();
        self.plan_with(experiment, &|name| {
            Ok(Engine::meet(EngineFile::find(file.as_deref())?.get(name)?, interrupt::flag())?)
        })
    }

    /// The plan of `experiment`, whose engines `meet` knows.
    ///
    /// # Errors
    /// When a suite or engine is missing.
    pub(crate) fn plan_with(
        &self,
        experiment: Experiment,
        meet: &dyn Fn(&str) -> Result<Engine, PlanError>,
    ) -> Result<Plan, PlanError> {
        Plan::new(experiment, &self.lookup(), self.positions, meet)
    }

    fn lookup(&self) -> LookupOptions {
        LookupOptions {
            suite_dir: self.suite_dir.clone(),
            skip_bad: self.skip_bad,
            discard: true,
            errata: self.errata.clone(),
        }
    }
}
