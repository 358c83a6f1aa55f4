//! `vnmp table1` to `table6`, `figure4` and `run FILE`: an experiment, changed by options.

use std::path::{Path, PathBuf};

use super::merge::Way;
use crate::base::interrupt;
use crate::experiment::plan::Plan;
use crate::experiment::read_file;
use crate::experiment::request::{Changes, Request, Source};
use crate::record::manifest::Manifest;
use crate::run::files::{Form, write_results};
use crate::run::search::Searches;
use crate::run::session::Options;

/// Options of every experiment.
#[derive(clap::Args, Clone)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) changes: Changes,
    #[command(flatten)]
    pub(super) options: Options,
    #[command(flatten)]
    pub(super) form: Form,
}

/// `vnmp run FILE`.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct RunArgs {
    /// The experiment; those under experiments/ show the form
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    args: Args,
}

impl Args {
    /// Runs an experiment of the paper.
    pub(crate) fn run(self, name: &str) -> anyhow::Result<()> {
        self.run_experiment(Source::Paper(name.to_owned()))
    }

    /// The same options for a point of a sweep: further settings, and a folder below `--out`.
    pub(super) fn for_point(&self, set: &[String], default_out: &Path, name: &str) -> Args {
        let mut args = self.clone();
        args.changes.settings.splice(0..0, set.iter().cloned());
        args.form.is_silent = true;
        args.options.out = Some(self.options.out.as_deref().unwrap_or(default_out).join(name));
        args
    }

    pub(super) fn run_experiment(self, experiment: Source) -> anyhow::Result<()> {
        interrupt::watch()?;
        let request = Request { experiment, changes: self.changes };
        let plan = request.plan()?;
        perform(&request, &plan, Way::Run(&self.options), self.form)
    }
}

/// Does the searches of a plan, or merges their shards.
pub(super) fn perform(request: &Request, plan: &Plan, way: Way, form: Form) -> anyhow::Result<()> {
    let (manifest, searches) = (Manifest::new(plan), Searches::new(plan));
    if !form.is_silent {
        way.tell(&manifest, form.format);
        way.tell_discards(plan);
    }
    way.perform(&searches, &manifest, request, |folder, fetch| {
        write_results(plan, &manifest, &searches, folder, form, fetch)
    })
}

impl RunArgs {
    /// Runs an experiment file.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (path, text) = (self.file.display().to_string(), read_file("run", &self.file)?);
        self.args.run_experiment(Source::File { path, text })
    }
}
