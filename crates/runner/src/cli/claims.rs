//! `vnmp claims`: every claim of the paper and the survey with its figure, ours, direction and size.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::base::file;
use crate::base::terminal::{note, print};
use crate::report::claims::{self, ClaimsFile};
use crate::report::coverage;
use crate::report::evidence::Evidence;
use crate::show::grid;

/// Options of the claims.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    own: Own,
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Format of the output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also print the counts behind each figure, and the rules
    #[arg(short, long)]
    verbose: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Simulate, from the records, how often each kind of interval contains the true value (minutes)
    Coverage(Coverage),
    /// Say how many positions or games would decide each claim that is undecided
    Plan(Plan),
}

/// Claims of a user's own on one run.
#[derive(clap::Args)]
struct Own {
    /// Folder of one run, to test claims of your own on
    #[arg(value_name = "RUN", requires = "file")]
    run: Option<PathBuf>,
    /// File of claims of your own, in the form of experiments/claims/paper.toml
    #[arg(long, value_name = "FILE", requires = "run")]
    file: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Plan {
    #[command(flatten)]
    own: Own,
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Fail if a claim is undecided that could be decided here
    #[arg(long, conflicts_with = "run")]
    check: bool,
}

#[derive(clap::Args)]
struct Coverage {
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Change nothing, but recompute the rows of the smallest samples and fail if they differ
    #[arg(long)]
    check: bool,
}

impl Coverage {
    fn run(self) -> anyhow::Result<()> {
        if !self.check {
            // what is to be replaced is not read: it may be of another program
            let evidence = super::evidence_by(&self.results, Evidence::measured)?;
            let rows = coverage::simulate(&evidence, usize::MAX);
            file::write(&self.results.join(coverage::FILE), grid::csv(rows)?.as_bytes())?;
            return Ok(());
        }
        let evidence = super::evidence(&self.results)?;
        let rows = coverage::simulate(&evidence, coverage::CHECKED);
        let committed = evidence.coverage.iter().filter(|row| row.n <= coverage::CHECKED);
        anyhow::ensure!(
            committed.eq(&rows),
            "what the records give differs from {}; run `vnmp claims coverage` and commit",
            self.results.join(coverage::FILE).display()
        );
        Ok(())
    }
}

impl Plan {
    fn run(self) -> anyhow::Result<()> {
        if let Some((evidence, claims)) = self.own.read()? {
            return print(&claims::plan(&claims.judge(&evidence), None));
        }
        let evidence = super::evidence(&self.results)?;
        let (paper, survey, supplies) = (claims::paper()?, claims::survey()?, claims::supplies()?);
        let (paper, survey) = (paper.judge(&evidence), survey.judge(&evidence));
        let judged = || paper.iter().chain(&survey);
        print(&claims::plan(judged(), Some(&supplies)))?;
        let faults: Vec<String> =
            judged().filter_map(|one| claims::fault(one, &supplies)).collect();
        anyhow::ensure!(!self.check || faults.is_empty(), "{}", faults.join("\n"));
        Ok(())
    }
}

impl Own {
    /// The run and the claims about it, if they were given.
    fn read(&self) -> anyhow::Result<Option<(Evidence, ClaimsFile)>> {
        let (Some(run), Some(file)) = (&self.run, &self.file) else { return Ok(None) };
        let (evidence, name) = Evidence::of_run(run)?;
        evidence.incomplete.iter().for_each(|why| note(why));
        let claims = claims::own(file, &file::read_text(file)?, &evidence, &name)?;
        for one in claims.judge(&evidence).iter().filter(|one| one.measured.is_none()) {
            note(&format!("claim '{}': no record of {name} counts for its quantity", one.id()));
        }
        Ok(Some((evidence, claims)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
}

impl Args {
    /// Judges and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Some(Command::Coverage(coverage)) => return coverage.run(),
            Some(Command::Plan(plan)) => return plan.run(),
            None => {}
        }
        if let Some((evidence, claims)) = self.own.read()? {
            let judged = claims.judge(&evidence);
            return print(&match self.format {
                Format::Csv => claims::csv(&judged)?,
                Format::Text => claims::text("claimed", &judged, self.verbose)?,
            });
        }
        let evidence = super::evidence(&self.results)?;
        let (paper, survey) = (claims::paper()?, claims::survey()?);
        let (of_paper, of_survey) = (paper.judge(&evidence), survey.judge(&evidence));
        if self.format == Format::Csv {
            let csv = claims::csv(of_paper.iter().chain(&of_survey))?;
            return print(&csv);
        }
        for (source, file, judged) in
            [("paper", &paper, &of_paper), ("survey", &survey, &of_survey)]
        {
            print(&format!("{}\n\n", file.source))?;
            print(&claims::text(source, judged, self.verbose)?)?;
            if self.verbose && !file.reading.is_empty() {
                print(&format!("\nHow it is read\n- {}\n", file.reading.join("\n- ")))?;
            }
            print("\n")?;
        }
        if self.verbose {
            let decided = claims::decided()?;
            let changes = decided.changes.iter();
            let changes =
                changes.map(|c| format!("{} {}: {} ({})", c.date, c.commit, c.what, c.reason));
            let changes: Vec<String> = changes.collect();
            print(&format!("Rules\n- {}\n\n", claims::rules()?.lines().join("\n- ")))?;
            print(&format!("What was decided when\n- {}\n", changes.join("\n- ")))?;
        }
        Ok(())
    }
}
