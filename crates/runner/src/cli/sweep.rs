//! `vnmp sweep FILE`: one experiment again and again, each time with other search settings.
//! Every point is a run with a folder of its own, so that reports read it like any other.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use serde::Deserialize;
use toml::Spanned;

use super::table;
use crate::base::file;
use crate::base::terminal::warn;
use crate::experiment::request::Source;
use crate::experiment::{Experiment, Lines};

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
    name: Spanned<String>,
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
    name: Spanned<String>,
    /// Settings that differ from the experiment's, as `--set` takes them.
    #[serde(default)]
    set: Vec<String>,
}

impl SweepArgs {
    /// Runs all points.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (shown, text) = (self.file.display().to_string(), file::read_text(&self.file)?);
        let lines = Lines { file: &shown, text: &text };
        let sweep: Sweep = lines.parse()?;
        let mut names = Vec::new();
        for point in &sweep.points {
            let (name, at) = (lines.name(&point.name)?, lines.at(point.name.span()));
            ensure!(!names.contains(&name), "{at}: point '{name}' occurs twice; rename one");
            names.push(name);
        }
        let name = lines.name(&sweep.name)?;
        let out = Path::new("results/runs").join(&name);
        let source = self.base(&sweep.base)?;
        for (point, own) in sweep.points.iter().zip(&names) {
            let what =
                if point.set.is_empty() { "as reproduced".into() } else { point.set.join(", ") };
            warn(&format!("{name}/{own}: {what}"));
            self.args.for_point(&point.set, &out, own).run_experiment(source.clone())?;
        }
        Ok(())
    }

    fn base(&self, name: &str) -> anyhow::Result<Source> {
        if Experiment::of_the_paper(name).is_ok() {
            return Ok(Source::Paper(name.to_owned()));
        }
        let path = self.file.parent().unwrap_or(Path::new(".")).join(name);
        let text = file::read_text(&path)?;
        Ok(Source::File { path: path.display().to_string(), text })
    }
}
