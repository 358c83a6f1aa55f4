//! `vnmp sweep FILE`: one experiment again and again, each time with other search settings.
//! Every point is a run with a folder of its own, so that reports read it like any other.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::table;
use crate::base::terminal::warn;
use crate::experiment::Experiment;
use crate::experiment::request::Source;

/// `vnmp sweep FILE`.
#[derive(clap::Args)]
pub(crate) struct SweepArgs {
    /// The sweep; experiments/sensitivity.toml shows the form
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    args: table::Args,
}

/// A sweep file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    /// Name of the sweep, and of its folder.
    name: String,
    /// The experiment that is repeated: a name such as `table4`, or a file beside this one.
    base: String,
    /// The points.
    points: Vec<Point>,
}

/// One choice of settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    /// Name of its folder.
    name: String,
    /// Settings that differ from the experiment's, as `--set` takes them.
    #[serde(default)]
    set: Vec<String>,
}

impl SweepArgs {
    /// Runs all points.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let shown = self.file.display();
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read the sweep {shown}"))?;
        let sweep: Sweep = toml::from_str(&text).with_context(|| format!("{shown}: no sweep"))?;
        for (i, point) in sweep.points.iter().enumerate() {
            let is_new = sweep.points[..i].iter().all(|other| other.name != point.name);
            ensure!(is_new, "{shown}: point '{}' occurs twice; rename one", point.name);
        }
        let out = Path::new("results/runs").join(&sweep.name);
        let source = self.base(&sweep.base)?;
        for point in &sweep.points {
            let what =
                if point.set.is_empty() { "as reproduced".into() } else { point.set.join(", ") };
            warn(&format!("{}/{}: {what}", sweep.name, point.name));
            self.args.for_point(&point.set, &out, &point.name).run_experiment(source.clone())?;
        }
        Ok(())
    }

    fn base(&self, name: &str) -> anyhow::Result<Source> {
        if Experiment::of_the_paper(name).is_some() {
            return Ok(Source::Paper(name.to_owned()));
        }
        let path = self.file.parent().unwrap_or(Path::new(".")).join(name);
        let text = Experiment::text_of(&path)?;
        Ok(Source::File { path: path.display().to_string(), text })
    }
}
