//! `vnmp merge`: the shards of a run into its results.

use std::path::PathBuf;

use anyhow::Context;

use super::table::FormArgs;
use crate::engines::Engine;
use crate::engines::config::PREFIX;
use crate::experiment::plan::PlanError;
use crate::experiment::request::Request;
use crate::record::manifest::{Kind, Manifest};
use crate::run::files::write_results;
use crate::run::merge::merge;
use crate::run::search::Searches;
use crate::run::shard::{self, Division};

/// Options of a merge.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Output folder of the run whose shards are there; the results go into it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    form: FormArgs,
}

impl Args {
    /// Checks the shards and writes the results. If shards are missing or unfit, nothing is
    /// written, and standard output gets their numbers as a job array's list.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let division = Division::open(&self.folder.join(shard::FOLDER))?;
        match division.manifest.kind {
            Kind::Search => self.searches(&division),
            Kind::Survey => super::figure8::merge(&self.folder, &division, self.form.printed()),
            Kind::Match => super::matches::merge(&self.folder, &division),
        }
    }

    fn searches(&self, division: &Division) -> anyhow::Result<()> {
        let request: Request = serde_json::from_value(division.request.clone())
            .context("the request in the division is of another version")?;
        let variants = &division.manifest.variants;
        let plan = request.plan_with(request.experiment()?, &|name| {
            let entry = variants.iter().find(|v| v.spec.strip_prefix(PREFIX) == Some(name));
            let entry = entry.ok_or_else(|| PlanError::Unknown { name: name.to_owned() })?;
            Ok(Engine::described(name, &entry.parameters))
        })?;
        let (manifest, searches) = (Manifest::new(&plan), Searches::new(&plan));
        let form = self.form.into();
        merge(&self.folder, &searches, &manifest, division, |folder, fetch| {
            write_results(&plan, &manifest, &searches, folder, form, fetch)
        })
    }
}
