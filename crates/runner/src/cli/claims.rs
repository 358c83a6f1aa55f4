//! `vnmp claims`: every claim of the paper and the survey with its figure, ours and the verdict.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::base::terminal::{note, print};
use crate::report::claims;
use crate::report::evidence::Evidence;

/// Options of the claims.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Format of the output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also say what each figure rests on, and the rules
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
}

impl Args {
    /// Judges and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let evidence = Evidence::read(&self.results)?;
        evidence.incomplete.iter().for_each(|why| note(why));
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
            if self.verbose {
                print(&format!("\nRules\n- {}\n", file.rules.join("\n- ")))?;
            }
            print("\n")?;
        }
        Ok(())
    }
}
