//! `vnmp baseline check|accept`: the regression gate.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use vnmp_variants::Variant;

use crate::base::file;
use crate::base::number::positive;
use crate::base::terminal::print;
use crate::experiment::parse_variants;
use crate::gate::baseline::{Baseline, Scope, compare, totals};
use crate::record::folder::Folder;
use crate::run::session::all_threads;

/// Options of the gate.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Searches again and fails if a node count, score or best move differs
    Check(Common),
    /// Searches, shows what has changed, and rewrites the file
    Accept {
        #[command(flatten)]
        common: Common,
        /// Depth in plies [default: the file's, or 8]
        #[arg(short, long, value_name = "D", value_parser = super::depth,
          allow_negative_numbers = true)]
        depth: Option<u8>,
        /// Variants, separated by commas [default: the file's, or all presets]
        #[arg(short, long, value_name = "LIST")]
        variants: Option<String>,
        /// Suite by name or file, or `bench` [default: the file's, or bench]
        #[arg(short, long, value_name = "NAME|FILE")]
        suite: Option<String>,
        /// Search settings, e.g. killers=on; may be repeated [default: the file's]
        #[arg(long, value_name = "NAME=VALUE")]
        set: Vec<String>,
    },
}

#[derive(clap::Args)]
struct Common {
    /// The baseline
    #[arg(long, value_name = "FILE", default_value = "results/baseline.txt")]
    file: PathBuf,
    /// Worker threads [default: all]
    #[arg(short, long, value_name = "N", value_parser = positive::<NonZeroUsize>,
          default_value_t = all_threads(), hide_default_value = true)]
    threads: NonZeroUsize,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    /// Checks or accepts.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (common, depth, variants, suite, set) = match self.command {
            Command::Check(common) => return check(&common),
            Command::Accept { common, depth, variants, suite, set } => {
                (common, depth, variants, suite, set)
            }
        };
        let old = Baseline::read(&common.file)?;
        let mut scope = old.as_ref().map_or_else(Scope::default, |old| old.scope.clone());
        scope.depth = depth.unwrap_or(scope.depth);
        scope.suite = suite.unwrap_or(scope.suite);
        if !set.is_empty() {
            scope.settings = set;
        }
        if let Some(list) = variants {
            scope.variants = parse_variants(&list)?.iter().map(Variant::spec).collect();
        }
        accept(&common, scope, old)
    }
}

fn check(common: &Common) -> anyhow::Result<()> {
    let file = common.file.display();
    let before = Baseline::read(&common.file)?;
    let before = before.with_context(|| {
        format!(
            "there is no baseline {file}: go to a checkout of vnmp, or name a file with --file; \
             `vnmp baseline accept` writes one"
        )
    })?;
    let after = Baseline::search(before.scope.clone(), common.threads, common.quiet)?;
    let Some(change) = compare(&before, &after) else {
        return print(&format!("{file}: all {} iterations are the same\n", after.values.len()));
    };
    print(&format!("{change}\n\n{}", totals(&before, &after)))?;
    bail!("the search is not the one of {file}; if that is intended, run `vnmp baseline accept`")
}

fn accept(common: &Common, scope: Scope, old: Option<Baseline>) -> anyhow::Result<()> {
    // before the search, which takes longer
    let folder = common.file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    ensure!(
        folder.is_dir(),
        "there is no folder {}: go to a checkout of vnmp, or name a file with --file",
        folder.display()
    );
    file::writable(folder)?;
    let _lock = Folder::open(folder)?;
    let before = old.unwrap_or_else(|| Baseline { scope: scope.clone(), values: BTreeMap::new() });
    let after = Baseline::search(scope, common.threads, common.quiet)?;
    let change = compare(&before, &after).map_or(String::new(), |change| format!("{change}\n\n"));
    file::write(&common.file, after.to_text().as_bytes())?;
    print(&format!("{change}{}", totals(&before, &after)))
}
