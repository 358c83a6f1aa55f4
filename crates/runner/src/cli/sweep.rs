//! `vnmp sweep FILE`: one experiment repeated with different search settings. Every point is a run in its own
//! folder, which reports read like any other; `points.csv` and the table at the end compare the points.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};

use super::merge::tell_substitutes;
use super::table;
use crate::base::file;
use crate::base::suggest::did_you_mean;
use crate::base::terminal::{print, warn};
use crate::experiment::request::{Request, Source};
use crate::experiment::sweep::{Point, Sweep};
use crate::experiment::{Experiment, read_file};
use crate::record::manifest::Manifest;
use crate::report::evidence::Run;
use crate::report::points::{self, POINTS_FILE};
use crate::report::sweep;
use crate::run::preview::Outlook;
use crate::show::grid::printed;

/// `vnmp sweep FILE`.
#[derive(clap::Args)]
pub(crate) struct SweepArgs {
    /// The sweep; experiments/sensitivity.toml shows the form
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    args: table::Args,
}

impl SweepArgs {
    /// Runs all points.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let text = read_file("sweep", &self.file)?;
        let Sweep { name, base, points } = Sweep::parse(&text, &self.file.display().to_string())?;
        let out = Path::new("results/runs").join(&name);
        let source = self.base(&base)?;
        let folder = self.args.options.out.as_deref().unwrap_or(&out);
        let summary = folder.join(POINTS_FILE);
        for Point { name: own, set } in &points {
            let changes = self.args.for_point(set, &out, own).changes;
            let request = Request { experiment: source.clone(), changes };
            request.experiment().with_context(|| format!("point '{own}'"))?; // before any is run
        }
        let is_dry = self.args.options.dry_run;
        if !is_dry {
            points::write_design(folder, &points)?;
        }
        let mut done = points::read(&summary)?;
        let format = self.args.form.format;
        let is_part = is_dry || self.args.options.shard.is_some();
        let mut is_noted = self.args.options.quiet;
        let outlook = is_dry.then(Arc::<Mutex<Outlook>>::default);
        let (all, mut left) = (points.len(), 0);
        for Point { name: own, set } in points {
            let mut args = self.args.for_point(&set, &out, &own);
            args.options.outlook.clone_from(&outlook);
            let (experiment, changes) = (source.clone(), args.changes.clone());
            let manifest = Manifest::new(&Request { experiment, changes }.plan()?);
            if done.iter().any(|row| row.is_of(&own, &manifest)) {
                continue;
            }
            if !std::mem::replace(&mut is_noted, true) {
                tell_substitutes(&manifest);
            }
            let what = if set.is_empty() { "as reproduced".into() } else { set.join(", ") };
            warn(&format!("{name}/{own}: {what}"));
            let folder = args.options.out.clone();
            left += 1;
            args.run_experiment(source.clone())?;
            if let Some(run) =
                folder.filter(|_| !is_part).map(|f| Run::read(&f, &own)).transpose()?
            {
                done.retain(|row| row.point != own);
                done.extend(run.iter().flat_map(|run| points::rows(&own, run)));
                points::write(&summary, &done)?;
            }
        }
        if let Some(outlook) = outlook {
            let outlook = outlook.lock().unwrap_or_else(PoisonError::into_inner);
            let text = outlook.text(&self.args.options.journal, folder);
            return print(&format!("points: {all}, of which {} are done\n{text}", all - left));
        }
        if is_part {
            return Ok(());
        }
        print(&printed(&[&sweep::of_points(folder)?], format)?)
    }

    fn base(&self, name: &str) -> anyhow::Result<Source> {
        if Experiment::of_the_paper(name).is_ok() {
            return Ok(Source::Paper(name.to_owned()));
        }
        let path = self.file.parent().unwrap_or(Path::new(".")).join(name);
        let text = file::read_text(&path).map_err(|error| {
            let meant = did_you_mean(name, Experiment::names());
            anyhow!("{}: base: {error}{meant}", self.file.display())
        })?;
        Ok(Source::File { path: path.display().to_string(), text })
    }
}
