//! `vnmp claims`: every claim of the paper with its figure, ours and the verdict.

use std::fmt::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use crate::claims::{self, Judged, Verdict};
use crate::evidence::Evidence;
use crate::terminal::{print, warn};

/// Options of the claims.
#[derive(clap::Args)]
pub struct Args {
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

/// A line of the CSV.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    section: &'a str,
    place: Option<&'a str>,
    paper: Option<f64>,
    ours: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    verdict: Verdict,
    run: Option<&'a str>,
    basis: Option<&'a str>,
    detail: Option<&'a str>,
}

impl Args {
    /// Judges and prints.
    pub fn run(self) -> anyhow::Result<()> {
        let evidence = Evidence::read(&self.results)?;
        evidence.incomplete.iter().for_each(|why| warn(&format!("NOTE: {why}")));
        let file = claims::paper()?;
        let judged = file.judge(&evidence);
        match self.format {
            Format::Text => print(&text(&file.rules, &judged, self.verbose)?),
            Format::Csv => print(&csv(&judged)?),
        }
    }
}

fn text(rules: &[String], judged: &[Judged], verbose: bool) -> anyhow::Result<String> {
    let heading = ["claim", "paper", "ours", "95 % interval", "verdict"].map(str::to_owned);
    let mut rows = vec![heading];
    for one in judged {
        rows.push([
            one.claim.id.clone(),
            or_dash(one.claim.published_text()),
            or_dash(one.ours_text()),
            or_dash(one.interval_text()),
            one.verdict.to_string(),
        ]);
    }
    let mut text = super::columns(&rows);
    text.push('\n');
    for verdict in Verdict::ALL {
        let count = judged.iter().filter(|one| one.verdict == verdict).count();
        writeln!(text, "{verdict:>24} {count:3}")?;
    }
    if verbose {
        text.push_str("\nWhat the claims are and what the figures rest on\n");
        for Judged { claim, measured, verdict } in judged {
            let place = claim.place.as_ref().map_or(String::new(), |place| format!(", {place}"));
            write!(text, "\n{} (section {}{place})\n  {}\n", claim.id, claim.section, claim.text)?;
            writeln!(text, "  expected {}: {verdict}", claim.expect)?;
            if let Some(m) = measured {
                writeln!(text, "  {}: {}; {}", m.run, m.basis, m.detail)?;
            }
        }
        text.push_str("\nRules\n");
        for rule in rules {
            writeln!(text, "- {rule}")?;
        }
    }
    Ok(text)
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

fn csv(judged: &[Judged]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for Judged { claim, measured, verdict } in judged {
        let measured = measured.as_ref();
        let interval = measured.and_then(|m| m.estimate.interval);
        writer.serialize(Row {
            id: &claim.id,
            section: &claim.section,
            place: claim.place.as_deref(),
            paper: claim.published,
            ours: measured.map(|m| m.estimate.value),
            low: interval.map(|i| i.low),
            high: interval.map(|i| i.high),
            verdict: *verdict,
            run: measured.map(|m| m.run.as_str()),
            basis: measured.map(|m| m.basis.as_str()),
            detail: measured.map(|m| m.detail.as_str()),
        })?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
