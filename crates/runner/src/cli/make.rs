//! `vnmp suites make`: rebuilds one of the suites shipped with this program.

use std::path::PathBuf;

use anyhow::Context;
use indicatif::ProgressBar;

use crate::base::terminal::print;
use crate::make::{self, Order, RECIPES, Recipe, SuiteManifest, Survey};

/// Options of `suites make`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The suite to make
    #[arg(value_parser = recipe, help = names())]
    recipe: &'static Recipe,
    /// Seed of the games or placements [default: the shipped suite's]
    #[arg(long)]
    seed: Option<u64>,
    /// Positions [default: the shipped suite's]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    count: Option<u16>,
    /// Folder for the EPD file and its manifest; evidence found there is used before the shipped
    #[arg(long, value_name = "DIR", default_value = "suites")]
    out: PathBuf,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

impl Args {
    /// Makes the suite and writes it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let bar = if self.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let seed = self.seed.unwrap_or(self.recipe.seed);
        let order = Order { seed, count: self.count.map(usize::from) };
        let source = if self.recipe.source.is_placed() { "placements" } else { "games" };
        let evidence =
            |games| Survey::read(&self.out, games)?.map_or_else(|| Survey::shipped(games), Ok);
        let made = make::make(self.recipe, order, evidence, &mut |c| {
            bar.tick();
            bar.set_message(format!("{} {source}, {} positions", c.games, c.entries.len()));
        })?;
        bar.finish_and_clear();
        let [suite, manifest] = make::write(&made, &self.out)?;
        let SuiteManifest { suite: name, sha256, counts, .. } = &made.manifest;
        print(&format!(
            "{name}: {} positions from {} {source}, SHA-256 {sha256}\n{}\n{}\n",
            counts.positions,
            counts.games.or(counts.placements).unwrap_or(0),
            suite.display(),
            manifest.display()
        ))
    }
}

fn recipe(name: &str) -> anyhow::Result<&'static Recipe> {
    make::recipe(name).with_context(|| format!("no recipe of this name; there are {}", list()))
}

fn list() -> String {
    RECIPES.iter().map(|recipe| recipe.name).collect::<Vec<_>>().join(", ")
}

fn names() -> String {
    format!("The suite to make: {}", list())
}
