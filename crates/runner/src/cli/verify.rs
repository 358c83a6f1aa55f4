//! `vnmp suites verify`: reads whole suites and checks their claims.

use std::path::PathBuf;

use anyhow::{bail, ensure};

use crate::base::interrupt;
use crate::base::terminal::print;
use crate::experiment::parse_variant;
use crate::make::uci::Adviser;
use crate::make::verify::{claims, second_opinion, solutions};
use crate::suite::{ErrataSource, LookupOptions, available, find};

/// Options of `suites verify`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Names or files of suites
    #[arg(required_unless_present = "all", value_name = "NAME|FILE")]
    names: Vec<String>,
    /// All suites that are present
    #[arg(long)]
    all: bool,
    /// Search best moves again to this depth and prove mates again
    #[arg(short, long, value_name = "D", value_parser = super::depth,
          allow_negative_numbers = true)]
    depth: Option<u8>,
    /// Variant of that search
    #[arg(short, long, value_name = "V", default_value = "none")]
    variant: String,
    /// UCI engine to consult about doubtful solutions
    #[arg(long, value_name = "PROGRAM", requires = "depth")]
    engine: Option<String>,
    /// Nodes per question
    #[arg(long, value_name = "N", default_value_t = 60_000, requires = "engine")]
    engine_nodes: u64,
    /// Skip and count bad lines instead of stopping
    #[arg(long)]
    skip_bad: bool,
    /// Correct solutions known to be wrong first: those shipped, or a file of your own
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          default_missing_value = "", value_parser = ErrataSource::parser())]
    errata: Option<ErrataSource>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
}

impl Args {
    /// Verifies one suite after the other; fails if one of them is not what it claims to be.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let variant = parse_variant(&self.variant)?;
        let Args { suite_dir, skip_bad, errata, .. } = self;
        let lookup = LookupOptions { suite_dir, skip_bad, discard: false, errata };
        let mut engine = self.engine.as_deref().map(Adviser::start).transpose()?;
        let names = if self.all {
            available(&lookup).into_iter().map(|entry| entry.name).collect()
        } else {
            self.names
        };
        ensure!(!names.is_empty(), "no suites are present");
        interrupt::watch()?;
        let mut failed = 0;
        for name in &names {
            let mut text = String::new();
            let mut problems = Vec::new();
            match find(name, &lookup) {
                Err(error) => problems.push(error.to_string()),
                Ok(suite) => {
                    let tasks = suite.positions.len();
                    problems = claims(name, &suite).problems;
                    text = format!("{tasks} positions, all legal, SHA-256 {}", suite.sha256);
                    if !suite.skipped.is_empty() {
                        text += &format!("; {} bad lines skipped", suite.skipped.len());
                    }
                    if let Some(depth) = self.depth {
                        let found = solutions(&suite, &variant, depth, interrupt::flag());
                        let doubtful = found.doubtful.len();
                        text += &format!("; {} mates proven, {doubtful} doubtful", found.proven);
                        for doubt in &found.doubtful {
                            text += &format!("\n  doubtful: {}", doubt.text);
                            if let Some(engine) = &mut engine {
                                let record = &suite.positions[doubt.index as usize];
                                text += "; ";
                                text += &second_opinion(record, engine, self.engine_nodes)?;
                            }
                        }
                        problems.extend(found.problems);
                    }
                }
            }
            failed += usize::from(!problems.is_empty());
            let verdict = if problems.is_empty() { "ok" } else { "PROBLEMS" };
            let text = if text.is_empty() { text } else { format!(", {text}") };
            print(&format!("{name}: {verdict}{text}\n"))?;
            for problem in problems {
                print(&format!("  problem: {problem}\n"))?;
            }
        }
        if failed > 0 {
            bail!("{failed} of {} suites are not what they claim to be", names.len());
        }
        Ok(())
    }
}
