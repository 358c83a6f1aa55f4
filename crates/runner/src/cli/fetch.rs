//! `vnmp suites fetch`: gets public suites from their pinned addresses.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use indicatif::ProgressBar;

use crate::base::number::positive;
use crate::base::terminal::{note, print, warn};
use crate::suite::{FetchOptions, Imported, KNOWN_SUITES, KnownSuite, LICENCE, by_name, fetch};

/// Options of `suites fetch`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Names of public suites, as `vnmp suites list` shows them
    #[arg(required_unless_present = "all", value_parser = known)]
    names: Vec<&'static KnownSuite>,
    /// All public suites
    #[arg(long)]
    all: bool,
    /// Longest wait for a connection, for an answer and in total
    #[arg(long, value_name = "SECONDS", default_value = "30",
          value_parser = positive::<std::num::NonZeroU32>)]
    timeout: std::num::NonZeroU32,
    /// Folder to put them into [default: suites/imported]
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

impl Args {
    /// Fetches the suites one by one; a failure does not stop the rest.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let wanted: Vec<_> = if self.all { KNOWN_SUITES.iter().collect() } else { self.names };
        let patience = Duration::from_secs(u64::from(self.timeout.get()));
        let options = FetchOptions { patience, ..FetchOptions::default() };
        let mut failed = 0;
        for known in &wanted {
            let bar = if self.quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
            bar.set_message(known.name.as_str());
            let fetched = fetch(known, self.suite_dir.as_deref(), &options, &bar);
            bar.finish_and_clear();
            match fetched {
                Ok(Imported { name, path, positions, sha256, notes, .. }) => {
                    notes.iter().for_each(|text| note(text));
                    let path = path.display();
                    print(&format!(
                        "{name}: {positions} positions, SHA-256 {sha256}\nwritten: {path}\n{LICENCE}\n"
                    ))?;
                }
                Err(error) => {
                    warn(&format!("error: {error}"));
                    failed += 1;
                }
            }
        }
        ensure!(failed == 0, "{failed} of {} suites not fetched", wanted.len());
        Ok(())
    }
}

fn known(name: &str) -> anyhow::Result<&'static KnownSuite> {
    by_name(name).with_context(|| {
        let names: Vec<_> = KNOWN_SUITES.iter().map(|known| known.name.as_str()).collect();
        format!("no public suite of this name is known; known are {}", names.join(", "))
    })
}
