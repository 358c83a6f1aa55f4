//! `vnmp suites survey`: has an outside engine look through our games for clear best moves.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use indicatif::ProgressBar;

use crate::base::interrupt;
use crate::base::number::positive;
use crate::base::terminal::print;
use crate::make::OutsideEngine;
use crate::make::evidence::{EvidenceManifest, Survey};
use crate::make::survey::{self, MARGIN, NODES, SEED};
use crate::make::uci::{Adviser, OPTIONS};

/// Games between two writings of the files.
const STEP: u32 = 16;

/// Options of `suites survey`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A UCI engine; the shipped evidence is Stockfish's
    #[arg(long, default_value = "stockfish")]
    engine: String,
    /// Total number of games, including those of an earlier survey
    #[arg(long)]
    games: u32,
    /// Seed of the games
    #[arg(long, default_value_t = SEED)]
    seed: u64,
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
        let mut survey = match Survey::read(&self.out)? {
            Some(survey) => {
                let found = &survey.manifest;
                ensure!(
                    found.seed == self.seed && found.engine.name == name,
                    "{} holds a survey of seed {} by {}; choose another folder with --out",
                    self.out.display(),
                    found.seed,
                    found.engine.name
                );
                survey
            }
            None => self.new_survey(name),
        };
        let bar = ProgressBar::new_spinner();
        let first = survey.manifest.games;
        let threads = self.threads.get();
        let done =
            survey::survey(&self.engine, self.seed, first..self.games, threads, |game, found| {
                survey.evidence.extend(found);
                survey.manifest.games = game + 1;
                bar.set_message(format!("{} games, {} positions", game + 1, survey.evidence.len()));
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
        let (games, lines) = (survey.manifest.games, survey.evidence.len());
        print(&format!("{games} games, {lines} positions in {}\n", self.out.display()))
    }

    fn new_survey(&self, name: String) -> Survey {
        let options = OPTIONS.iter().map(|(option, value)| format!("{option} = {value}"));
        let manifest = EvidenceManifest {
            command: format!("vnmp suites survey --seed {} --games N", self.seed),
            seed: self.seed,
            games: 0,
            lines: 0,
            sha256: String::new(),
            rules: survey::rules(),
            engine: OutsideEngine {
                name,
                nodes: NODES,
                options: options.collect(),
                margin: MARGIN,
            },
        };
        Survey { manifest, evidence: Vec::new() }
    }
}
