//! `vnmp suites survey`: has an outside engine look through our games for clear best moves.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use indicatif::ProgressBar;

use crate::base::interrupt;
use crate::base::number::positive;
use crate::base::terminal::print;
use crate::make::evidence::{Games, Survey};
use crate::make::uci::Adviser;
use crate::make::{published, survey};
use crate::suite::LookupOptions;

/// Games between two writings of the files.
const STEP: u32 = 16;

/// Options of `suites survey`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A UCI engine; the shipped evidence is Stockfish's
    #[arg(long, default_value = "stockfish")]
    engine: String,
    /// Total number of games, including those of an earlier survey
    #[arg(long, required_unless_present = "published", conflicts_with = "published")]
    games: Option<u32>,
    /// Games of several methods, for `tactics-mixed` and `tactics-many`
    #[arg(long)]
    mixed: bool,
    /// The same, for `tactics-hidden`: what a short search does not see
    #[arg(long, conflicts_with = "mixed")]
    hidden: bool,
    /// No games, but the positions of the Encyclopedia of Chess Middlegames, for `table2-ecm`
    #[arg(long, conflicts_with_all = ["mixed", "hidden", "seed"])]
    published: bool,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR", requires = "published")]
    suite_dir: Option<PathBuf>,
    /// Seed of the games [default: the shipped evidence's]
    #[arg(long)]
    seed: Option<u64>,
    /// Engines at work
    #[arg(long, default_value = "1", value_parser = positive::<NonZeroUsize>)]
    threads: NonZeroUsize,
    /// Folder of the evidence; a survey found there is continued
    #[arg(long, value_name = "DIR", default_value = "suites")]
    out: PathBuf,
}

impl Args {
    /// Surveys, writing the evidence every few games.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        interrupt::watch()?;
        let name = Adviser::start(&self.engine)?.name.clone();
        let games = match self {
            Args { published: true, .. } => Games::Published,
            Args { hidden: true, .. } => Games::Hidden,
            Args { mixed: true, .. } => Games::Mixed,
            _ => Games::R2,
        };
        let lookup = LookupOptions { suite_dir: self.suite_dir, ..LookupOptions::default() };
        let suite = match games {
            Games::Published => Some(published::suite(&lookup)?),
            _ => None,
        };
        let suite_sha256 = suite.as_ref().map(|suite| suite.sha256.clone());
        let positions = suite.map_or(Vec::new(), |suite| suite.positions);
        let last = self.games.unwrap_or(positions.len() as u32);
        let seed = self.seed.unwrap_or(games.seed());
        let mut survey = match Survey::read(&self.out, games)? {
            Some(survey) => {
                let found = &survey.manifest;
                ensure!(
                    found.seed == seed && found.engine.name == name,
                    "{} holds a survey of seed {} by {}; choose another folder with --out",
                    self.out.display(),
                    found.seed,
                    found.engine.name
                );
                ensure!(
                    found.suite_sha256 == suite_sha256,
                    "{} holds a survey of another file of {}; choose another folder with --out",
                    self.out.display(),
                    published::SUITE
                );
                survey
            }
            None => {
                let mut survey = games.survey(name, seed);
                survey.manifest.suite_sha256 = suite_sha256;
                survey
            }
        };
        let bar = ProgressBar::new_spinner();
        let first = survey.manifest.games;
        let threads = self.threads.get();
        let surveyor = || games.surveyor(&self.engine, &positions);
        let done = survey::survey(surveyor, seed, first..last, threads, |game, found| {
            survey.evidence.extend(found);
            survey.manifest.games = game + 1;
            bar.set_message(format!("{} seen, {} positions", game + 1, survey.evidence.len()));
            bar.tick();
            if (game + 1).is_multiple_of(STEP) {
                survey.write(&self.out)?;
            }
            Ok(())
        });
        bar.finish_and_clear();
        if done.is_ok() || survey.manifest.games > first {
            survey.write(&self.out)?;
        }
        done?;
        let (seen, lines) = (survey.manifest.games, survey.evidence.len());
        let what = if self.published { "positions surveyed" } else { "games" };
        print(&format!("{seen} {what}, {lines} positions in {}\n", self.out.display()))
    }
}
