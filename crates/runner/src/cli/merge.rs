//! `vnmp merge`: the shards of a run into its results.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::base::terminal::{note, warn};
use crate::engines::Engine;
use crate::engines::config::PREFIX;
use crate::experiment::plan::Plan;
use crate::experiment::request::Request;
use crate::record::folder::Folder;
use crate::record::manifest::{Kind, Manifest};
use crate::run::files::Form;
use crate::run::job::Job;
use crate::run::merge::merge;
use crate::run::session::{self, Fetch, Options};
use crate::run::shard::{self, Division};
use crate::show::grid::Format;

/// Positions left out that are named on the terminal; the manifest has all.
const DISCARDS: usize = 10;

/// Options of a merge.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Output folder of the run whose shards are there; the results go into it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    form: Form,
}

/// How the results of units are obtained.
pub(super) enum Way<'a> {
    /// By running them.
    Run(&'a Options),
    /// Their shards are merged.
    Merge(&'a Path, &'a Division),
}

impl Way<'_> {
    /// Prints what a reader must know beforehand: everything that standard output will not say,
    /// otherwise only which suite replaces another.
    pub(super) fn tell(&self, manifest: &Manifest, format: Format) {
        let Way::Run(options) = self else { return };
        if options.quiet {
            return;
        }
        if options.shard.is_some() || format == Format::Csv {
            manifest.notes.iter().for_each(|text| note(text));
        } else {
            tell_substitutes(manifest);
        }
    }

    /// Names the positions that are left out as the paper does.
    pub(super) fn tell_discards(&self, plan: &Plan) {
        let Way::Run(Options { quiet: false, .. }) = self else { return };
        for suite in plan.parts.iter().map(|part| &part.suite) {
            let (count, shown) = (suite.discarded.len(), suite.discarded.iter().take(DISCARDS));
            if count > 0 {
                let ids = shown.map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if count > DISCARDS { ", ..." } else { "" };
                let name = &suite.name;
                warn(&format!(
                    "{name}: {count} left out, as a side has only king and pawns: {ids}{more}"
                ));
            }
        }
    }

    /// Does or merges the units of `job`, and has `finish` write the results.
    pub(super) fn perform<J: Job>(
        self,
        job: &J,
        manifest: &Manifest,
        request: &impl Serialize,
        finish: impl FnOnce(&Folder, &Fetch<J::Outcome>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Way::Run(options) => {
                session::run(job, manifest, options, &serde_json::to_value(request)?, finish)
            }
            Way::Merge(folder, division) => merge(folder, job, manifest, division, finish),
        }
    }
}

/// Names the suites that stand in for others.
pub(super) fn tell_substitutes(manifest: &Manifest) {
    for suite in manifest.suites.iter().filter(|suite| suite.is_substitute) {
        let (name, wanted) = (&suite.name, &suite.wanted);
        note(&match name == wanted {
            true => format!("suite {name} is not the paper's; the table says more."),
            false => format!("suite {name} replaces {wanted}; the table says more."),
        });
    }
}

impl Args {
    /// Checks the shards and writes the results. If shards are missing or invalid, nothing is
    /// written, and standard output gets their numbers as a job array's list.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let division = &Division::open(&self.folder.join(shard::FOLDER))?;
        let (way, form) = (Way::Merge(&self.folder, division), self.form);
        match division.manifest.kind {
            Kind::Search => searches(division, way, form),
            Kind::Survey => super::figure8::perform(&division.request()?, way, form),
            Kind::Match => super::matches::merge(division, way),
            Kind::Census => super::census::merge(division, way, form.format),
        }
    }
}

/// Engines are taken as the division describes them.
fn searches(division: &Division, way: Way, form: Form) -> anyhow::Result<()> {
    let (request, variants): (Request, _) = (division.request()?, &division.manifest.variants);
    let plan = request.plan_with(&|name| {
        let entry = variants.iter().find(|v| v.spec.strip_prefix(PREFIX) == Some(name));
        let entry = entry.with_context(|| {
            format!("the division does not mention {PREFIX}{name}; make the shards again")
        })?;
        Ok(Engine::described(name, &entry.parameters))
    })?;
    super::table::perform(&request, &plan, way, form)
}
