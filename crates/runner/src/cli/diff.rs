//! `vnmp diff A B`: what differs between two runs, two variants, or a run and another program.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;

use crate::base::terminal::print;
use crate::experiment::{Depths, parse_columns};
use crate::report::diff::{Columns, Condition, Diff, Question, Side};
use crate::show::grid::{Format, printed};

/// Exit code of a difference that counts.
const DIFFERENT: u8 = 1;
/// Exit code where no comparison could be made, as of a wrong command line.
pub(super) const FAILED: u8 = 2;

/// Options of a comparison.
#[derive(clap::Args)]
#[command(
    after_help = "Ratios are B over A, with 95 % intervals over positions (none below 100 positions). \
    Exit code: 0 if no difference counts, 1 if one does, 2 if the comparison failed."
)]
pub(crate) struct Args {
    /// Folder of a run, or a CSV file from any program with one line per position
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The same; without it, the other variants of A are compared with its first
    #[arg(value_name = "B")]
    b: Option<PathBuf>,
    /// Compare only these variants [default: all that both sides have]
    #[arg(short, long, value_name = "LIST")]
    variants: Option<String>,
    /// Compare only this suite of the runs; a CSV without a suite column belongs to it
    #[arg(long, value_name = "NAME")]
    suite: Option<String>,
    /// Rows, e.g. 4-8 or 4,6,8 [default: the depths that both sides report]
    #[arg(long, value_name = "LIST", value_parser = Depths::parse)]
    depths: Option<Depths>,
    /// Number of largest ratios to list for each variant
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Totals of nodes may differ by this many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    tolerance: Option<f64>,
    /// What counts as different [default: records (not with --tolerance), nodes, solved, missing]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    fail_if: Vec<Condition>,
    /// Format on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    columns: Columns,
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text
        .strip_suffix('%')
        .unwrap_or(text)
        .parse()
        .ok()
        .filter(|p: &f64| p.is_finite() && *p >= 0.0);
    percent.ok_or_else(|| "give a number of percent from 0".to_owned())
}

impl Args {
    /// Compares and prints.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let variants = match &self.variants {
            Some(list) => parse_columns(list)?.iter().map(|column| column.spec()).collect(),
            None => Vec::new(),
        };
        let read = |path: &PathBuf| {
            let side = Side::read(path, &self.columns)?;
            match &self.suite {
                Some(suite) => side.only(suite),
                None => Ok(side),
            }
        };
        let a = read(&self.a)?;
        let b = self.b.as_ref().map(read).transpose()?;
        ensure!(
            b.is_some() || a.manifest.is_some(),
            "{} is a file: give a second file or folder to compare it with",
            a.name
        );
        let question = Question {
            a: &a,
            b: b.as_ref(),
            variants: &variants,
            depths: self.depths.as_ref(),
            top: self.top,
        };
        let mut diff = Diff::new(&question)?;
        let mut conditions = self.fail_if.clone();
        if conditions.is_empty() {
            conditions = vec![Condition::Nodes, Condition::Solved, Condition::Missing];
            conditions.extend(self.tolerance.is_none().then_some(Condition::Records));
        }
        diff.judge(&conditions, self.tolerance.unwrap_or(0.0));
        print(&printed(&[&diff], self.format)?)?;
        Ok(if diff.different.is_empty() { ExitCode::SUCCESS } else { DIFFERENT.into() })
    }
}
